//! Place and route with nextpnr: arguments and report.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Program of nextpnr for a family, with the arguments for the largest device of the family.
pub struct Router {
    /// Name of the executable.
    pub program: &'static str,
    /// Arguments that select the device.
    device: &'static [&'static str],
}

/// nextpnr for ECP5. It routes out of context, because a core has more ports than any package has pins.
pub(super) const ECP5: Router = Router { program: "nextpnr-ecp5", device: &["--85k", "--out-of-context"] };

/// nextpnr for iCE40. The constraint file may leave pins open.
pub(super) const ICE40: Router =
    Router { program: "nextpnr-ice40", device: &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"] };

/// Result of place and route.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Routed {
    /// Clock of the slowest domain in MHz. `None` if no path begins and ends at a clock.
    pub clock_mhz: Option<f64>,
    /// Sites of the device by kind.
    pub sites: BTreeMap<String, Sites>,
}

/// Sites of one kind.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sites {
    /// Sites that the design occupies.
    pub used: usize,
    /// Sites of the device.
    pub available: usize,
}

impl Router {
    /// Returns the arguments for the files of a JSON netlist and of the report.
    pub fn arguments<'a>(&self, json: &'a str, report: &'a str) -> Vec<&'a str> {
        let rest =
            ["--seed", "1", "--freq", "280", "--timing-allow-fail", "--quiet", "--json", json, "--report", report];
        self.device.iter().copied().chain(rest).collect()
    }
}

/// Part of the report that is read. nextpnr's `docs/report.md` describes it.
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    fmax: BTreeMap<String, Clock>,
    #[serde(default)]
    utilization: BTreeMap<String, Sites>,
}

/// Result for a clock domain.
#[derive(Deserialize)]
struct Clock {
    /// Clock frequency in MHz.
    achieved: f64,
}

impl Routed {
    /// Reads a report, or returns an error message.
    pub fn parse(report: &[u8]) -> Result<Self, String> {
        let report: Report = serde_json::from_slice(report).map_err(|error| format!("no report: {error}"))?;
        let clock_mhz = report.fmax.values().map(|clock| clock.achieved).min_by(f64::total_cmp);
        let sites = report.utilization.into_iter().filter(|(_, sites)| sites.used > 0).collect();
        Ok(Routed { clock_mhz, sites })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_clock_and_the_used_sites_are_read() {
        let report = r#"{
            "critical_paths": [{"from": "posedge clk", "path": [], "to": "posedge clk"}],
            "fmax": {
                "$glbnet$clk": {"achieved": 112.5, "constraint": 280.0},
                "slow": {"achieved": 87.25, "constraint": 12.0}
            },
            "utilization": {
                "TRELLIS_COMB": {"available": 83640, "used": 2101},
                "DP16KD": {"available": 208, "used": 0}
            }
        }"#;
        let routed = Routed::parse(report.as_bytes()).unwrap();
        assert_eq!(routed.clock_mhz, Some(87.25));
        assert_eq!(routed.sites, BTreeMap::from([("TRELLIS_COMB".into(), Sites { used: 2101, available: 83640 })]));
    }

    #[test]
    fn a_core_without_a_clock_has_no_figure() {
        assert_eq!(Routed::parse(b"{}").unwrap(), Routed { clock_mhz: None, sites: BTreeMap::new() });
        assert!(Routed::parse(b"{\"fmax\": 3}").unwrap_err().starts_with("no report: "));
    }

    #[test]
    fn files_are_named() {
        let arguments = ECP5.arguments("a.json", "b.json").join(" ");
        assert!(arguments.starts_with("--85k") && arguments.ends_with("--json a.json --report b.json"));
    }
}
