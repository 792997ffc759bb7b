//! Common devices of the families, with what they have.

use super::Target;

/// Device: an FPGA with the resources of one die.
#[derive(PartialEq, Debug)]
pub struct Chip {
    /// Name on the command line, the beginning of the vendor's.
    pub name: &'static str,
    /// Name of the family.
    pub family: &'static str,
    /// LUTs, of as many inputs as those of the family have.
    pub luts: usize,
    /// DSP blocks.
    pub dsps: usize,
    /// Block RAMs, of the size of [`Target::block_ram`].
    pub block_rams: usize,
    /// Name of the device in nextpnr's arguments, if it places and routes for it.
    pub routed_as: Option<&'static str>,
}

/// A row of the table: name, family, LUTs, DSP blocks, block RAMs.
const fn chip(name: &'static str, family: &'static str, luts: usize, dsps: usize, block_rams: usize) -> Chip {
    Chip { name, family, luts, dsps, block_rams, routed_as: None }
}

/// A device that nextpnr knows by another name.
const fn routed(chip: Chip, name: &'static str) -> Chip {
    Chip { routed_as: Some(name), ..chip }
}

/// All devices, from the selection guides of their vendors.
pub const CHIPS: &[Chip] = &[
    chip("xc7s25", "xc7", 14_600, 80, 45),
    chip("xc7s50", "xc7", 32_600, 120, 75),
    chip("xc7a35t", "xc7", 20_800, 90, 50),
    chip("xc7a50t", "xc7", 32_600, 120, 75),
    chip("xc7a100t", "xc7", 63_400, 240, 135),
    chip("xc7a200t", "xc7", 134_600, 740, 365),
    chip("xc7k325t", "xc7", 203_800, 840, 445),
    chip("xc7z010", "xc7", 17_600, 80, 60),
    chip("xc7z020", "xc7", 53_200, 220, 140),
    chip("xc7z045", "xc7", 218_600, 900, 545),
    chip("xczu2", "xcup", 47_232, 240, 150),
    chip("xczu3", "xcup", 70_560, 360, 216),
    chip("xczu7", "xcup", 230_400, 1_728, 312),
    chip("xczu9", "xcup", 274_080, 2_520, 912),
    chip("xczu28dr", "xcup", 425_280, 4_272, 1_080),
    chip("xczu48dr", "xcup", 425_280, 4_272, 1_080),
    chip("xck26", "xcup", 117_120, 1_248, 144),
    chip("xcku5p", "xcup", 216_960, 1_824, 480),
    chip("xcvu9p", "xcup", 1_182_240, 6_840, 2_160),
    chip("xcvc1902", "versal", 899_840, 1_968, 967),
    routed(chip("lfe5u-12f", "ecp5", 24_288, 28, 56), "12k"),
    routed(chip("lfe5u-25f", "ecp5", 24_288, 28, 56), "25k"),
    routed(chip("lfe5u-45f", "ecp5", 43_848, 72, 108), "45k"),
    routed(chip("lfe5u-85f", "ecp5", 83_640, 156, 208), "85k"),
    routed(chip("ice40lp1k", "ice40", 1_280, 0, 16), "lp1k"),
    routed(chip("ice40hx1k", "ice40", 1_280, 0, 16), "hx1k"),
    routed(chip("ice40lp4k", "ice40", 3_520, 0, 20), "lp4k"),
    routed(chip("ice40hx4k", "ice40", 3_520, 0, 20), "hx4k"),
    routed(chip("ice40lp8k", "ice40", 7_680, 0, 32), "lp8k"),
    routed(chip("ice40hx8k", "ice40", 7_680, 0, 32), "hx8k"),
    routed(chip("ice40up5k", "ice40up", 5_280, 8, 30), "up5k"),
    routed(chip("lifcl-40", "nexus", 32_256, 56, 84), "lifcl-40"),
    routed(chip("gw2a-18", "gw2a", 20_736, 48, 46), "gw2a-18"),
];

impl Chip {
    /// Finds the device of a name, of the beginning of which it is enough that no other name is longer: the rest says
    /// package and speed grade.
    ///
    /// ```
    /// use fftgen_hdl::target::Chip;
    /// let names = ["xc7a100tcsg324-1", "XC7A100T", "up5k", "85k"].map(|name| Chip::of_name(name).unwrap().name);
    /// assert_eq!(names, ["xc7a100t", "xc7a100t", "ice40up5k", "lfe5u-85f"]);
    /// assert!(Chip::of_name("xc2064").is_none());
    /// ```
    pub fn of_name(name: &str) -> Option<&'static Chip> {
        let name = name.trim().to_ascii_lowercase();
        let routed = CHIPS.iter().find(|chip| chip.routed_as == Some(&name));
        routed.or_else(|| CHIPS.iter().filter(|chip| name.starts_with(chip.name)).max_by_key(|chip| chip.name.len()))
    }

    /// Returns the family.
    pub fn target(&self) -> &'static Target {
        let target = Target::parse(self.family);
        target.unwrap_or_else(|why| unreachable!("the table names families: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_of_known_families_and_routers() {
        for chip in CHIPS {
            let router = chip.target().router;
            let devices = router.map_or(&[][..], |router| router.devices);
            assert!(chip.routed_as.is_none_or(|name| devices.iter().any(|device| device.name == name)), "{chip:?}");
            assert_eq!(Chip::of_name(chip.name), Some(chip));
        }
        let routed = super::super::TARGETS.iter().filter_map(|target| target.router).flat_map(|router| router.devices);
        for device in routed {
            assert!(Chip::of_name(device.name).is_some(), "{}", device.name);
        }
    }
}
