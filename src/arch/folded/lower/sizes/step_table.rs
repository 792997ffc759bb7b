//! The table of steps: a word for each step of each size.

use crate::arch::folded::lower::fields::look_up;
use crate::arch::folded::sizes::{SizedCore, SizedFrame};
use crate::lower::Circles;
use crate::rtl::{address_bits, mask, Module, Net};

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
    fn radix(&self) -> usize {
        self.frame.plan.radices()[self.step]
    }

    fn weight(&self) -> usize {
        self.frame.plan.places().weight(self.step)
    }

    /// Step of the roots' exponent from transform to transform, on a circle.
    fn unit(&self, circle: usize) -> usize {
        circle / (self.radix() * self.weight())
    }

    /// Distance of the place of a bin from that of the bin before it, if the digit of this step is the first one that does not wrap, less
    /// one and modulo 2^`bits`.
    fn output_increment(&self, bits: u32) -> u128 {
        let size = self.frame.pipeline.size as i128;
        let before = match self.step {
            0 => size,
            step => self.frame.plan.places().weight(step - 1) as i128,
        };
        (self.weight() as i128 + before - size - 1) as u128 & mask(bits)
    }
}

/// Registers with the numbers of a step, from the cycle behind the one in which they are loaded.
pub struct StepWord {
    /// `takes[kernel]`: high if the step takes a kernel.
    pub takes: Vec<Net>,
    /// Last digit of a transform.
    pub last_digit: Net,
    /// Distance of the elements of a transform, less one.
    pub last_inner: Net,
    /// Step of the roots' exponent from transform to transform.
    pub unit: Net,
    /// Bits by which the products move up ahead of the rounding.
    pub pre_shift: Option<Net>,
    /// Cycles without a read behind the step, with those behind its last transform.
    pub wait: Net,
    /// Cycles without a read behind each transform. `None` if no step has any.
    pub rest: Option<Net>,
    /// High if the step is the last one of its frame.
    pub is_last: Net,
}

/// The table, of which a word is read in each cycle.
pub struct StepTable {
    /// Maximum number of steps of a frame.
    pub steps: usize,
    fields: Vec<Net>,
    has_pre_shift: bool,
    has_rest: bool,
    kernels: usize,
    /// Distance from bin to bin, less one, of the word that is read.
    pub output_increment: Net,
}

