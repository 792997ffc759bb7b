//! Cells of a family that synthesis does not infer: a module may say which cells it is.

/// Cell of a family, which a module is for tools that know it. The module's nets say what the cell does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Name of the primitive.
    pub kind: &'static str,
    /// Parameters with their values.
    pub parameters: Vec<(String, String)>,
    /// Pins with what drives them, or what they drive.
    pub pins: Vec<(String, Pin)>,
}

/// Connection of a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pin {
    /// Clock.
    Clock,
    /// Constant bit.
    Constant(bool),
    /// Bit of an input port, by the index of the port.
    Input(usize, u32),
    /// Bit of an input port, a clock cycle later.
    Late(usize, u32),
    /// Bit of an output port, by the index of the port.
    Output(usize, u32),
}

/// Cell of a product with its registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductCell {
    /// MULT18X18D of ECP5.
    Mult18x18d,
}

/// Cell of a memory with an output register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryCell {
    /// DP16KD of ECP5, of 18 kbit.
    Dp16kd,
}

impl ProductCell {
    /// Bits of the widest factors.
    pub fn max_bits(self) -> u32 {
        match self {
            ProductCell::Mult18x18d => 18,
        }
    }
}
