//! Running programs: to observe and to end.

use std::fs::File;
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// A running program.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(mut program: Command) -> Self {
        Self(program.spawn().expect("the program runs"))
    }

    /// Waits until a condition is true, before which the program must not end.
    pub(crate) fn wait_until(&mut self, is_so: impl Fn() -> bool) {
        while !is_so() {
            assert!(self.0.try_wait().expect("a state").is_none(), "the program ended too soon");
            sleep(Duration::from_millis(1));
        }
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn end_by(mut self, signal: &str) -> Output {
        assert!(self.0.try_wait().expect("a state").is_none(), "the program ended too soon");
        let sent = Command::new("kill").args(["-s", signal, &self.0.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        self.0.wait_with_output().expect("it ends")
    }
}

/// A disk on which nothing can be written.
pub(crate) fn full_disk() -> File {
    File::options().write(true).open("/dev/full").expect("a device that is always full")
}
