//! A progress bar for what takes more than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{channel, Sender};
use std::time::Duration;

/// Nothing is drawn before this.
const PATIENCE: Duration = Duration::from_secs(1);

const REDRAW: Duration = Duration::from_millis(100);

/// Drawn on standard error if that is a terminal, until it is dropped.
pub struct Progress {
    bar: ProgressBar,
    // Dropped, it ends the thread that waits to show the bar.
    _waiting: Sender<()>,
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
        let (waiting, finished) = channel();
        let shown = bar.clone();
        std::thread::spawn(move || {
            let timeout =
                finished.recv_timeout(PATIENCE).is_err_and(|e| e == std::sync::mpsc::RecvTimeoutError::Timeout);
            if timeout {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(REDRAW);
            }
        });
        Progress { bar, _waiting: waiting }
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
