//! The default name of a core, which says what is not usual about it.
//!
//! Whatever changes the hardware changes the name, so that two cores have their place in one folder, one project and
//! one library.

use super::{Config, Interface};
use crate::arch::ports::{Stall, TlastMark};
use crate::choice::Choice;
use crate::format::{Format, Overflow, Rounding};
use crate::formula::{default_kernel, Direction, Kernel, Kind, Order, Support};
use crate::number::{ProductRule, Scale};
use crate::operators::MultiplierStyle;
use crate::operators::PipelineDepths;
use crate::parts::Reset;
use crate::pipeline::{InputCoding, IqOrder, Padding};
use crate::rtl::retime::Profile;
use crate::rtl::MemoryStyle;
use crate::schedule::Goal;
use crate::target::TARGETS;
use fftgen_hdl::protect::Protection;
use sha2::{Digest, Sha256};

/// Most characters of a list in a name. A longer one has a digest in its place.
const LONGEST_LIST: usize = 12;

/// Bytes of a digest in a name.
const DIGEST: usize = 4;

/// Returns what stands in a name for something long.
pub fn digest(text: &str) -> String {
    Sha256::digest(text)[..DIGEST].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a list as a part of a name.
fn listed(items: impl IntoIterator<Item = impl ToString>) -> String {
    let list = items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("_");
    if list.len() > LONGEST_LIST {
        digest(&list)
    } else {
        list
    }
}

impl Config {
    /// The name of the top module.
    pub fn top_name(&self) -> String {
        let kind = match self.kind {
            Kind::Complex => "dft",
            Kind::Real => "rdft",
            Kind::RealPair => "rdftpair",
        };
        let transform = match self.direction() {
            Direction::Forward => kind.to_string(),
            Direction::Inverse => format!("i{kind}"),
            Direction::Chosen { .. } => format!("{kind}_i{kind}"),
        };
        // What an identifier cannot hold: the point of q4.12.
        let datapath = match self.datapath {
            None => String::new(),
            Some(_) if self.has_block_exponents() => "_bfp".into(),
            Some(datapath) => format!("_{datapath}"),
        };
        let format = self.format.name().replace('.', "_") + &datapath;
        let size = match &self.runtime.sizes[..] {
            [] => self.shape.to_string(),
            sizes => sizes_name(sizes),
        };
        let support = self.support.as_ref().map_or(String::new(), support_name);
        let channels = match self.shape.channels() {
            1 => String::new(),
            channels => format!("_ch{channels}"),
        };
        let cycles = self.cycles.map_or(String::new(), |cycles| format!("_c{cycles}"));
        let name =
            || format!("{transform}{size}{channels}_w{}_{format}{support}{cycles}{}", self.width, self.choices());
        self.name.clone().unwrap_or_else(name)
    }

    /// What the default name says of choices that are not the usual ones, beside the transform, the width and the
    /// format.
    pub fn choices(&self) -> String {
        // All fields, so that a new one is thought of here.
        let Config {
            kind: _,
            shape: _,
            width: _,
            format,
            inverse: _,
            runtime: _,
            orders,
            arithmetic,
            datapath: _,
            products: _,
            name: _,
            interface,
            reset,
            stall,
            resync,
            buffer,
            tkeep,
            overflow_mark,
            tlast,
            padding,
            input_coding,
            iq_order,
            target,
            clock_mhz: _,
            pipeline,
            goal,
            multiplier,
            support: _,
            max_dsp,
            least_memory,
            memory_style,
            protection,
            cycles: _,
            pace: _,
            kernels,
            formula,
        } = self;
        let word = |word: &str, asked: bool| asked.then(|| word.to_string());
        let number = |word: &str, number: Option<u32>| number.map(|number| format!("{word}{number}"));
        let by_row = *tlast == TlastMark::Row;
        let grows = matches!(arithmetic.scale, Some(Scale::None));
        let words = [
            word("subnormals", matches!(format, Format::Float(float) if float.subnormals)),
            word("unscaled", grows && arithmetic.max_growth.is_none()),
            number("grow", arithmetic.max_growth),
            match &arithmetic.scale {
                None | Some(Scale::None | Scale::Stage) => None,
                Some(Scale::Chosen) => Some("shifts".into()),
                Some(Scale::Spare) => Some("spare".into()),
                Some(Scale::Size) => Some("byn".into()),
                Some(Scale::Root) => Some("byroot".into()),
                Some(Scale::Shifts(shifts)) => Some(format!("shift{}", listed(shifts))),
            },
            match orders {
                [Order::Natural, Order::Natural] => None,
                [Order::Natural, Order::Reversed] => Some("rev".into()),
                [Order::Reversed, Order::Natural] => Some("revin".into()),
                [Order::Reversed, Order::Reversed] => Some("revboth".into()),
            },
            word("native", *interface == Interface::Native),
            word("aresetn", *reset == Reset::Aresetn),
            word("noreset", *reset == Reset::None),
            word("nostall", *stall == Stall::None),
            word("resync", *resync),
            word("buffer", *buffer),
            word("tkeep", *tkeep),
            word("overflow", *overflow_mark == Some(true) && !by_row),
            word("unmarked", *overflow_mark == Some(false) && by_row),
            word("lastrow", by_row),
            word("padrows", *padding == Padding::Rows),
            word("offset", *input_coding == InputCoding::Offset),
            word("qi", *iq_order == IqOrder::Qi),
            match arithmetic.rounding {
                None | Some(Rounding::Convergent) => None,
                Some(Rounding::HalfUp) => Some("halfup".into()),
                Some(Rounding::Truncate) => Some("truncate".into()),
                Some(Rounding::Odd) => Some("odd".into()),
            },
            word("wrap", arithmetic.overflow == Some(Overflow::Wrap)),
            number("tw", arithmetic.twiddle_bits),
            number("guard", arithmetic.guard_bits),
            word(target.name, target.name != TARGETS[0].name),
            depths_name(pipeline),
            word(goal.word(), *goal != Goal::Balanced),
            max_dsp.map(|blocks| format!("dsp{blocks}")),
            word("nodsp", *multiplier == MultiplierStyle::Lut),
            word("leastmemory", *least_memory),
            (*memory_style != MemoryStyle::Auto).then(|| format!("{}memory", memory_style.word())),
            (*protection != Protection::None).then(|| protection.word().to_string()),
            kernels.as_ref().map(|kernels| format!("r{}", listed(kernels.iter().map(kernel_name)))),
            formula.as_ref().map(|formula| format!("plan{}", digest(&formula.to_string()))),
        ];
        words.into_iter().flatten().map(|word| format!("_{word}")).collect()
    }

    /// The word for the way in which products of real numbers are computed.
    pub fn products_name(&self) -> String {
        match self.products {
            ProductRule::Whole => String::new(),
            rule => format!("_{}", rule.word()),
        }
    }
}

/// Writes the sizes that frames choose from: a range of doubled sizes by its ends, others as a list.
fn sizes_name(sizes: &[usize]) -> String {
    let ends = || format!("{}to{}", sizes[0], sizes[sizes.len() - 1]);
    let is_doubled = sizes.windows(2).all(|pair| pair[1] == 2 * pair[0]);
    let list = listed(sizes);
    match is_doubled {
        true => ends(),
        false if list.contains('_') => list,
        false => format!("{}_{list}", ends()),
    }
}

fn support_name(support: &Support) -> String {
    match support {
        Support::Sphere(_) | Support::Box(_) => format!("_{}", support.label()),
        Support::List(points) => format!("_{}_{}", support.label(), digest(&format!("{points:?}"))),
    }
}

fn depths_name(pipeline: &PipelineDepths) -> Option<String> {
    let profile = (pipeline.profile != Profile::default()).then(|| pipeline.profile.word().to_string());
    let given = pipeline.given().map(|(operator, depth)| format!("{operator}{depth}"));
    let words: Vec<String> = profile.into_iter().chain(given).collect();
    (!words.is_empty()).then(|| words.join("_"))
}

/// Writes a kernel as users write it: by its letter if it is not the usual one of its radix.
fn kernel_name(kernel: &Kernel) -> String {
    let letter = kernel.algorithm.letter().filter(|_| *kernel != default_kernel(kernel.radix));
    letter.map_or(String::new(), String::from) + &kernel.radix.to_string()
}
