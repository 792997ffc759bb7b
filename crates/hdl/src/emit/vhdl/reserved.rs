//! Words that cannot be names.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Reserved words of VHDL-2008.
const WORDS: &str = "abs access after alias all and architecture array assert assume assume_guarantee attribute \
    begin block body buffer bus case component configuration constant context cover default disconnect downto else \
    elsif end entity exit fairness file for force function generate generic group guarded if impure in inertial \
    inout is label library linkage literal loop map mod nand new next nor not null of on open or others out package \
    parameter port postponed procedure process property protected pure range record register reject release rem \
    report restrict restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong \
    subtype then to transport type unaffected units until use variable vmode vprop vunit wait when while with xnor \
    xor";

/// Names of libraries, of types, and of functions of words.
pub(super) const USED: [&str; 16] = [
    "ieee",
    "std",
    "work",
    "string",
    "boolean",
    "std_logic",
    "std_logic_vector",
    "rising_edge",
    "rtl",
    "mux",
    "copies",
    "shl",
    "shr",
    "product",
    "signed_product",
    "place",
];

static RESERVED: LazyLock<HashSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// Whether a word cannot be a name, however its letters are written.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(word.to_ascii_lowercase().as_str())
}
