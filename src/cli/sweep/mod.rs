//! `fftgen sweep`: many designs, a row each, of which a run that is killed loses none.

mod axis;
mod binding;
mod condition;
mod definition;
mod designs;
mod files;
mod front;
mod launcher;
mod page;
mod plot;
mod programs;
mod row;
mod session;
mod stage;
mod store;
mod summary;
mod table;
mod work;

pub use binding::DescribedSweep;
pub use designs::first_designs;
pub use summary::SweepFacts;

use super::args::Sweep;
use super::counts::counted;
use super::output::{print, Output};
use super::progress::{self, Progress};
use super::{command, verbosity};
use definition::Definition;
use designs::Design;
use files::Files;
use serde_json::json;
use session::{Finished, Session};
use summary::Summary;

/// Designs whose commands `--dry-run` shows.
const SHOWN: usize = 5;

pub fn run(args: &Sweep) -> anyhow::Result<()> {
    let definition = Definition::read(&args.file)?;
    let mut designs = designs::chosen(&definition)?;
    let files = Files::new(args, &definition);
    if args.launcher.is_some() {
        return launcher::launch(args, &files, designs.len());
    }
    if let Some(shard) = args.shard {
        let mut places = 0..;
        designs.retain(|_| places.next().is_some_and(|place| shard.has(place)));
    }
    if args.dry_run {
        return dry_run(args, &definition, &designs, &files);
    }
    let asked = [(&args.svg, plot::svg as fn(&Summary) -> String), (&args.html, page::html)];
    let pictures = asked.iter().filter_map(|(path, draw)| Some((Output::create(path.as_deref()?), draw)));
    let pictures: Vec<_> =
        pictures.map(|(output, draw)| output.map(|output| (output, draw))).collect::<Result<_, _>>()?;
    let session = Session::open(definition, designs, files)?;
    let pending = session.pending(args.retry);
    {
        let progress = Progress::bar(&counted(pending.len(), "design"), pending.len() as u64);
        let _alone = progress::alone();
        work::on_all_cores(&pending, |design| {
            session.add(design)?;
            progress.advance(1);
            Ok(())
        })?;
    }
    let Finished { rows, front } = session.finish()?;
    let summary = Summary {
        new: pending.len(),
        definition: &session.definition,
        designs: &session.designs,
        rows: &rows,
        front: &front,
        files: &session.files,
    };
    for (mut output, draw) in pictures {
        output.write(draw(&summary).as_bytes())?;
        output.finish()?;
    }
    match args.json {
        true => print(&(serde_json::to_string_pretty(&summary.facts())? + "\n")),
        false if verbosity::is_quiet() => Ok(()),
        false => print(&summary.to_string()),
    }
}

/// Says how many designs there are, how many of them are done, and shows the first ones.
fn dry_run(args: &Sweep, definition: &Definition, designs: &[Design], files: &Files) -> anyhow::Result<()> {
    let done = store::done(files, designs)?;
    let shown = designs.iter().take(SHOWN).map(|design| command::canonical(&definition.settings(design.index), ""));
    let commands: Vec<String> = shown.collect();
    if args.json {
        let facts = json!({ "designs": designs.len(), "done": done, "first": commands });
        return print(&(serde_json::to_string_pretty(&facts)? + "\n"));
    }
    let rest = match designs.len() - commands.len() {
        0 => String::new(),
        rest => format!("  and {}\n", counted(rest, "other")),
    };
    let lines: String = commands.iter().map(|command| format!("  {command}\n")).collect();
    print(&format!("{}, of which {done} are done\n{lines}{rest}", counted(designs.len(), "design")))
}
