//! Instances of operators: modules with the clock enable and the reset of the module around them.

use super::align::aligned;
use super::{Builder, Named, Sig};
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// An instance of an operator whose operands come later, so that operators may feed each other.
pub struct Open<'m> {
    m: &'m Builder,
    number: usize,
    module: Arc<Module>,
    /// Results, the fields of the first output and then those of the next one: signals without a cycle.
    pub results: Vec<Sig<'m>>,
}

impl Builder {
    /// Places an operator. Its results have the names of its outputs, after the label.
    pub fn open(&self, label: impl Into<String>, module: &Arc<Module>) -> Open<'_> {
        let label = label.into();
        let (number, outputs) = self.with(|m| m.place(label.clone(), module));
        let named = outputs.iter().zip(&module.outputs).flat_map(|(fields, port)| {
            let name = format!("{label}_{}", port.name);
            match fields[..] {
                [one] => vec![self.sig(one).named(&name)],
                _ => fields.iter().map(|net| self.sig(*net)).collect::<Vec<_>>().named(&name),
            }
        });
        let results = named.collect();
        Open { m: self, number, module: module.clone(), results }
    }

    /// Applies an operator to signals, which are aligned: the fields of its first input, then those of the next one.
    /// Returns its results, without a cycle.
    pub fn operate<'m>(
        &'m self,
        label: impl Into<String>,
        module: &Arc<Module>,
        operands: impl IntoIterator<Item = Sig<'m>>,
    ) -> Vec<Sig<'m>> {
        let operator = self.open(label, module);
        let results = operator.results.clone();
        operator.connect(operands);
        results
    }

    /// The clock enable.
    pub fn enable(&self) -> Option<Sig<'_>> {
        self.with(|m| m.enable).map(|net| self.sig(net))
    }

    /// The reset.
    pub fn reset(&self) -> Option<Sig<'_>> {
        self.with(|m| m.reset).map(|net| self.sig(net))
    }
}

impl<'m> Open<'m> {
    /// Connects the inputs: the fields of the first one, then those of the next one. Clock enable and reset are those
    /// of the module around the operator, if it has such inputs and no operands are given for them.
    pub fn connect(self, operands: impl IntoIterator<Item = Sig<'m>>) {
        let (mut nets, _) = aligned(&operands.into_iter().collect::<Vec<_>>());
        let fields: usize = self.module.inputs.iter().map(|port| port.fields.len()).sum();
        if nets.len() < fields {
            let (m, of) = (self.m, &self.module);
            nets.extend(m.with(|m| [of.enable.and(m.enable), of.reset.and(m.reset)]).into_iter().flatten());
        }
        assert_eq!(nets.len(), fields, "inputs of an instance of {}", self.module.name);
        let mut nets = nets.into_iter();
        let ports: Vec<Vec<Net>> =
            self.module.inputs.iter().map(|port| nets.by_ref().take(port.fields.len()).collect()).collect();
        self.m.with(|m| m.connect(self.number, ports));
    }
}
