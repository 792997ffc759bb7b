//! Frames as text: what is written reads back, and what is no frame is refused with its line.

use fftgen::data::{DataError, Frame, Frames, Layout, Notation, Place, Table, Writer};
use fftgen::format::Format;
use fftgen::model::Sample;
use fftgen::pipeline::Padding;
use fftgen::Choice;
use proptest::prelude::*;

fn frame(size: usize, width: usize, precision: &str) -> Frame {
    Frame {
        shape: size.into(),
        width,
        format: Format::parse(precision, true).unwrap(),
        real: false,
        half_rate: false,
        padding: Padding::Frame,
        coding: Default::default(),
    }
}

fn read(notation: Notation, frame: Frame, data: impl AsRef<[u8]>) -> Result<Vec<Sample>, String> {
    Frames::new(data.as_ref(), notation, frame, &[]).read(1 << 20).map_err(|error| error.to_string())
}

/// Frames as the bytes of a file, written in two parts where there are two frames.
fn bytes(notation: Notation, frame: Frame, samples: &[Sample], exponents: Option<&[i32]>) -> Vec<u8> {
    let mut writer = Writer::new(notation, frame, exponents.is_some()).unwrap();
    let first = frame.size().min(samples.len());
    let mut file = writer.write(&samples[..first], exponents);
    file.extend(writer.write(&samples[first..], exponents.map(|all| &all[first / frame.size()..])));
    file.extend(writer.finish());
    file
}

fn write(notation: Notation, frame: &Frame, samples: &[Sample], exponents: Option<&[i32]>) -> String {
    String::from_utf8(bytes(notation, *frame, samples, exponents)).unwrap()
}

/// Formats, among them some whose components need padding on the bus.
fn precision() -> impl Strategy<Value = String> {
    let any = (3u32..=11, 2u32..=52).prop_map(|(e, m)| format!("e{e}m{m}"));
    prop_oneof![Just("fp32".to_string()), Just("fp64".to_string()), Just("fp16".to_string()), any]
}

/// A stream of whole frames of any bits at all.
fn stream() -> impl Strategy<Value = (Frame, Vec<Sample>)> {
    (1usize..=20, 1usize..=20, precision(), 0usize..4).prop_flat_map(|(size, width, precision, frames)| {
        let frame = frame(size.max(width), size.min(width), &precision);
        let mask = u64::MAX >> (64 - frame.format.bits());
        let component = prop_oneof![any::<u64>().prop_map(move |bits| bits & mask), 0u64..=40];
        let sample = [component.clone(), component];
        (Just(frame), proptest::collection::vec(sample, frames * frame.size()))
    })
}

proptest! {
    #[test]
    fn hex_keeps_every_bit((frame, samples) in stream()) {
        let text = write(Notation::Hex, &frame, &samples, None);
        prop_assert_eq!(read(Notation::Hex, frame, &text), Ok(samples.clone()));
        let beats = frame.size().div_ceil(frame.width);
        prop_assert_eq!(text.lines().count(), samples.len() / frame.size() * beats);
        prop_assert_eq!(read(Notation::Hex, frame, text.to_uppercase()), Ok(samples));
    }

    #[test]
    fn csv_keeps_every_number((frame, samples) in stream()) {
        let canonical = |value| match frame.format {
            Format::Float(f) if f.is_nan(value) => f.nan(),
            _ => value,
        };
        let wanted: Vec<Sample> = samples.iter().map(|sample| sample.map(canonical)).collect();
        prop_assert_eq!(read(Notation::Csv, frame, write(Notation::Csv, &frame, &samples, None)), Ok(wanted));
    }

    #[test]
    fn no_text_panics(text in "[-0-9a-fx,. \n/en]{0,200}", bytes in any::<Vec<u8>>(), (frame, _) in stream()) {
        for notation in [Notation::Hex, Notation::Csv] {
            let _ = read(notation, frame, &text);
            let _ = Frames::new(bytes.as_slice(), notation, frame, &[]).read(3);
        }
    }

    #[test]
    fn chunks_are_whole_frames((frame, samples) in stream(), most in 1usize..3) {
        let text = write(Notation::Hex, &frame, &samples, None);
        let mut frames = Frames::new(text.as_bytes(), Notation::Hex, frame, &[]);
        let mut found = vec![];
        loop {
            let some = frames.read(most).unwrap();
            prop_assert!(some.len() % frame.size() == 0 && some.len() <= most * frame.size());
            if some.is_empty() { break }
            found.extend(some);
        }
        prop_assert_eq!(found, samples);
        prop_assert_eq!(frames.bytes(), text.len() as u64);
    }
}

