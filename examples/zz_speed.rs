use fftgen::external::*;
use fftgen::format::Format;
use fftgen::Config;
fn main() {
    for (shape, w, p) in [(vec![256, 256], 4, "fixed16"), (vec![64, 64, 64], 4, "fp16")] {
        let t = std::time::Instant::now();
        let core = External::new(Config::new(
            fftgen::formula::FrameShape::new(&shape).unwrap(),
            w,
            Format::parse(p, false).unwrap(),
        ))
        .unwrap();
        eprintln!("build {:?} nets {}", t.elapsed(), core.top.nets_in_all());
        let frame = vec![[0x1234u64, 0x2345u64]; core.config.size()];
        let t = std::time::Instant::now();
        let _ = core.transform(&frame);
        eprintln!("model {:?}", t.elapsed());
        let b = core.plan.frame_bytes();
        let t = std::time::Instant::now();
        let mut s = Simulation::new(&core, Memory { latency: 20, ..Memory::default() }, 512 + b, 3);
        s.store(512, &frame);
        let o = s.run(512, 512, 1).unwrap();
        eprintln!("sim {:?} {:?}", t.elapsed(), o);
    }
    let t = std::time::Instant::now();
    let core = External::new(Config::new([4096, 4096], 4, Format::parse("fp32", false).unwrap())).unwrap();
    eprintln!("build {:?} nets {}", t.elapsed(), core.top.nets_in_all());
    let frame = vec![[0x3f001234u64, 0x3f002345u64]; core.config.size()];
    let t = std::time::Instant::now();
    let _ = core.transform(&frame);
    eprintln!("model {:?}", t.elapsed());
}
