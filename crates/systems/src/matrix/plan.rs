//! What a core for matrix products is made of, and its clock cycles.

use super::check::check;
use super::coefficients::Coefficients;
use super::elements::Elements;
use super::longer::format_of;
use super::powers::Powers;
use super::rules::Matrix;
use super::sums::Sums;
use crate::design::Config;
use crate::error::Error;
use crate::format::{bf16_parts, BF16};
use crate::number::ProductRule;
use crate::operators::fixed::complex_products;
use crate::operators::MultiplierStyle;
use crate::operators::{depths, fixed_depths, Depths};
use crate::pipeline::Units;
use std::sync::Arc;

/// Clock cycles from the address of a coefficient to the coefficient at its multiplier.
pub(super) const COEFFICIENT_CYCLES: usize = 2;

/// Clock cycles from the address of a sum to its place on the chain of results.
pub(super) const SELECT_CYCLES: usize = 2;

/// Clock cycles in which a sum is rounded.
pub(super) const ROUND_CYCLES: usize = 1;

/// Bits of a block RAM.
const BLOCK_RAM_BITS: usize = 36 << 10;

/// What a core for matrix products is made of.
///
/// An element has rows of the matrix, an equal number for each of its multiply-adds. Each point of a frame stays at the
/// multiply-adds for one slot for each of these rows, so that the sum of a row is added to once for each point.
#[derive(Clone, PartialEq, Debug)]
pub struct ProductPlan {
    /// Elements and their links.
    pub elements: Elements,
    /// Coefficients of the matrix.
    pub coefficients: Arc<Coefficients>,
    /// Word for the matrix.
    pub word: &'static str,
    /// What the name of a core says of the matrix.
    pub label: String,
    /// Arithmetic of the sums.
    pub sums: Sums,
    /// How products of real numbers are computed, in floating point.
    pub rule: ProductRule,
    /// Latencies of the operators in clock cycles.
    pub depths: Depths,
    /// Multipliers of DSP blocks or of LUTs.
    pub multiplier: MultiplierStyle,
    /// Sums of which the sum of a row is made, because an adder takes several clock cycles.
    pub partial_sums: usize,
}

impl ProductPlan {
    /// Plans a core, or says what does not work.
    pub fn new(config: &Config, matrix: &Matrix, elements: Elements) -> Result<Self, Error> {
        check(config, matrix, elements)?;
        let coefficients = Coefficients::new(matrix, &format_of(config), &config.arithmetic)?;
        Self::with_coefficients(config, coefficients, (matrix.word(), matrix.label()), elements)
    }

