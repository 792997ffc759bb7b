//! Names and descriptions of cores for matrix products.

use super::longer::Lengths;
use super::plan::ProductPlan;
use super::sums::Sums;
use crate::arch::ProductFacts;
use crate::choice::Choice;
use crate::design::Config;
use crate::number::ProductRule;

impl ProductPlan {
    /// Returns the name of the top module.
    pub fn top_name(&self, config: &Config) -> String {
        self.name_of([self.rows(), self.columns()], config)
    }

    /// Returns the name of the top module for results and points of a frame.
    pub(super) fn name_of(&self, [results, points]: [usize; 2], config: &Config) -> String {
        let array = match self.elements.count() {
            1 => String::new(),
            _ => format!("_{}", self.elements.topology.to_string().replace(':', "")),
        };
        let macs = Some(format!("_m{}", self.elements.macs)).filter(|_| self.elements.macs > 1);
        let hop = Some(format!("_hop{}", self.elements.hop)).filter(|_| self.elements.hop > 1);
        let format = Self::format_name(config);
        let end = macs.into_iter().chain(hop).collect::<String>() + &config.choices();
        config.name.clone().unwrap_or_else(|| format!("{}_{results}x{points}_{format}{array}{end}", self.label))
    }

    /// Returns the words for the number format, for the products, and for longer words.
    pub(super) fn format_name(config: &Config) -> String {
        let words = Lengths::new(config).map_or(String::new(), |lengths| format!("_{}", lengths.words.name()));
        config.format.name().replace('.', "_") + &words + &config.products_name()
    }

    /// Describes the product in a line.
    pub fn title(&self) -> String {
        format!("Product with a matrix of {} rows and {} columns ({})", self.rows(), self.columns(), self.word)
    }

    /// Describes elements and sums in a line.
    pub fn description(&self) -> String {
        format!("{}, {} rows to a multiply-add; sums {}", self.elements_in_words(), self.mac_rows(), self.order())
    }

    /// Describes the elements and their multiply-adds.
    pub(super) fn elements_in_words(&self) -> String {
        let elements = match self.elements.count() {
            1 => "one element".into(),
            count => format!("{count} elements on a {}", self.elements.topology.word()),
        };
        let macs = match self.elements.macs {
            1 => "one multiply-add".into(),
            macs => format!("{macs} multiply-adds"),
        };
        format!("{elements}, {macs} each")
    }

    /// Returns the facts for the documents of a core.
    pub fn facts(&self) -> ProductFacts {
        let fixed = match self.sums {
            Sums::Fixed(fixed) => Some(fixed),
            Sums::Float(_) => None,
        };
        ProductFacts {
            matrix: self.word.into(),
            rows: self.rows(),
            columns: self.columns(),
            is_real: self.coefficients.is_real,
            is_loaded: self.coefficients.is_loaded,
            array: (self.elements.count() > 1).then(|| self.elements.topology.to_string()),
            batch: None,
            radices: vec![],
            convolution: None,
            coefficients: self.rows() * self.columns(),
            macs: self.elements.macs,
            frame_cycles: self.slots(),
            utilisation: self.slots() as f64 / self.interval() as f64,
            coefficient_bits: self.coefficients.format.bits(),
            coefficient_fraction: fixed.map(|fixed| fixed.dropped_bits as i32 - fixed.shift as i32),
            products: (self.rule != ProductRule::Whole).then(|| self.rule.word().into()),
            order: self.order(),
            sum_bits: fixed.map(|fixed| fixed.sum_bits),
            roots: self.powers().map(|powers| powers.order),
            step_cycles: None,
        }
    }
}
