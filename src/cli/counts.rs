//! Numbers as texts show them.

pub use fftgen::{counted, figure};

/// Writes a number of clock cycles.
pub fn cycles(count: usize) -> String {
    counted(count, "cycle")
}

/// Writes a number with two or three digits.
pub fn short(number: usize) -> String {
    match number as f64 {
        few @ ..1e3 => format!("{few}"),
        thousands @ ..1e6 => format!("{:.0} k", thousands / 1e3),
        millions => format!("{:.1} M", millions / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        let shown = [7, 999, 1_234, 45_600, 1_234_567].map(short);
        assert_eq!(shown, ["7", "999", "1 k", "46 k", "1.2 M"]);
    }
}
