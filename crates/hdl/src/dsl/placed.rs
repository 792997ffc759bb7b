//! Instances of modules, connected by the names of their ports.

use super::{Builder, Sig};
use crate::rtl::{Module, Net, Port};
use std::sync::Arc;

/// An instance of a module. Its inputs may come after its outputs are read, so that instances may feed each other.
#[derive(Clone)]
pub struct Placed<'m> {
    m: &'m Builder,
    /// Number of the instance.
    instance: usize,
    module: Arc<Module>,
    /// Nets of each output port.
    outputs: Vec<Vec<Net>>,
}

impl Builder {
    /// Places an instance. [`Placed::set`] and [`Placed::set_bus`] connect each of its inputs; without them, clock
    /// enable and reset are those of the module around it.
    pub fn place(&self, label: impl Into<String>, module: impl Into<Arc<Module>>) -> Placed<'_> {
        let module = module.into();
        let (instance, outputs) = self.with(|m| m.place(label, &module));
        self.with(|m| {
            let around = [(module.enable, m.enable), (module.reset, m.reset)];
            let inputs = module.inputs.iter().map(|port| {
                let around = around.iter().find(|(own, _)| own.is_some_and(|own| port.fields == [own]));
                around.and_then(|(_, net)| *net).into_iter().collect()
            });
            m.instances[instance].inputs = inputs.collect();
        });
        Placed { m: self, instance, module, outputs }
    }

    /// Checks that each input of each instance is connected.
    pub(super) fn check_instances(&self) {
        self.with(|m| {
            for instance in &m.instances {
                let open = instance.inputs.iter().zip(&instance.module.inputs).find(|(nets, _)| nets.is_empty());
                let open = open.map(|(_, port)| &port.name);
                assert!(open.is_none(), "input {open:?} of {} in module {}", instance.name, m.name);
            }
        });
    }
}

impl<'m> Placed<'m> {
    /// Connects an input port of one field, if there is a signal for it.
    #[track_caller]
    pub fn set(&self, port: &str, signal: impl Into<Option<Sig<'m>>>) -> &Self {
        match signal.into() {
            Some(signal) => self.set_bus(port, [signal]),
            None => self,
        }
    }

    /// Connects an input port of several fields.
    #[track_caller]
    pub fn set_bus(&self, port: &str, fields: impl IntoIterator<Item = Sig<'m>>) -> &Self {
        let number = self.number(&self.module.inputs, port).unwrap_or_else(|| self.lacks(port));
        let nets: Vec<Net> = fields.into_iter().map(Sig::net).collect();
        let widths: Vec<u32> = self.m.with(|m| nets.iter().map(|net| m.width(*net)).collect());
        let own: Vec<u32> = self.module.inputs[number].fields.iter().map(|field| self.module.width(*field)).collect();
        assert_eq!(widths, own, "port {port} of {}", self.module.name);
        self.m.with(|m| m.instances[self.instance].inputs[number] = nets);
        self
    }

    /// The signal of an output port of one field.
    #[track_caller]
    pub fn out(&self, port: &str) -> Sig<'m> {
        self.find(port).unwrap_or_else(|| self.lacks(port))
    }

    /// The signals of an output port.
    #[track_caller]
    pub fn bus(&self, port: &str) -> Vec<Sig<'m>> {
        let number = self.number(&self.module.outputs, port).unwrap_or_else(|| self.lacks(port));
        self.outputs[number].iter().map(|net| self.m.sig(*net)).collect()
    }

    /// Connects each input `in_x` to the output `out_x` of the instance before, where there is one.
    pub fn follow(&self, before: &Placed<'m>) -> &Self {
        for port in &self.module.inputs {
            let output = port.name.strip_prefix("in_").map(|name| format!("out_{name}"));
            if let Some(number) = output.and_then(|name| before.number(&before.module.outputs, &name)) {
                self.set_bus(&port.name, before.outputs[number].iter().map(|net| self.m.sig(*net)));
            }
        }
        self
    }

    /// The signals of an output port of some fields.
    #[track_caller]
    pub fn fields<const N: usize>(&self, port: &str) -> [Sig<'m>; N] {
        self.bus(port).try_into().unwrap_or_else(|_| panic!("port {port} of {} has no {N} fields", self.module.name))
    }

    /// The signal of an output port of one field, if the module has such a port.
    pub fn find(&self, port: &str) -> Option<Sig<'m>> {
        self.number(&self.module.outputs, port).map(|number| self.m.sig(self.outputs[number][0]))
    }

    fn number(&self, ports: &[Port], name: &str) -> Option<usize> {
        ports.iter().position(|port| port.name == name)
    }

    #[track_caller]
    fn lacks<T>(&self, port: &str) -> T {
        panic!("module {} has no port {port}", self.module.name)
    }
}
