//! Paths through a few cells, with times added up by hand.

use super::*;

/// Builds a netlist of one cell per line, as in `lut: LUT2 I0<1 I1<2 O>3`: name, kind, and ports with the nets that
/// they read (`<`) or drive (`>`).
fn netlist(lines: &str) -> Netlist {
    let cell = |line: &str| {
        let (name, rest) = line.trim().split_once(": ").unwrap();
        let (kind, ports) = rest.split_once(' ').unwrap();
        let (mut directions, mut connections) = (Vec::new(), Vec::new());
        for port in ports.split(' ') {
            let (port, nets, direction) = match port.split_once('<') {
                Some((port, nets)) => (port, nets, "input"),
                None => port.split_once('>').map(|(port, nets)| (port, nets, "output")).unwrap(),
            };
            directions.push(format!(r#""{port}": "{direction}""#));
            connections.push(format!(r#""{port}": [{nets}, "0"]"#));
        }
        let (directions, connections) = (directions.join(", "), connections.join(", "));
        format!(
            r#""{name}": {{"type": "{kind}", "port_directions": {{{directions}}}, "connections": {{{connections}}}}}"#
        )
    };
    let cells: Vec<String> = lines.trim().lines().map(cell).collect();
    let text = format!(r#"{{"creator": "test", "modules": {{"top": {{"cells": {{{}}}}}}}}}"#, cells.join(", "));
    Netlist::parse(text.as_bytes(), "top").unwrap()
}

fn path(lines: &str) -> Path {
    slowest(&netlist(lines), Target::parse("xcup").unwrap()).unwrap()
}

#[test]
fn a_lut_between_registers() {
    let found = path(
        "a: FDRE C<9 D<8 Q>1
         b: LUT2 I0<1 I1<7 O>2
         c: FDRE C<9 D<2 Q>3",
    );
    // Clock to output, wire, LUT, wire, setup.
    assert_eq!(found.picoseconds, 100 + 280 + 100 + 280 + 60);
    assert_eq!(found.to_string(), "FDRE LUT2 FDRE");
    assert_eq!((found.nanoseconds(), found.megahertz().round()), (0.82, 1220.0));
}

#[test]
fn a_chain_of_carries_has_no_wire_inside() {
    let found = path(
        "a: FDRE C<9 D<3 Q>1
         b: LUT6 I0<1 O>2
         c: CARRY4 S<2 CO>10 O>11
         d: CARRY4 CI<10 CO>12 O>13
         e: CARRY4 CI<12 CO>14 O>15
         f: FDRE C<9 D<15 Q>3",
    );
    assert_eq!(found.picoseconds, 100 + (280 + 100) + (280 + 150) + 20 + 20 + (280 + 60));
    assert_eq!(found.to_string(), "FDRE LUT6 CARRY4×3 FDRE");
}

#[test]
fn a_carry_that_starts_a_chain_comes_by_wire() {
    let found = path(
        "a: FDRE C<9 D<8 Q>1
         b: CARRY8 CI<1 CO>2 O>3
         c: LUT3 I0<2 O>4
         d: FDRE C<9 D<4 Q>5",
    );
    assert_eq!(found.picoseconds, 100 + (280 + 150) + (280 + 100) + (280 + 60));
}

#[test]
fn memories_shift_registers_and_multipliers_start_late() {
    let start = |kind: &str, ports: &str| path(&format!("a: {kind} {ports} Q>1\nb: FDRE C<9 D<1 Q>2")).picoseconds;
    assert_eq!(start("SRL16E", "CLK<9 D<2"), 600 + 280 + 60);
    assert_eq!(start("RAMB18E2", "CLKARDCLK<9 DIN<2"), 900 + 280 + 60);
    assert_eq!(start("DSP48E2", "CLK<9 A<2"), 1300 + 280 + 60);
}

#[test]
fn a_memory_of_luts_reads_at_once_and_writes_at_the_edge() {
    let found = path(
        "a: FDRE C<9 D<3 Q>1
         b: RAM32M16 WCLK<9 ADDRA<1 DIA<4 DOA>2
         c: LUT1 I0<2 O>3",
    );
    assert_eq!(found.picoseconds, 100 + (280 + 300) + (280 + 100) + (280 + 60));
    let write = path(
        "a: RAMB36E2 CLKARDCLK<9 DOUT>1
         b: RAM32M16 WCLK<9 DIA<1 DOA>2",
    );
    assert_eq!((write.picoseconds, write.to_string().as_str()), (900 + 280 + 60, "RAMB36E2 RAM32M16"));
}

#[test]
fn cascades_of_multipliers_are_free_and_inputs_count_from_the_edge() {
    let found = path(
        "a: DSP48E2 CLK<9 PCOUT>1
         b: DSP48E2 CLK<9 PCIN<1 C<2 P>3
         c: IBUF I<4 O>2",
    );
    assert_eq!((found.picoseconds, found.to_string().as_str()), (280 + 280 + 60, "IBUF DSP48E2"));
}

#[test]
fn loops_and_netlists_without_registers_have_no_path() {
    let target = Target::parse("xcup").unwrap();
    let ring = "a: LUT1 I0<2 O>1\nb: LUT1 I0<1 O>2";
    assert_eq!(slowest(&netlist(ring), target), None);
    assert_eq!(path(&format!("{ring}\nc: FDRE C<9 D<2 Q>3")).picoseconds, 280 + 60);
}
