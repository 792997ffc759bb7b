//! Skid buffers: registered handshakes.

use crate::rtl::{Module, Net};

/// A buffer of two beats with registered handshakes on both sides. Beats carry tags beside their data.
pub(super) fn skid(name: &str, slots: usize, bits: u32, tags: &[(&str, u32)]) -> Module {
    let mut m = Module::new(name, "Skid buffer: two beats deep, every handshake output registered; latency 1 cycle.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; slots]).into_iter().enumerate();
    let mut data: Vec<(String, Net)> = data.map(|(slot, net)| (slot.to_string(), net)).collect();
    data.extend(tags.iter().map(|&(tag, bits)| (tag.to_string(), m.input(format!("in_{tag}"), bits))));
    let take = m.input("out_take", 1);
    let (ready, front, out) = buffered(&mut m, valid, &data, take);
    m.output("in_ready", ready);
    m.output("out_valid", front);
    m.output_bus("out_data", &out[..slots]);
    for ((tag, _), &net) in tags.iter().zip(&out[slots..]) {
        m.output(format!("out_{tag}"), net);
    }
    m
}

/// A queue of two: whether it is ready, whether it has a front, and what stands there. `data`: what comes in, by name.
pub(super) fn buffered(m: &mut Module, valid: Net, data: &[(String, Net)], take: Net) -> (Net, Net, Vec<Net>) {
    let (front, spare) = (m.state(1, Some(0)), m.state(1, Some(0)));
    let (front, spare) = (m.name(front, "front_valid"), m.name(spare, "spare_valid"));
    let ready = m.not(spare);
    let arrives = m.and(valid, ready);
    let empty = m.not(front);
    let moves = m.or(take, empty);
    m.name(moves, "moves");
    // The front takes the spare beat first; only while it stands still does a beat go to the spare.
    let refill = m.or(spare, arrives);
    let next_front = m.mux(moves, refill, front);
    m.drive(front, next_front);
    let stays = m.not(moves);
    let parks = m.or(spare, arrives);
    let next_spare = m.and(stays, parks);
    m.drive(spare, next_spare);

    let mut out = Vec::new();
    for (label, net) in data {
        let width = m.width(*net);
        let (held, shown) = (m.state(width, None), m.state(width, None));
        m.name(held, format!("spare_{label}"));
        m.name(shown, format!("front_{label}"));
        m.drive_enabled(held, *net, ready);
        let next = m.mux(spare, held, *net);
        m.drive_enabled(shown, next, moves);
        out.push(shown);
    }
    (ready, front, out)
}
