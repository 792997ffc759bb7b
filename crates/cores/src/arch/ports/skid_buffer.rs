//! Skid buffers: queues of two words with registered handshakes.

use crate::rtl::{Module, Net};

/// Builds a skid buffer for beats of `components` components of `bits` bits. `tags`: names and bits of signals that go with the
/// data.
pub fn skid_buffer(name: &str, components: usize, bits: u32, tags: &[(&str, u32)]) -> Module {
    let mut m = Module::new(name, "Skid buffer: two beats deep, every handshake output registered; latency 1 cycle.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]).into_iter().enumerate();
    let mut data: Vec<(String, Net)> = data.map(|(component, net)| (component.to_string(), net)).collect();
    data.extend(tags.iter().map(|&(tag, bits)| (tag.to_string(), m.input(format!("in_{tag}"), bits))));
    let take = m.input("out_take", 1);
    let Queue { ready, valid, front } = queue_of_two(&mut m, valid, &data, take);
    m.output("in_ready", ready);
    m.output("out_valid", valid);
    m.output_bus("out_data", &front[..components]);
    for ((tag, _), &net) in tags.iter().zip(&front[components..]) {
        m.output(format!("out_{tag}"), net);
    }
    m
}

/// The outputs of a queue of two words.
pub struct Queue {
    /// Whether a word may come.
    pub ready: Net,
    /// Whether there is a word in front.
    pub valid: Net,
    /// The fields of the word in front.
    pub front: Vec<Net>,
}

/// Adds a queue of two words. `data`: names and nets of the fields of a word that comes; `take`: removes the word in front.
pub fn queue_of_two(m: &mut Module, valid: Net, data: &[(String, Net)], take: Net) -> Queue {
    let (front, spare) = (m.state(1, Some(0)), m.state(1, Some(0)));
    let (front, spare) = (m.name(front, "front_valid"), m.name(spare, "spare_valid"));
    let ready = m.not(spare);
    let arrives = m.and(valid, ready);
    let empty = m.not(front);
    let moves = m.or(take, empty);
    m.name(moves, "moves");
    // The front takes the spare word first. A word goes to the spare register only while the front stands still.
    let refill = m.or(spare, arrives);
    let next_front = m.mux(moves, refill, front);
    m.drive(front, next_front);
    let stays = m.not(moves);
    let parks = m.or(spare, arrives);
    let next_spare = m.and(stays, parks);
    m.drive(spare, next_spare);

    let mut shown = Vec::new();
    for (label, net) in data {
        let width = m.width(*net);
        let (held, first) = (m.state(width, None), m.state(width, None));
        m.name(held, format!("spare_{label}"));
        m.name(first, format!("front_{label}"));
        m.drive_enabled(held, *net, ready);
        let next = m.mux(spare, held, *net);
        m.drive_enabled(first, next, moves);
        shown.push(first);
    }
    Queue { ready, valid: front, front: shown }
}
