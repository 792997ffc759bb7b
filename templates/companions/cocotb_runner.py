if __name__ == "__main__":
    from cocotb_tools.runner import get_runner

    tool = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SIM", "icarus")
    sys.path.insert(0, str(HERE))
    runner = get_runner(tool)
    # The compiler of C++ takes longer than the simulation, unless it leaves the code as it is.
    flags = {"icarus": ["-g2005"], "verilator": ["--timing", "-Wno-fatal", "-CFLAGS", "-O0"]}
    os.environ.setdefault("MAKEFLAGS", f"-j{os.cpu_count()}")
    folder = HERE / f"sim_{tool}"
    runner.build(
        sources=[HERE / f"{NAME}.v"],
        hdl_toplevel=NAME,
        build_args=flags[tool],
        build_dir=folder,
        timescale=("1ns", "1ps"),
        always=True,
    )
    paths = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    results = runner.test(
        hdl_toplevel=NAME, test_module=f"{NAME}_cocotb", build_dir=folder, test_dir=folder, extra_env={"PYTHONPATH": paths}
    )
    from cocotb_tools.runner import get_results

    tests, failures = get_results(results)
    sys.exit(1 if failures or not tests else 0)
