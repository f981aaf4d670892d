//! What came of an operation, for a person.

use prowess::store::operations::{
    Became, ClientHas, ClientPlace, Failed, Made, RemovedSkill, Run, Skill,
};

use super::view::{ChangeView, brought, conflict, has, warnings};
use crate::arguments::OutputFormat;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, printable_line};

/// What came of an operation, gathered to be told in the form that is asked for.
pub(crate) struct Told<'o> {
    output: &'o mut Output,
    run: Run,
    view: ChangeView,
    exit: Exit,
    /// What was said in text.
    text: String,
    errors: Vec<Failure>,
    warnings: Vec<String>,
    notes: Vec<String>,
}

impl<'o> Told<'o> {
    pub(crate) fn new(run: Run, output: &'o mut Output) -> Self {
        Self {
            output,
            run,
            view: ChangeView::new(run),
            exit: Exit::Done,
            text: String::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The JSON form, for what only some operations have.
    pub(crate) fn view(&mut self) -> &mut ChangeView {
        &mut self.view
    }

    /// Adds a line of data.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(&printable_line(line));
        self.text.push('\n');
    }

    /// Adds a line that belongs to the one before.
    pub(crate) fn below(&mut self, line: &str) {
        self.text.push_str("  ");
        self.line(line);
    }

    /// Adds something that is said on stderr when all is told.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub(crate) fn warning(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }

    /// Makes the exit code this one, where it was a success.
    pub(crate) fn ends(&mut self, exit: Exit) {
        if self.exit == Exit::Done {
            self.exit = exit;
        }
    }

    pub(crate) fn skills(&mut self, skills: &[Skill]) {
        for skill in skills {
            self.skill(skill);
        }
    }

    fn skill(&mut self, skill: &Skill) {
        self.view.skills.push(skill.into());
        let key = &skill.key;
        let place = self.output.path(&skill.place);
        let (would, did) = match &skill.became {
            Became::New => ("would install", "installed"),
            Became::Back => ("would put back", "put back"),
            Became::Taken => ("would keep from now on:", "kept from now on:"),
            Became::Updated { .. } => ("would update", "updated"),
            Became::Conflicting => ("would leave as it is:", "left as it is:"),
            _ => ("is as it should be:", "is as it should be:"),
        };
        let verb = self.verb(would, did);
        let line = format!("{verb} {key} in {place}");
        self.line(&line);
        for client in &skill.clients {
            self.client(client);
        }
        for file in &skill.brought {
            self.below(&format!("{} {}", brought(&file.kind), file.path));
        }
        for file in &skill.conflicts {
            self.below(&format!(
                "conflict in {}: {}",
                file.path,
                conflict(&file.kind)
            ));
        }
        for warning in warnings(skill) {
            self.warnings.push(format!("{}: {warning}", key.name));
        }
        if skill.became == Became::Conflicting {
            self.ends(Exit::Problems);
            self.note(format!(
                "choose for `{0}`: `prowess update {0} --mine`, `--theirs` or `--marks`",
                key.name
            ));
        }
    }

    fn client(&mut self, place: &ClientPlace) {
        let at = self.output.path(&place.at);
        let client = &place.client;
        let (word, reason) = has(&place.has);
        let line = match (&place.has, reason) {
            (ClientHas::Gone, _) => format!("{client}: gone from {at}"),
            (ClientHas::ChangedCopy, _) => {
                self.warnings.push(format!(
                    "the copy of {client} in {at} was changed and is left as it is"
                ));
                format!("{client}: a changed copy in {at}")
            }
            (_, Some(reason)) => format!("{client}: {word} in {at} ({reason})"),
            (_, None) if word == "same-folder" => format!("{client}: finds it there"),
            (_, None) => format!("{client}: {word} in {at}"),
        };
        self.below(&line);
    }

    /// What would be done, or what was.
    pub(crate) const fn verb<'w>(&self, would: &'w str, did: &'w str) -> &'w str {
        match self.run {
            Run::Dry => would,
            Run::Real => did,
        }
    }

    /// Skills that were taken away; `verb` is what would be done to them, and what was.
    pub(crate) fn removed(&mut self, removed: &[RemovedSkill], verb: (&str, &str)) {
        let verb = self.verb(verb.0, verb.1);
        for skill in removed {
            self.view.removed.push(skill.into());
            let place = self.output.path(&skill.place);
            self.line(&format!("{verb} {} from {place}", skill.key));
            for client in &skill.clients {
                self.client(client);
            }
            for warning in &skill.warnings {
                self.warnings.push(format!("{}: {warning}", skill.key.name));
            }
        }
    }

    /// What could not be done, each as an error of its own; the first gives the exit code.
    pub(crate) fn failed(&mut self, failed: Vec<Failed>) {
        for one in failed {
            self.view.failed.push((&one).into());
            let failure = Failure::from(one.error);
            if let Failure::Told { exit, .. } = &failure
                && matches!(self.exit, Exit::Done | Exit::Problems)
            {
                self.exit = *exit;
            }
            self.errors.push(failure);
        }
    }

    pub(crate) fn made(&mut self, made: &Made) {
        self.view.made.push(made.into());
        for path in &made.not_ours {
            let path = self.output.path(path);
            self.warnings.push(format!("{path} is not ours and stays"));
        }
        self.warnings.extend(made.warnings.iter().cloned());
    }

    /// Prints everything: data to stdout, the rest to stderr.
    pub(crate) fn print(self) -> Result<Exit, Failure> {
        let output = self.output;
        match output.format {
            OutputFormat::Json => output.json(&self.view)?,
            _ => output.data(&self.text)?,
        }
        for warning in &self.warnings {
            output.warning(warning)?;
        }
        for error in &self.errors {
            output.failure(error);
        }
        for note in &self.notes {
            output.note(note)?;
        }
        Ok(self.exit)
    }
}
