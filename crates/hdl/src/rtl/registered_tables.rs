//! Long tables whose words go to a register and nowhere else: these may be memories that are read at the clock edge.

use super::{address_bits, Memory, Module, Net, Op};
use std::collections::HashMap;

/// Registers and delays after a table of at least `min_words` words and `min_bits` bits, by net, with the net of the
/// table.
pub(super) fn registered_tables(m: &Module, min_words: usize, min_bits: usize) -> HashMap<Net, Net> {
    let nets = || (0..m.nets.len() as u32).map(Net);
    let is_long = |net: &Net| match &m.nets[net.index()].op {
        Op::Rom { addr, table } => {
            let is_whole = m.width(*addr) == address_bits(table.len());
            is_whole && table.len() >= min_words && table.len() * m.width(*net) as usize >= min_bits
        }
        _ => false,
    };
    let mut readers: HashMap<Net, Vec<Option<Net>>> = nets().filter(is_long).map(|table| (table, vec![])).collect();
    let mut read = |net: Net, reader: Option<Net>| {
        if let Some(readers) = readers.get_mut(&net) {
            readers.push(reader);
        }
    };
    for reader in nets().filter(|net| !matches!(m.nets[net.index()].op, Op::Output { .. })) {
        m.operands(reader).into_iter().for_each(|net| read(net, Some(reader)));
    }
    read_elsewhere(m).for_each(|net| read(net, None));
    let register = |(table, readers): (Net, Vec<Option<Net>>)| match readers[..] {
        [Some(reader)] if is_plain_register(m, reader) => Some((reader, table)),
        _ => None,
    };
    readers.into_iter().filter_map(register).collect()
}

/// Lists the nets that outputs, instances, write ports, enable and reset read.
fn read_elsewhere(m: &Module) -> impl Iterator<Item = Net> + '_ {
    let ports = m.outputs.iter().flat_map(|port| &port.fields);
    let instances = m.instances.iter().flat_map(|instance| instance.inputs.iter().flatten());
    let writes = m.memories.iter().filter_map(|Memory { write, .. }| *write);
    let writes = writes.flat_map(|(enable, address, data)| [enable, address, data]);
    ports.chain(instances).copied().chain(writes).chain(m.enable).chain(m.reset)
}

/// Whether a net is a register, or a row of them, without a reset and without an enable of its own.
fn is_plain_register(m: &Module, net: Net) -> bool {
    matches!(m.nets[net.index()].op, Op::Reg { reset: None, enable: None, .. } | Op::Delay { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_another_reader_stays() {
        let mut m = Module::new("tables", "");
        let address = m.input("address", 4);
        let table =
            |m: &mut Module| m.rom(address, 8, (0..16).map(|word| 7 * word * word % 251).collect::<Vec<u128>>());
        let [alone, shared, reset, late] = [0; 4].map(|_| table(&mut m));
        let found = m.register(alone, None);
        m.register(shared, None);
        m.output("shared", shared);
        m.register(reset, Some(0));
        let delayed = m.delay(late, 3);
        let tables = registered_tables(&m, 16, 128);
        assert_eq!(tables, HashMap::from([(found, alone), (delayed, late)]));
        assert!(registered_tables(&m, 17, 128).is_empty() && registered_tables(&m, 16, 129).is_empty());
    }
}
