//! What is said when the program itself is at fault.

use std::io::Write as _;
use std::panic::PanicHookInfo;

use crate::exit::Exit;

/// Makes a panic end the process with a short report on stderr and the exit code of a bug.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|panic| {
        // The process ends here; a stderr that cannot be written changes nothing.
        let _ = std::io::stderr().write_all(report(panic).as_bytes());
        std::process::exit(Exit::Bug as i32);
    }));
}

/// Runs something whose panics are caught and told as part of its result.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> T {
    std::panic::set_hook(Box::new(|_| {}));
    let result = run();
    install();
    result
}

fn report(panic: &PanicHookInfo<'_>) -> String {
    let place = panic
        .location()
        .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let what = panic.payload_as_str().unwrap_or("no message");
    format!(
        "error: a fault of prowess {}, please report it: {what} ({place}, {})\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
    )
}
