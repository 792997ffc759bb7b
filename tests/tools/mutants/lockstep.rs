//! A core and a mutant of it side by side: a fault that no port ever shows is none.

use super::subject::Subject;
use fftgen::rtl::Port;

/// The mutant's names.
pub const OTHER: &str = "mutant_";

/// A module with the core's ports, named `lockstep`: it is the core, and says where the mutant differs.
pub fn lockstep(subject: &Subject) -> String {
    let (top, name) = (&subject.top, &subject.name);
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
             $display(\"DIFFERS: {name} at %0t\", $time);\n      $finish;\n    end\n",
            when(name, &top.outputs)
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
        subject.beats,
        all(&declared),
        connected(""),
        connected("other_"),
        all(&compared)
    )
}

/// When a port has something to say: what is offered on a channel counts while it is valid.
fn when(port: &str, outputs: &[Port]) -> String {
    let valid = outputs.iter().find_map(|other| {
        let channel = other.name.strip_suffix("valid")?;
        (port.starts_with(channel) && port != other.name && !port.ends_with("ready")).then(|| other.name.clone())
    });
    valid.unwrap_or_else(|| {
        let known = match port {
            "out_data" | "out_exponent" => "ce && active",
            "out_config" => "ce && out_start",
            "out_start" | "overflow" if outputs.iter().any(|port| port.name == "out_start") => "ce",
            "east" => "unloading",
            _ => "1'b1",
        };
        known.into()
    })
}
