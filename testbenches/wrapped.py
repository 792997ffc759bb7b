"""Wraps a core in LiteX or in Amaranth, for its testbench to see the wrapper in place of the core.

Arguments: litex or amaranth, and the name of the core, whose files are in this folder. Writes wrapped.v, or wrapped.il for Yosys; inner.v,
the core under another name; and shim.v, a module with the name and the ports of the core.
"""

import importlib
import json
import sys
from pathlib import Path

FRAMEWORK, NAME = sys.argv[1:]
sys.path.insert(0, ".")
module = importlib.import_module(f"{NAME}_{FRAMEWORK}")
(wrapper,) = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
ports = json.loads(Path(f"{NAME}.json").read_text())["ports"]
STREAMS = {"s_axis_config": "config", "s_axis": "sink", "m_axis": "source"}


def place(port):
    """Stream and field of a port, or None for a port on no stream."""
    bus, _, signal = port["name"].rpartition("_t")
    return (STREAMS[bus], signal) if bus in STREAMS else None


if FRAMEWORK == "litex":
    from migen.fhdl import verilog

    core = wrapper()
    streams = [getattr(core, name) for name in STREAMS.values() if hasattr(core, name)]
    others = {getattr(core, port["name"]) for port in ports if place(port) is None and port["direction"] == "output"}
    converted = verilog.convert(core, ios=others.union(*(stream.flatten() for stream in streams)), name="wrapped")
    Path("wrapped.v").write_text(str(converted).replace(f"\n{NAME} ", "\ninner "))
    clock, reset = "sys_clk", "sys_rst"
else:
    from amaranth.back import rtlil

    Path("wrapped.il").write_text(rtlil.convert(wrapper(), name="wrapped").replace(f"\\{NAME} ", "\\inner "))
    clock, reset = "clk", "rst"


def components(field, port):
    """Connections of the components in the lanes of a port."""
    packing = port["packing"]
    bits, lane = packing["component_slot_bits"], packing["sample_bits"]
    parts = ["re", "im"] if lane > bits else [""]
    if packing.get("imaginary_low"):
        parts.reverse()
    for low in range(0, lane * packing["lanes"], bits):
        part = parts[low // bits % len(parts)]
        name = f"{field}_lane{low // lane}" + (f"_{part}" if part else "")
        yield name, f"{port['name']}[{low} +: {bits}]"


def connections():
    """Connections of the wrapper in the terms of the ports of the core."""
    payloads = {}
    for port in ports:
        name, found = port["name"], place(port)
        if name == "clk":
            yield clock, name
        elif name in ("rst", "aresetn"):
            yield reset, name if name == "rst" else f"~{name}"
        elif found is None:
            yield name, name
        elif FRAMEWORK == "litex":
            stream, field = found
            if "packing" in port:
                yield from components(f"{stream}_payload_{field}", port)
            else:
                yield f"{stream}_{field if field in ('valid', 'ready', 'last') else 'payload_' + field}", name
        else:
            stream, field = found
            if field in ("valid", "ready"):
                yield f"{stream}__{field}", name
            else:
                payloads.setdefault(stream, []).insert(0, name)
    for stream, fields in payloads.items():
        yield f"{stream}__payload", "{" + ", ".join(fields) + "}"


declared = ",\n".join(f"  {port['direction']} wire [{port['width'] - 1}:0] {port['name']}" for port in ports)
connected = ",\n".join(f"    .{name}({value})" for name, value in connections())
Path("shim.v").write_text(f"module {NAME} (\n{declared}\n);\n  wrapped wrapped (\n{connected}\n  );\nendmodule\n")
Path("inner.v").write_text(Path(f"{NAME}.v").read_text().replace(f"module {NAME} (", "module inner ("))
