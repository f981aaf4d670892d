//! What a test run has to say beside passed and failed.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Says a line: a count, or what was skipped and why. It goes to standard output, which a test
/// runner may hide, and to the file that `PROWESS_NOTES` names, which `test.sh` prints at its end.
pub fn note(line: &str) {
    println!("{line}");
    #[expect(
        clippy::disallowed_methods,
        reason = "a test program is its own host; this variable is its only setting"
    )]
    let Some(file) = std::env::var_os("PROWESS_NOTES") else {
        return;
    };
    // One write a line: tests run at the same time.
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) {
        let _ = file.write_all(format!("{}\n", line.trim_end()).as_bytes());
    }
}
