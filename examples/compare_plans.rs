//! Lists the plans of a size, best first, with what they cost; then the best plan for each goal.
//!
//! `cargo run --example compare_plans`

use fftgen::{format::Format, planner::Cost, schedule::Goal, Config, Design, Error};

fn row(place: usize, cost: &Cost, plan: &str) {
    println!(
        "{place:5} {:8} {:7} {:5} {:8} {:6}  {plan}",
        cost.score, cost.luts, cost.blocks, cost.latency, cost.words
    );
}

fn main() -> Result<(), Error> {
    let config = Config::new(60, 4, Format::parse("fixed16", false)?);
    println!("60 points, 4 a clock cycle, fixed16; estimates for UltraScale+\n");
    println!("place    score    LUTs  DSPs  latency  words  plan");
    for (place, ranked) in Design::plans(&config)?.iter().enumerate() {
        row(place + 1, &ranked.cost, &ranked.pipeline.plan());
    }

    println!("\nThe best plan for each goal:");
    for goal in [Goal::Latency, Goal::Balanced, Goal::Area] {
        let plans = Design::plans(&Config { goal, ..config.clone() })?;
        println!("{goal:?}");
        row(1, &plans[0].cost, &plans[0].pipeline.plan());
    }
    Ok(())
}
