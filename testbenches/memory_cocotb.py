"""A core for frames in external memory beside the AXI memory and the AXI-Lite master of cocotbext-axi.

As a program: builds the core and runs the tests in Icarus Verilog. Arguments: name of the core, byte address of the frame, byte address of
the result, bytes of the memory, bytes of a row, bytes from a row to the next. The frame is in frame.bin, the result in result.bin.
"""

import os
import random
import sys

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam

CONTROL, STATUS, FRAMES, SOURCE, RESULT = 0x00, 0x04, 0x08, 0x10, 0x18


def pauses(seed):
    """Clock cycles in which a channel pauses, for ever."""
    numbers = random.Random(seed)
    while True:
        yield numbers.random() < 0.3


async def prepared(dut):
    """Resets the core and returns its master and its memory, which holds the frame."""
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    control = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst)
    memory = AxiRam(AxiBus.from_prefix(dut, "m_axi"), dut.clk, dut.rst, size=int(os.environ["BYTES"]))
    dut.rst.value = 1
    await Timer(100, "ns")
    await RisingEdge(dut.clk)
    dut.rst.value = 0
    with open(os.path.join(os.environ["FOLDER"], "frame.bin"), "rb") as file:
        memory.write(int(os.environ["SOURCE"]), file.read())
    return control, memory


async def transform(dut, control, result):
    """Runs one frame and returns the status."""
    await control.write_dword(FRAMES, 1)
    await control.write_qword(SOURCE, int(os.environ["SOURCE"]))
    await control.write_qword(RESULT, result)
    await control.write_dword(CONTROL, 1)
    for _ in range(100000):
        await RisingEdge(dut.clk)
        if dut.irq.value == 1:
            return await control.read_dword(STATUS)
    raise AssertionError("no end")


@cocotb.test()
async def frames_are_transformed(dut):
    control, memory = await prepared(dut)
    for seed, channel in enumerate(
        [
            memory.write_if.aw_channel,
            memory.write_if.w_channel,
            memory.write_if.b_channel,
            memory.read_if.ar_channel,
            memory.read_if.r_channel,
        ]
    ):
        channel.set_pause_generator(pauses(seed))
    result = int(os.environ["RESULT"])
    status = await transform(dut, control, result)
    assert status & 0xF07 == 2, hex(status)
    with open(os.path.join(os.environ["FOLDER"], "result.bin"), "rb") as file:
        wanted = file.read()
    # Gaps behind the rows hold what the core leaves there.
    row, pitch = int(os.environ["ROW"]), int(os.environ["PITCH"])
    found = memory.read(result, len(wanted))
    for first in range(0, len(wanted), pitch):
        assert found[first : first + row] == wanted[first : first + row], first


@cocotb.test()
async def misaligned_addresses_are_refused(dut):
    control, _ = await prepared(dut)
    status = await transform(dut, control, int(os.environ["RESULT"]) + 4)
    assert status & 0xF07 == 0x206, hex(status)


if __name__ == "__main__":
    from cocotb_tools.runner import get_runner

    name, source, result, size, row, pitch = sys.argv[1:]
    runner = get_runner("icarus")
    runner.build(sources=[f"{name}.v"], hdl_toplevel=name, build_args=["-g2005"], timescale=("1ns", "1ps"))
    environment = {"FOLDER": os.getcwd(), "SOURCE": source, "RESULT": result, "BYTES": size, "ROW": row, "PITCH": pitch}
    runner.test(hdl_toplevel=name, test_module="memory_cocotb", extra_env=environment)
