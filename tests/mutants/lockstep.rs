//! A core and a mutant of it side by side: a fault that no port ever shows is none.

use fftgen::rtl::Port;
use fftgen::Design;

/// The mutant's names.
pub const OTHER: &str = "mutant_";

/// A module with the core's ports, named `lockstep`: it is the core, and says where the mutant differs.
pub fn lockstep(design: &Design, testbench: &str) -> String {
    let (top, name) = (&design.top, &design.name);
    let width = |port: &Port| port.fields.iter().map(|&field| top.width(field)).sum::<u32>();
    let names: Vec<&str> = std::iter::once("clk")
        .filter(|_| top.is_clocked())
        .chain(top.inputs.iter().map(|port| port.name.as_str()))
        .collect();
    let mut ports: Vec<String> =
        names.iter().filter(|name| **name == "clk").map(|_| "  input wire clk".into()).collect();
    ports.extend(top.inputs.iter().map(|port| format!("  input wire [{}:0] {}", width(port) - 1, port.name)));
    ports.extend(top.outputs.iter().map(|port| format!("  output wire [{}:0] {}", width(port) - 1, port.name)));
    let connected = |prefix: &str| {
        let outputs = top.outputs.iter().map(|port| format!(".{0}({prefix}{0})", port.name));
        let inputs = names.iter().map(|name| format!(".{name}({name})"));
        inputs.chain(outputs).collect::<Vec<_>>().join(", ")
    };
    let declared = |port: &Port| format!("  wire [{}:0] other_{};\n", width(port) - 1, port.name);
    let compared = |port: &Port| {
        let name = &port.name;
        format!(
            "    if ({} && (^{name} !== 1'bx) && {name} !== other_{name}) begin\n      \
             $display(\"DIFFERS: {name} in phase %0d, frame %0d\", {testbench}.phase, {testbench}.out_frame);\n      \
             $finish;\n    end\n",
            when(name)
        )
    };
    let all = |line: &dyn Fn(&Port) -> String| top.outputs.iter().map(line).collect::<String>();
    let active = match top.outputs.iter().any(|port| port.name == "out_start") {
        true => {
            "  reg [31:0] left;\n  wire active = out_start | (left != 0);\n  always @(posedge clk)\n    \
                 if (rst) left <= 0;\n    \
                 else if (ce) left <= out_start ? BEATS - 1 : left != 0 ? left - 1 : 0;\n"
        }
        false => "",
    };
    format!(
        "module lockstep (\n{}\n);\n  localparam BEATS = {};\n{}{active}  {name} one ({});\n  {OTHER}{name} other ({});\n  \
         always @(posedge clk) if (!rst) begin\n{}  end\nendmodule\n",
        ports.join(",\n"),
        design.interval(),
        all(&declared),
        connected(""),
        connected("other_"),
        all(&compared)
    )
}

/// When a port has something to say.
fn when(port: &str) -> &'static str {
    match port {
        "m_axis_tdata" | "m_axis_tlast" | "m_axis_tuser" => "m_axis_tvalid",
        "out_data" | "out_exponent" => "ce && active",
        "out_config" => "ce && out_start",
        "out_start" | "overflow" => "ce",
        _ => "1'b1",
    }
}
