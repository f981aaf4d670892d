//! `prowess watch`

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use crate::stage::Stage;

/// The program while it runs; it ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A new skill and a broken edit are each said in a line, with the reason, as text and as JSON.
#[test]
fn lines() {
    let stage = Stage::new();
    stage.skill("tide", "Tells tides.");
    for form in ["text", "json"] {
        let name = format!("ebb-{form}");
        let mut command = stage.command(&["watch", "--output-format", form]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = Running(command.spawn().unwrap());
        let mut said = BufReader::new(running.0.stderr.take().unwrap()).lines();
        let mut seen = BufReader::new(running.0.stdout.take().unwrap()).lines();
        // It is said once everything is watched.
        let ready = said.next().unwrap().unwrap();
        assert!(ready.starts_with("note: watching"), "{ready}");

        let file = format!("work/skills/{name}/SKILL.md");
        stage.file(
            &file,
            format!("---\nname: {name}\ndescription: d\nrequires:\n  bins: [no-such]\n---\n"),
        );
        // A folder and its file may come in two looks.
        let mut until = |word: &str| {
            let mut lines = seen.by_ref().map(Result::unwrap);
            lines.find(|line| line.contains(word)).unwrap()
        };
        let added = until("new");
        assert!(
            added.contains(&name) && added.contains("no-such"),
            "{added}"
        );
        stage.file(&file, "---\nname: [\n");
        let stale = until("stale");
        assert!(
            stale.contains(&name) && stale.contains("not closed"),
            "{stale}"
        );
    }
}
