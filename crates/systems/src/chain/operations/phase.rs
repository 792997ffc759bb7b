//! `phase`: the angle of a complex number, by CORDIC: Volder 1959.

use crate::chain::format::optional_format;
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::Ports;
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::f64::consts::PI;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "phase",
    settings: "[FORMAT]",
    summary:
        "the angle of each element in half turns, from -1 to 1, within a unit of the last place; that of zero is 0",
};

/// Bits after the last place of a part, which hold what shifts would lose. Longer angles have as many more.
const PART_GUARD: u32 = 8;

/// Bits after the last place of an angle.
const ANGLE_GUARD: u32 = 4;

/// Most bits of the usual angle.
const USUAL_BITS: u32 = 24;

/// Angles of elements.
#[derive(Debug)]
struct Phase {
    /// Format of the angles. `None` for as many bits as the elements have, up to [`USUAL_BITS`].
    format: Option<Fixed>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let format = match optional_format(arguments)? {
        None => None,
        Some(Format::Fixed(format)) if format.integer == 1 => Some(format),
        Some(format) => {
            return Err(arguments.refuse(format!(
                "{} is no format of fixed-point numbers from -1 to 1; take one with nothing but the sign before the \
                 binary point, as fixed16",
                format.name()
            )))
        }
    };
    Ok(Box::new(Phase { format }))
}

impl Operation for Phase {
    fn text(&self) -> String {
        format!("phase{}", self.format.map_or(String::new(), |format| format!(" {}", format.name())))
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_complex()?;
        entering.in_frames()?;
        if let Format::Float(float) = entering.element.format {
            return Err(Error::Unsupported(format!(
                "phase takes fixed point, and {} enters; add 'convert' before it, as in convert fixed24",
                Format::Float(float).name()
            )));
        }
        let usual = || Fixed::new(1, entering.element.format.bits().min(USUAL_BITS) - 1);
        let format = self.format.map_or_else(usual, Ok)?;
        let body = Cordic { entering: entering.clone(), bits: format.bits() };
        Ok(Planned {
            leaving: entering.with_real_numbers(Format::Fixed(format)),
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// Rotations onto the real axis, each by an angle whose tangent is a power of two. Their angles are added up.
struct Cordic {
    entering: Stream,
    /// Bits of an angle.
    bits: u32,
}

impl Cordic {
    /// A cycle of the half plane, one of each rotation, and one of the rounding.
    fn latency(&self) -> usize {
        self.rotations() as usize + 2
    }

    /// Rotations until less than half a unit of the angle is left.
    fn rotations(&self) -> u32 {
        self.bits + 1
    }

    /// Bits after the last place of a part.
    fn guard(&self) -> u32 {
        PART_GUARD + self.bits.saturating_sub(self.entering.element.format.bits())
    }

    /// Bits of a part, which rotations make longer by a factor of 1.65, and a diagonal has by one of 1.41.
    fn part_bits(&self) -> u32 {
        self.entering.element.format.bits() + 2 + self.guard()
    }

    /// Bits of an angle within. A whole turn is too large for them, and nothing is lost.
    fn angle_bits(&self) -> u32 {
        self.bits + ANGLE_GUARD
    }

    /// The angle of a rotation in half turns, in units of the last place.
    fn angle(&self, rotation: u32) -> i128 {
        let half_turns = 2f64.powi(-(rotation as i32)).atan() / PI;
        (half_turns * 2f64.powi(self.angle_bits() as i32 - 1)).round() as i128
    }

    /// The angle of an element, as the netlist computes it.
    fn phase(&self, element: [i64; 2]) -> i64 {
        let [re, im] = element.map(|part| i128::from(part) << self.guard());
        let is_left = re < 0;
        let [mut x, mut y] = if is_left { [-re, -im] } else { [re, im] };
        let mut angle = i128::from(is_left) << (self.angle_bits() - 1);
        for rotation in 0..self.rotations() {
            let sign = if y < 0 { -1 } else { 1 };
            angle += sign * self.angle(rotation);
            (x, y) = (x + sign * (y >> rotation), y - sign * (x >> rotation));
        }
        let rounded = (angle + (1 << (ANGLE_GUARD - 1))) >> ANGLE_GUARD;
        let unused = 128 - self.bits;
        let wrapped = (rounded << unused) >> unused;
        if element == [0, 0] {
            return 0;
        }
        wrapped as i64
    }
}

impl Body for Cordic {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Cordic { entering, bits, .. } = self;
        let (part_bits, angle_bits) = (self.part_bits(), self.angle_bits());
        let doc = format!(
            "The angle of each element in half turns, by {} rotations. Latency: {} cycles.",
            self.rotations(),
            self.latency()
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let mask = (1u128 << angle_bits) - 1;
        let mut angles = Vec::new();
        for (lane, element) in ports.bins(entering).into_iter().enumerate() {
            m.section(&format!("element {lane}"));
            let is_left = element[0].top();
            let is_zero = !(element[0].any() | element[1].any());
            let [mut x, mut y] = [0, 1].map(|part: usize| {
                let turned = element[part].negate_if(is_left, element[part].width() + 1);
                turned.above_zeros(self.guard()).sign_extend(part_bits).register()
            });
            let mut angle = m.cat([m.constant(angle_bits - 1, 0), is_left]).register();
            for rotation in 0..self.rotations() {
                let is_below = y.top();
                let turn = m.constant(angle_bits, self.angle(rotation) as u128 & mask);
                let shift = rotation.min(part_bits - 1);
                let shifted = [x, y].map(|part| part.bits(shift, part_bits - shift).sign_extend(part_bits));
                let turned = [x.add_signed(shifted[1], is_below), y.add_signed(shifted[0], !is_below)];
                [x, y] = turned.map(|part| part.register());
                angle = angle.add_signed(turn, is_below).register();
            }
            let rounded = (angle + (1u128 << (ANGLE_GUARD - 1))).bits(ANGLE_GUARD, *bits);
            angles.push(rounded.masked(!is_zero).register());
        }
        Ports::outputs(&m, ports.start.later_with_reset(self.latency() as u32), angles);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let phase = |number: usize, element: &[i64]| (vec![self.phase(self.entering.bin(number, element))], false);
        frames.into_iter().map(|frame| frame.each(2, phase)).collect()
    }

    fn units(&self) -> Units {
        Units { adders: 3 * self.rotations() as usize * self.entering.lanes, ..Units::default() }
    }
}
