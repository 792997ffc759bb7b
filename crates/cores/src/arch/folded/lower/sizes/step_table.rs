//! The table of steps: a word for each step of each size.

use crate::arch::folded::lower::fields::look_up;
use crate::arch::folded::sizes::{SizedCore, SizedFrame};
use crate::parts::Circles;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};

/// Numbers of a step.
#[derive(Clone, Copy)]
struct StepNumbers<'a> {
    frame: &'a SizedFrame,
    /// Number of the size.
    size: usize,
    /// Number of the step.
    step: usize,
}

impl StepNumbers<'_> {
    fn weight(&self) -> usize {
        self.frame.plan.weight(self.step)
    }

    fn part(&self) -> usize {
        self.frame.plan.part_of(self.step)
    }

    /// Step of the roots' exponent from transform to transform. A step without factors has none.
    fn unit(&self, circles: &Circles) -> usize {
        let order = self.frame.plan.order_of(self.part());
        order.map_or(0, |order| circles.of_order(order) / self.frame.plan.order_after(self.step))
    }

    /// Distance of the place of a bin from that of the bin before it through the digits of the part, if the digit of
    /// this step is the first one that does not wrap, less that where all of them wrap, modulo 2^`bits`. That of the
    /// first part is less the points of the frame, too.
    fn output_increment(&self, bits: u32) -> u128 {
        let (plan, part) = (&self.frame.plan, self.part());
        let points = if part == 0 { plan.points() } else { 0 };
        (plan.bin_stride(self.step) - plan.wrapped_stride(part) - points as isize) as u128 & mask(bits)
    }
}

/// Numbers of a step: those that the table reads, or registers that hold them from the cycle after the one in which
/// they are loaded.
pub struct StepWord<'m> {
    /// `takes[choice]`: high if the step takes a kernel or program.
    pub takes: Vec<Sig<'m>>,
    /// Last digit of a transform.
    pub last_digit: Sig<'m>,
    /// Distance of the elements of a transform, less one.
    pub last_inner: Sig<'m>,
    /// Step of the roots' exponent from transform to transform.
    pub unit: Sig<'m>,
    /// Number of the part of the step. `None` if all sizes are one part.
    pub part: Option<Sig<'m>>,
    /// Bits by which the products move up before the rounding.
    pub pre_shift: Option<Sig<'m>>,
    /// Cycles without a read after the step, with those after its last transform.
    pub wait: Sig<'m>,
    /// Cycles without a read after each transform. `None` if no step has any.
    pub rest: Option<Sig<'m>>,
    /// High if the step is the last one of its frame.
    pub is_last: Sig<'m>,
}

impl<'m> StepWord<'m> {
    /// Returns a word of other signals. `other`: makes a signal of one and of its name.
    fn map(&self, mut other: impl FnMut(Sig<'m>, String) -> Sig<'m>) -> Self {
        let takes = self.takes.iter().enumerate();
        StepWord {
            takes: takes.map(|(kernel, &field)| other(field, format!("takes_kernel{kernel}"))).collect(),
            last_digit: other(self.last_digit, "last_digit".into()),
            last_inner: other(self.last_inner, "last_inner".into()),
            unit: other(self.unit, "exponent_unit".into()),
            part: self.part.map(|field| other(field, "step_part".into())),
            pre_shift: self.pre_shift.map(|field| other(field, "pre_shift".into())),
            wait: other(self.wait, "step_wait".into()),
            rest: self.rest.map(|field| other(field, "transform_rest".into())),
            is_last: other(self.is_last, "is_last_step".into()),
        }
    }
}

/// The table, of which a word is read in each cycle.
pub struct StepTable<'m> {
    /// `digits[part]`: maximum number of steps of a part.
    pub digits: Vec<usize>,
    /// Word that is read.
    pub word: StepWord<'m>,
    /// Distance from bin to bin through the digits of a part, as
    /// [`output_increment`](super::output_digits::output_increment) takes it, of the word that is read.
    pub output_increment: Sig<'m>,
}

