"""Compiles files of SystemRDL by PeakRDL's compiler, and prints their registers.

Arguments: the files. Each register is a line: its name, its address, its words, what software does with it, and its value after
a reset.
"""

import sys

from systemrdl import RDLCompiler

for path in filter(lambda word: word != "-V", sys.argv[1:]):
    compiler = RDLCompiler()
    compiler.compile_file(path)
    for register in compiler.elaborate().top.registers(unroll=False):
        words = register.array_dimensions[0] if register.is_array else 1
        (field,) = register.fields()
        reset = field.get_property("reset")
        print(register.inst_name, hex(register.raw_address_offset), words, field.get_property("sw").name, field.width, reset)
