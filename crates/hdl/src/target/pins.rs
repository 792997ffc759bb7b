//! Languages in which pins are named to nextpnr.

/// Language of a file of pin constraints.
pub struct Pins {
    /// Ending of the file's name.
    pub ending: &'static str,
    /// Words of nextpnr before the name of the file.
    words: &'static str,
    /// Lines for a port, in which `@PORT` and `@PIN` stand for their names.
    lines: &'static str,
}

/// Constraints of Lattice Diamond.
pub(super) const LPF: Pins = Pins {
    ending: "lpf",
    words: "--lpf ",
    lines: "LOCATE COMP \"@PORT\" SITE \"@PIN\";\nIOBUF PORT \"@PORT\" PULLMODE=NONE IO_TYPE=LVCMOS33;\n",
};

/// Constraints of Lattice iCEcube.
pub(super) const PCF: Pins = Pins { ending: "pcf", words: "--pcf ", lines: "set_io @PORT @PIN\n" };

/// Constraints of Gowin.
pub(super) const CST: Pins = Pins { ending: "cst", words: "--vopt cst=", lines: "IO_LOC \"@PORT\" @PIN;\n" };

/// Constraints of Lattice Radiant.
pub(super) const PDC: Pins = Pins {
    ending: "pdc",
    words: "--pdc ",
    lines: "ldc_set_location -site {@PIN} [get_ports {@PORT}]\nldc_set_port -iobuf {IO_TYPE=LVCMOS33} [get_ports \
         {@PORT}]\n",
};

impl Pins {
    /// Returns the words by which nextpnr reads a file.
    pub fn words(&self, file: &str) -> String {
        format!("{}{file}", self.words)
    }

    /// Returns the text of a file that gives each port a pin.
    pub fn text<'a>(&self, pins: impl IntoIterator<Item = (String, &'a str)>) -> String {
        pins.into_iter().map(|(port, pin)| self.lines.replace("@PORT", &port).replace("@PIN", pin)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_port_has_its_lines() {
        let text = |pins: &Pins| pins.text([("led[0]".into(), "B2")]);
        assert_eq!(text(&PCF), "set_io led[0] B2\n");
        assert_eq!(text(&CST), "IO_LOC \"led[0]\" B2;\n");
        assert!(text(&LPF).starts_with("LOCATE COMP \"led[0]\" SITE \"B2\";\nIOBUF PORT \"led[0]\" "));
        assert!(text(&PDC).starts_with("ldc_set_location -site {B2} [get_ports {led[0]}]\n"));
        assert_eq!([&LPF, &CST].map(|pins| pins.words("a")), ["--lpf a", "--vopt cst=a"]);
    }
}
