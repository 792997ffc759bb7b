//! Rules for real products: in the format itself, or as sums of products of parts.

use crate::choice::Choice;

/// How a product of two real numbers is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ProductRule {
    /// One product in the format, rounded once.
    #[default]
    Whole,
    /// One product of the factors rounded to bf16.
    Bf16,
    /// Three products of factors in two parts of bf16.
    Bf16x3,
    /// Six products of factors in three parts of bf16.
    Bf16x6,
}

impl Choice for ProductRule {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("format", ProductRule::Whole),
        ("bf16", ProductRule::Bf16),
        ("bf16x3", ProductRule::Bf16x3),
        ("bf16x6", ProductRule::Bf16x6),
    ];
}

impl ProductRule {
    /// Returns the parts of bf16 that a factor is made of. `None` for factors in one piece.
    pub fn parts(self) -> Option<usize> {
        match self {
            ProductRule::Whole => None,
            ProductRule::Bf16 => Some(1),
            ProductRule::Bf16x3 => Some(2),
            ProductRule::Bf16x6 => Some(3),
        }
    }

    /// Returns the products of parts, each as the numbers of the parts of both factors, in groups of equal weight, the
    /// lightest first. Parts are numbered from the largest on. Products that are lighter than the last part of a factor
    /// are left out.
    ///
    /// ```
    /// use fftgen_stream::number::ProductRule;
    /// assert_eq!(ProductRule::Bf16x3.groups(), [vec![[0, 1], [1, 0]], vec![[0, 0]]]);
    /// ```
    pub fn groups(self) -> Vec<Vec<[usize; 2]>> {
        let parts = self.parts().unwrap_or(1);
        (0..parts).rev().map(|weight| (0..=weight).map(|part| [part, weight - part]).collect()).collect()
    }

    /// Returns the multipliers of a real product.
    pub fn multipliers(self) -> usize {
        self.groups().iter().map(Vec::len).sum()
    }

    /// Returns the additions that a real product takes one after the other. The sums of groups are computed at once.
    pub fn additions(self) -> usize {
        let groups = self.groups();
        groups.iter().map(|group| group.len() - 1).reduce(|all, own| all.max(own) + 1).unwrap_or(0)
    }

    /// States in words how a product is computed. `None` for one product in the format.
    pub fn description(self) -> Option<&'static str> {
        match self {
            ProductRule::Whole => None,
            ProductRule::Bf16 => Some("factors rounded to bf16"),
            ProductRule::Bf16x3 => Some("factors in 2 parts of bf16, 3 products of them, the lighter two added first"),
            ProductRule::Bf16x6 => Some(
                "factors in 3 parts of bf16, 6 products of them, those of equal weight added first, and such sums from \
                 the lightest on",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_parts_has_one_three_or_six_products() {
        let count = |rule: ProductRule| (rule.multipliers(), rule.additions());
        assert_eq!(
            ProductRule::WORDS.iter().map(|(_, rule)| count(*rule)).collect::<Vec<_>>(),
            [(1, 0), (1, 0), (3, 2), (6, 4)]
        );
    }
}
