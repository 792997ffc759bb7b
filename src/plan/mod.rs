//! Plans: transforms as formulas, and the rules that break a size down.
