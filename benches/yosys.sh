#!/bin/sh
# Installs the Yosys that BENCHMARKS.md is measured with and prints the command: figures of two versions do not
# compare. The wheel has the library only, which is enough for the two options that fftgen needs.
set -eu

version=0.70
command=$PWD/.venv/bin/yosys-$version
[ -x .venv/bin/pip ] || python3 -m venv .venv
.venv/bin/python -c "import sys, importlib.metadata as m; sys.exit(m.version('pyosys') != '$version')" 2> /dev/null ||
    .venv/bin/pip install -q "pyosys==$version" >&2
cat > "$command" << END
#!$PWD/.venv/bin/python
import sys
from pyosys import libyosys as yosys
if "-V" in sys.argv:
    print(yosys.yosys_maybe_version())
else:
    design = yosys.Design()
    for command in open(sys.argv[sys.argv.index("-s") + 1]):
        yosys.run_pass(command.strip(), design)
END
chmod +x "$command"
echo "$command"
