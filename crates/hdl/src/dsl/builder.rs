//! A module under construction.

use super::{Builder, Reg, Sig, Store};
use crate::rtl::{Module, Net};
use std::cell::RefCell;
use std::sync::Arc;

impl Builder {
    /// Begins a module.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Builder { module: RefCell::new(Module::new(name, doc)), ..Builder::default() }
    }

    /// Ends the module.
    pub fn finish(self) -> Module {
        self.check_instances();
        self.module.into_inner()
    }

    /// Continues a module whose other parts are built of nets. Only nets leave the closure.
    pub fn over<R>(m: &mut Module, build: impl FnOnce(&Builder) -> R) -> R {
        let builder = Builder { module: RefCell::new(std::mem::take(m)), ..Builder::default() };
        let result = build(&builder);
        *m = builder.module.into_inner();
        result
    }

    /// Calls a function that builds of nets. It must not use signals of this builder.
    pub fn with<R>(&self, f: impl FnOnce(&mut Module) -> R) -> R {
        f(&mut self.module.borrow_mut())
    }

    /// Returns a net as a signal without a cycle.
    pub fn sig(&self, net: Net) -> Sig<'_> {
        Sig::new(self, net, None)
    }

    /// Adds an input port of one field.
    pub fn input(&self, name: impl Into<String>, width: u32) -> Sig<'_> {
        self.sig(self.with(|m| m.input(name, width)))
    }

    /// Adds an input port of several fields, the first at the low end.
    pub fn input_bus(&self, name: impl Into<String>, widths: &[u32]) -> Vec<Sig<'_>> {
        self.with(|m| m.input_bus(name, widths)).into_iter().map(|net| self.sig(net)).collect()
    }

    /// Adds an input port of some fields of one width, the first at the low end.
    pub fn input_fields<const N: usize>(&self, name: impl Into<String>, width: u32) -> [Sig<'_>; N] {
        let fields = self.input_bus(name, &[width; N]);
        std::array::from_fn(|field| fields[field])
    }

    /// Adds an output port of one field.
    pub fn output<'m>(&'m self, name: impl Into<String>, value: impl Into<Sig<'m>>) {
        let net = value.into().net;
        self.with(|m| m.output(name, net));
    }

    /// Adds an output port of several fields, the first at the low end. Fields of several cycles are aligned.
    pub fn output_bus<'m, S: Into<Sig<'m>>>(&'m self, name: impl Into<String>, fields: impl IntoIterator<Item = S>) {
        let fields: Vec<Sig> = fields.into_iter().map(Into::into).collect();
        let (nets, _) = super::align::aligned(&fields);
        self.with(|m| m.output_bus(name, &nets));
    }

    /// Sets the synchronous reset of the registers that have a first value.
    pub fn set_reset(&self, reset: Sig) {
        self.with(|m| m.set_reset(reset.net));
    }

    /// Sets the clock enable of all registers, delays and memories.
    pub fn set_enable(&self, enable: Sig) {
        self.with(|m| m.set_enable(enable.net));
    }

    /// Begins a group of signals. The Verilog has the title as a comment before them.
    pub fn section(&self, title: &str) {
        self.with(|m| m.section(title));
    }

    /// A constant, of which the lowest `width` bits count.
    pub fn constant(&self, width: u32, value: u128) -> Sig<'_> {
        self.sig(self.with(|m| m.constant(width, value)))
    }

    /// A bit that is always low.
    pub fn low(&self) -> Sig<'_> {
        self.constant(1, 0)
    }

    /// A bit that is always high.
    pub fn high(&self) -> Sig<'_> {
        self.constant(1, 1)
    }

    /// A register without a reset, to be driven by [`Reg::next`].
    pub fn reg(&self, width: u32) -> Reg<'_> {
        Reg(self.sig(self.with(|m| m.state(width, None))))
    }

    /// A register that a reset sets to `first`.
    pub fn state(&self, width: u32, first: u128) -> Reg<'_> {
        Reg(self.sig(self.with(|m| m.state(width, Some(first)))))
    }

    /// Concatenates signals, the first at the low end.
    pub fn cat<'m, S: Into<Sig<'m>>>(&'m self, parts: impl IntoIterator<Item = S>) -> Sig<'m> {
        let parts: Vec<Sig> = parts.into_iter().map(Into::into).collect();
        self.of(&parts, |m, nets| m.concat(nets))
    }

    /// The word of a table, in the cycle of its address.
    pub fn rom<'m>(&'m self, address: Sig<'m>, width: u32, table: impl Into<Arc<[u128]>>) -> Sig<'m> {
        self.of(&[address], |m, nets| m.rom(nets[0], width, table))
    }

    /// `cases[number]`. Numbers without a case give the last one.
    pub fn select<'m>(&'m self, number: Sig<'m>, cases: &[Sig<'m>]) -> Sig<'m> {
        let signals: Vec<Sig> = [number].into_iter().chain(cases.iter().copied()).collect();
        self.of(&signals, |m, nets| m.select(nets[0], &nets[1..]))
    }

    /// `numbers[number]` in `width` bits. Numbers without a case give the last one.
    pub fn select_number<'m>(
        &'m self,
        number: impl Into<Sig<'m>>,
        width: u32,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Sig<'m> {
        let cases: Vec<Sig> = numbers.into_iter().map(|case| self.constant(width, case as u128)).collect();
        self.select(number.into(), &cases)
    }

    /// `cases[number]` as a tree of two-input multiplexers. Synthesis merges them into multiplexers of four inputs, and
    /// takes more LUTs for a `case` statement.
    pub fn select_by_bits<'m>(&'m self, number: Sig<'m>, cases: &[Sig<'m>]) -> Sig<'m> {
        if cases.len() <= 2 {
            return self.select(number, cases);
        }
        let low = number.bit(0);
        let pairs: Vec<Sig> = cases.chunks(2).map(|pair| low.mux(pair[pair.len() - 1], pair[0])).collect();
        self.select_by_bits(number.bits(1, number.width() - 1), &pairs)
    }

    /// A memory of words. [`Store::write`] connects its write port.
    pub fn memory(&self, name: impl Into<String>, words: usize, width: u32) -> Store<'_> {
        Store { m: self, id: self.with(|m| m.memory(name, words, width)) }
    }

    /// Builds a net of aligned signals.
    pub fn of<'m>(&'m self, signals: &[Sig<'m>], build: impl FnOnce(&mut Module, &[Net]) -> Net) -> Sig<'m> {
        let (nets, cycle) = super::align::aligned(signals);
        Sig::new(self, self.with(|m| build(m, &nets)), cycle)
    }

    /// Calls a function that builds a net of nets, which are aligned.
    pub fn call<'m, const N: usize>(
        &'m self,
        signals: [Sig<'m>; N],
        build: impl FnOnce(&mut Module, [Net; N]) -> Net,
    ) -> Sig<'m> {
        self.of(&signals, |m, nets| build(m, std::array::from_fn(|i| nets[i])))
    }

    /// Calls a function that builds several nets of nets, which are aligned.
    pub fn calls<'m, const N: usize, const K: usize>(
        &'m self,
        signals: [Sig<'m>; N],
        build: impl FnOnce(&mut Module, [Net; N]) -> [Net; K],
    ) -> [Sig<'m>; K] {
        let (nets, cycle) = super::align::aligned(&signals);
        self.with(|m| build(m, std::array::from_fn(|i| nets[i]))).map(|net| Sig::new(self, net, cycle))
    }
}
