"""Flags of `fftgen generate` as keywords, written by `fftgen.native.keywords`."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, TypedDict

Value = str | float | PathLike[str] | Sequence[str | float | PathLike[str]]


class Flags(TypedDict, total=False):
    """Keywords. A `Value` is a text, a number, a file, or a list of these.

    size: int | str | Sequence[int]
        Points of the transform, as in 1024 or 64x64. Up to four dimensions, rows x columns; of real data, samples of a
        frame.
    sizes: Value
        Sizes that each frame chooses from, in place of `size`: a list, as in 12,24,36, or the powers of two of a range,
        as in 64..4096.
    support: Value
        Points of a frame that may differ from zero: sphere:R, within R of index 0 as frequencies count, box:AxB, the
        first indices along each dimension, or a file of points. Only these come in, or with `inverse` go out [default:
        all].
    channels: int
        Interleaved channels, each transformed by itself: the points of all channels at an index follow each other
        [default: 1].
    width: int
        Samples per clock: points, or of rfft and irfft real samples. From 1 to 64, whether or not it divides the size.
    cycles: int
        Clock cycles from a frame to the next, at least as many as a frame has beats: one processor then computes all
        steps of a frame, or operators serve several places; in an array those from a pencil to the next [default: none,
        frames come without a gap].
    rate: Value
        Points that the source has at most, in place of `cycles`: in a clock cycle, as in 1/8 or 0.125, or with `clock`
        in a second, as in 100MSPS.
    clock: Value
        Frequency of the clock, as in 250MHz: of a `rate` in a second, of constraints, and of the throughput in the
        summary [default of both: that of the target].
    snr: Value
        Least signal-to-noise ratio of the results, as in 70dB. Of white noise of full scale, beside exact results.
        Word, growth and twiddle factors follow at least cost where they are not given: without `precision` words of
        fixed point, whose rounding at the input counts. Requirements leave settings free that are not given; what was
        chosen is printed with the command of the core.
    latency: Value
        Longest time from the first beat in to the first beat out, as in 20us, or clock cycles, as in 2000.
    max_lut: int
        Most LUTs, by the estimate before synthesis.
    max_bram: Value
        Most block RAMs, of which half a block counts half.
    device: str
        Device that the core is for and fits into, as in up5k or xc7a35t; fftgen list devices shows all.
    precision: str
        Number format, as in fp32, fixed16, e6m9 or q4.12. fp16, bf16, fp32, fp64, e<exponent bits>m<fraction bits> as
        in e6m9; fixed point: fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12.
    kind: Literal["fft", "rfft", "irfft", "rfft-pair", "irfft-pair"]
        Data: fft, rfft, irfft, rfft-pair, irfft-pair [default: fft]. Complex data (fft), real data (rfft, and back by
        irfft), or two frames of real data at once (rfft-pair, irfft-pair).
    inverse: bool
        The inverse transform, in floating point scaled by 1/N.
    runtime: Value
        What each frame chooses by a word on a channel of its own: direction, forward or inverse [default: nothing].
    name: str
        Top module, and what all names begin with [default: as in dft20_w4_fp32].
    config: str | PathLike[str]
        Read settings from a YAML file, or from standard input for -. Its keys are these flags, which override it; it
        may have those of generate for every command, and a relative out or file of points is relative to the file's
        folder. The key cores lists several cores, each with its settings.
    interface: Literal["axis", "native"]
        AXI4-Stream, or start pulses and a clock enable [default: axis]. The rows of an array have a stream at either
        end with axis, and take link words in steps with native, which is its default.
    memory: Literal["none", "axi"]
        Where frames are: none, they stream through the core, or axi, in external memory that the core reads and writes
        as an AXI4 master; it starts by AXI4-Lite registers [default: none].
    array: Value
        Array of elements with links, as in mesh:8x8, ring:8 or systolic:8x8. Each element has a core and links to its
        neighbours. mesh:PxP and torus:PxP are for frames of three dimensions, line:P and ring:P of two, where P divides
        each length; a frame of one dimension is split into as many lengths. A mesh or a torus takes two dimensions as
        well, of which P*P divides each length. Products with a matrix are along each dimension of such frames, of one
        dimension on line:P, ring:P, or on systolic:RxC, whose cells take batches of B frames, `size` BxN, and without a
        matrix transform these. fftgen explain compares arrays of 4x4, 8x8 to 64x64 elements by torus:4..64.
    link_bits: int
        Bits that a link carries in a clock cycle in each direction [default: 32].
    hop: int
        Samples from the start of a frame to that of the next one, as in `size` 1024 `hop` 512 [default: the size]; of
        an array, registers from an element to its neighbour [default: 1].
    exchange: Literal["direct", "broadcast"]
        How far words travel: direct, to the element that they are for, or broadcast, to the end of the line, for
        comparison [default: direct].
    steps: Literal["phased", "overlapped"]
        Whether engines, row links and column links work one after the other (phased), or at once on different pencils
        (overlapped), of which an element of a mesh then has several [default: phased].
    chain: str
        Operations, as in 'frame 64 hop 32 | window hann | fft | power'. In place of a size: operations with bars
        between them, of which the transforms have sizes of their own. Samples are complex, or real in a chain that
        begins with 'real |'. fftgen list operations shows all operations. In a configuration file it may also be a list
        of operations.
    window: str
        Window before the transform: hann, hamming, blackman, blackman-harris, flat-top, sine, rectangular, kaiser:8.6,
        or a file of real numbers. This flag and `hop`, `bins`, `output`, `average`, `prefix` and `order` shifted are
        another way to write a `chain` with one transform, which the summary shows.
    bins: str
        Bins that leave, A to B - 1 of those in the order of the output.
    output: Literal["complex", "power", "magnitude", "db"]
        What leaves for each bin: complex, power, magnitude, or db, the power in decibels [default: complex].
    average: int
        Mean of K frames of results, a power of two; decibels are those of the mean power.
    prefix: int
        Cyclic prefix of the inverse transform: the last C samples, and after them the frame.
    matrix: Value
        Product with a matrix, from csv or npy, or loaded at run time. In place of a transform: a file of the entries,
        or load:K, K rows that come by a stream of their own while the core runs. A row of the matrix makes a result of
        a frame; it has a column for each point. Frames of several dimensions on an array have a square matrix along
        each one: give the flag for each dimension, or once with commas.
    transform: Value
        Product with the matrix of a transform: dft, idft, dct2, dct4, goertzel:BIN,BIN,.. or czt:START,STEP,COUNT,
        frequencies in cycles a point.
    points: Value
        Values of the z-transform at nodes z that a file lists, csv or npy: the matrix of z^-n; a file for each
        dimension of a frame. Or load:K, K nodes whose factors 1/z come by a stream of their own while the core runs, by
        Horner's rule; load:FILE has those of the model and the testbench in a file.
    products: Literal["format", "bf16", "bf16x3", "bf16x6"]
        Real products of fp32: in the format, or of parts of bf16, whose products are exact and added in fp32: one for
        each (bf16), 3 of factors in 2 parts (bf16x3), or 6 of factors in 3 parts (bf16x6) [default: format].
    macs: int
        Multiply-adds of an element, of which an array has several [default: 1].
    reset: Literal["rst", "aresetn", "none"]
        Synchronous reset: rst, active high, aresetn, active low, or none: registers begin as the FPGA is configured
        [default: rst].
    stall: Literal["any", "none"]
        Pauses that the core bears: any, or none, without a clock enable, where the source pauses between frames only
        and the sink never, as with samples of a converter [default: any].
    resync: Literal["beats", "tlast", "tuser"]
        AXI4-Stream: what tells where frames begin: beats, which are counted from the reset on, or tlast: a frame that
        it cuts short is dropped, and what comes after a frame without it is skipped until it comes; with `last` row,
        tuser: a frame that the start of another one cuts short is dropped, and beats before a start are skipped
        [default: beats].
    buffer: bool
        AXI4-Stream: a frame enters the core once its last beat has come, out of a memory of one frame, so that a pause
        of the source within a frame does not hold back those before it.
    tkeep: bool
        AXI4-Stream: tkeep on both sides, zero for the spare lanes of the last beat of a frame, or of a padded row.
    mark_overflow: bool
        Fixed point: a bit of m_axis_tuser, above the start of the frame if that is there, or out_overflow of the native
        interface, tells whether a value of the frame was too large for its word: so far, and in the last beat of the
        frame in all [default: with `last` row].
    last: Literal["frame", "row"]
        AXI4-Stream: what tlast ends, a frame or a row of several dimensions; with row, tuser[0] is high at the first
        beat of a frame, as in AXI4-Stream Video [default: frame].
    pad: Literal["frame", "rows"]
        What begins with a beat of its own: each frame, or each of its rows, whose last beat then may have spare lanes
        [default: frame].
    input_coding: Literal["signed", "offset"]
        AXI4-Stream, fixed point: words of the input, signed or offset binary, whose sign bit is inverted, as of many
        converters [default: signed].
    iq_order: Literal["iq", "qi"]
        AXI4-Stream: parts of a complex sample, the lower one first: iq, the real part, or qi, the imaginary one, on
        both sides [default: iq].
    order: Value
        Order of the output, natural, bit-reversed or shifted, with index 0 in the middle, or with a comma of input and
        output, as in bit-reversed,natural [default: natural].
    subnormals: Literal["flush", "full"]
        Subnormal numbers become zero, or are kept [default: flush].
    scale: Value
        Fixed point: scale by none (words grow), stage (in each step the bits that it can gain; inputs within the unit
        circle never saturate), stage+1 (one bit more; no input saturates), bfp (block floating point: an exponent for
        each frame), 1/n, 1/sqrt(n), by as many bits in each stage, as in 2,2,1, or runtime: as many as each frame says,
        by a word on a channel of its own [default: stage].
    max_growth: Value
        Fixed point: most bits that words grow by, with `scale` none scaled from there on (or none, any number), with
        bfp normalized [default: none, with bfp 14].
    rounding: Literal["convergent", "half-up", "truncate"]
        Fixed point: how a stage rounds its outputs: convergent, half-up or truncate [default: convergent].
    overflow: Literal["saturate", "wrap"]
        Fixed point: saturate a value that is too large, or wrap it [default: saturate].
    twiddle_bits: int
        Fixed point: bits of a twiddle factor [default: 18, or 2 more than a longer word].
    guard_bits: int
        Fixed point: bits after a word's last place within a stage [default: as noise asks for].
    datapath: Value
        Floating point: compute in cfp<bits>, complex words of parts of 8 to 33 bits with an exponent each, as in cfp28;
        in float, each operator in the format itself; in bfp<bits>, words of 18 to 40 bits with an exponent a frame; or,
        for matrix products and systolic arrays, in a format of a longer fraction, as e8m27 for fp32, rounded once at
        the output [default: cfp of 5 bits more than the fraction, as cfp28 for fp32, whose error is at most 0.5 u
        sqrt(log2 N) for factors up to 13 at any amplitude; float where cfp does not serve, and with `optimize` latency
        where that is quicker].
    optimize: Literal["latency", "area", "balanced"]
        What the plan is chosen for: latency, area or balanced [default: balanced].
    max_dsp: int
        Upper limit on DSP48E2 blocks [default: as many as are worth it].
    nodsp: bool
        No DSP blocks: multipliers are built of LUTs.
    least_memory: bool
        Least memory, whatever that takes in LUTs.
    memory_style: Literal["auto", "block", "lut", "register"]
        Memories of block RAM, of RAM in LUTs or of registers: auto, block, lut or register [default: auto].
    protect: Literal["none", "parity", "ecc"]
        Check bits of memories: none, parity, which finds errors, or ecc, which corrects one [default: none]. Outputs
        event_memory_error and event_memory_corrected tell of words that were wrong as they were read, and of those that
        have been corrected. Registers and delays of shift registers have no check bits.
    target: str
        FPGA family, as in xcup, ecp5 or ice40up [default: xcup]. The core is built for its multipliers, memories and
        delays: xcup (UltraScale+), xc7, versal, ecp5, ice40 (HX), ice40up, nexus, gw2a, generic, or asic (standard
        cells).
    pipeline: Value
        Depth of the operators' pipelines: low, mid or high, cycles as in add=5,mul=4, or both, as in high,add=5
        [default: mid].
    radix: Value
        Kernels in order, as in 4,5; a letter names the algorithm, as in w5 [default: the best plan].
    out: str | PathLike[str]
        Folder to write [default: generated/<name>].
    emit: Value
        Files beside the core, as in default,vivado,cocotb. A list of kinds, which `fftgen list emit` has; default
        stands for testbench,makefile,readme,fusesoc,filelist, all for all kinds that the core can have, and none for
        the manifest alone.
    language: Literal["verilog", "systemverilog", "vhdl"]
        Language of the core and its testbench [default: verilog].
    library: str
        Write modules that several cores have in common once, with names that begin so. Each is in a file of its own,
        which is the same beside every core; several cores may have one folder.
    license: str
        Licence of the generated files, an SPDX identifier [default: 0BSD].
    no_verify: bool
        Do not check the core against the reference model.
    """

    size: int | str | Sequence[int] | None
    sizes: Value | None
    support: Value | None
    channels: int | None
    width: int | None
    cycles: int | None
    rate: Value | None
    clock: Value | None
    snr: Value | None
    latency: Value | None
    max_lut: int | None
    max_bram: Value | None
    device: str | None
    precision: str | None
    kind: Literal["fft", "rfft", "irfft", "rfft-pair", "irfft-pair"] | None
    inverse: bool | None
    runtime: Value | None
    name: str | None
    config: str | PathLike[str] | None
    interface: Literal["axis", "native"] | None
    memory: Literal["none", "axi"] | None
    array: Value | None
    link_bits: int | None
    hop: int | None
    exchange: Literal["direct", "broadcast"] | None
    steps: Literal["phased", "overlapped"] | None
    chain: str | None
    window: str | None
    bins: str | None
    output: Literal["complex", "power", "magnitude", "db"] | None
    average: int | None
    prefix: int | None
    matrix: Value | None
    transform: Value | None
    points: Value | None
    products: Literal["format", "bf16", "bf16x3", "bf16x6"] | None
    macs: int | None
    reset: Literal["rst", "aresetn", "none"] | None
    stall: Literal["any", "none"] | None
    resync: Literal["beats", "tlast", "tuser"] | None
    buffer: bool | None
    tkeep: bool | None
    mark_overflow: bool | None
    last: Literal["frame", "row"] | None
    pad: Literal["frame", "rows"] | None
    input_coding: Literal["signed", "offset"] | None
    iq_order: Literal["iq", "qi"] | None
    order: Value | None
    subnormals: Literal["flush", "full"] | None
    scale: Value | None
    max_growth: Value | None
    rounding: Literal["convergent", "half-up", "truncate"] | None
    overflow: Literal["saturate", "wrap"] | None
    twiddle_bits: int | None
    guard_bits: int | None
    datapath: Value | None
    optimize: Literal["latency", "area", "balanced"] | None
    max_dsp: int | None
    nodsp: bool | None
    least_memory: bool | None
    memory_style: Literal["auto", "block", "lut", "register"] | None
    protect: Literal["none", "parity", "ecc"] | None
    target: str | None
    pipeline: Value | None
    radix: Value | None
    out: str | PathLike[str] | None
    emit: Value | None
    language: Literal["verilog", "systemverilog", "vhdl"] | None
    library: str | None
    license: str | None
    no_verify: bool | None