impl StepTable {
    /// Builds the table. `address`: number of the step, and of the size above it. The word comes a cycle behind its address.
    pub fn new(m: &mut Module, core: &SizedCore, circles: &Circles, [step, size]: [Net; 2]) -> Self {
        let bits = address_bits(core.largest().pipeline.size);
        let radices: Vec<usize> = core.processor.kernels.iter().map(|kernel| kernel.transform.radix()).collect();
        // Shifts that frames choose are not in the table.
        let pre_shift_bits = core.processor.pre_shift_bits().filter(|_| core.shifts().shift_bits() == 0);
        let max = |number: &dyn Fn(StepNumbers) -> usize| all(core).map(number).max().unwrap_or(0);
        let of_circle = |step: StepNumbers| step.unit(circles.of_order(step.frame.pipeline.size));
        let rest = |step: StepNumbers| step.frame.plan.rest(step.step);
        let wait = |step: StepNumbers| rest(step) + step.frame.plan.waits()[step.step];
        type Number<'a> = Box<dyn Fn(StepNumbers) -> u128 + 'a>;
        let mut fields: Vec<(u32, Number)> = Vec::new();
        for &radix in &radices {
            fields.push((1, Box::new(move |step| u128::from(step.radix() == radix))));
        }
        let digit_bits = address_bits(max(&|step| step.radix()));
        fields.push((digit_bits, Box::new(|step| step.radix() as u128 - 1)));
        fields.push((bits, Box::new(|step| step.weight() as u128 - 1)));
        fields.push((circles.exponent_bits(), Box::new(move |step| of_circle(step) as u128)));
        fields.push((address_bits(max(&wait) + 1), Box::new(move |step| wait(step) as u128)));
        fields.push((1, Box::new(|step| u128::from(step.step + 1 == step.frame.plan.radices().len()))));
        if let Some(bits) = pre_shift_bits {
            fields.push((bits, Box::new(|step| core.processor.pre_shifts[step.size][step.step].into())));
        }
        let rest_bits = Some(max(&rest)).filter(|max| *max > 0).map(|max| address_bits(max + 1));
        if let Some(bits) = rest_bits {
            fields.push((bits, Box::new(move |step| rest(step) as u128)));
        }
        fields.push((bits, Box::new(move |step| step.output_increment(bits))));
        let steps = core.frames.iter().map(|frame| frame.plan.radices().len()).max().unwrap_or(1);
        let row = 1 << address_bits(steps);
        let mut words = vec![vec![]; core.frames.len() * row];
        for step in all(core) {
            words[step.size * row + step.step] = fields.iter().map(|(_, number)| number(step)).collect();
        }
        let address = m.concat(&[step, size]);
        let field_bits: Vec<u32> = fields.iter().map(|(bits, _)| *bits).collect();
        let mut fields = look_up(m, address, &field_bits, &words);
        let output_increment = fields.pop().unwrap_or_else(|| unreachable!("the word has fields"));
        StepTable {
            steps,
            fields,
            has_pre_shift: pre_shift_bits.is_some(),
            has_rest: rest_bits.is_some(),
            kernels: radices.len(),
            output_increment,
        }
    }

    /// Last digit of a transform of the step that is read.
    pub fn last_digit(&self) -> Net {
        self.fields[self.kernels]
    }

    /// Adds the registers of a word.
    pub fn registers(&self, m: &mut Module) -> StepWord {
        let mut fields =
            self.fields.iter().map(|&net| m.state(m.width(net), Some(0))).collect::<Vec<Net>>().into_iter();
        let takes: Vec<Net> = fields.by_ref().take(self.kernels).collect();
        takes.iter().enumerate().for_each(|(kernel, &net)| {
            m.name(net, format!("takes_kernel{kernel}"));
        });
        let mut next = || fields.next().unwrap_or_else(|| unreachable!("the word has all fields"));
        let [last_digit, last_inner, unit, wait, is_last] = [(); 5].map(|()| next());
        let [pre_shift, rest] = [self.has_pre_shift, self.has_rest].map(|has_field| has_field.then(&mut next));
        let names = ["last_digit", "last_inner", "exponent_unit", "step_wait", "is_last_step"];
        for (net, name) in [last_digit, last_inner, unit, wait, is_last].into_iter().zip(names) {
            m.name(net, name);
        }
        for (net, name) in [(pre_shift, "pre_shift"), (rest, "transform_rest")] {
            net.into_iter().for_each(|net| {
                m.name(net, name);
            });
        }
        StepWord { takes, last_digit, last_inner, unit, pre_shift, wait, rest, is_last }
    }

    /// Loads registers with the word that is read, in the cycles with `take`.
    pub fn load(&self, m: &mut Module, word: &StepWord, take: Net) {
        let StepWord { takes, last_digit, last_inner, unit, pre_shift, wait, rest, is_last } = word;
        let registers = takes.iter().chain([last_digit, last_inner, unit, wait, is_last]).chain(pre_shift).chain(rest);
        registers.zip(&self.fields).for_each(|(&register, &field)| m.drive_enabled(register, field, take));
    }
}

/// Lists the steps of all sizes.
fn all(core: &SizedCore) -> impl Iterator<Item = StepNumbers<'_>> {
    core.frames
        .iter()
        .enumerate()
        .flat_map(|(size, frame)| (0..frame.plan.radices().len()).map(move |step| StepNumbers { frame, size, step }))
}
