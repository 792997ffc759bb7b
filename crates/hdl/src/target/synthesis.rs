//! Commands of Yosys that synthesise for a family.

/// Command of Yosys.
pub struct Synthesis {
    /// Name of the family in Yosys. `None` for cells of Yosys itself.
    pub family: Option<&'static str>,
    /// Options of the command.
    pub options: &'static [&'static str],
}

impl Synthesis {
    /// Returns the command for a family.
    pub(super) const fn family(name: &'static str, options: &'static [&'static str]) -> Self {
        Synthesis { family: Some(name), options }
    }

    /// Returns the command for cells of Yosys itself.
    pub(super) const fn of_yosys(options: &'static [&'static str]) -> Self {
        Synthesis { family: None, options }
    }

    /// Returns the text of the command without its module.
    ///
    /// ```
    /// # use fftgen_hdl::target::Target;
    /// assert_eq!(Target::parse("ice40up")?.synthesis.command(), "synth_ice40 -dsp -device u");
    /// # Ok::<(), String>(())
    /// ```
    pub fn command(&self) -> String {
        let name = self.family.map_or("synth".to_string(), |family| format!("synth_{family}"));
        [&[name.as_str()], self.options].concat().join(" ")
    }
}
