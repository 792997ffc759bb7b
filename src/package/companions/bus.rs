//! AXI buses of a core, which follow from the names of its ports.

use crate::package::ports::Port;

/// Protocol of a bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// AXI4-Stream.
    Stream,
    /// AXI4 with bursts.
    Axi,
    /// AXI4-Lite.
    Lite,
}

/// Bus of a core.
pub struct Bus<'a> {
    /// Beginning of the names of its ports: `s_axis`.
    pub name: &'a str,
    /// Protocol of the bus.
    pub protocol: Protocol,
    /// Whether the core is the master.
    pub is_master: bool,
    /// Ports with the names of the protocol: `tdata`.
    pub signals: Vec<(&'a Port, &'a str)>,
}

/// Beginnings of the names of signals, by channels.
const CHANNELS: [&str; 6] = ["t", "aw", "w", "b", "ar", "r"];

/// Ends of the names of signals.
const SIGNALS: [&str; 16] = [
    "data", "valid", "ready", "last", "keep", "user", "id", "addr", "len", "size", "burst", "cache", "prot", "strb",
    "resp", "dest",
];

/// Returns the channel of a signal: `aw` of `awaddr`.
pub fn channel(signal: &str) -> Option<&'static str> {
    CHANNELS.into_iter().find(|channel| signal.strip_prefix(channel).is_some_and(|end| SIGNALS.contains(&end)))
}

/// Takes the name of a port apart: `s_axis_tdata` is `tdata` of the bus `s_axis`.
fn split(name: &str) -> Option<(&str, &str)> {
    let (bus, signal) = name.rsplit_once('_')?;
    let is_axi = bus.split('_').any(|part| part.starts_with("axi"));
    (is_axi && channel(signal).is_some()).then_some((bus, signal))
}

/// Groups ports into buses, in the order of their first ports.
pub fn buses(ports: &[Port]) -> Vec<Bus<'_>> {
    let mut buses: Vec<Bus> = Vec::new();
    for port in ports {
        let Some((name, signal)) = split(&port.name) else { continue };
        match buses.iter_mut().find(|bus| bus.name == name) {
            Some(bus) => bus.signals.push((port, signal)),
            None => buses.push(Bus { name, protocol: Protocol::Lite, is_master: false, signals: vec![(port, signal)] }),
        }
    }
    for bus in &mut buses {
        let has = |name: &str| bus.signals.iter().any(|(_, signal)| *signal == name);
        bus.protocol = match (has("tdata"), has("arlen")) {
            (true, _) => Protocol::Stream,
            (false, true) => Protocol::Axi,
            (false, false) => Protocol::Lite,
        };
        let request = if bus.protocol == Protocol::Stream { "tvalid" } else { "arvalid" };
        let is_output = |(port, signal): &(&Port, &str)| *signal == request && port.direction == "output";
        bus.is_master = bus.signals.iter().any(is_output);
    }
    buses
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn buses_are_what_names_begin_with() {
        assert_eq!(split("s_axis_config_tdata"), Some(("s_axis_config", "tdata")));
        assert_eq!(split("m_axi_awaddr"), Some(("m_axi", "awaddr")));
        for name in ["clk", "event_tlast_missing", "overflow_count", "in_data", "s_axis_status"] {
            assert_eq!(split(name), None, "{name}");
        }
    }
}