#[test]
fn hex_is_the_bus() {
    // Nine bits, padded to two bytes and sign-extended; the spare lane is zero and is not looked at.
    let frame = frame(3, 2, "e4m4");
    let samples = [[0x001, 0x1ff], [0x100, 0x0ff], [0x012, 0x000]];
    let text = write(Notation::Hex, &frame, &samples, None);
    assert_eq!(text, "00ffff00ffff0001\n0000000000000012\n");
    let read = read(Notation::Hex, frame, "// a frame\n00ff0100ffff0001 // beat 0\r\n\n  12345678aa00fe12\n");
    assert_eq!(read.unwrap(), samples);
}

#[test]
fn floating_point_is_exact_in_double_precision() {
    let frame = frame(2, 1, "fp16");
    let samples = [[0x2e66, 0xfc00], [0x7e00, 0x0001]];
    let text = write(Notation::Csv, &frame, &samples, None);
    assert_eq!(text, "0.0999755859375,-inf\nnan,5.960464477539063e-8\n");
    let read = |text: &str| read(Notation::Csv, frame, text).unwrap();
    assert_eq!(read(&text), samples);
    assert_eq!(read("\u{feff}re, im\r\n\r\n.1, -infinity \r\nNaN,5.96e-8"), samples);
    assert_eq!(
        write(Notation::Csv, &self::frame(1, 1, "fp32"), &[[0x3dcccccd, 0x80000000]], None),
        "0.10000000149011612,-0.0\n"
    );
    assert_eq!(
        write(Notation::Csv, &self::frame(1, 1, "fp64"), &[[0x3fd5555555555555, 1]], None),
        "0.3333333333333333,5e-324\n"
    );
}