    /// Plans a core whose coefficients are known.
    fn with_coefficients(
        config: &Config,
        coefficients: Coefficients,
        words: (&'static str, String),
        elements: Elements,
    ) -> Result<Self, Error> {
        let plan = Self::without_partial_sums(config, coefficients, words, elements)?;
        Ok(ProductPlan { partial_sums: plan.needed_sums()?, ..plan })
    }

    /// Chooses the arithmetic for coefficients, with one sum for each row.
    pub(super) fn without_partial_sums(
        config: &Config,
        coefficients: Coefficients,
        (word, label): (&'static str, String),
        elements: Elements,
    ) -> Result<Self, Error> {
        let sums = Sums::new(config, &coefficients)?;
        Ok(ProductPlan {
            elements,
            coefficients: Arc::new(coefficients),
            word,
            label,
            sums,
            rule: config.products,
            depths: Self::depths(config, sums),
            multiplier: config.multiplier,
            partial_sums: 1,
        })
    }

    /// Returns the latencies of operators for sums.
    pub(super) fn depths(config: &Config, sums: Sums) -> Depths {
        let technology = config.target.technology;
        match sums {
            Sums::Float(float) => {
                let [factors, whole] = [config.products.parts().map_or(float, |_| BF16), float]
                    .map(|float| depths(float, config.pipeline, config.multiplier, technology));
                Depths { multiplier: factors.multiplier, ..whole }
            }
            Sums::Fixed(fixed) => {
                let bits = [fixed.data_bits, fixed.coefficient_bits];
                Depths { adder: 1, ..fixed_depths(bits[0], bits[1], config.pipeline, config.multiplier, technology) }
            }
        }
    }

    /// Whether operators are those of floating point.
    pub fn is_float(&self) -> bool {
        matches!(self.sums, Sums::Float(_))
    }

    /// Returns the coefficients of a test of a matrix that is loaded.
    pub fn preload(&self) -> &[[u64; 2]] {
        match self.coefficients.is_loaded {
            true => self.coefficients.words.all(),
            false => &[],
        }
    }

    /// Returns the plan with other coefficients of as many rows and columns.
    pub fn with_words(&self, words: Vec<[u64; 2]>) -> Self {
        ProductPlan { coefficients: Arc::new(self.coefficients.with_words(words)), ..self.clone() }
    }

    /// Returns the rows of the matrix.
    pub fn rows(&self) -> usize {
        self.coefficients.rows
    }

    /// Returns the columns of the matrix.
    pub fn columns(&self) -> usize {
        self.coefficients.columns
    }

    /// Returns the rows of an element.
    pub fn element_rows(&self) -> usize {
        self.rows() / self.elements.count()
    }

    /// Returns the rows of a multiply-add, which are the slots of a point.
    pub fn mac_rows(&self) -> usize {
        self.element_rows() / self.elements.macs
    }

    /// Returns the points that an element of a ring holds.
    pub fn block(&self) -> usize {
        self.columns() / self.elements.count()
    }

    /// Returns the clock cycles of a frame at all multiply-adds.
    pub fn slots(&self) -> usize {
        self.columns() * self.mac_rows()
    }

    /// Returns how coefficients are powers of a root of unity, where a multiply-add has a table of these powers: one of
    /// the coefficients of all slots would take more than a block RAM, and at least twice as many words.
    pub fn powers(&self) -> Option<Powers> {
        let is_long = self.slots() * 2 * self.factor_bits() as usize > BLOCK_RAM_BITS;
        self.coefficients.powers.filter(|powers| is_long && powers.order <= self.slots() / 2)
    }

    /// Returns the clock cycles from an addition to the next one to the same sum.
    pub fn loop_slots(&self) -> usize {
        self.partial_sums * self.mac_rows()
    }

    /// Returns the sums that the tree of an element adds for a row: a power of two.
    pub fn leaves(&self) -> usize {
        self.partial_sums.next_power_of_two()
    }

    /// Returns the clock cycles of a product.
    pub fn product_cycles(&self) -> usize {
        let Depths { multiplier, adder, .. } = self.depths;
        let adders = match (self.sums, self.coefficients.is_real) {
            (Sums::Fixed(_), true) => 0,
            // A sum before three products, and one after them.
            (Sums::Fixed(_), false) => 2,
            (Sums::Float(_), is_real) => adder as usize * (self.rule.additions() + usize::from(!is_real)),
        };
        multiplier as usize + adders
    }

    /// Returns the clock cycles in which a point becomes a factor: what a part leaves is aligned before the next one is
    /// rounded.
    pub fn factor_cycles(&self) -> usize {
        self.rule.parts().map_or(0, |parts| 2 * parts - 1)
    }

    /// Returns the bits of a part of a coefficient at the multipliers.
    pub fn factor_bits(&self) -> u32 {
        match (self.rule.parts(), self.sums) {
            (Some(parts), _) => parts as u32 * BF16.bits(),
            (None, Sums::Float(float)) => float.coefficient().bits(),
            (None, Sums::Fixed(fixed)) => fixed.coefficient_bits,
        }
    }

    /// Returns the bits of a part of a coefficient that is loaded, on its way to the multipliers.
    pub fn loaded_bits(&self) -> u32 {
        self.rule.parts().map_or(self.coefficients.format.bits(), |_| self.factor_bits())
    }

    /// Returns a part of a coefficient as a word at the multipliers.
    pub fn factor(&self, word: u64) -> u64 {
        match self.rule.parts() {
            Some(parts) => {
                let words = bf16_parts(word)[..parts].to_vec();
                words.iter().rev().fold(0, |all, word| all << BF16.bits() | word >> BF16.bits())
            }
            None => self.multiplied_word(word),
        }
    }

    /// Returns the clock cycles from the slot of a coefficient to the sum with its product.
    pub fn mac_cycles(&self) -> usize {
        self.factor_cycles() + COEFFICIENT_CYCLES + self.product_cycles() + self.depths.adder as usize
    }

    /// Returns the partial sums of a row. The adder of a sum takes several clock cycles in floating point, in which
    /// other sums are added to.
    fn needed_sums(&self) -> Result<usize, Error> {
        let (rows, adder) = (self.mac_rows(), self.depths.adder as usize);
        let needed = adder.div_ceil(rows).next_power_of_two().min(self.columns());
        let leaves = needed.next_power_of_two();
        if needed > 1 && self.elements.macs * leaves > self.columns() {
            let most = (1..=self.elements.macs)
                .rev()
                .find(|macs| {
                    let rows = self.element_rows() / macs;
                    let leaves = adder.div_ceil(rows.max(1)).next_power_of_two();
                    self.element_rows() % *macs == 0 && (leaves == 1 || macs * leaves <= self.columns())
                })
                .map_or("a matrix with more rows or columns".to_string(), |macs| format!("--macs {macs}"));
            return Err(Error::Unsupported(format!(
                "macs {}: an adder takes {adder} clock cycles, so that the sum of a row of {} points is made of \
                 {needed} sums, for which one \
                 tree of adders for each element is too slow; try {most}, or fixed point",
                self.elements.macs,
                self.columns()
            )));
        }
        Ok(needed)
    }

    /// Returns the operators of all elements.
    pub fn units(&self) -> Units {
        let (macs, elements) = (self.elements.macs, self.elements.count());
        let products = match self.sums {
            Sums::Fixed(fixed) => complex_products([fixed.data_bits, fixed.coefficient_bits], self.multiplier),
            Sums::Float(_) => 4,
        };
        let [multipliers, adders] = match (self.coefficients.is_real, products) {
            (true, _) => [2, 2],
            // Three sums before three products, and two after them.
            (false, 3) => [3, 7],
            (false, _) => [4, 4],
        };
        // Parts of factors make several products of each, whose sums are products of the format.
        let [multipliers, adders] =
            [multipliers * self.rule.multipliers(), adders + multipliers * (self.rule.multipliers() - 1)];
        let tree = 2 * self.leaves().ilog2() as usize;
        Units { adders: elements * (macs * adders + tree), multipliers: elements * macs * multipliers, constants: 0 }
    }

    /// States the order in which products are added.
    pub fn order(&self) -> String {
        let from = if self.elements.is_ring() {
            "from the first point of the element on, round the frame"
        } else {
            "from the first point on"
        };
        let sums = match (self.sums, self.partial_sums) {
            (Sums::Fixed(_), _) => "exact".into(),
            (Sums::Float(_), 1) => format!("one after the other, {from}"),
            (Sums::Float(_), sums) => {
                format!("to {sums} sums in turn, {from}; these in pairs, in the order of their last products")
            }
        };
        sums + &self.product_order()
    }

    /// States how products of parts are made, after the order of sums.
    pub(super) fn product_order(&self) -> String {
        self.rule.description().map_or(String::new(), |words| format!("; {words}"))
    }
}
