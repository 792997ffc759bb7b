//! Files as people have them: tables of numpy, pandas and MATLAB, memories, arrays; and files that are none.

use fftgen::data::{Frame, Frames, Notation, Writer};
use fftgen::format::{number, Format};
use fftgen::model::Sample;
use fftgen::pipeline::Padding;
use proptest::prelude::*;

fn frame(size: usize, precision: &str) -> Frame {
    Frame {
        shape: size.into(),
        width: 1,
        format: Format::parse(precision, true).unwrap(),
        real: false,
        half_rate: false,
        padding: Padding::Frame,
        coding: Default::default(),
    }
}

fn read_columns(notation: Notation, frame: Frame, data: &[u8], columns: &str) -> Result<Vec<Sample>, String> {
    let columns: Vec<String> = columns.split(',').filter(|name| !name.is_empty()).map(String::from).collect();
    Frames::new(data, notation, frame, &columns).read(1 << 10).map_err(|error| error.to_string())
}

fn read(notation: Notation, frame: Frame, data: impl AsRef<[u8]>) -> Result<Vec<Sample>, String> {
    read_columns(notation, frame, data.as_ref(), "")
}

fn write(notation: Notation, frame: Frame, samples: &[Sample]) -> Vec<u8> {
    let mut writer = Writer::new(notation, frame, false).unwrap();
    [writer.write(samples, None), writer.finish()].concat()
}

/// Two points, 1+2j and -0.25-0.5j.
fn points(frame: &Frame) -> Vec<Sample> {
    [[1.0, 2.0], [-0.25, -0.5]].iter().map(|point| point.map(|part| frame.format.from_f64(part))).collect()
}

#[test]
fn tables_of_all_kinds_are_read() {
    let frame = frame(2, "q4.12");
    let tables = [
        "1,2\n-0.25,-0.5\n",
        "1;2\n-.25;-5e-1\n",
        "1\t2\n-0.25\t-0.5\t\n",
        " 1 2 \n -0.25   -0.5\n",
        "re,im\r\n\"1\",\"2\"\r\n-0.25,-0.5,\r\n",
        "I\tQ\n1\t2\n-0.25\t-0.5",
        "1+2j\n-0.25-0.5j\n",
        "(1+2j)\n(-0.25-5e-1j)",
        "1+2i\n-2.5e-1-0.5i",
        "0,1+2J\n1,-.25+-.5J\n",
        "# by hand\n1 2 # first\n\n% by MATLAB\n-0.25 -0.5 %\n",
        // numpy.savetxt, of two columns and of complex numbers.
        "1.000000000000000000e+00 2.000000000000000000e+00\n-2.500000000000000000e-01 -5.000000000000000000e-01\n",
        " (1.000000000000000000e+00+2.000000000000000000e+00j)\n (-2.500000000000000000e-01-5.000000000000000000e-01j)\n",
        " (1.000000000000000000e+00+2.000000000000000000e+00j)\n (-2.500000000000000000e-01+-5.000000000000000000e-01j)\n",
        // MATLAB's save -ascii.
        "   1.0000000e+00   2.0000000e+00\n  -2.5000000e-01  -5.0000000e-01\n",
        // DataFrame.to_csv of pandas, of two columns, of complex ones, without a header, with dates.
        ",re,im\n0,1.0,2.0\n1,-0.25,-0.5\n",
        ",0\n0,(1+2j)\n1,(-0.25-0.5j)\n",
        "0,1.0,2.0\n1,-0.25,-0.5\n",
        "1,1.0,2.0\n2,-0.25,-0.5\n",
        ",re,im\n2026-01-01,1.0,2.0\n2026-01-02,-0.25,-0.5\n",
        "index;re;im\n0;1;2\n1;-0.25;-0.5\n",
    ];
    for table in tables {
        assert_eq!(read(Notation::Csv, frame, table), Ok(points(&frame)), "{table}");
    }
    let chosen = [
        ("t,q,i\n0.1,2,1\n0.2,-0.5,-0.25\n", "3,2"),
        ("t,q,i\n0.1,2,1\n0.2,-0.5,-0.25\n", "i,q"),
        ("7 (1+2j)\n7 (-.25-.5j)\n", "2"),
    ];
    for (table, columns) in chosen {
        assert_eq!(read_columns(Notation::Csv, frame, table.as_bytes(), columns), Ok(points(&frame)), "{table}");
    }
    let imaginary = read(Notation::Csv, frame, "2j\n(-0-0j)\n").unwrap();
    assert_eq!(imaginary, [[0, 0x2000], [0, 0]]);
    let real = Frame { real: true, shape: 1.into(), ..frame };
    for table in ["0.5\n-1\n", "value\n0.5\n-1", "0,0.5\n1,-1\n", ",x\n7,0.5\n9,-1\n", "# x\n 5.0e-01\n-1.0e+00\n"] {
        assert_eq!(read(Notation::Csv, real, table), Ok(vec![[0x800, 0xf000]]), "{table}");
    }
}

