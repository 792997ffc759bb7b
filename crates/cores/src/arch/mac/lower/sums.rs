//! Products and sums.

use super::super::core::MacCore;
use super::terms::Terms;
use crate::arch::OperatorSettings;
use crate::operators::fixed::complex_product;
use crate::parts::cache::ModuleCache;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the products of the words that are read and of their roots, and adds them up. Returns the parts of a sum, or
/// the only part that is summed at once, a clock cycle after its last product.
#[hdl]
pub fn sums<'m>(
    m: &'m Builder,
    (core, terms): (&MacCore, &Terms<'m>),
    (prefix, settings): (&str, &OperatorSettings),
    [point, root]: [[Sig<'m>; 2]; 2],
) -> Vec<Sig<'m>> {
    let mut cache = ModuleCache::new(prefix, settings.depths, settings.multiplier);
    let (read, cycles) = (core.read_cycles() as i32, core.multiply_cycles() as u32);
    let begins_sum = terms.begins_sum.at(0);
    let sum = |name: &str, product: Sig<'m>| {
        // Sums are modulo 2^bits, so that high bits of a product may be left out.
        let product = product.resize_signed(core.sum_bits());
        let sum = m.reg(core.sum_bits()).beside(product).named(name);
        sum.next(begins_sum.mux(0, sum) + product)
    };
    let Some(component) = terms.component else {
        let module = cache.module("product", cycles, |name| product(name, core, settings));
        let products = m.apply("product", &Operator { module, cycles }, &[point, root].concat());
        return products.into_iter().zip(["sum_re", "sum_im"]).map(|(product, name)| sum(name, product)).collect();
    };
    let component = component.at(0).until(read);
    let factor = component.mux(point[1], point[0]);
    let bits = [core.memory_bits(), core.coefficient_bits()];
    let multiplier = Operator { module: cache.real_product(cycles, bits), cycles };
    // A real part takes cosine and negated sine, and an imaginary part sine and cosine.
    let product = |label: &str, is_imaginary: Sig<'m>| {
        let is_sine = component ^ is_imaginary;
        let part = is_sine.mux(root[1], root[0]);
        m.apply(label, &multiplier, &[factor, part.negate_if(is_sine & !is_imaginary, part.width())])[0]
    };
    match terms.part {
        Some(part) => vec![sum("part_sum", product("product", part.at(0).until(read)))],
        None => {
            let re = sum("sum_re", product("product_re", m.constant(1, 0)));
            let im = sum("sum_im", product("product_im", m.constant(1, 1)));
            vec![re, im]
        }
    }
}

/// Builds the exact product of a word and a root.
fn product(name: &str, core: &MacCore, settings: &OperatorSettings) -> Module {
    let [data, coefficient] = [core.memory_bits(), core.coefficient_bits()];
    let m = Builder::new(name, format!("Exact product of complex words of {data} and {coefficient} bits"));
    let [a, b] = [("a", data), ("b", coefficient)].map(|(name, bits)| m.input_fields(name, bits));
    let parts = complex_product(a, b, settings.multiplier);
    parts.into_iter().zip(["re", "im"]).for_each(|(part, name)| m.output(name, part));
    m.finish()
}
