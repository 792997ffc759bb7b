//! Skid buffers: queues of two words with registered handshakes.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds a skid buffer for beats of `components` components of `bits` bits. `tags`: names and bits of signals that go
/// with the data.
pub fn skid_buffer(name: &str, components: usize, bits: u32, tags: &[(&str, u32)]) -> Module {
    let m = Builder::new(name, "Skid buffer: two beats deep, every handshake output registered; latency 1 cycle.");
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]).into_iter().enumerate();
    let mut data: Vec<(String, Sig)> = data.map(|(component, word)| (component.to_string(), word)).collect();
    data.extend(tags.iter().map(|&(tag, bits)| (tag.to_string(), m.input(format!("in_{tag}"), bits))));
    let take = m.input("out_take", 1);
    let Queue { ready, valid, front } = queue_of_two(&m, valid, &data, take);
    m.output("in_ready", ready);
    m.output("out_valid", valid);
    let (beat, front_tags) = front.split_at(components);
    m.output_bus("out_data", beat.iter().copied());
    tags.iter().zip(front_tags).for_each(|((tag, _), &value)| m.output(format!("out_{tag}"), value));
    m.finish()
}

/// The outputs of a queue of two words.
pub struct Queue<'m> {
    /// Whether a word may come.
    pub ready: Sig<'m>,
    /// Whether there is a word in front.
    pub valid: Sig<'m>,
    /// The fields of the word in front.
    pub front: Vec<Sig<'m>>,
}

/// Adds a queue of two words. `data`: names and signals of the fields of a word that comes; `take`: the front one
/// leaves.
#[hdl]
pub fn queue_of_two<'m>(m: &'m Builder, valid: Sig<'m>, data: &[(String, Sig<'m>)], take: Sig<'m>) -> Queue<'m> {
    let front_valid = m.state(1, 0);
    let spare_valid = m.state(1, 0);
    let ready = !spare_valid;
    let arrives = valid & ready;
    let moves = take | !front_valid;
    // The front takes the spare word first. A word goes to the spare register only while the front stands still.
    let has_next = spare_valid | arrives;
    front_valid.next(moves.mux(has_next, front_valid));
    spare_valid.next(!moves & has_next);
    let front = data.iter().map(|(label, word)| {
        let spare = m.reg(word.width()).named(&format!("spare_{label}"));
        let front = m.reg(word.width()).named(&format!("front_{label}"));
        spare.next_if(ready, *word);
        front.next_if(moves, spare_valid.mux(spare, *word))
    });
    Queue { ready, valid: *front_valid, front: front.collect() }
}
