//! Coefficients that come while the core runs: they go to the bank that no frame uses, and frames use it when it is
//! complete.

use super::operators::Operators;
use super::store::Store;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// A coefficient on its way along the elements.
#[derive(Clone, Copy)]
pub struct Word<'m> {
    /// Whether there is one.
    pub valid: Sig<'m>,
    /// Bank that it is for.
    pub bank: Sig<'m>,
    /// Real and imaginary part.
    pub parts: [Sig<'m>; 2],
}

/// Loads of a core.
pub struct Loads<'m> {
    /// Coefficient for the first element.
    pub word: Word<'m>,
    /// Bank of a frame, from its start on.
    pub bank: Sig<'m>,
    /// Whether a frame has a matrix, from its start on.
    pub has_matrix: Sig<'m>,
    /// Whether a coefficient may come.
    pub ready: Sig<'m>,
}

impl<'m> Loads<'m> {
    /// Adds the inputs of the coefficients and the control of both banks. A frame has the bank that `in_set` gives with
    /// its start, whose set is complete then. `start`: the first point of a frame, of which all elements or cells have
    /// used the bank of the frame before it `wait` clock cycles later.
    #[hdl]
    pub fn new(plan: &ProductPlan, operators: &Operators, start: Sig<'m>, wait: usize) -> Self {
        let m = start.builder();
        let load_valid = m.input("load_valid", 1);
        let load_data = m.input_fields("load_data", plan.coefficients.format.bits());
        let load_full = m.state(1, 0);
        let loaded = m.state(1, 0);
        let used_bank = m.state(1, 0);
        let bank = start.mux(m.input("in_set", 1), used_bank);
        used_bank.next(bank);
        let switches = bank ^ used_bank;
        // Frames under way need the other bank until their last slots.
        let (_, is_busy) = m.count_down("load_wait", switches, m.constant(address_bits(wait + 1), wait as u128));
        let ready = !(load_full | is_busy);
        let comes = load_valid & ready;
        let (_, completes) = m.count("load_count", comes, plan.rows() * plan.columns());
        load_full.set_or_clear(completes, switches);
        let has_matrix = loaded | switches;
        loaded.next(has_matrix);
        // Frames read a coefficient as late as it becomes a factor.
        let factor_cycles = plan.factor_cycles() as u32;
        let valid = comes.later_with_reset(factor_cycles);
        let parts = operators.factors("coefficient", load_data);
        // A coefficient comes when no frame switches.
        let other_bank = (!bank).later(factor_cycles);
        Loads { word: Word { valid, bank: other_bank, parts }, bank, has_matrix, ready }
    }

    /// Clears sums of frames that had no matrix. `late`: the first sum of a frame, `cycles` after its first point;
    /// frames are `interval` cycles apart.
    pub fn masked(
        &self,
        [start, late]: [Sig<'m>; 2],
        [cycles, interval]: [usize; 2],
        sums: [Sig<'m>; 2],
    ) -> [Sig<'m>; 2] {
        let has_matrix = self.has_matrix.queued(start, late, cycles.div_ceil(interval));
        sums.map(|sum| sum.masked(has_matrix))
    }
}

impl<'m> Word<'m> {
    /// Adds the input of an element.
    pub fn input(m: &'m Builder, plan: &ProductPlan) -> Self {
        let (valid, bank) = (m.input("in_load", 1), m.input("in_load_bank", 1));
        Word { valid, bank, parts: m.input_fields("in_load_data", plan.loaded_bits()) }
    }

    /// Adds the output to the next element.
    pub fn output(&self, hop: u32) {
        let m = self.valid.builder();
        m.output("out_load", self.valid.later_with_reset(hop));
        m.output("out_load_bank", self.bank.later_in_registers(hop));
        m.output_bus("out_load_data", self.parts.map(|part| part.later_in_registers(hop)));
    }

    /// Connects the input of the first element.
    pub fn connect(&self, first: &Placed<'m>) {
        first.set("in_load", self.valid).set("in_load_bank", self.bank).set_bus("in_load_data", self.parts);
    }
}

/// Memories of the coefficients of an element.
pub struct LoadedTables<'m> {
    stores: Vec<Store<'m>>,
    /// Bank of the frame.
    bank: Sig<'m>,
}

impl<'m> LoadedTables<'m> {
    /// Adds the memories, with the writes of the coefficients that are for the element. `bank`: that of the frame.
    #[hdl]
    pub fn new(plan: &ProductPlan, element: usize, word: &Word<'m>, bank: Sig<'m>) -> Self {
        let m = bank.builder();
        let macs = plan.elements.macs;
        let (_, row_ends) = m.count("load_column", word.valid, plan.columns());
        let (_, slot_ends) = m.count("load_slot", row_ends, plan.mac_rows());
        let (mac, mac_ends) = m.count("load_mac", slot_ends, macs);
        let (number, _) = m.count("load_element", mac_ends, plan.elements.count());
        let writes = word.valid & number.map_or(m.constant(1, 1), |number| number.is(element));
        let address = address(plan, element, [word.valid, row_ends, slot_ends]);
        let stores = (0..macs).map(|at| {
            let store = Store::new(m, &format!("matrix{at}"), plan.slots(), plan.loaded_bits(), true);
            store.write(mac.map_or(writes, |mac| writes & mac.is(at)), [word.bank, address], word.parts);
            store
        });
        LoadedTables { stores: stores.collect(), bank }
    }

    /// Reads the coefficient of a slot for a multiply-add, [`COEFFICIENT_CYCLES`] later.
    pub fn read(&self, mac: usize, slot: Option<Sig<'m>>) -> [Sig<'m>; 2] {
        let slot = slot.unwrap_or_else(|| self.bank.builder().constant(1, 0));
        self.stores[mac].read([self.bank, slot]).map(|part| part.later_in_registers(COEFFICIENT_CYCLES as u32 - 1))
    }
}

/// The slot of the coefficient that comes. Coefficients of a row are `mac_rows` slots apart, round the frame from the
/// first point of the element on.
#[hdl]
fn address<'m>(plan: &ProductPlan, element: usize, [valid, row_ends, slot_ends]: [Sig<'m>; 3]) -> Sig<'m> {
    let m = valid.builder();
    let (slots, rows) = (plan.slots(), plan.mac_rows());
    if slots == 1 {
        return m.constant(1, 0);
    }
    let first = (0..plan.columns()).find(|step| plan.column(element, *step) == 0).unwrap_or(0) * rows;
    let load_place = m.state(address_bits(slots), first as u128);
    let [step, wrap] = [rows, slots - rows].map(|slots| m.constant(load_place.width(), slots as u128));
    let next_point = load_place.lt(wrap).mux(load_place + step, load_place - wrap);
    let next_slot = row_ends.mux(next_point + 1, next_point);
    load_place.next_if(valid, slot_ends.mux(first, next_slot));
    *load_place
}