#[test]
fn what_is_no_number_is_no_header() {
    let message = |text: &str| read(Notation::Csv, frame(1, "fixed16"), text).unwrap_err();
    for missing in ["NA,NA", "N/A,N/A", "null,null", "none,0", "#N/A,#N/A", "re,NA", "-,-", "0,", "0,0,\n,0"] {
        assert!(message(&format!("{missing}\n0,0\n")).starts_with("line "), "{missing}");
    }
    insta::assert_snapshot!(message("nan,nan\n0,0\n"), @"line 1: nan is not in fixed16, where every word is a number; replace it by one");
    insta::assert_snapshot!(message("0,0\n\n0.5+nanj\n"), @r#"line 3: fields: 1, where the lines before have 2"#);
    insta::assert_snapshot!(message("re,im\nNA,NA\n"), @r#"line 2: "NA" is no number; a line is re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j"#);
    insta::assert_snapshot!(message("0,0.5,0.5\n2,0,0\n"), @r#"line 2: "2" in the first column, which counts lines: 1 is next"#);
    insta::assert_snapshot!(message("t,re,im\n0.1,0,0\n"), @"line 2: fields: 3, where a line has two: re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j; of more, choose columns as in --columns 2,3");
    let columns =
        |columns| read_columns(Notation::Csv, frame(1, "fixed16"), b"t,re,im\n0.1,0,0\n", columns).unwrap_err();
    insta::assert_snapshot!(columns("i,q"), @r#"line 2: there is no column "i"; there are 3, named "t", "re", "im""#);
    insta::assert_snapshot!(columns("2,4"), @r#"line 2: there is no column "4"; there are 3, named "t", "re", "im""#);
    insta::assert_snapshot!(columns("t,re,im"), @"line 2: columns chosen: 3, where a line has two: re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j");
    let long = message(&format!("0,\u{1b}[31m{}\n", "x".repeat(200)));
    assert!(long.contains("\\u{1b}[31mx") && long.len() < 200 && !long.contains('\u{1b}'), "{long}");
}

#[test]
fn fixed_point_is_written_with_all_digits() {
    let texts = |precision: &str, words: &[u64]| -> Vec<String> {
        let frame = Frame { real: true, shape: (words.len() / 2).into(), ..frame(1, precision) };
        let samples: Vec<Sample> = words.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        let text = String::from_utf8(write(Notation::Csv, frame, &samples)).unwrap();
        assert_eq!(read(Notation::Csv, frame, &text), Ok(samples));
        text.lines().map(String::from).collect()
    };
    let fixed16 = texts("fixed16", &[1, 0x7fff, 0x8000, 0xffff]);
    assert_eq!(fixed16, ["0.000030517578125", "0.999969482421875", "-1.0", "-0.000030517578125"]);
    assert_eq!(texts("q16.0", &[3, 0x8000]), ["3.0", "-32768.0"]);
    let lsb = "0.000000000000000000108420217248550443400745280086994171142578125";
    let full = "0.999999999999999999891579782751449556599254719913005828857421875";
    assert_eq!(texts("fixed64", &[1, u64::MAX >> 1, 1 << 63, 0]), [lsb, full, "-1.0", "0.0"]);
    let below = "127.99999999999999998612221219218554324470460414886474609375";
    assert_eq!(
        texts("q8.56", &[u64::MAX >> 1, u64::MAX]),
        [below, "-0.00000000000000001387778780781445675529539585113525390625"]
    );
    // Of block floating point, with exponents.
    let frame = frame(1, "fixed64");
    let mut writer = Writer::new(Notation::Csv, frame, true).unwrap();
    let text = writer.write(&[[u64::MAX, 1 << 62], [3, 1 << 63]], Some(&[-63, 20]));
    let text = String::from_utf8(text).unwrap();
    let parts: Vec<f64> = text.split([',', '\n']).filter_map(|part| part.parse().ok()).collect();
    assert_eq!(parts, [-(0.5f64.powi(126)), 0.5f64.powi(64), 3.0 * 0.5f64.powi(43), -1048576.0]);
    assert!(
        text.starts_with("-0.0000000000000000000000000000000000000117549435082228750796873653722224567781866555677208"),
        "{text}"
    );
}

proptest! {
    /// Against exact fractions: a decimal of so many places lies next to the middle of two words, or on it.
    #[test]
    fn decimals_are_rounded_once(word in any::<i16>(), places in 0usize..40, side in -1i32..=1) {
        let frame = frame(1, "fixed16");
        // (2w+1)/65536 has 16 places.
        let middle = (2 * i64::from(word) + 1) * 152_587_890_625;
        let digits = format!("{:017}", middle.unsigned_abs());
        let zeros = "0".repeat(places);
        let (whole, fraction) = digits.split_at(digits.len() - 16);
        let sign = if middle < 0 { "-" } else { "" };
        let text = match side * if middle < 0 { -1 } else { 1 } {
            0 => format!("{sign}{whole}.{fraction}"),
            1 => format!("{sign}{whole}.{fraction}{zeros}1"),
            _ => {
                let less = format!("{:017}", middle.unsigned_abs() - 1);
                let (whole, fraction) = less.split_at(less.len() - 16);
                format!("{sign}{whole}.{fraction}{}", "9".repeat(places + 1))
            }
        };
        let up = side > 0 || side == 0 && word & 1 != 0;
        let wanted = (i32::from(word) + i32::from(up)).min(0x7fff);
        let found = read(Notation::Csv, frame, format!("{text},0\n")).unwrap()[0][0];
        prop_assert_eq!(number(found, 16), i64::from(wanted), "{} of {}", text, word);
    }

    /// Words of 64 bits, and floating point next to the middle of two numbers.
    #[test]
    fn long_decimals_keep_every_bit(word in any::<u64>(), precision in prop_oneof![Just("fixed64"), Just("q8.56"), Just("q60.4")]) {
        let frame = frame(1, precision);
        let samples = [[word, !word]];
        prop_assert_eq!(read(Notation::Csv, frame, write(Notation::Csv, frame, &samples)), Ok(samples.to_vec()));
    }

    #[test]
    fn beats_are_read_back_in_every_notation(
        words in proptest::collection::vec(any::<[u64; 2]>(), 12), width in 1usize..7, precision in "fixed(9|16|64)|fp(16|32|64)"
    ) {
        let frame = Frame { width, ..frame(6, &precision) };
        let mask = u64::MAX >> (64 - frame.format.bits());
        let finite = |word: u64| match frame.format {
            Format::Float(float) if word & float.infinity() == float.infinity() => 0,
            _ => word,
        };
        let samples: Vec<Sample> = words.iter().map(|parts| parts.map(|word| finite(word & mask))).collect();
        for notation in [Notation::Csv, Notation::Hex, Notation::Coe, Notation::Mif, Notation::Npy] {
            prop_assert_eq!(read(notation, frame, write(notation, frame, &samples)), Ok(samples.clone()), "{:?}", notation);
        }
        let real = Frame { real: true, ..frame };
        prop_assert_eq!(read(Notation::Npy, real, write(Notation::Npy, real, &samples)), Ok(samples));
    }

    /// Whole files with a byte changed, cut or doubled never panic.
    #[test]
    fn damaged_files_end_in_a_message(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let frame = frame(2, "fixed16");
        for notation in [Notation::Csv, Notation::Hex, Notation::Coe, Notation::Mif, Notation::Npy] {
            let mut file = write(notation, frame, &[[1, 2], [3, 4], [5, 6], [7, 8]]);
            let at = at.index(file.len());
            if cut { file.truncate(at) } else { file[at] = byte }
            if let Err(message) = read(notation, frame, &file) {
                prop_assert!(!message.is_empty() && !message.contains(char::is_control), "{}", message);
            }
        }
    }
}

#[test]
fn floating_point_is_rounded_once() {
    let word = |precision, text: &str| read(Notation::Csv, frame(1, precision), format!("{text},0\n")).unwrap()[0][0];
    // Half way between 1 and the next number of fp16, and a little on either side, which a double does not see.
    assert_eq!(word("fp16", "1.00048828125"), 0x3c00);
    assert_eq!(word("fp16", "1.000488281250000000000000000001"), 0x3c01);
    assert_eq!(word("fp16", "1.00146484374999999999999999999999"), 0x3c01);
    assert_eq!(word("fp16", "1.00146484375"), 0x3c02);
    assert_eq!(word("fp32", "1.00000005960464477539062500000000001"), 0x3f800001);
    assert_eq!(word("e11m51", "1.0000000000000002220446049250313080847263336181640625"), 1023 << 51);
    assert_eq!(word("e11m51", "1.0000000000000002220446049250313080847263336181640625001"), 1023 << 51 | 1);
}

#[test]
fn numbers_beyond_the_range_are_counted_or_refused() {
    let text = "0.5,-1\n1,0\n-1.5,inf\n0,0\n";
    let mut frames = Frames::new(text.as_bytes(), Notation::Csv, frame(4, "fixed16"), &[]);
    assert_eq!(frames.read(1).unwrap(), [[0x4000, 0x8000], [0x7fff, 0], [0x8000, 0x7fff], [0, 0]]);
    let beyond = frames.beyond().unwrap();
    insta::assert_snapshot!(beyond, @"3 of 8 numbers were beyond the format's range and are at full scale; the first on line 2");
    let strict = |precision, text: &str| {
        let mut frames = Frames::new(text.as_bytes(), Notation::Csv, frame(1, precision), &[]).strict(true);
        frames.read(9).map_err(|error| error.to_string())
    };
    insta::assert_snapshot!(strict("fixed16", "0,0\n0,-1.5\n").unwrap_err(), @r#"line 2: "-1.5" is beyond the range of fixed16, which ends at 0.999969482421875; scale the data, or leave --strict out"#);
    insta::assert_snapshot!(strict("fp16", "0,1e5\n").unwrap_err(), @r#"line 1: "1e5" is beyond the range of fp16, which ends at 6.5504e4; scale the data, or leave --strict out"#);
    assert!(strict("fp64", "0,1e999\n").is_err());
    assert_eq!(strict("fp16", "nan,-inf\n"), Ok(vec![[0x7e00, 0xfc00]]));
    let mut frames = Frames::new(&b"1e5,nan\n-inf,inf\n"[..], Notation::Csv, frame(2, "fp16"), &[]);
    assert_eq!(frames.read(1).unwrap(), [[0x7c00, 0x7e00], [0xfc00, 0x7c00]]);
    insta::assert_snapshot!(frames.beyond().unwrap(), @"1 of 4 numbers was beyond the format's range and is infinite; the first on line 1");
}

#[test]
fn memories_of_simulators_are_read() {
    let frame = frame(3, "fixed16");
    let points = [[0x0001, 0xffff], [0x8000, 0x7fff], [0x1234, 0xabcd]];
    for text in [
        "ffff0001\n7fff8000\nabcd1234\n",
        "// three\n@0 ffff_0001 7FFF_8000 /* on\nmore lines */ abcd1234\n",
        "0xffff0001 0x7fff8000\n\n@2\n0XABCD1234 // last",
        "/* a */ @100 ffff0001 /* b */ 7fff8000 @102 abcd1234",
    ] {
        assert_eq!(read(Notation::Hex, frame, text), Ok(points.to_vec()), "{text}");
    }
    let message = |text: &str| read(Notation::Hex, frame, text).unwrap_err();
    insta::assert_snapshot!(message("@0 ffff0001\n@4 7fff8000"), @"line 2: address 4, where 1 is next; words follow each other without a gap");
    insta::assert_snapshot!(message("ffff0001 7fff8000\n@1 7fff8000"), @"line 2: address 1, where 2 is next; words follow each other without a gap");
    insta::assert_snapshot!(message("@x"), @r#"line 1: "@x" is no address; one is as in @1f, hexadecimal"#);
    insta::assert_snapshot!(message("/* \n"), @"line 1: the comment has no */ at its end");
    insta::assert_snapshot!(message("ffff0001 / 2"), @"line 1: '/' is no hexadecimal digit; a comment begins with // or /*");
}

#[test]
fn memories_of_xilinx_are_read() {
    let frame = frame(3, "fixed16");
    let points = [[0x0001, 0xffff], [0x0000, 0x0000], [0x0002, 0x0000]];
    for text in [
        "; by hand\nmemory_initialization_radix=16;\nmemory_initialization_vector=\nffff0001,\n00000000,\n00000002;\n",
        "Memory_Initialization_Radix = 16 ; Memory_Initialization_Vector = FFFF0001 0 2; done\n\n",
        "memory_initialization_radix=10; comment\nmemory_initialization_vector=\n-65535 0 2\n;",
        "memory_initialization_radix=2;\nmemory_initialization_vector=11111111111111110000000000000001,0,10;",
        "memory_initialization_radix=16;\nmemory_initialization_vector=\nffff0001,\n0,\n2\n",
    ] {
        assert_eq!(read(Notation::Coe, frame, text), Ok(points.to_vec()), "{text}");
    }
    let wanted = "memory_initialization_radix=16;\nmemory_initialization_vector=\nffff0001,\n00000000,\n00000002;\n";
    assert_eq!(String::from_utf8(write(Notation::Coe, frame, &points)).unwrap(), wanted);
    let message = |text: &str| read(Notation::Coe, frame, text).unwrap_err();
    insta::assert_snapshot!(message("00,01"), @r#"line 1: "00,01" where memory_initialization_radix=16; and then memory_initialization_vector= belong"#);
    insta::assert_snapshot!(message("memory_initialization_radix=7;"), @r#"line 1: radix "7"; there are 2, 10 and 16"#);
    let vector = |words| message(&format!("memory_initialization_radix=16;\nmemory_initialization_vector={words}"));
    insta::assert_snapshot!(vector("123456789;"), @r#"line 2: "123456789" has more than the 32 bits of a beat"#);
    insta::assert_snapshot!(vector("0, q;"), @r#"line 2: "q" is no number of radix 16"#);
    insta::assert_snapshot!(vector("0,0,0;\n1,2"), @"line 3: something stands after the ; that ends the vector");
    let block = Writer::new(Notation::Coe, frame, true).err().unwrap();
    assert_eq!(block.exit_code(), 2);
}

#[test]
fn memories_of_intel_are_read() {
    let frame = frame(3, "fixed16");
    let points = [[0x0001, 0xffff], [0x0002, 0x0000], [0x0002, 0x0000]];
    let head = "WIDTH=32;\nDEPTH=3;\nADDRESS_RADIX=HEX;\nDATA_RADIX=HEX;\n";
    for text in [
        format!("-- by hand\n{head}CONTENT BEGIN\n0 : FFFF0001;\n1 : 00000002;\n2 : 2;\nEND;\n"),
        format!("% of\nmore lines % {head}content\nbegin 0 : ffff0001; -- first\n[1..2] : 2; end ;"),
        "DEPTH = 3; WIDTH = 32; ADDRESS_RADIX = UNS; DATA_RADIX = DEC;\nCONTENT BEGIN 0 : -65535\n 2 2; END;".into(),
    ] {
        assert_eq!(read(Notation::Mif, frame, &text), Ok(points.to_vec()), "{text}");
    }
    let wanted = format!("{head}CONTENT BEGIN\n0 : ffff0001;\n1 : 00000002;\n2 : 00000002;\nEND;\n");
    assert_eq!(String::from_utf8(write(Notation::Mif, frame, &points)).unwrap(), wanted);
    let cycle = "WIDTH=32; DEPTH=6; ADDRESS_RADIX=BIN; DATA_RADIX=OCT; CONTENT BEGIN [0..101] : 1 2; END;";
    let real = read(Notation::Mif, frame, cycle).unwrap();
    assert_eq!(real.iter().map(|sample| sample[0]).collect::<Vec<_>>(), [1, 2, 1, 2, 1, 2]);
    let message = |text: &str| read(Notation::Mif, frame, format!("{head}CONTENT BEGIN {text}")).unwrap_err();
    insta::assert_snapshot!(message("0 : 1; 2 : 1; END;"), @"line 5: address 2, where 1 is next; words follow each other without a gap");
    insta::assert_snapshot!(message("[0..2] : 1; 3 : 1; END;"), @r#"line 5: "3" is no address below the depth of 3"#);
    insta::assert_snapshot!(message("0 : 1 2; END;"), @"line 5: END after 2 words, where DEPTH says 3");
    insta::assert_snapshot!(message("0 : 1 2 3;\n"), @"line 5: there is no END; is the file whole?");
    insta::assert_snapshot!(message("[2..0] : 1;"), @r#"line 5: "[2..0] : 1" holds nothing"#);
    let head = |text| read(Notation::Mif, frame, text).unwrap_err();
    insta::assert_snapshot!(head("WIDTH=16;"), @r#"line 1: WIDTH = "16": a beat of 1 fixed16 samples has 32 bits"#);
    insta::assert_snapshot!(head("DEPTH=4294967296;"), @r#"line 1: DEPTH = "4294967296": 1 to 16777216 words are read"#);
    insta::assert_snapshot!(head("CONTENT BEGIN 0 : 1; END;"), @"line 1: CONTENT is before DEPTH, ADDRESS_RADIX or DATA_RADIX");
}

/// A file as `numpy.save` writes it.
fn array(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    let text = format!("{text:<117}\n");
    [b"\x93NUMPY\x01\x00", &(text.len() as u16).to_le_bytes()[..], text.as_bytes(), data].concat()
}

#[test]
fn arrays_are_read() {
    let fixed = frame(2, "q4.12");
    let values = [1.0f64, 2.0, -0.25, -0.5];
    let bytes = |to: fn(f64) -> Vec<u8>| values.into_iter().flat_map(to).collect::<Vec<u8>>();
    let doubles = bytes(|x| x.to_le_bytes().into());
    let files = [
        array("<c16", "False", "(2,)", &doubles),
        array("<c16", "False", "(1, 2)", &doubles),
        array("<c16", "True", "(2,)", &doubles),
        array(">c16", "False", "(2,)", &bytes(|x| x.to_be_bytes().into())),
        array("<c8", "False", "(1, 1, 2)", &bytes(|x| (x as f32).to_le_bytes().into())),
        array("<f8", "False", "(2, 2)", &doubles),
        array("<i2", "False", "(1, 2, 2)", &bytes(|x| ((x * 4096.0) as i16).to_le_bytes().into())),
        array(">i4", "False", "(2, 2)", &bytes(|x| ((x * 4096.0) as i32).to_be_bytes().into())),
    ];
    for (number, file) in files.iter().enumerate() {
        assert_eq!(read(Notation::Npy, fixed, file), Ok(points(&fixed)), "file {number}");
    }
    let real = Frame { real: true, ..fixed };
    let halves = [0x3c00u16, 0x4000, 0xb400, 0xb800].map(u16::to_le_bytes).concat();
    for file in [array("<f8", "False", "(4,)", &doubles), array("<f2", "False", "(1, 4)", &halves)] {
        assert_eq!(read(Notation::Npy, real, file), Ok(points(&fixed)));
    }
    // In floating point integers are values.
    let float = frame(1, "fp32");
    let bytes = array("|i1", "False", "(1, 2)", &[1, 0xfe]);
    assert_eq!(read(Notation::Npy, float, bytes), Ok(vec![[0x3f800000, 0xc0000000]]));
    assert_eq!(
        read(Notation::Npy, float, array("|u1", "False", "(1, 2)", &[1, 0x80])),
        Ok(vec![[0x3f800000, 0x43000000]])
    );
    // Unsigned words of fixed point are offset binary: half of them are below zero.
    let codes = array("<u2", "False", "(2, 2)", &[0, 0, 0, 0x08, 0xff, 0x0f, 0, 0x10]);
    let mut twelve = Frames::new(&codes[..], Notation::Npy, frame(2, "fixed12"), &[]);
    assert_eq!(twelve.read(1).unwrap(), [[0x800, 0], [0x7ff, 0x7ff]]);
    assert_eq!(twelve.beyond().unwrap().count, 1);
    let large = array("<i2", "False", "(2,)", &[0xff, 0x7f, 0, 0]);
    let mut beyond = Frames::new(&large[..], Notation::Npy, Frame { real: true, ..frame(1, "fixed12") }, &[]);
    assert_eq!(beyond.read(1).unwrap(), [[0x7ff, 0]]);
    assert_eq!(beyond.beyond().unwrap().count, 1);
}

#[test]
fn arrays_are_written_as_numpy_does() {
    let written = |frame: Frame| {
        let file = write(Notation::Npy, frame, &[points(&frame), points(&frame)].concat());
        let end = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert!(file.starts_with(b"\x93NUMPY\x01\x00") && end % 64 == 0 && file[end - 1] == b'\n');
        (String::from_utf8(file[10..end].to_vec()).unwrap().trim_end().to_string(), file[end..].to_vec())
    };
    let doubles = [1.0f64, 2.0, -0.25, -0.5].map(f64::to_le_bytes).concat().repeat(2);
    let singles = [1.0f32, 2.0, -0.25, -0.5].map(f32::to_le_bytes).concat().repeat(2);
    let head = |descr: &str, shape: &str| format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    assert_eq!(written(frame(2, "q4.12")), (head("<c16", "(2, 2)"), doubles.clone()));
    assert_eq!(written(frame(2, "fp64")), (head("<c16", "(2, 2)"), doubles.clone()));
    assert_eq!(written(frame(2, "bf16")), (head("<c8", "(2, 2)"), singles));
    assert_eq!(written(Frame { real: true, ..frame(2, "fp32") }), (head("<f8", "(2, 4)"), doubles));
    let words = [1i64 << 56, 2 << 56, -1 << 54, -1 << 55].map(i64::to_le_bytes).concat().repeat(2);
    assert_eq!(written(frame(2, "q8.56")), (head("<i8", "(2, 2, 2)"), words));
}

#[test]
fn arrays_that_are_no_frames_are_refused() {
    let frame = frame(2, "fixed16");
    let message = |file: &[u8]| read(Notation::Npy, frame, file).unwrap_err();
    let shape = |descr, order, shape| message(&array(descr, order, shape, &[0; 64]));
    insta::assert_snapshot!(message(b"re,im\n1,2\n"), @"this is no array of NumPy: it does not begin as one");
    insta::assert_snapshot!(message(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{"), @"the array's head has 4294967295 bytes, where 10000 are read");
    insta::assert_snapshot!(message(b"\x93NUMPY\x01\x00\x76\x00{'descr': "), @"the array's head is cut");
    insta::assert_snapshot!(shape("<c16", "False", "(-2,)"), @r#""-2" is no length of an axis"#);
    insta::assert_snapshot!(shape("<c16", "False", "(9223372036854775807, 2)"), @"shape (9223372036854775807, 2) is longer than any file");
    insta::assert_snapshot!(shape("<c16", "False", "(4611686018427387904, 4611686018427387904, 2)"), @"shape (4611686018427387904, 4611686018427387904, 2) is longer than any file");
    insta::assert_snapshot!(shape("<c16", "False", "(1000000000000, 2)"), @"the array is cut: 4 of 2000000000000 elements");
    insta::assert_snapshot!(shape("<c16", "False", "(2, 1)"), @"shape (2, 1), where a frame is 2 long; reshape it so that each frame is a row");
    insta::assert_snapshot!(shape("<c16", "True", "(100000000, 2)"), @"an array in Fortran's order is read as a whole and has at most 536870912 bytes, and this one 3200000000; save numpy.ascontiguousarray of it");
    insta::assert_snapshot!(shape("<c16", "True", "(10, 2)"), @"the array is cut: 4 of 20 elements");
    insta::assert_snapshot!(shape("<c16", "False", "(2,)"), @"there are bytes after the 2 elements of the array");
    insta::assert_snapshot!(shape("<f8", "False", "(8,)"), @"shape (8) of real numbers, where points are complex; make it complex, or have a last axis of two parts");
    insta::assert_snapshot!(shape("<b1", "False", "(8,)"), @r#"an array of "<b1" is not read; there are c8, c16, f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8: convert it by astype"#);
    insta::assert_snapshot!(message(&array("<c16", "False", "(1,)", &[0; 16])), @"element 0: the last frame is short: 1 of 2 points; add the missing 1, or remove the frame");
    let nan = [0.0, 0.0, 0.0, f64::NAN].map(f64::to_le_bytes).concat();
    insta::assert_snapshot!(message(&array("<c16", "False", "(2,)", &nan)), @"element 1: nan is not in fixed16, where every word is a number; replace it by one");
    let deep = array("<c16", "False", &"(".repeat(9000), &[]);
    assert!(message(&deep).starts_with("the array's head is not understood at "), "{}", message(&deep));
    let real = Frame { real: true, ..frame };
    let complex = read(Notation::Npy, real, array("<c16", "False", "(2,)", &[0; 32])).unwrap_err();
    insta::assert_snapshot!(complex, @"the array is complex, where samples are real; save its real part");
}

/// Lines without an end, and statements, take no more memory than they may.
#[test]
fn endless_lines_are_refused() {
    let frame = frame(2, "fixed16");
    for notation in [Notation::Csv, Notation::Hex, Notation::Coe, Notation::Mif, Notation::Npy] {
        let endless = std::io::BufReader::new(std::io::repeat(0));
        let message = Frames::new(endless, notation, frame, &[]).read(1).unwrap_err().to_string();
        let wanted = match notation {
            Notation::Npy => "this is no array of NumPy: it does not begin as one",
            _ => "line 1: more than 1048576 bytes without an end of the line; is this a file of text?",
        };
        assert_eq!(message, wanted);
    }
    let lines = b"a\n".repeat(1 << 20);
    let message = Frames::new(&lines[..], Notation::Mif, frame, &[]).read(1).unwrap_err().to_string();
    assert!(message.ends_with("a statement of more than 1048576 bytes; each ends with a ;"), "{message}");
}

/// Frames of several dimensions have an axis for each, or are rows of all their points.
#[test]
fn arrays_have_the_shape_of_a_frame() {
    let flat = frame(6, "fp64");
    let frame = Frame { shape: [2, 3].into(), ..flat };
    let values: Vec<u8> = (0..24).flat_map(|k| f64::from(k).to_le_bytes()).collect();
    let wanted = read(Notation::Npy, flat, array("<c16", "False", "(2, 6)", &values)).unwrap();
    for shape in ["(2, 2, 3)", "(1, 2, 2, 3)", "(2, 6)", "(12,)"] {
        assert_eq!(read(Notation::Npy, frame, array("<c16", "False", shape, &values)).unwrap(), wanted, "{shape}");
    }
    let one = read(Notation::Npy, frame, array("<c16", "False", "(2, 3)", &values[..96])).unwrap();
    assert_eq!(one, wanted[..6]);
    // Of Fortran's order: the first axis is that of neighbours.
    let columns: Vec<u8> = [0, 3, 1, 4, 2, 5].iter().flat_map(|point| values[16 * point..][..16].to_vec()).collect();
    assert_eq!(read(Notation::Npy, frame, array("<c16", "True", "(2, 3)", &columns)).unwrap(), wanted[..6]);
    // Rows of a matrix, a line each.
    let rows = |of: fn(usize) -> String| [0, 1].map(|row| [0, 1, 2].map(|k| of(3 * row + k)).join(" ")).join("\n");
    let complex = rows(|k| format!("({}+{}j)", 2 * k, 2 * k + 1));
    assert_eq!(read(Notation::Csv, frame, complex).unwrap(), wanted[..6]);
    let real_parts: Vec<Sample> = wanted[..6].iter().map(|point| [point[0], 0]).collect();
    assert_eq!(read(Notation::Csv, frame, rows(|k| format!("{}.0", 2 * k))).unwrap(), real_parts);
    let wrong = |shape| read(Notation::Npy, frame, array("<c16", "False", shape, &values)).unwrap_err();
    insta::assert_snapshot!(wrong("(2, 3, 2)"), @"shape (2, 3, 2), where a frame is 2x3; reshape it so that these are its last axes");

    let head = |frame| {
        let file = write(Notation::Npy, frame, &wanted);
        String::from_utf8_lossy(&file[10..118]).into_owned()
    };
    assert!(head(frame).contains("'shape': (2, 2, 3)"), "{}", head(frame));
    assert!(head(Frame { real: true, ..frame }).contains("'shape': (2, 2, 6)"));
}
