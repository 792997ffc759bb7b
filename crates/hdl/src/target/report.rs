//! Reports of nextpnr.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Result of place and route with one seed.
#[derive(Serialize, JsonSchema, Clone, PartialEq, Debug)]
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
#[derive(Serialize, JsonSchema, Clone, PartialEq, Debug)]
pub struct Step {
    /// Delay in ns.
    pub delay_ns: f64,
    /// Net or cell that delays, by the name of the nearest named net of the core.
    pub name: String,
    /// `clk-to-q`, `logic`, `routing` or `setup`.
    pub kind: String,
}

/// Sites of one kind.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
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
        Step { delay_ns: (step.delay * 1000.0).round() / 1000.0, name, kind: step.kind.clone() }
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
    fn sites_that_are_missing_are_found() {
        let printed = "Info: Device utilisation:\nInfo:  ICESTORM_LC:    5644/   5280   106%\nInfo: SB_GB: 1/ 8 12%\n";
        let expected = ("ICESTORM_LC".to_string(), Sites { used: 5644, available: 5280 });
        assert_eq!(overfull_sites(printed), [expected]);
    }
}
