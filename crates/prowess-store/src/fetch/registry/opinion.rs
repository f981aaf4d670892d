//! What a registry thinks of a skill. It is told, and never a reason to trust.

use super::Desk;
use super::answer::{Answer, Part};
use crate::source::RegistrySource;

/// What a registry thinks of a skill (its `moderation`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opinion {
    /// Its word: `clean`, `suspicious`, `malicious`, or one that is not known here.
    pub word: Option<String>,
    /// Whether the registry keeps it from being installed.
    pub is_blocked: bool,
    /// Whether the registry suspects it.
    pub is_suspicious: bool,
    /// The registry's codes of the reasons.
    pub reasons: Vec<String>,
    /// The reasons in words.
    pub summary: Option<String>,
}

impl Opinion {
    /// What the description of a skill says; nothing where it says nothing.
    pub(super) fn of_skill(detail: &Answer) -> Option<Self> {
        let part = detail.whole().at("/moderation")?;
        Some(Self {
            word: part.text("/verdict"),
            is_blocked: part.flag("/isMalwareBlocked").unwrap_or_default(),
            is_suspicious: part.flag("/isSuspicious").unwrap_or_default(),
            reasons: part.texts("/reasonCodes"),
            summary: part.text("/summary"),
        })
    }

    /// What a user has to be told of it: one line, or none where the registry has nothing against the skill.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let is_clean = matches!(self.word.as_deref(), None | Some("clean"));
        let word = match (self.is_blocked, self.is_suspicious, is_clean) {
            (true, _, _) => "malware",
            (false, _, false) => self.word.as_deref().unwrap_or_default(),
            (false, true, true) => "suspicious",
            (false, false, true) => return None,
        };
        let mut line = format!("the registry calls it {word}");
        if !self.reasons.is_empty() {
            line.push_str(&format!(" ({})", self.reasons.join(", ")));
        }
        if let Some(summary) = &self.summary {
            line.push_str(": ");
            line.push_str(&summary.replace('\n', " "));
        }
        Some(line)
    }
}

/// What the registry's own scan says of a version, where that is a reason for a warning. A registry that scans nothing has no such
/// place; that is no reason.
pub(super) async fn scan(
    desk: &Desk<'_>,
    source: &RegistrySource,
    version: &str,
) -> Option<String> {
    let pairs = [
        ("version", Some(version)),
        ("ownerHandle", source.owner.as_deref()),
    ];
    match desk.of_skill(source, &["scan"], &pairs).await {
        Ok(answer) => word_of(answer.whole()),
        Err(crate::Error::Net(prowess_net::Error::NotFound { status: 404, .. })) => None,
        Err(error) => Some(format!(
            "what the registry's scan says is not known: {error}"
        )),
    }
}

fn word_of(answer: Part<'_>) -> Option<String> {
    match answer.text("/security/status").as_deref() {
        Some("clean") => None,
        Some("pending") => Some("the registry has not scanned it yet".to_owned()),
        Some(word) => Some(format!("the registry's scan says {word}")),
        None => Some("the registry's scan says nothing of it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word becomes a line that tells it; what is clean is not praised, and an unknown word is a warning.
    #[test]
    fn lines() {
        let opinion = |word: Option<&str>, is_blocked, is_suspicious| Opinion {
            word: word.map(str::to_owned),
            is_blocked,
            is_suspicious,
            ..Opinion::default()
        };
        assert_eq!(opinion(None, false, false).warning(), None);
        assert_eq!(opinion(Some("clean"), false, false).warning(), None);
        let line = |opinion: Opinion| opinion.warning().unwrap();
        assert_eq!(
            line(opinion(Some("clean"), true, false)),
            "the registry calls it malware"
        );
        assert_eq!(
            line(opinion(Some("clean"), false, true)),
            "the registry calls it suspicious"
        );
        assert_eq!(
            line(opinion(Some("odd"), false, false)),
            "the registry calls it odd"
        );
        let mut told = opinion(Some("malicious"), false, true);
        told.reasons = vec!["malicious.crypto_mining".to_owned()];
        told.summary = Some("it mines\ncoins".to_owned());
        assert_eq!(
            line(told),
            "the registry calls it malicious (malicious.crypto_mining): it mines coins"
        );
    }
}
