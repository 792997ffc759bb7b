//! Libraries of standard cells in the Liberty format: areas, and which cells hold a state.

mod function;
mod groups;

use function::is_nand;
use groups::Group;
use std::collections::BTreeMap;

/// Commands of ABC: those of Yosys for a library, then buffers and sizes for the loads of nets, and the delay.
pub const ABC_SCRIPT: &str =
    "strash; &get -n; &fraig -x; &put; scorr; dc2; dretime; strash; &get -n; &dch -f; &nf; &put; \
                              buffer; upsize; dnsize; stime -p\n";

/// Names of the files that a script for standard cells reads and writes.
pub struct CellFiles<'a> {
    /// Liberty file.
    pub library: &'a str,
    /// Commands of ABC, which are [`ABC_SCRIPT`].
    pub abc_script: &'a str,
    /// What ABC prints.
    pub abc_log: &'a str,
    /// Netlist in JSON.
    pub json: &'a str,
    /// Netlist in Verilog.
    pub verilog: &'a str,
}

impl CellFiles<'_> {
    /// Returns commands of Yosys that map `top` to standard cells, after the commands `read`. The Verilog has single
    /// bits only, because tools for timing read no concatenations on the left.
    pub fn script(&self, read: &str, top: &str) -> String {
        let CellFiles { library, abc_script, abc_log, json, verilog } = self;
        format!(
            "{read}\nsynth -flatten -top {top}\ndfflibmap -liberty {library}\n\
             tee -o {abc_log} abc -liberty {library} -script {abc_script}\nopt_clean\n\
             write_json {json}\nsplitnets -ports\nwrite_verilog -noattr -noexpr -simple-lhs {verilog}\n"
        )
    }
}

/// Library of standard cells.
#[derive(Debug)]
pub struct Library {
    /// Name.
    pub name: String,
    /// Cells by name.
    cells: BTreeMap<String, StandardCell>,
    /// Area of the smallest NAND of two inputs, in the unit of the library.
    pub nand_area: f64,
}

/// Cell of a library.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandardCell {
    /// Area in the unit of the library, which is µm² in most.
    pub area: f64,
    /// Whether the cell is a flip-flop.
    pub is_flop: bool,
    /// Whether the cell is a latch.
    pub is_latch: bool,
}

impl Library {
    /// Reads a library. The error says what it lacks.
    ///
    /// ```
    /// use fftgen_files::synth::Library;
    /// let text = r#"library (two) {
    ///   cell (ND2) { area : 4; pin (A) { direction : input; } pin (B) { direction : input; }
    ///                pin (Y) { direction : output; function : "!(A B)"; } }
    ///   cell (FF) { area : 20.5; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; } }
    /// }"#;
    /// let library = Library::parse(text)?;
    /// assert_eq!((library.nand_area, library.cell("FF").map(|cell| cell.area)), (4.0, Some(20.5)));
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let library = Group::parse(text)?;
        if library.kind != "library" {
            return Err(format!("it begins with {:?} where a library begins", library.kind));
        }
        let cells = library.of_kind("cell").map(|cell| Ok((cell.name.clone(), StandardCell::read(cell)?)));
        let cells = cells.collect::<Result<BTreeMap<_, _>, String>>()?;
        if !cells.values().any(|cell| cell.is_flop) {
            return Err("it has no flip-flop".into());
        }
        let nands = library.of_kind("cell").filter(|cell| is_nand_cell(cell)).map(|cell| cells[&cell.name].area);
        let smallest = nands.filter(|area| *area > 0.0).min_by(f64::total_cmp);
        let nand_area = smallest.ok_or("it has no NAND of two inputs with an area")?;
        Ok(Library { name: library.name.clone(), cells, nand_area })
    }

    /// Returns the cell of a name.
    pub fn cell(&self, name: &str) -> Option<StandardCell> {
        self.cells.get(name).copied()
    }
}

impl StandardCell {
    /// Reads the group of a cell. A cell without an area takes none.
    fn read(cell: &Group) -> Result<Self, String> {
        let text = cell.attribute("area").unwrap_or("0");
        let area = text.parse().ok().filter(|area: &f64| area.is_finite() && *area >= 0.0);
        let area = area.ok_or_else(|| format!("the area of cell {} is {text:?}", cell.name))?;
        let has = |kind| cell.of_kind(kind).next().is_some();
        Ok(StandardCell { area, is_flop: has("ff"), is_latch: has("latch") })
    }
}

/// Whether a cell is a NAND of two inputs.
fn is_nand_cell(cell: &Group) -> bool {
    let direction = |pin: &&Group, word: &str| pin.attribute("direction") == Some(word);
    let pins: Vec<&Group> = cell.of_kind("pin").collect();
    let inputs: Vec<&str> = pins.iter().filter(|pin| direction(pin, "input")).map(|pin| pin.name.as_str()).collect();
    let outputs: Vec<&&Group> = pins.iter().filter(|pin| direction(pin, "output")).collect();
    match (&inputs[..], &outputs[..]) {
        (&[a, b], [output]) => output.attribute("function").is_some_and(|function| is_nand(function, [a, b])),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAND: &str = r#"cell ("ND") { area : 2.5; pin (A) { direction : "input"; } pin (B) { direction : input; }
        pin (Y) { direction : output; function : "(A B)'"; timing () { values ("1, 2", \
        "3"); } } }"#;
    const FLOP: &str = "cell (FF) { ff (IQ,IQN) { clocked_on : C } area : 8; }";

    #[test]
    fn cells_have_areas_and_kinds() {
        let text = format!("/* a */ library (lib) {{ time_unit : \"1ns\"; // b\n unit (1,pf); {NAND} {FLOP} }}");
        let library = Library::parse(&text).unwrap();
        assert_eq!((library.name.as_str(), library.nand_area), ("lib", 2.5));
        assert_eq!(library.cell("FF"), Some(StandardCell { area: 8.0, is_flop: true, is_latch: false }));
        assert_eq!(library.cell("nothing"), None);
    }

    #[test]
    fn what_is_no_library_is_refused_with_a_reason() {
        let refused = |text: String| Library::parse(&text).unwrap_err();
        assert_eq!(refused("".into()), "it has no group");
        assert_eq!(refused("module m; endmodule".into()), "it has no group");
        assert_eq!(refused("cell (x) { }".into()), "it begins with \"cell\" where a library begins");
        assert_eq!(refused(format!("library (l) {{ {NAND} ")), "it ends within a group");
        assert_eq!(refused(format!("library (l) {{ {NAND} }}")), "it has no flip-flop");
        assert_eq!(refused(format!("library (l) {{ {FLOP} }}")), "it has no NAND of two inputs with an area");
        assert_eq!(refused("library (l) { cell (x) { area : -1; } }".into()), "the area of cell x is \"-1\"");
        assert_eq!(refused("\n}".into()), "line 2: a brace closes nothing");
        assert_eq!(refused("library { }".into()), "line 1: a group has no name");
        assert!(Library::parse(&"{".repeat(100_000)).is_err());
        let nested = "cell (x) {\n".repeat(500_000) + &"}".repeat(500_000);
        let deep = "line 65: groups are nested more than 64 deep; close those that have ended by a brace";
        assert_eq!(refused(nested), deep);
        assert!(Library::parse(&"a (".repeat(100_000)).is_err());
    }
}