impl<'m> StepTable<'m> {
    /// Builds the table. `address`: number of the step, and of the size above it. The word comes a cycle after its
    /// address.
    pub fn new(core: &SizedCore, circles: &Circles, [step, size]: [Sig<'m>; 2]) -> Self {
        let bits = address_bits(core.largest().pipeline.size);
        let radices = core.processor.choices();
        // Shifts that frames choose are not in the table.
        let pre_shift_bits = core.processor.pre_shift_bits().filter(|_| core.shifts().shift_bits() == 0);
        let parts = core.parts();
        let wait = |step: StepNumbers| step.frame.plan.rest(step.step) + step.frame.plan.waits()[step.step];
        let max_wait = all(core).map(wait).max().unwrap_or(0);
        let choice = |step: StepNumbers| core.processor.choice(step.frame.plan.kind(step.step));
        type Number<'a> = Box<dyn Fn(StepNumbers) -> u128 + 'a>;
        let mut fields: Vec<(u32, Number)> = vec![
            (address_bits(radices.len()), Box::new(move |step| choice(step) as u128)),
            (bits, Box::new(|step| step.weight() as u128 - 1)),
            (circles.exponent_bits(), Box::new(|step| step.unit(circles) as u128)),
            (address_bits(max_wait + 1), Box::new(move |step| wait(step) as u128)),
            (1, Box::new(|step| u128::from(step.step + 1 == step.frame.plan.radices().len()))),
            (bits, Box::new(move |step| step.output_increment(bits))),
        ];
        if parts > 1 {
            fields.push((address_bits(parts), Box::new(|step| step.part() as u128)));
        }
        if let Some(bits) = pre_shift_bits {
            fields.push((bits, Box::new(|step| core.processor.pre_shifts[step.size][step.step].into())));
        }
        let steps = core.frames.iter().map(|frame| frame.plan.radices().len()).max().unwrap_or(1);
        let row = 1 << address_bits(steps);
        let mut words = vec![vec![]; core.frames.len() * row];
        for step in all(core) {
            words[step.size * row + step.step] = fields.iter().map(|(_, number)| number(step)).collect();
        }
        let address = step.builder().cat([step, size]);
        let field_bits: Vec<u32> = fields.iter().map(|(bits, _)| *bits).collect();
        let mut found = look_up(address, &field_bits, &words).into_iter();
        let mut next = || found.next().unwrap_or_else(|| unreachable!("the word has all fields"));
        let [choice, last_inner, unit, wait, is_last, output_increment] = [(); 6].map(|()| next());
        let [part, pre_shift] = [parts > 1, pre_shift_bits.is_some()].map(|has_field| has_field.then(&mut next));
        let choices = radices.len();
        let of_choice = |number: &dyn Fn(usize) -> usize| of_choice(choice, choices, number);
        let rests = (0..choices).any(|choice| core.processor.rest(choice) > 0);
        let word = StepWord {
            takes: (0..choices).map(|own| of_choice(&|choice| usize::from(choice == own))).collect(),
            last_digit: of_choice(&|choice| radices[choice] - 1),
            last_inner,
            unit,
            part,
            pre_shift,
            wait,
            rest: rests.then(|| of_choice(&|choice| core.processor.rest(choice))),
            is_last,
        };
        let digits =
            |part: usize| core.frames.iter().map(move |frame| frame.plan.steps_of(part).len()).max().unwrap_or(0);
        StepTable { digits: (0..parts).map(digits).collect(), word, output_increment }
    }

    /// Adds registers that hold the word from the cycle after the one with `takes`. [`Loads`] connects them.
    pub fn registers(&self, m: &'m Builder) -> (StepWord<'m>, Loads<'m>) {
        let mut loads = Loads(vec![]);
        let held = self.word.map(|field, name| {
            let register = m.state(field.width(), 0).named(&name);
            loads.0.push((register, field));
            *register
        });
        (held, loads)
    }
}

/// Registers of a word, and the fields that they hold.
pub struct Loads<'m>(Vec<(Reg<'m>, Sig<'m>)>);

impl<'m> Loads<'m> {
    /// Loads the registers in the cycles with `takes`.
    pub fn connect(self, takes: Sig<'m>) {
        for (register, field) in self.0 {
            register.next_if(takes, field);
        }
    }
}

/// Looks up a number of a kernel or program, of which there are `choices`.
fn of_choice<'m>(choice: Sig<'m>, choices: usize, number: &dyn Fn(usize) -> usize) -> Sig<'m> {
    let words: Vec<u128> = (0..choices).map(|choice| number(choice) as u128).collect();
    let max = words.iter().copied().max().unwrap_or(0);
    choice.builder().rom(choice, address_bits(max as usize + 1), words)
}

/// Lists the steps of all sizes.
fn all(core: &SizedCore) -> impl Iterator<Item = StepNumbers<'_>> {
    core.frames
        .iter()
        .enumerate()
        .flat_map(|(size, frame)| (0..frame.plan.radices().len()).map(move |step| StepNumbers { frame, size, step }))
}
