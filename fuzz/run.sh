#!/usr/bin/env bash
# Runs a target for some seconds: run.sh CARGO_FUZZ TARGET SECONDS. An input that fails stays in fuzz/artifacts/TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo_fuzz=$PWD/$1 target=$2 seconds=$3
# Inputs that are found are kept here, and the committed ones are read alone.
found=target/fuzz-corpus/$target
mkdir -p "$found"
options=(-max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 -print_final_stats=1)
if [ -f "fuzz/$target.dict" ]; then options+=(-dict="fuzz/$target.dict"); fi
# A plan has one thread, so that an input takes the same way each time.
export RAYON_NUM_THREADS=1
# What is checked is in the profile. Several units are compiled in less time than one.
"$cargo_fuzz" run --sanitizer none --release --codegen-units 16 --target-dir target/fuzz "$target" "$found" "fuzz/corpus/$target" -- "${options[@]}" < /dev/null
