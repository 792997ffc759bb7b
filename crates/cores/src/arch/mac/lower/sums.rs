//! Products and sums.

use super::super::core::MacCore;
use super::terms::Terms;
use crate::arch::OperatorSettings;
use crate::lower::cache::ModuleCache;
use crate::lower::sign::complement;
use crate::operators::fixed::complex_product;
use crate::rtl::{Module, Net};

/// Builds the products of the words that are read and of their roots, and adds them up. Returns the parts of a sum, or the only part that is summed
/// at once, a clock cycle after its last product.
pub fn sums(
    m: &mut Module,
    (core, terms): (&MacCore, &Terms),
    (prefix, settings): (&str, &OperatorSettings),
    [point, root]: [[Net; 2]; 2],
) -> Vec<Net> {
    let mut cache = ModuleCache::new(prefix, settings.depths, settings.multiplier);
    let depth = core.multiply_cycles() as u32;
    let read = core.read_cycles() as u32;
    let begins = m.delay(terms.begins_sum, read + depth);
    let Some(component) = terms.component else {
        let module = cache.module("product", depth, |name| product(name, core, settings));
        let parts = m.operate("product", &module, [point, root].map(|parts| parts.to_vec()).to_vec());
        let names = ["sum_re", "sum_im"];
        return parts.into_iter().zip(names).map(|(part, name)| sum(m, core, name, [part, begins])).collect();
    };
    let module = cache.real_product(depth, [core.memory_bits(), core.coefficient_bits()]);
    let component = m.delay(component, read);
    let factor = m.mux(component, point[1], point[0]);
    let part = terms.part.map(|part| m.delay(part, read));
    // A real part takes cosine and negated sine, and an imaginary part sine and cosine.
    let product = |m: &mut Module, label: &str, is_imaginary: Net| {
        let is_sine = m.xor(component, is_imaginary);
        let root = m.mux(is_sine, root[1], root[0]);
        let is_real = m.not(is_imaginary);
        let negative = m.and(is_sine, is_real);
        let root = complement(m, root, m.width(root), negative);
        m.operate(label, &module, vec![vec![factor], vec![root]])[0]
    };
    match part {
        Some(part) => {
            let product = product(m, "product", part);
            vec![sum(m, core, "part_sum", [product, begins])]
        }
        None => [("re", false), ("im", true)]
            .into_iter()
            .map(|(name, is_imaginary)| {
                let is_imaginary = m.constant(1, u128::from(is_imaginary));
                let product = product(m, &format!("product_{name}"), is_imaginary);
                sum(m, core, &format!("sum_{name}"), [product, begins])
            })
            .collect(),
    }
}

/// Adds a product to a sum, or begins one with it.
fn sum(m: &mut Module, core: &MacCore, name: &str, [product, begins]: [Net; 2]) -> Net {
    let bits = core.sum_bits();
    let sum = m.state(bits, None);
    m.name(sum, name);
    // Sums are modulo 2^bits, so that high bits of a product may be left out.
    let product = m.resize_signed(product, bits);
    let zero = m.constant(bits, 0);
    let before = m.mux(begins, zero, sum);
    let next = m.add(before, product);
    m.drive(sum, next);
    sum
}

/// Builds the exact product of a word and a root.
fn product(name: &str, core: &MacCore, settings: &OperatorSettings) -> Module {
    let [data, coefficient] = [core.memory_bits(), core.coefficient_bits()];
    let mut m = Module::new(name, format!("Exact product of complex words of {data} and {coefficient} bits"));
    let (a, b) = (m.input_bus("a", &[data; 2]), m.input_bus("b", &[coefficient; 2]));
    let parts = complex_product(&mut m, [a[0], a[1]], [b[0], b[1]], settings.multiplier);
    for (part, name) in parts.into_iter().zip(["re", "im"]) {
        m.output(name, part);
    }
    m
}
