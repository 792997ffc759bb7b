//! Flags about a core.

use super::flags::flags;
use super::headings::{ARRAYS, FILES, FIXED, MATRIX, NUMBERS, OPTIMISATION, PORTS, REQUIREMENTS, TRANSFORM};
use crate::cli::values::{
    channels, shape, whole, Arrays, BlockRams, Channels, Clock, Decibels, Deferred, Device, Entries, Family, Latency,
    MatrixRule, MaxGrowth, Memory, Nodes, Output, Rate, Region, Resync, Scaling, SideOrder, Subnormals, Word,
};
use fftgen::arch::ports::{Stall, TlastMark};
use fftgen::array::{Delivery, Steps};
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::{FrameShape, Kernel, Kind};
use fftgen::number::{Datapath, ProductRule};
use fftgen::parts::Reset;
use fftgen::pipeline::{InputCoding, IqOrder, Padding};
use fftgen::protect::Protection;
use fftgen::rtl::retime::PipelineDepths;
use fftgen::rtl::MemoryStyle;
use fftgen::runtime::Runtime;
use fftgen::schedule::Goal;
use fftgen::{Error, Interface};
use std::path::PathBuf;

flags! {
/// Flags about a core.
pub struct Settings {
    /// Points of the transform, as in 1024 or 64x64
    ///
    /// Up to four dimensions, rows x columns; of real data, samples of a frame
    #[arg(long, value_name = "N", value_parser = shape, allow_negative_numbers = true)]
    #[arg(short = 'n', help_heading = TRANSFORM)]
    pub size: Option<FrameShape>,
    /// Sizes that each frame chooses from, in place of --size: a list, as in 12,24,36, or the powers of two of a
    /// range, as in 64..4096
    #[arg(long, value_name = "LIST")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub sizes: Option<Deferred<Vec<usize>>>,
    /// Points of a frame that may differ from zero: sphere:R, within R of index 0 as frequencies count, box:AxB, the
    /// first indices along each dimension, or a file of points. Only these come in, or with --inverse go out [default:
    /// all]
    #[arg(long, value_name = "SPEC")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub support: Option<Deferred<Region>>,
    /// Interleaved channels, each transformed by itself: the points of all channels at an index follow each other
    /// [default: 1]
    #[arg(long, value_name = "C", value_parser = channels, allow_negative_numbers = true)]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub channels: Option<Channels>,
    /// Samples per clock: points, or of rfft and irfft real samples
    ///
    /// From 1 to 64, whether or not it divides the size
    #[arg(long, value_name = "W", value_parser = whole, allow_negative_numbers = true)]
    #[arg(short = 'w', help_heading = TRANSFORM)]
    pub width: Option<usize>,
    /// Clock cycles from a frame to the next, at least as many as a frame has beats: one processor then computes
    /// all steps of a frame, or operators serve several places; in an array those from a pencil to the next [default:
    /// none, frames come without a gap]
    #[arg(long, value_name = "C", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub cycles: Option<usize>,
    /// Points that the source has at most, in place of --cycles: in a clock cycle, as in 1/8 or 0.125, or with
    /// --clock in a second, as in 100MSPS
    #[arg(long, value_name = "RATE")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub rate: Option<Deferred<Rate>>,
    /// Frequency of the clock, as in 250MHz: of a --rate in a second, of constraints, and of the throughput in the
    /// summary [default of both: that of the target]
    #[arg(long, value_name = "F")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub clock: Option<Deferred<Clock>>,
    /// Least signal-to-noise ratio of the results, as in 70dB
    ///
    /// Of white noise of full scale, beside exact results. Word, growth and twiddle factors follow at least cost where
    /// they are not given: without --precision words of fixed point, whose rounding at the input counts. Requirements
    /// leave settings free that are not given; what was chosen is printed with the command of the core
    #[arg(long, value_name = "DB", help_heading = REQUIREMENTS, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    pub snr: Option<Deferred<Decibels>>,
    /// Longest time from the first beat in to the first beat out, as in 20us, or clock cycles, as in 2000
    #[arg(long, value_name = "TIME", help_heading = REQUIREMENTS, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    pub latency: Option<Deferred<Latency>>,
    /// Most LUTs, by the estimate before synthesis
    #[arg(long, value_name = "L", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = REQUIREMENTS, hide_short_help = true)]
    pub max_lut: Option<usize>,
    /// Most block RAMs, of which half a block counts half
    #[arg(long, value_name = "B", help_heading = REQUIREMENTS, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    pub max_bram: Option<Deferred<BlockRams>>,
    /// Device that the core is for and fits into, as in up5k or xc7a35t; fftgen list devices shows all
    #[arg(long, value_name = "DEVICE", help_heading = REQUIREMENTS, hide_short_help = true)]
    pub device: Option<Deferred<Device>>,
    /// Number format, as in fp32, fixed16, e6m9 or q4.12
    ///
    /// fp16, bf16, fp32, fp64, e<exponent bits>m<fraction bits> as in e6m9; fixed point:
    /// fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12
    #[arg(long, value_name = "P")]
    #[arg(short = 'p', help_heading = NUMBERS)]
    pub precision: Option<Deferred<Format>>,
    /// Data: fft, rfft, irfft, rfft-pair, irfft-pair [default: fft]
    ///
    /// Complex data (fft), real data (rfft, and back by irfft), or two frames of real data at once (rfft-pair,
    /// irfft-pair)
    #[arg(long, hide_possible_values = true, value_name = "KIND")]
    #[arg(help_heading = TRANSFORM)]
    pub kind: Option<Word<(Kind, bool)>>,
    /// The inverse transform, in floating point scaled by 1/N
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = TRANSFORM)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub inverse: Option<bool>,
    /// What each frame chooses by a word on a channel of its own: direction, forward or inverse
    /// [default: nothing]
    #[arg(long, value_name = "LIST")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub runtime: Option<Deferred<Runtime>>,
    /// Top module, and what all names begin with [default: as in dft20_w4_fp32]
    #[arg(long)]
    #[arg(help_heading = FILES, hide_short_help = true)]
    pub name: Option<String>,
    /// Read settings from a YAML file, or from standard input for -
    ///
    /// Its keys are these flags, which override it; it may have those of generate for every command, and a relative out
    /// or file of points is relative to the file's folder. The key cores lists several cores, each with its settings
    #[arg(long, value_name = "FILE")]
    #[arg(short = 'c', help_heading = FILES)]
    pub config: Option<PathBuf>,
    /// AXI4-Stream, or start pulses and a clock enable [default: axis]
    ///
    /// The rows of an array have a stream at either end with axis, and take link words in steps with native, which is
    /// its default
    #[arg(long, hide_possible_values = true, value_name = "axis|native")]
    #[arg(help_heading = PORTS)]
    pub interface: Option<Word<Interface>>,
    /// Where frames are: none, they stream through the core, or axi, in external memory that the core reads and writes
    /// as an AXI4 master; it starts by AXI4-Lite registers [default: none]
    #[arg(long, hide_possible_values = true, value_name = "none|axi")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub memory: Option<Word<Memory>>,
    /// Array of elements with links, as in mesh:8x8, ring:8 or systolic:8x8
    ///
    /// Each element has a core and links to its neighbours. mesh:PxP and torus:PxP are for frames of three dimensions,
    /// line:P and ring:P of two, where P divides each length; a frame of one dimension is split into as many lengths. A
    /// mesh or a torus takes two dimensions as well, of which P*P divides each length. Products with a matrix are along
    /// each dimension of such frames, of one dimension on line:P, ring:P, or on systolic:RxC, whose cells take batches
    /// of B frames, --size BxN, and without a matrix transform these. fftgen explain compares arrays of 4x4, 8x8 to
    /// 64x64 elements by torus:4..64
    #[arg(long, value_name = "TOPOLOGY", help_heading = ARRAYS)]
    pub array: Option<Deferred<Arrays>>,
    /// Bits that a link carries in a clock cycle in each direction [default: 32]
    #[arg(long, value_name = "BITS", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = ARRAYS, hide_short_help = true)]
    pub link_bits: Option<usize>,
    /// Samples from the start of a frame to that of the next one, as in --size 1024 --hop 512 [default: the size]; of
    /// an array, registers from an element to its neighbour [default: 1]
    #[arg(long, value_name = "H", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = ARRAYS, hide_short_help = true)]
    pub hop: Option<usize>,
    /// How far words travel: direct, to the element that they are for, or broadcast, to the end of the line, for
    /// comparison [default: direct]
    #[arg(long, hide_possible_values = true, value_name = "REACH")]
    #[arg(help_heading = ARRAYS, hide_short_help = true)]
    pub exchange: Option<Word<Delivery>>,
    /// Whether engines, row links and column links work one after the other (phased), or at once on different
    /// pencils (overlapped), of which an element of a mesh then has several [default: phased]
    #[arg(long, hide_possible_values = true, value_name = "STEPS")]
    #[arg(help_heading = ARRAYS, hide_short_help = true)]
    pub steps: Option<Word<Steps>>,
    /// Operations, as in 'frame 64 hop 32 | window hann | fft | power'
    ///
    /// In place of a size: operations with bars between them, of which the transforms have sizes of their own. Samples
    /// are complex, or real in a chain that begins with 'real |'. fftgen list operations shows all operations. In a
    /// configuration file it may also be a list of operations
    #[arg(long, value_name = "CHAIN", help_heading = TRANSFORM)]
    pub chain: Option<String>,
    /// Window before the transform: hann, hamming, blackman, blackman-harris, flat-top, sine, rectangular, kaiser:8.6,
    /// or a file of real numbers
    ///
    /// This flag and --hop, --bins, --output, --average, --prefix and --order shifted are another way to write a
    /// --chain with one transform, which the summary shows
    #[arg(long, value_name = "WINDOW")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub window: Option<String>,
    /// Bins that leave, A to B - 1 of those in the order of the output
    #[arg(long, value_name = "A..B")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub bins: Option<String>,
    /// What leaves for each bin: complex, power, magnitude, or db, the power in decibels [default: complex]
    #[arg(long, alias = "result", value_name = "WHAT", hide_possible_values = true)]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub output: Option<Word<Output>>,
    /// Mean of K frames of results, a power of two; decibels are those of the mean power
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub average: Option<usize>,
    /// Cyclic prefix of the inverse transform: the last C samples, and after them the frame
    #[arg(long, value_name = "C", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub prefix: Option<usize>,
    /// Product with a matrix, from csv or npy, or loaded at run time
    ///
    /// In place of a transform: a file of the entries, or load:K, K rows that come by a stream of their own while the
    /// core runs. A row of the matrix makes a result of a frame; it has a column for each point. Frames of several
    /// dimensions on an array have a square matrix along each one: give the flag for each dimension, or once with
    /// commas
    #[arg(long, value_name = "FILE|load:K", help_heading = MATRIX, value_delimiter = ',')]
    pub matrix: Option<Vec<Deferred<Entries>>>,
    /// Product with the matrix of a transform: dft, idft, dct2, dct4, goertzel:BIN,BIN,.. or czt:START,STEP,COUNT,
    /// frequencies in cycles a point
    #[arg(long, value_name = "RULE")]
    #[arg(help_heading = MATRIX, hide_short_help = true)]
    pub transform: Option<Deferred<MatrixRule>>,
    /// Values of the z-transform at nodes z that a file lists, csv or npy: the matrix of z^-n; a file for each
    /// dimension of a frame. Or load:K, K nodes whose factors 1/z come by a stream of their own while the core runs, by
    /// Horner's rule; load:FILE has those of the model and the testbench in a file
    #[arg(long, value_name = "FILE|load:K", value_delimiter = ',')]
    #[arg(help_heading = MATRIX, hide_short_help = true)]
    pub points: Option<Vec<Deferred<Nodes>>>,
    /// Real products of fp32: in the format, or of parts of bf16, whose products are exact and added in fp32: one for
    /// each (bf16), 3 of factors in 2 parts (bf16x3), or 6 of factors in 3 parts (bf16x6) [default: format]
    #[arg(long, hide_possible_values = true, value_name = "RULE")]
    #[arg(help_heading = MATRIX, hide_short_help = true)]
    pub products: Option<Word<ProductRule>>,
    /// Multiply-adds of an element, of which an array has several [default: 1]
    #[arg(long, value_name = "M", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = MATRIX, hide_short_help = true)]
    pub macs: Option<usize>,
    /// Synchronous reset: rst, active high, aresetn, active low, or none: registers begin as the FPGA is configured
    /// [default: rst]
    #[arg(long, hide_possible_values = true, value_name = "rst|aresetn|none")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub reset: Option<Word<Reset>>,
    /// Pauses that the core bears: any, or none, without a clock enable, where the source pauses between frames only
    /// and the sink never, as with samples of a converter [default: any]
    #[arg(long, hide_possible_values = true, value_name = "any|none")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub stall: Option<Word<Stall>>,
    /// AXI4-Stream: what tells where frames begin: beats, which are counted from the reset on, or tlast: a frame that
    /// it cuts short is dropped, and what comes after a frame without it is skipped until it comes; with --last row,
    /// tuser: a frame that the start of another one cuts short is dropped, and beats before a start are skipped
    /// [default: beats]
    #[arg(long, hide_possible_values = true, value_name = "MARK")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub resync: Option<Word<Resync>>,
    /// AXI4-Stream: a frame enters the core once its last beat has come, out of a memory of one frame, so that a pause
    /// of the source within a frame does not hold back those before it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub buffer: Option<bool>,
    /// AXI4-Stream: tkeep on both sides, zero for the spare lanes of the last beat of a frame, or of a padded row
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub tkeep: Option<bool>,
    /// Fixed point: a bit of m_axis_tuser, above the start of the frame if that is there, or out_overflow of the native
    /// interface, tells whether a value of the frame was too large for its word: so far, and in the last beat of the
    /// frame in all [default: with --last row]
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub mark_overflow: Option<bool>,
    /// AXI4-Stream: what tlast ends, a frame or a row of several dimensions; with row, tuser[0] is high at the first
    /// beat of a frame, as in AXI4-Stream Video [default: frame]
    #[arg(long, hide_possible_values = true, value_name = "frame|row")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub last: Option<Word<TlastMark>>,
    /// What begins with a beat of its own: each frame, or each of its rows, whose last beat then may have spare lanes
    /// [default: frame]
    #[arg(long, hide_possible_values = true, value_name = "frame|rows")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub pad: Option<Word<Padding>>,
    /// AXI4-Stream, fixed point: words of the input, signed or offset binary, whose sign bit is inverted, as of many
    /// converters [default: signed]
    #[arg(long, hide_possible_values = true, value_name = "signed|offset")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub input_coding: Option<Word<InputCoding>>,
    /// AXI4-Stream: parts of a complex sample, the lower one first: iq, the real part, or qi, the imaginary one, on
    /// both sides [default: iq]
    #[arg(long, hide_possible_values = true, value_name = "iq|qi")]
    #[arg(help_heading = PORTS, hide_short_help = true)]
    pub iq_order: Option<Word<IqOrder>>,
    /// Order of the output, natural, bit-reversed or shifted, with index 0 in the middle, or with a comma of input and
    /// output, as in bit-reversed,natural [default: natural]
    #[arg(long, value_name = "ORDER")]
    #[arg(help_heading = TRANSFORM, hide_short_help = true)]
    pub order: Option<Deferred<[SideOrder; 2]>>,
    /// Subnormal numbers become zero, or are kept [default: flush]
    #[arg(long, hide_possible_values = true, value_name = "flush|full")]
    #[arg(help_heading = NUMBERS, hide_short_help = true)]
    pub subnormals: Option<Word<Subnormals>>,
    /// Fixed point: scale by none (words grow), stage (in each step the bits that it can
    /// gain; inputs within the unit circle never saturate), stage+1 (one bit more; no input saturates), bfp
    /// (block floating point: an exponent for each frame), 1/n, 1/sqrt(n), by as many bits in each stage, as in 2,2,1,
    /// or runtime: as many as each frame says, by a word on a channel of its own [default: stage]
    #[arg(long, value_name = "SCALE")]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub scale: Option<Deferred<Scaling>>,
    /// Fixed point: most bits that words grow by, with --scale none scaled from there on (or none, any
    /// number), with bfp normalized [default: none, with bfp 14]
    #[arg(long, value_name = "BITS")]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub max_growth: Option<Deferred<MaxGrowth>>,
    /// Fixed point: how a stage rounds its outputs: convergent, half-up or truncate [default: convergent]
    #[arg(long, hide_possible_values = true, value_name = "RULE")]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub rounding: Option<Word<Rounding>>,
    /// Fixed point: saturate a value that is too large, or wrap it [default: saturate]
    #[arg(long, hide_possible_values = true, value_name = "RULE")]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub overflow: Option<Word<Overflow>>,
    /// Fixed point: bits of a twiddle factor [default: 18, or 2 more than a longer word]
    #[arg(long, value_name = "BITS", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub twiddle_bits: Option<usize>,
    /// Fixed point: bits after a word's last place within a stage [default: as noise asks for]
    #[arg(long, value_name = "BITS", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = FIXED, hide_short_help = true)]
    pub guard_bits: Option<usize>,
    /// Floating point: compute in cfp<bits>, complex words of parts of 8 to 33 bits with an exponent each, as in
    /// cfp28; in float, each operator in the format itself; in bfp<bits>, words of 18 to 40 bits with
    /// an exponent a frame; or, for matrix products and systolic arrays, in a format of a longer fraction, as e8m27
    /// for fp32, rounded once at the output [default: cfp of 5 bits more than the fraction, as cfp28 for fp32, whose
    /// error is at most 0.5 u sqrt(log2 N) for factors up to 13 at any amplitude; float where cfp does not serve, and
    /// with --optimize latency where that is quicker]
    #[arg(long, value_name = "DATAPATH")]
    #[arg(help_heading = NUMBERS, hide_short_help = true)]
    pub datapath: Option<Deferred<Datapath>>,
    /// What the plan is chosen for: latency, area or balanced [default: balanced]
    #[arg(long, hide_possible_values = true, value_name = "GOAL")]
    #[arg(help_heading = OPTIMISATION)]
    pub optimize: Option<Word<Goal>>,
    /// Upper limit on DSP48E2 blocks [default: as many as are worth it]
    #[arg(long, value_name = "D", value_parser = whole, allow_negative_numbers = true)]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    pub max_dsp: Option<usize>,
    /// No DSP blocks: multipliers are built of LUTs
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub nodsp: Option<bool>,
    /// Least memory, whatever that takes in LUTs
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub least_memory: Option<bool>,
    /// Memories of block RAM, of RAM in LUTs or of registers: auto, block, lut or register [default: auto]
    #[arg(long, value_name = "STYLE", hide_possible_values = true)]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    pub memory_style: Option<Word<MemoryStyle>>,
    /// Check bits of memories: none, parity, which finds errors, or ecc, which corrects one [default: none]
    ///
    /// Outputs event_memory_error and event_memory_corrected tell of words that were wrong as they were read, and of
    /// those that have been corrected. Registers and delays of shift registers have no check bits
    #[arg(long, value_name = "CODE", hide_possible_values = true)]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    pub protect: Option<Word<Protection>>,
    /// FPGA family, as in xcup, ecp5 or ice40up [default: xcup]
    ///
    /// The core is built for its multipliers, memories and delays: xcup (UltraScale+), xc7, versal, ecp5, ice40 (HX),
    /// ice40up, nexus, gw2a, generic, or asic (standard cells)
    #[arg(long, value_name = "FAMILY", value_parser = Family::parse)]
    #[arg(help_heading = OPTIMISATION)]
    pub target: Option<Family>,
    /// Depth of the operators' pipelines: low, mid or high, cycles as in add=5,mul=4, or both, as in
    /// high,add=5 [default: mid]
    #[arg(long, value_name = "DEPTHS")]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    pub pipeline: Option<Deferred<PipelineDepths>>,
    /// Kernels in order, as in 4,5; a letter names the algorithm, as in w5 [default: the best plan]
    #[arg(long, value_name = "R,R,..")]
    #[arg(help_heading = OPTIMISATION, hide_short_help = true)]
    pub radix: Option<Deferred<Vec<Kernel>>>,
}
}

impl Settings {
    /// Returns what a frame holds, and whether the transform is the inverse one.
    pub fn direction(&self) -> Result<(Kind, bool), Error> {
        match (self.kind.unwrap_or_default().0, self.inverse) {
            ((Kind::Complex, _), inverse) => Ok((Kind::Complex, inverse.unwrap_or(false))),
            (named, None) => Ok(named),
            ((kind, inverse), Some(_)) => Err(Error::Usage(format!(
                "inverse is about --kind fft, and {} says itself which way it goes: --kind {} or --kind {}",
                kind.word(inverse),
                kind.word(false),
                kind.word(true)
            ))),
        }
    }
}
