//! Coefficients that come while the core runs: they go to the bank that no frame uses, and frames use it when it is complete.

use super::operators::Operators;
use super::store::Store;
use crate::lower::control::frame_fifo;
use crate::lower::count::{count, count_down};
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use crate::rtl::{address_bits, Module, Net};

/// A coefficient on its way along the elements.
#[derive(Clone)]
pub struct Word {
    /// Whether there is one.
    pub valid: Net,
    /// Bank that it is for.
    pub bank: Net,
    /// Real and imaginary part.
    pub parts: [Net; 2],
}

/// Loads of a core.
pub struct Loads {
    /// Coefficient for the first element.
    pub word: Word,
    /// Bank of a frame, from its start on.
    pub bank: Net,
    /// Whether a frame has a matrix, from its start on.
    pub has_matrix: Net,
    /// Whether a coefficient may come.
    pub ready: Net,
}

impl Loads {
    /// Adds the inputs of the coefficients and the control of both banks. A frame has the bank that `in_set` gives with its start, whose
    /// set is complete then. `start`: the first point of a frame, of which all elements or cells have used the bank of the frame before it
    /// `wait` clock cycles later.
    pub fn new(m: &mut Module, plan: &ProductPlan, operators: &Operators, (start, wait): (Net, usize)) -> Self {
        let valid = m.input("load_valid", 1);
        let parts = m.input_bus("load_data", &[plan.coefficients.format.bits(); 2]);
        let (is_full, has_held) = (m.state(1, Some(0)), m.state(1, Some(0)));
        m.name(is_full, "load_full");
        m.name(has_held, "loaded");
        let set = m.input("in_set", 1);
        let used = m.state(1, Some(0));
        m.name(used, "bank");
        let bank = m.mux(start, set, used);
        m.drive(used, bank);
        let switches = m.xor(bank, used);
        // Frames under way need the other bank until their last slots.
        let from = m.constant(address_bits(wait + 1), wait as u128);
        let (_, is_busy) = count_down(m, "load_wait", switches, from);
        let is_held = m.or(is_full, is_busy);
        let ready = m.not(is_held);
        let valid = m.and(valid, ready);
        let (_, completes) = count(m, "load_count".into(), valid, plan.rows() * plan.columns());
        let goes_on = m.not(switches);
        let stays = m.and(is_full, goes_on);
        let next = m.or(stays, completes);
        m.drive(is_full, next);
        let has_matrix = m.or(has_held, switches);
        m.drive(has_held, has_matrix);
        // A coefficient comes when no frame switches.
        let other = m.not(bank);
        // Frames read a coefficient as late as it becomes a factor.
        let late = (0..plan.factor_cycles()).fold(valid, |valid, _| m.register(valid, Some(0)));
        let parts = operators.factors(m, "coefficient", [parts[0], parts[1]]);
        let other = m.delay(other, plan.factor_cycles() as u32);
        Loads { word: Word { valid: late, bank: other, parts }, bank, has_matrix, ready }
    }

    /// Clears sums of frames that had no matrix. `late`: the first sum of a frame, `cycles` after its first point; frames are `interval`
    /// cycles apart.
    pub fn masked(
        &self,
        m: &mut Module,
        [start, late]: [Net; 2],
        [cycles, interval]: [usize; 2],
        sums: Vec<Net>,
    ) -> Vec<Net> {
        let has_matrix = frame_fifo(m, [start, self.has_matrix], late, cycles, interval);
        sums.into_iter()
            .map(|sum| {
                let mask = m.repeat(has_matrix, m.width(sum));
                m.and(sum, mask)
            })
            .collect()
    }
}

impl Word {
    /// Adds the input of an element.
    pub fn input(m: &mut Module, plan: &ProductPlan) -> Self {
        let (valid, bank) = (m.input("in_load", 1), m.input("in_load_bank", 1));
        let parts = m.input_bus("in_load_data", &[plan.loaded_bits(); 2]);
        Word { valid, bank, parts: [parts[0], parts[1]] }
    }

