//! The progress of what takes long, on standard error: a bar on a terminal, lines elsewhere.

use super::pace::Pace;
use super::verbosity;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{stderr, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

const REDRAW: Duration = Duration::from_millis(100);

/// Time to the first line where there is no terminal.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// Pace of the lines after it, whatever takes the time.
static LINES: Pace = Pace::new(Duration::from_secs(10));

/// Variable of the environment that is `off` where nothing is to be shown.
const VARIABLE: &str = "FFTGEN_PROGRESS";

/// Number of those that are shown alone.
static ALONE: AtomicUsize = AtomicUsize::new(0);

/// Makes progress that begins from now on invisible, until it is dropped.
pub struct Alone;

pub fn alone() -> Alone {
    ALONE.fetch_add(1, Ordering::Relaxed);
    Alone
}

impl Drop for Alone {
    fn drop(&mut self) {
        ALONE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Shown until it is dropped.
pub struct Progress {
    bar: ProgressBar,
    // Dropped, it ends the thread that shows the progress.
    _running: Sender<()>,
}

impl Progress {
    /// Something whose end is not known.
    pub fn spinner(label: &str) -> Self {
        Self::new(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", label)
    }

    /// Something of so many steps.
    pub fn bar(label: &str, steps: u64) -> Self {
        Self::new(ProgressBar::new(steps), "{msg} [{bar:40}] {percent} % {eta}", label)
    }

    fn new(bar: ProgressBar, template: &str, label: &str) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(label.to_string());
        let (running, finished) = channel();
        let shown = bar.clone();
        let show = if stderr().is_terminal() { draw } else { tell };
        let is_off = std::env::var_os(VARIABLE).is_some_and(|word| word == "off");
        if !is_off && !verbosity::is_quiet() && ALONE.load(Ordering::Relaxed) == 0 {
            // A browser has no threads to spawn, and nobody who reads.
            let _ = std::thread::Builder::new().spawn(move || show(&shown, &finished));
        }
        Progress { bar, _running: running }
    }

    pub fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
    }

    pub fn at(&self, step: u64) {
        self.bar.set_position(step);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Draws the bar after a while.
fn draw(bar: &ProgressBar, finished: &Receiver<()>) {
    if is_over(finished, PATIENCE) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(REDRAW);
    }
}

/// Prints a line after a while, and then from time to time.
fn tell(bar: &ProgressBar, finished: &Receiver<()>) {
    let mut wait = FIRST_LINE.max(LINES.wait());
    while is_over(finished, wait) {
        if LINES.take() {
            let _ = writeln!(stderr(), "{}", line(bar));
        }
        wait = LINES.wait();
    }
}

/// Waits for a time, and returns false if the end comes first.
fn is_over(finished: &Receiver<()>, time: Duration) -> bool {
    finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
}

/// What is done, how much of it is done where that is known, since when, and how long the rest will take.
fn line(bar: &ProgressBar) -> String {
    let (seconds, position) = (bar.elapsed().as_secs_f64(), bar.position());
    let steps = bar.length().filter(|steps| *steps > 0);
    let done = steps.map(|steps| format!(", {} %", 100 * position / steps));
    let rest = steps.filter(|steps| (1..*steps).contains(&position));
    let rest = rest.map(|steps| (seconds * (steps - position) as f64 / position as f64).round());
    let rest = rest.filter(|rest| *rest > 0.0).map(|rest| format!(", {rest} s left"));
    format!("{}{}, {} s{}", bar.message(), done.unwrap_or_default(), seconds.round(), rest.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_how_much_and_how_long() {
        let bar = Progress::bar("self-check", 8);
        bar.advance(3);
        assert_eq!(line(&bar.bar), "self-check, 37 %, 0 s");
        assert_eq!(line(&Progress::spinner("yosys").bar), "yosys, 0 s");
    }
}
