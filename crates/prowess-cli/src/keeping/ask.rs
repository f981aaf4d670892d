//! Questions on the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use prowess::scan::{Finding, Report};
use prowess::store::ask::{Ask, Question};

use super::Line;
use crate::output::{printable_line, printable_text};

/// Most findings that a question shows; `prowess scan` shows all.
const FINDINGS: usize = 10;

/// Who answers: the person at the terminal, or a flag in their place.
#[derive(Debug)]
pub(crate) struct Asked<'l> {
    answer: Answer,
    line: &'l Line,
}

/// What every question gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Yes (`--yes`).
    Yes,
    /// What the person says.
    Person,
    /// None: nobody is there, or wants to be asked.
    Nobody,
}

impl<'l> Asked<'l> {
    /// Questions are asked where both stdin and stderr are a terminal.
    pub(crate) fn of(yes: bool, no_input: bool, line: &'l Line) -> Self {
        let answer = if yes {
            Answer::Yes
        } else if !no_input && io::stdin().is_terminal() && io::stderr().is_terminal() {
            Answer::Person
        } else {
            Answer::Nobody
        };
        Self { answer, line }
    }
}

impl Ask for Asked<'_> {
    fn ask(&self, question: &Question<'_>) -> Option<bool> {
        match self.answer {
            Answer::Yes => Some(true),
            Answer::Nobody => None,
            Answer::Person => {
                self.line.clear();
                asked(question).ok()
            }
        }
    }
}

fn asked(question: &Question<'_>) -> io::Result<bool> {
    let mut text = details(question);
    text.push_str(&printable_line(&question.text()));
    text.push_str(" [y/N] ");
    let mut stderr = io::stderr().lock();
    stderr.write_all(text.as_bytes())?;
    stderr.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    let answer = answer.trim();
    Ok(answer.eq_ignore_ascii_case("y") || answer.eq_ignore_ascii_case("yes"))
}

/// What a person has to see before they answer.
fn details(question: &Question<'_>) -> String {
    match question {
        Question::LetIn { report, .. } => findings(report),
        Question::Grows { grown, .. } => grown
            .iter()
            .map(|line| format!("  new: {}\n", printable_line(line)))
            .collect(),
        Question::Policy { reason, .. } => format!("{}\n", printable_text(reason)),
        _ => String::new(),
    }
}

/// The findings of a scan, the worst first, a line each.
pub(crate) fn findings(report: &Report) -> String {
    let mut findings: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.suppressed.is_none())
        .collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let mut text = String::new();
    for finding in findings.iter().take(FINDINGS) {
        let line = format!("  {}: {}", finding.file, finding.message);
        text.push_str(&printable_line(&line));
        text.push('\n');
    }
    if findings.len() > FINDINGS {
        text.push_str(&format!("  … and {} more\n", findings.len() - FINDINGS));
    }
    text
}
