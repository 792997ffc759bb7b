//! The registers of a chain, as a list of rows from which everything about them comes.

use super::setting::Setting;
use super::table::index_bits;
use crate::arch::registers::{Access, Register, COMMIT, FIRST_FRAME, STATUS, WORD_BITS, WORD_BYTES};

/// The registers that every chain with settings has.
fn control() -> [Register; 3] {
    [
        Register::new(
            COMMIT,
            "commit",
            Access::ReadWrite,
            "bit 0, as it is written, brings all values that were written since the last commit into use with the next \
             frame that begins; reads as 0",
        ),
        Register::new(
            STATUS,
            "status",
            Access::Read,
            "0: all values that were committed are in use; bit 0: no frame has begun since the commit; bit 1: operations \
             go over to the values as the first frame with them comes. While it is not 0, a write to a setting or to \
             commit is refused",
        ),
        Register::new(
            FIRST_FRAME,
            "first_frame",
            Access::Read,
            "number of the first frame with the values of the last commit, from 0 after a reset on",
        ),
    ]
}

/// Address of the first setting.
const SETTINGS: u32 = 0x10;

/// Bits of the shortest address.
const LEAST_ADDRESS_BITS: u32 = 8;

/// Setting of an operation with its place in the map.
#[derive(Clone, Debug)]
pub struct Mapped {
    /// Number of the operation in the chain.
    pub operation: usize,
    /// Name in the map.
    pub name: String,
    pub setting: Setting,
    /// Byte address of its first word.
    pub address: u32,
}

impl Mapped {
    /// Registers of a scalar.
    pub fn words(&self) -> u32 {
        self.setting.bits.div_ceil(WORD_BITS)
    }

    /// Bits of an address within a table.
    pub fn table_bits(&self) -> u32 {
        index_bits(&self.setting) + WORD_BYTES.ilog2()
    }

    /// The rows of the map.
    fn rows(&self) -> Vec<Register> {
        let Mapped { name, setting, address, .. } = self;
        let what = format!("{}: {}", setting.what, setting.kind.text());
        let row = |address: u32, name: String, low: u32, doc: String| Register {
            address,
            name: name.into(),
            count: setting.words.len() as u32,
            bits: (setting.bits - low).min(WORD_BITS),
            access: if setting.is_table() { Access::Write } else { Access::ReadWrite },
            reset: (!setting.is_table()).then(|| (setting.word(setting.words[0]) >> low) as u32),
            doc: doc.into(),
        };
        match (setting.is_table(), self.words()) {
            (true, _) => {
                let doc = format!("{what}. After a commit all words count, so write all of them; it reads as 0");
                vec![row(*address, name.clone(), 0, doc)]
            }
            (false, 1) => vec![row(*address, name.clone(), 0, what)],
            (false, _) => {
                let half = |(number, end): (u32, &str)| {
                    let low = number * WORD_BITS;
                    let doc = format!("{what}, from bit {low} on");
                    row(address + number * WORD_BYTES, format!("{name}_{end}"), low, doc)
                };
                [(0, "low"), (1, "high")].map(half).into()
            }
        }
    }
}

/// The registers of a chain.
#[derive(Clone, Debug)]
pub struct Map {
    /// Rows in the order of addresses.
    pub registers: Vec<Register>,
    /// Settings in the order of operations.
    pub settings: Vec<Mapped>,
    /// Bits of an address.
    pub address_bits: u32,
}

impl Map {
    /// Gives the settings of operations, each with the number and the name of its operation, their places: scalars
    /// first, and tables at multiples of their length. `None` if there are none.
    pub fn new(settings: Vec<(usize, String, Setting)>) -> Option<Self> {
        if settings.is_empty() {
            return None;
        }
        let mut end = SETTINGS;
        let mut all: Vec<Mapped> = Vec::new();
        for (operation, word, setting) in settings {
            let before =
                all.iter().filter(|other| other.name.trim_end_matches(|end: char| end.is_ascii_digit()) == word);
            let name = match before.count() {
                0 => word,
                more => format!("{word}{}", more + 1),
            };
            all.push(Mapped { operation, name, setting, address: 0 });
        }
        for scalar in all.iter_mut().filter(|mapped| !mapped.setting.is_table()) {
            scalar.address = end;
            end += scalar.words() * WORD_BYTES;
        }
        for table in all.iter_mut().filter(|mapped| mapped.setting.is_table()) {
            table.address = end.next_multiple_of(1 << table.table_bits());
            end = table.address + (1 << table.table_bits());
        }
        let mut registers: Vec<Register> = control().into_iter().chain(all.iter().flat_map(Mapped::rows)).collect();
        registers.sort_by_key(|register| register.address);
        let address_bits = end.next_power_of_two().ilog2().max(LEAST_ADDRESS_BITS);
        Some(Map { registers, settings: all, address_bits })
    }
}
