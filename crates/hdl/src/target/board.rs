//! Boards on which examples run, one of each family that is routed.

/// Board.
pub struct Board {
    /// Name in text.
    pub title: &'static str,
    /// Words of nextpnr that select the device.
    pub device: &'static str,
    /// Clock in MHz, at most.
    pub clock_mhz: u32,
    /// Where the clock comes from.
    pub clock: Clock,
    /// Pins of the LEDs, at most eight of them, the lowest bit first.
    pub leds: &'static [&'static str],
    /// Whether a low level lights an LED.
    pub lights_low: bool,
    /// Name of the board in openFPGALoader.
    pub loader: &'static str,
}

/// Source of a board's clock.
pub enum Clock {
    /// Pin.
    Pin(&'static str),
    /// Instance of an oscillator in the device that drives the wire `clk`, where no pin with an oscillator reaches the clock
    /// network.
    Oscillator(&'static str),
}

impl Clock {
    /// Returns the pin, if there is one.
    pub fn pin(&self) -> Option<&'static str> {
        match self {
            Clock::Pin(pin) => Some(pin),
            Clock::Oscillator(_) => None,
        }
    }

    /// Returns the instance of an oscillator, if there is one.
    pub fn oscillator(&self) -> Option<&'static str> {
        match self {
            Clock::Pin(_) => None,
            Clock::Oscillator(instance) => Some(instance),
        }
    }
}

/// Radiona ULX3S.
pub(super) const ULX3S: Board = Board {
    title: "an ULX3S board with an LFE5U-25F",
    device: "--25k --package CABGA381",
    clock_mhz: 25,
    clock: Clock::Pin("G2"),
    leds: &["B2", "C2", "C1", "D2", "D1", "E2", "E1", "H3"],
    lights_low: false,
    loader: "ulx3s",
};

/// Lattice iCE40HX8K-B-EVN.
pub(super) const HX8K: Board = Board {
    title: "an iCE40-HX8K breakout board",
    device: "--hx8k --package ct256",
    clock_mhz: 12,
    clock: Clock::Pin("J3"),
    leds: &["B5", "B4", "A2", "A1", "C5", "C4", "B3", "C3"],
    lights_low: false,
    loader: "ice40_generic",
};

/// 1BitSquared iCEBreaker, with its own LEDs at the connector PMOD 2.
pub(super) const ICEBREAKER: Board = Board {
    title: "an iCEBreaker board with an iCE40UP5K",
    device: "--up5k --package sg48",
    clock_mhz: 12,
    clock: Clock::Pin("35"),
    leds: &["26", "27", "25", "23", "21"],
    lights_low: false,
    loader: "ice40_generic",
};

/// Lattice LIFCL-40-EVN.
pub(super) const CROSSLINK: Board = Board {
    title: "a CrossLink-NX evaluation board with a LIFCL-40",
    device: "--device LIFCL-40-9BG400C",
    clock_mhz: 29,
    clock: Clock::Oscillator(
        "OSCA #(.HF_CLK_DIV(\"16\"), .HF_OSC_EN(\"ENABLED\")) oscillator (.HFOUTEN(1'b1), .HFCLKOUT(clk));",
    ),
    leds: &["E17", "F13", "G13", "F14", "L16", "L15", "L20", "L19"],
    lights_low: true,
    loader: "crosslinknx_evn",
};

/// Sipeed Tang Primer 20K on its dock.
pub(super) const PRIMER: Board = Board {
    title: "a Tang Primer 20K with its dock",
    device: "--device GW2A-LV18PG256C8/I7 --vopt family=GW2A-18",
    clock_mhz: 27,
    clock: Clock::Pin("H11"),
    leds: &["C13", "A13", "N16", "N14", "L14", "L16"],
    lights_low: true,
    loader: "tangprimer20k",
};