    /// Adds the output to the next element.
    pub fn output(&self, m: &mut Module, hop: usize) {
        let valid = (0..hop).fold(self.valid, |net, _| m.register(net, Some(0)));
        m.output("out_load", valid);
        let bank = (0..hop).fold(self.bank, |net, _| m.register(net, None));
        m.output("out_load_bank", bank);
        let parts = self.parts.map(|part| (0..hop).fold(part, |part, _| m.register(part, None)));
        m.output_bus("out_load_data", &parts);
    }

    /// Returns the nets of the ports.
    pub fn ports(&self) -> Vec<Vec<Net>> {
        vec![vec![self.valid], vec![self.bank], self.parts.to_vec()]
    }
}

/// Memories of the coefficients of an element.
pub struct LoadedTables {
    stores: Vec<Store>,
    /// Bank of the frame.
    bank: Net,
}

impl LoadedTables {
    /// Adds the memories, with the writes of the coefficients that are for the element. `bank`: that of the frame.
    pub fn new(m: &mut Module, plan: &ProductPlan, element: usize, word: &Word, bank: Net) -> Self {
        let (macs, rows) = (plan.elements.macs, plan.mac_rows());
        let (_, row_ends) = count(m, "load_column".into(), word.valid, plan.columns());
        let (_, slot_ends) = count(m, "load_slot".into(), row_ends, rows);
        let (mac, mac_ends) = count(m, "load_mac".into(), slot_ends, macs);
        let (number, _) = count(m, "load_element".into(), mac_ends, plan.elements.count());
        let is_own = match number {
            Some(number) => m.eq_const(number, element as u128),
            None => m.constant(1, 1),
        };
        let writes = m.and(word.valid, is_own);
        let address = address(m, plan, element, [word.valid, row_ends, slot_ends]);
        let stores = (0..macs)
            .map(|at| {
                let store = Store::new(m, &format!("matrix{at}"), plan.slots(), plan.loaded_bits(), true);
                let enable = match mac {
                    Some(mac) => {
                        let is_here = m.eq_const(mac, at as u128);
                        m.and(writes, is_here)
                    }
                    None => writes,
                };
                store.write(m, enable, [word.bank, address], word.parts);
                store
            })
            .collect();
        LoadedTables { stores, bank }
    }

    /// Reads the coefficient of a slot for a multiply-add, [`COEFFICIENT_CYCLES`] later.
    pub fn read(&self, m: &mut Module, mac: usize, slot: Option<Net>) -> Vec<Net> {
        let slot = slot.unwrap_or_else(|| m.constant(1, 0));
        let found = self.stores[mac].read(m, [self.bank, slot]);
        found.into_iter().map(|part| (1..COEFFICIENT_CYCLES).fold(part, |part, _| m.register(part, None))).collect()
    }
}

/// Adds the slot of the coefficient that comes. Coefficients of a row are `mac_rows` slots apart, round the frame from the first point of the
/// element on.
fn address(m: &mut Module, plan: &ProductPlan, element: usize, [valid, row_ends, slot_ends]: [Net; 3]) -> Net {
    let (slots, rows) = (plan.slots(), plan.mac_rows());
    if slots == 1 {
        return m.constant(1, 0);
    }
    let bits = address_bits(slots);
    let first = (0..plan.columns()).find(|step| plan.column(element, *step) == 0).unwrap_or(0) * rows;
    let state = m.state(bits, Some(first as u128));
    m.name(state, "load_place");
    let [step, wrap, one] = [rows, slots - rows, 1].map(|value| m.constant(bits, value as u128));
    let first = m.constant(bits, first as u128);
    let is_within = m.lt(state, wrap);
    let (up, down) = (m.add(state, step), m.sub(state, wrap));
    let next = m.mux(is_within, up, down);
    let next_row = m.add(next, one);
    let next = m.mux(row_ends, next_row, next);
    let next = m.mux(slot_ends, first, next);
    m.drive_enabled(state, next, valid);
    state
}
