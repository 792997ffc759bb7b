//! The words that other tools and people have for what flags and their values are called here: one row for each
//! meaning.

/// What words stand for.
#[derive(Clone, Copy)]
pub enum Means {
    /// Word of the same flag, which is taken.
    Word(&'static str),
    /// Flags that are suggested in place of this one, and why.
    Flags(&'static str, &'static str),
    /// A number times a factor, which is suggested as the value, and why.
    Times(usize, &'static str),
}

use Means::{Flags, Times, Word};

/// Words of a flag with their meaning. `#` stands for a number, which goes into each `#` of the meaning, and a last `*`
/// for any rest.
pub struct Row(pub &'static str, pub &'static [&'static str], pub Means);

/// Words in place of the names of flags.
pub const NAMES: &[(&[&str], Means)] = &[
    (&["run-time"], Word("runtime")),
    (&["throughput", "sample-rate"], Word("rate")),
    (&["fits"], Word("device")),
    (&["n", "nfft", "length", "fft-size", "fft-length", "samples"], Flags("--size", "the points of a frame")),
    (
        &["lanes", "parallel", "parallelism", "samples-per-clock", "ppc"],
        Flags("--width", "the points in a clock cycle"),
    ),
    (&["bits", "format", "dtype", "type", "number-format"], Flags("--precision", "the number format")),
    (&["family"], Flags("--target", "the family of the FPGA")),
    (&["fpga", "part", "chip"], Flags("--device", "the FPGA")),
    (&["frequency", "freq", "clk", "fclk"], Flags("--clock", "the frequency of the clock")),
    (&["interval", "period"], Flags("--cycles", "the clock cycles from a frame to the next")),
    (&["simulator", "sim"], Flags("--with", "what simulates the core")),
    (&["ifft", "idft", "backward"], Flags("--inverse", "the inverse transform")),
    (&["real"], Flags("--kind=rfft", "real data")),
    (&["dct"], Flags("--transform=dct2", "the cosine transform")),
    (&["bfp"], Flags("--scale=bfp", "block floating point")),
];

/// Words in place of the values of flags.
pub const VALUES: &[Row] = &[
    Row("size", &["#k"], Times(1 << 10, "k stands for 1000 or for 1024")),
    Row("size", &["#m"], Times(1 << 20, "M stands for 1000000 or for 1048576")),
    Row("precision", &["fp#"], Word("fp#")),
    Row("precision", &["bf#", "bfloat#"], Word("bf#")),
    Row("precision", &["e#m#"], Word("e#m#")),
    Row("precision", &["fixed#", "fix#", "int#", "i#", "s#", "sint#", "sfix#"], Word("fixed#")),
    Row(
        "precision",
        &["uint#", "u#"],
        Flags("--precision fixed# --input-coding offset", "unsigned words are offset binary"),
    ),
    Row("input-coding", &["offset-binary", "unsigned"], Word("offset")),
    Row("input-coding", &["twos-complement", "two's-complement"], Word("signed")),
    Row("precision", &["q#.#"], Word("q#.#")),
    Row("precision", &["q15"], Word("q1.15")),
    Row("precision", &["q31"], Word("q1.31")),
    Row("precision", &["q7"], Word("q1.7")),
    Row("precision", &["half", "float16", "f16", "binary16"], Word("fp16")),
    Row("precision", &["single", "float32", "f32", "binary32"], Word("fp32")),
    Row("precision", &["double", "float64", "f64", "binary64"], Word("fp64")),
    Row("precision", &["float"], Flags("--precision fp32", "float is fp32 in C and fp64 in Python")),
    Row(
        "precision",
        &["complex64"],
        Flags("--precision fp32", "a format is that of each part, and parts of complex64 are fp32"),
    ),
    Row(
        "precision",
        &["complex128"],
        Flags("--precision fp64", "a format is that of each part, and parts of complex128 are fp64"),
    ),
    Row("precision", &["#"], Flags("--precision fixed#", "bits alone are no format")),
    Row("kind", &["complex", "c2c", "dft"], Word("fft")),
    Row("kind", &["r2c"], Word("rfft")),
    Row("kind", &["c2r"], Word("irfft")),
    Row(
        "kind",
        &["ifft", "idft", "inverse"],
        Flags("--inverse", "the inverse transform of complex data has a flag of its own, --inverse"),
    ),
    Row("kind", &["real"], Flags("--kind rfft", "the transform of real data is rfft, and its inverse irfft")),
    Row(
        "kind",
        &["dct", "dct2", "dct-ii"],
        Flags("--transform dct2", "cosine transforms are products with a matrix, --transform dct2 or dct4"),
    ),
    Row(
        "kind",
        &["dct4", "dct-iv"],
        Flags("--transform dct4", "cosine transforms are products with a matrix, --transform dct2 or dct4"),
    ),
    Row("runtime", &["inverse", "ifft", "dir"], Word("direction")),
    Row(
        "runtime",
        &["size", "sizes", "length", "points"],
        Flags("--sizes {size},{double}", "sizes that frames choose from are those of --sizes"),
    ),
    Row(
        "runtime",
        &["scale", "scaling", "shift", "shifts"],
        Flags("--scale runtime", "shifts that frames choose are --scale runtime"),
    ),
    Row("scale", &["run-time", "run_time"], Word("runtime")),
    Row("scale", &["block", "block-floating-point"], Word("bfp")),
    Row("scale", &["unscaled", "off", "no"], Word("none")),
    Row("scale", &["ortho", "unitary", "1/sqrtn"], Word("1/sqrt(n)")),
    Row("rounding", &["half-even", "nearest-even", "rne"], Word("convergent")),
    Row("rounding", &["trunc", "floor"], Word("truncate")),
    Row("overflow", &["sat", "saturating", "clip", "clamp"], Word("saturate")),
    Row("overflow", &["wrapping", "wraparound", "modulo"], Word("wrap")),
    Row("order", &["bitrev", "bit-rev", "bitreversed", "bit_reversed", "reversed"], Word("bit-reversed")),
    Row("order", &["normal", "linear", "in-order"], Word("natural")),
    Row("order", &["fftshift", "centered", "centred", "shift"], Word("shifted")),
    Row("window", &["hanning"], Word("hann")),
    Row("window", &["boxcar", "rect", "none"], Word("rectangular")),
    Row("interface", &["axi-stream", "axi4-stream", "axistream", "axi4s", "stream"], Word("axis")),
    Row("reset", &["active-high", "reset"], Word("rst")),
    Row("reset", &["active-low", "resetn", "rst_n", "rstn"], Word("aresetn")),
    Row("memory", &["axi4", "ddr", "dram", "external"], Word("axi")),
    Row("optimize", &["size", "resources", "luts"], Word("area")),
    Row(
        "optimize",
        &["speed", "throughput"],
        Flags("--optimize latency", "throughput follows from --width, and a plan is chosen for latency, area or both"),
    ),
    Row("pipeline", &["medium"], Word("mid")),
    Row("with", &["iverilog", "icarus-verilog"], Word("icarus")),
    Row("with", &["model", "builtin"], Word("netlist")),
    Row("clock", &["#"], Flags("--clock #MHz", "a frequency has a unit")),
    Row("clock", &["#.#"], Flags("--clock #.#MHz", "a frequency has a unit")),
    Row(
        "target",
        &[
            "artix7",
            "artix-7",
            "kintex7",
            "kintex-7",
            "virtex7",
            "virtex-7",
            "spartan7",
            "spartan-7",
            "zynq",
            "zynq7*",
            "7series",
            "xc7*",
        ],
        Word("xc7"),
    ),
    Row(
        "target",
        &["ultrascale*", "zynqmp", "mpsoc", "rfsoc", "kria", "xcau*", "xcku*", "xcvu*", "xczu*", "xck26*"],
        Word("xcup"),
    ),
    Row("target", &["versal*", "xcvc*", "xcve*", "xcvm*", "xcvp*"], Word("versal")),
    Row("target", &["lfe5*", "ecp5-*", "ecp5u*"], Word("ecp5")),
    Row("target", &["up5k*", "up3k*", "ice40up5k*", "ice40up3k*", "ultraplus"], Word("ice40up")),
    Row("target", &["hx#k*", "lp#k*", "ice40hx*", "ice40lp*"], Word("ice40")),
    Row("target", &["lifcl*", "lfd2nx*", "lfcpnx*", "crosslink-nx", "certus-nx", "certuspro-nx"], Word("nexus")),
    Row("target", &["gw2a*"], Word("gw2a")),
    Row(
        "target",
        &["cyclone*", "arria*", "stratix*", "agilex*", "intel", "altera", "virtex", "spartan6*"],
        Flags("--target generic", "there is no table of this family"),
    ),
];
