//! Chains drawn at random: operations that fit each other.

/// A chain, the samples of a beat, and their format.
#[derive(Debug)]
pub struct Drawn {
    pub text: String,
    pub width: usize,
    pub precision: String,
}

/// Formats of floating point, from the shortest to the longest one.
const FLOATS: [&str; 6] = ["e3m2", "e4m5", "fp16", "bf16", "fp32", "fp64"];

/// Draws a chain. `below` draws a number below another one.
pub fn drawn(below: &mut dyn FnMut(usize) -> usize) -> Drawn {
    let width = [1, 2, 4][below(3)];
    let mut real = below(3) == 0;
    let mut text = if real { vec!["real".to_string()] } else { vec![] };
    if below(8) == 0 {
        text.push("buffer".into());
    }
    let blocks = 1 + below(4);
    // Whole beats of every width that a frame may have.
    let hop = width * blocks * (2 + below(3)) * 2;
    let mut size = hop;
    let others = ["hamming", "blackman", "blackman-harris", "flat-top", "kaiser:6.5", "rectangular"];
    // A Hann window may be after a transform.
    let windows = [&["hann"; 4][..], &others].concat();
    match below(4) {
        0 => {
            size = hop * blocks;
            let lanes = if below(2) == 0 { format!(" lanes {width}") } else { String::new() };
            text.push(format!("frame {size} hop {hop}{lanes}"));
        }
        1 => text.push(format!("pfb {hop} taps {} window {}", 1 + below(5), windows[below(5)])),
        _ => text.push(format!("frame {hop}")),
    }
    if below(2) == 0 {
        text.push(format!("window {}", windows[below(windows.len())]));
    }
    if below(6) == 0 {
        text.push("alternate".into());
    }
    if below(6) == 0 {
        text.push(format!("convert {}", precision(below)));
    }
    let order = ["", "", " order natural", " order reversed"][below(4)];
    let mut natural = !order.contains("reversed");
    match (real, below(5)) {
        (true, 0) => (),
        (true, 1) => {
            let taps = (0..1 + below(4)).map(|_| format!("0.{}", below(9))).collect::<Vec<_>>();
            text.push(format!("rfft | times taps:{} | irfft", taps.join(",")));
            natural = true;
        }
        (true, _) => {
            text.push(format!("rfft{order}"));
            (real, size) = (false, size / 2);
        }
        (false, 0) => natural = true,
        (false, 1 | 2) => text.push(format!("fft{order}")),
        (false, 4) if size % 2 == 0 && below(2) == 0 => {
            text.push(format!("irfft{order}"));
            (real, size) = (true, 2 * size);
        }
        (false, 3) => {
            let taps = (0..1 + below(4)).map(|_| format!("0.{}-0.{}j", below(9), below(9))).collect::<Vec<_>>();
            text.push(format!("fft | times taps:{} | ifft", taps.join(",")));
            natural = true;
        }
        (false, _) => text.push(format!("ifft{order}")),
    }
    if !real && below(4) == 0 {
        text.push(["conjugate", "negate", "times taps:0.5,-0.25"][below(3)].into());
    }
    let stacked = natural && size == hop && !text.iter().any(|next| next.contains("rfft")) && below(5) == 0;
    if stacked {
        let across = [["fft", "ifft"][below(2)], ["", " order reversed"][below(2)]];
        text.push(format!("stack {}", 2 + below(3)));
        if below(2) == 0 {
            text.push(format!("window {} across", windows[below(windows.len())]));
        }
        if !real {
            text.push(across.join(" across"));
        }
    }
    let natural_rows = natural;
    natural &= !stacked;
    if natural && below(4) == 0 {
        let half = size / 2 / width * width;
        text.push(format!("crop {}..{size}", half.max(width) - width));
    } else if natural && below(4) == 0 {
        text.push(format!("prefix {}", width * (1 + below(2))));
    } else if natural && below(4) == 0 {
        text.push(["shift".to_string(), format!("shift {width}")][below(2)].clone());
    }
    if natural && size > hop && below(3) == 0 {
        text.push(format!("overlap-add {}", hop / [1, 2][below(2)]));
    }
    if !real && below(2) == 0 {
        text.push(["power", "magnitude", "power fixed14", "power fp16", "phase", "phase fixed7"][below(6)].into());
        real = true;
    }
    if below(4) == 0 {
        text.push(["average 4", "sum 3", "average 1", "sum 2"][below(4)].into());
    } else if real && below(4) == 0 {
        text.push(["max-hold 2", "min-hold 3"][below(2)].into());
    }
    if real && natural_rows && below(5) == 0 {
        text.push("peaks".into());
    } else if real && below(6) == 0 {
        text.push(format!("threshold 0.0{}", below(9)));
    } else if real && natural_rows && size >= 8 && below(3) == 0 {
        // Sums of fixed point alone, of at most half of the least frame that a crop leaves.
        let [guard, training] = [below(1 + size / 8), 1 + below(size / 8)];
        text.push(format!("convert fixed{} | cfar {guard} {training} {}", 6 + below(12), 0.5 * (1 + below(9)) as f64));
    }
    if real && below(2) == 0 {
        text.push(["db", "db 20", "db q9.12", "db bf16"][below(4)].into());
    } else if below(4) == 0 {
        text.push(format!("convert {}", precision(below)));
    }
    let text = text.join(" | ");
    let text = if below(3) == 0 { loaded(&text) } else { text };
    Drawn { text, width, precision: precision(below) }
}

/// The chain whose settings registers change, where they can.
fn loaded(text: &str) -> String {
    let operation = |text: &str| match text.split_once(' ') {
        Some((word @ ("window" | "times" | "threshold"), settings)) => format!("{word} load:{settings}"),
        Some(("cfar", settings)) => {
            let (cells, factor) = settings.rsplit_once(' ').unwrap();
            format!("cfar {cells} load:{factor}")
        }
        _ => text.to_string(),
    };
    text.split(" | ").map(operation).collect::<Vec<_>>().join(" | ")
}

/// Draws a format.
fn precision(below: &mut dyn FnMut(usize) -> usize) -> String {
    match below(3) {
        0 => FLOATS[below(FLOATS.len())].into(),
        _ => format!("fixed{}", 6 + below(19)),
    }
}
