//! Verilog identifiers: legal, unique in their module, and the same every time.

use std::collections::HashMap;

/// Reserved words of Verilog-2005, and those of SystemVerilog that a name could plausibly meet:
/// tools read `.v` files as either.
const RESERVED: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config \
    deassign default defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule \
    endprimitive endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 \
    if ifnone incdir include initial inout input instance integer join large liblist library localparam \
    macromodule medium module nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos \
    posedge primitive pull0 pull1 pulldown pullup pulsestyle_onevent pulsestyle_ondetect rcmos real realtime reg \
    release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify specparam \
    strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg \
    unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor \
    alias assert assume before bind bins bit break byte chandle checker class clocking const constraint context \
    continue cover cross dist do endclass endinterface endpackage endprogram endproperty endsequence enum expect \
    export extends extern final first_match foreach forkjoin global iff implements import inside int interface \
    intersect let local logic longint matches modport new nexttime null package packed priority program property \
    protected pure rand randc randcase randomize ref restrict return sequence shortint shortreal soft solve \
    static string strong struct super tagged this throughout timeprecision timeunit type typedef union unique \
    until var virtual void wait_order weak wildcard with within";

/// Whether a name is reserved in Verilog or SystemVerilog.
///
/// ```
/// assert!(fftgen::verilog::is_keyword("wire"));
/// assert!(!fftgen::verilog::is_keyword("dft20"));
/// ```
pub fn is_keyword(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

/// Names given out in one module.
pub(super) struct Names {
    /// Each name taken, with the last number appended to it.
    taken: HashMap<String, u32>,
}

impl Names {
    pub fn new() -> Self {
        Names { taken: RESERVED.split_whitespace().map(|word| (word.to_string(), 1)).collect() }
    }

    /// The wanted name, or it with the lowest free number from 2 on.
    pub fn unique(&mut self, wanted: &str) -> String {
        let wanted = legal(wanted);
        if !self.taken.contains_key(&wanted) {
            self.taken.insert(wanted.clone(), 1);
            return wanted;
        }
        self.numbered(&wanted)
    }

    /// The name with a number appended, counting from 1 for a kind that is not itself a name.
    pub fn numbered(&mut self, kind: &str) -> String {
        loop {
            let count = self.taken.entry(kind.to_string()).or_insert(0);
            *count += 1;
            let name = format!("{kind}_{count}");
            if !self.taken.contains_key(&name) {
                self.taken.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// Letters, digits and underscores, not starting with a digit.
fn legal(name: &str) -> String {
    let mut legal: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        legal.insert(0, 'n');
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_unique() {
        let mut names = Names::new();
        let given: Vec<String> = ["a", "a", "reg", "3 x", "a_2", "a"].iter().map(|n| names.unique(n)).collect();
        assert_eq!(given, ["a", "a_2", "reg_2", "n3_x", "a_2_2", "a_3"]);
        assert_eq!(names.numbered("sum"), "sum_1");
        assert_eq!(names.numbered("sum"), "sum_2");
    }
}
