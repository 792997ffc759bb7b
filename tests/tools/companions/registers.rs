//! Maps of registers: the compiler of PeakRDL and a compiler of C read those of the core.

use super::cores::Core;
use crate::support::tools::{has_tool, run};
use fftgen::arch::registers::{Access, Register};
use fftgen::package::Companion;

/// A core with its registers.
fn cores() -> [(Core, Vec<Register>); 3] {
    let chains = [
        "frame 12 hop 6 | window load:hann | fft | power fixed40 | threshold load:0.01",
        "fft 16 | times load:taps:0.5,0.25j | ifft | magnitude | cfar 1 2 load:3",
    ];
    let [first, second] = chains.map(|text| {
        let core = Core::chain(text);
        let Core::Stream(design) = &core else { unreachable!("a chain is a stream") };
        let registers = design.architecture.settings().expect("a chain with settings").registers().to_vec();
        (core, registers)
    });
    let memory = Core::memory();
    let Core::Memory(external) = &memory else { unreachable!("a core for external memory") };
    let registers = external.registers();
    [first, second, (memory, registers)]
}

#[test]
fn peakrdl_reads_the_map() {
    if !has_tool("rdl") {
        return;
    }
    for (core, registers) in cores() {
        let here = core.written(&[Companion::Registers]);
        let said =
            run(here.path(), "rdl", &[&format!("{}.rdl", core.name())]).unwrap_or_else(|failed| panic!("{failed}"));
        let row = |register: &Register| {
            let access = match register.access {
                Access::Read => "r",
                Access::ReadWrite => "rw",
                Access::Write => "w",
            };
            let reset = register.reset.map_or("None".into(), |reset| reset.to_string());
            let Register { address, name, count, bits, .. } = register;
            format!("{name} {address:#x} {count} {access} {bits} {reset}")
        };
        let wanted: Vec<String> = registers.iter().map(row).collect();
        assert_eq!(said.lines().collect::<Vec<_>>(), wanted, "{}", core.name());
    }
}

#[test]
fn c_has_the_addresses_of_the_map() {
    if !has_tool("cc") {
        return;
    }
    for (core, registers) in cores() {
        let here = core.written(&[Companion::Registers]);
        let (name, guard) = (core.name(), core.name().to_uppercase());
        let print = |register: &Register| format!("printf(\"%x\\n\", {guard}_{});", register.name.to_uppercase());
        let prints: Vec<String> = registers.iter().map(print).collect();
        let program = format!(
            "#include <stdio.h>\n#include \"{name}_regs.h\"\nint main(void) {{\n{}\nreturn 0;\n}}\n",
            prints.join("\n")
        );
        std::fs::write(here.path().join("print.c"), program).expect("a program");
        let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "print", "print.c"];
        run(here.path(), "cc", &strict).unwrap_or_else(|failed| panic!("{name}: {failed}"));
        let printed = run(here.path(), "./print", &[]).unwrap_or_else(|failed| panic!("{name}: {failed}"));
        let wanted: Vec<String> = registers.iter().map(|register| format!("{:x}", register.address)).collect();
        assert_eq!(printed.lines().collect::<Vec<_>>(), wanted, "{name}");
    }
}