/// Real samples, two of which make a point: one column, and beats of their own where they come one a cycle.
#[test]
fn real_samples_stand_on_a_line_each() {
    let frame = Frame { real: true, ..frame(2, 2, "fp16") };
    let one_by_one = Frame { half_rate: true, width: 1, ..frame };
    let samples = [[0x3800, 0xb400], [0x0000, 0x3c00], [0x7c00, 0x8000], [0x3800, 0x3800]];
    let column = "0.5\n-0.25\n0.0\n1.0\ninf\n-0.0\n0.5\n0.5\n";
    for frame in [frame, one_by_one] {
        assert_eq!(write(Notation::Csv, &frame, &samples, None), column);
        assert_eq!(read(Notation::Csv, frame, format!("sample\n\n{column}")).unwrap(), samples);
    }
    let message = |text| read(Notation::Csv, frame, text).unwrap_err();
    insta::assert_snapshot!(message("0.5,0.5"), @"line 1: fields: 2, where a line has one: a real sample as in 0.5; of more, choose columns as in --columns 2");
    insta::assert_snapshot!(message("0.5\nhalf"), @r#"line 2: "half" is no number; a line is a real sample as in 0.5"#);
    insta::assert_snapshot!(message("1\n2\n3\n4\n5"), @"line 5: the last frame is short: 1 of 4 samples; add the missing 3, or remove the frame");
    insta::assert_snapshot!(message("1\n2\n3"), @"line 3: the last frame is short: 3 of 4 samples; add the missing 1, or remove the frame");
    let exponents = Some(&[1, -1][..]);
    assert_eq!(write(Notation::Csv, &frame, &samples[..2], exponents), "1.0\n-0.5\n0.0\n2.0\n");
    assert_eq!(write(Notation::Hex, &frame, &samples, None), "3c000000b4003800\n3800380080007c00\n");
    let lines = "3800\nb400\n0000\n3c00\n7c00\n8000\n3800\n3800\n";
    assert_eq!(write(Notation::Hex, &one_by_one, &samples, None), lines);
    assert_eq!(read(Notation::Hex, one_by_one, lines).unwrap(), samples);
    let short = read(Notation::Hex, one_by_one, "3800\nb400\n0000\n").unwrap_err();
    insta::assert_snapshot!(short, @"line 3: the last frame is short: 3 of 4 samples; add the missing 1, or remove the frame");
}

#[test]
fn errors_say_where_what_and_what_was_expected() {
    let frame = frame(3, 2, "fp16");
    let message = |notation, text| read(notation, frame, text).unwrap_err();
    insta::assert_snapshot!(message(Notation::Hex, "0000000000000000\n00000000000000000"), @"line 2: 17 hexadecimal digits, where a beat of 2 fp16 samples has 16");
    insta::assert_snapshot!(message(Notation::Hex, "00000000\n12345678\n0000abcd\n"), @"line 3: all words have 8 hexadecimal digits, which are fewer than those of a beat; is the --width another one? Zeros before one word say that it is not");
    assert_eq!(read(Notation::Hex, frame, "3c00\n10000\n"), Ok(vec![[0x3c00, 0], [0, 0], [0, 1]]));
    insta::assert_snapshot!(message(Notation::Hex, "\n00000000000z0000"), @"line 2: 'z' is no hexadecimal digit; a word is one beat of 16 digits");
    insta::assert_snapshot!(message(Notation::Hex, "0000000000000000\n"), @"line 1: the last frame is short: 2 of 3 points; add the missing 1, or remove the frame");
    insta::assert_snapshot!(message(Notation::Csv, "1,2\n1,2\n1,2\n1,2"), @"line 4: the last frame is short: 1 of 3 points; add the missing 2, or remove the frame");
    insta::assert_snapshot!(message(Notation::Csv, "re,im\nre,im"), @r#"line 2: "re" is no number; a line is re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j"#);
    insta::assert_snapshot!(message(Notation::Csv, "5,2,3"), @"line 1: fields: 3, where a line has two: re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j; of more, choose columns as in --columns 2,3");
    let junk = Frames::new(&[0xff, 0xfe, b'\n'][..], Notation::Csv, frame, &[]).read(1).unwrap_err();
    assert!(matches!(junk, DataError::At { place: Place::Line(1), .. }), "{junk}");
}

/// Rows that begin with a beat of their own: spare lanes are zero, and are ignored.
#[test]
fn padded_rows_have_beats_of_their_own() {
    let frame = Frame { shape: [2, 3].into(), padding: Padding::Rows, ..frame(6, 2, "e4m3") };
    let samples: Vec<Sample> = (1..=12).map(|number| [number, 0]).collect();
    let lines = "00020001\n00000003\n00050004\n00000006\n00080007\n00000009\n000b000a\n0000000c\n";
    assert_eq!(write(Notation::Hex, &frame, &samples, None), lines);
    assert_eq!(read(Notation::Hex, frame, lines.replace("00000003", "77770003")).unwrap(), samples);
    for notation in [Notation::Coe, Notation::Mif, Notation::Csv, Notation::Npy] {
        assert_eq!(read(notation, frame, bytes(notation, frame, &samples, None)).unwrap(), samples);
    }
}

/// A WAV file of two samples: the description of its samples, and their bytes.
fn wav(format: u16, channels: u16, bits: u16, data: &[u8]) -> Vec<u8> {
    let words = [format, channels, 0, 0, 0, 0, 0, bits].map(u16::to_le_bytes).concat();
    let chunk = |name: &[u8], data: &[u8]| [name, &(data.len() as u32).to_le_bytes(), data].concat();
    [&b"RIFF\0\0\0\0WAVE"[..], &chunk(b"LIST", b"who?"), &chunk(b"fmt ", &words), &chunk(b"data", data)].concat()
}

#[test]
fn recordings_are_fractions_of_full_scale() {
    let sigmf = |datatype: &str| {
        let meta = format!(r#"{{"global": {{"core:datatype": "{datatype}"}}, "captures": []}}"#);
        Notation::Raw(Layout::from_sigmf(&meta).unwrap())
    };
    let word = |word| Notation::from_word(word).unwrap();
    let frame = frame(2, 1, "fixed16");
    // The points 0.5 - j and -0.25 + 0.
    let points = vec![[0x4000, 0x8000], [0xe000, 0]];
    let shorts = [0x4000u16, 0x8000, 0xe000, 0];
    let little = shorts.map(u16::to_le_bytes).concat();
    let floats = [0.5f32, -1.0, -0.25, 0.0].map(f32::to_le_bytes).concat();
    let long = [0, 0, 0x40, 0, 0, 0x80, 0, 0, 0xe0, 0, 0, 0];
    for (notation, bytes) in [
        (word("cs8"), vec![0x40, 0x80, 0xe0, 0]),
        (word("cu8"), vec![0xc0, 0, 0x60, 0x80]),
        (word("cs16"), little.clone()),
        (word("cf32"), floats.clone()),
        (sigmf("ci16_be"), shorts.map(u16::to_be_bytes).concat()),
        (sigmf("cu8"), vec![0xc0, 0, 0x60, 0x80]),
        (sigmf("cf64_be"), [0.5f64, -1.0, -0.25, 0.0].map(f64::to_be_bytes).concat()),
        (Notation::Wav, wav(1, 2, 8, &[0xc0, 0, 0x60, 0x80])),
        (Notation::Wav, wav(1, 2, 16, &little)),
        (Notation::Wav, wav(1, 2, 24, &long)),
        (Notation::Wav, wav(3, 2, 32, &floats)),
    ] {
        assert_eq!(read(notation, frame, bytes), Ok(points.clone()), "{notation:?}");
    }
    // One channel has real samples, or points without an imaginary part.
    let mono = wav(1, 1, 16, &little);
    let real = Frame { real: true, ..frame };
    assert_eq!(read(Notation::Wav, real, &mono), Ok(points.clone()));
    assert_eq!(read(Notation::Wav, frame, &mono), Ok(vec![[0x4000, 0], [0x8000, 0], [0xe000, 0], [0, 0]]));
    // What is left behind the last frame is left out.
    let mut longer = Frames::new(&little[..], word("cs8"), self::frame(3, 1, "fixed16"), &[]);
    assert_eq!((longer.read(9).unwrap().len(), longer.left_out()), (3, 1));
    let refused = |notation, frame, bytes: &[u8]| read(notation, frame, bytes).unwrap_err();
    insta::assert_snapshot!(refused(word("cs8"), real, &little), @"samples have two parts or channels, where they are real; give one of them");
    insta::assert_snapshot!(refused(Notation::Wav, frame, &little), @"this is no WAV file: it does not begin as one");
    insta::assert_snapshot!(refused(Notation::Wav, frame, &mono[..50]), @"the WAV file has no samples: it ends in its head");
    insta::assert_snapshot!(refused(Notation::Wav, frame, &wav(1, 6, 16, &little)), @"6 channels, where one has real samples, and two the real and the imaginary parts of points");
    insta::assert_snapshot!(refused(Notation::Wav, frame, &wav(2, 1, 4, &little)), @"samples of 4 bits in format 2 are not read; there are PCM of 8, 16, 24 and 32 bits and float of 32 and 64");
    for cut in 0..mono.len() {
        let _ = read(Notation::Wav, frame, &mono[..cut]);
    }
    assert_eq!(bytes(word("cf32"), frame, &points, None), floats);
    assert!(["wav", "cs16"].iter().all(|name| Writer::new(word(name), frame, false).is_err()));
}

#[test]
fn numbers_of_tables_are_read_in_any_notation() {
    let table = Table::from_text("1e-3, 1E+2j\n-2.5E-1-1e-1j; (1+2i)\n").unwrap();
    let parts: Vec<[f64; 2]> = table.values.iter().map(|value| [value.re, value.im]).collect();
    assert_eq!(parts, [[1e-3, 0.0], [0.0, 100.0], [-0.25, -0.1], [1.0, 2.0]]);
}
