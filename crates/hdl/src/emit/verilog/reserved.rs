//! Reserved words, which cannot be identifiers.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Reserved words of Verilog-2005, and the reserved words of SystemVerilog that could be names. Some tools read `.v`
/// files as SystemVerilog.
const WORDS: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config \
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

static RESERVED: LazyLock<HashSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// Whether a word is reserved in Verilog or SystemVerilog.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(word)
}
