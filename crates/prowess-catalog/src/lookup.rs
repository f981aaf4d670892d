//! Finding skills in a snapshot. Listing, look-up, commands and activation share these answers.

use prowess_base::{FoldedName, normalize_name};

use crate::{Content, Entry, EntryId, Error, Snapshot, Trust, Verdict};

/// Which entries a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// Those that count.
    Eligible,
    /// Those that won their names, with the ones whose requirements are not met.
    WithUnavailable,
    /// Every candidate.
    Everything,
}

impl Listing {
    /// Whether the list holds an entry.
    #[must_use]
    pub fn holds(self, entry: &Entry) -> bool {
        match self {
            Self::Eligible => entry.is_eligible(),
            Self::WithUnavailable => has_name(entry),
            Self::Everything => true,
        }
    }
}

/// Names that were asked for, looked up.
#[derive(Debug, Default)]
pub struct Resolved {
    /// The entries in the order in which they were asked for, each once.
    pub found: Vec<EntryId>,
    /// What is wrong with the other names, in order.
    pub failed: Vec<Error>,
}

/// Most names that an error offers.
const NEAR: usize = 3;

impl Snapshot {
    /// The entries of a list, in the profile's order.
    pub fn list(&self, listing: Listing) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| listing.holds(entry))
    }

    /// The skill that a person means. In this order, the first that finds something: the exact name;
    /// `SOURCE:NAME` or `SOURCE/NAME`; the exact name of one that cannot be used; the name with letter
    /// case, blanks, `_` and `-` folded; the same without separators; the folder; the key in
    /// configurations.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] with near names; [`Error::Ambiguous`] where a folded form fits several
    /// names and none exactly.
    pub fn get(&self, query: &str) -> Result<EntryId, Error> {
        let query = query.trim();
        let name = normalize_name(query);
        let named = |entry: &Entry| has_name(entry) && *entry.name == *name;
        let of_any_state = |entry: &Entry| *entry.name == *name;
        if let Some(id) = self
            .position(named)
            .or_else(|| self.by_source(&name))
            .or_else(|| self.position(of_any_state))
        {
            return Ok(id);
        }
        let folded = FoldedName::new(query);
        if folded.as_str().is_empty() {
            return Err(self.not_found(query));
        }
        let bare = folded.without_separators();
        let forms: [&dyn Fn(&Entry) -> bool; 4] = [
            &|entry| FoldedName::new(&entry.name) == folded,
            &|entry| FoldedName::new(&entry.name).without_separators() == bare,
            &|entry| FoldedName::new(&entry.folder_name()) == folded,
            &|entry| FoldedName::new(entry.skill_key()) == folded,
        ];
        for form in forms {
            let fitting: Vec<_> = self
                .entries
                .with_ids()
                .filter(|(_, entry)| has_name(entry) && form(entry))
                .collect();
            match fitting.as_slice() {
                [] => {}
                [(id, _)] => return Ok(*id),
                several => {
                    return Err(Error::Ambiguous {
                        query: query.to_owned(),
                        candidates: several
                            .iter()
                            .map(|(_, entry)| entry.name.to_string())
                            .collect(),
                    });
                }
            }
        }
        Err(self.not_found(query))
    }

    /// The eligible skill that a person means.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::get`], and [`Error::NotEligible`] with the reasons.
    pub fn get_eligible(&self, query: &str) -> Result<EntryId, Error> {
        let id = self.get(query)?;
        match self.entry(id) {
            Some(entry) if !entry.is_eligible() => Err(self.not_eligible(entry)),
            _ => Ok(id),
        }
    }

    /// Looks up names in order. A skill that is asked for twice is found once.
    pub fn resolve<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Resolved {
        let mut resolved = Resolved::default();
        for name in names {
            match self.get(name) {
                Ok(id) if resolved.found.contains(&id) => {}
                Ok(id) => resolved.found.push(id),
                Err(error) => resolved.failed.push(error),
            }
        }
        resolved
    }

    /// The skills whose bodies are in every prompt: resident, eligible and trusted.
    pub fn residents(&self) -> impl Iterator<Item = EntryId> {
        self.entries
            .with_ids()
            .filter(|(_, entry)| {
                entry.manifest.resident && entry.is_eligible() && entry.trust == Trust::Trusted
            })
            .map(|(id, _)| id)
    }

    /// The skills for one context: the residents, then those that are asked for, each once. What is
    /// asked for and is not eligible is refused with the reason.
    pub fn select<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Resolved {
        let mut selected = Resolved {
            found: self.residents().collect(),
            failed: Vec::new(),
        };
        for name in names {
            match self.get_eligible(name) {
                Ok(id) if selected.found.contains(&id) => {}
                Ok(id) => selected.found.push(id),
                Err(error) => selected.failed.push(error),
            }
        }
        selected
    }

    /// The text of an entry, read again beneath its root. Nothing but the very file that was judged
    /// is given out.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`], [`Error::File`].
    pub fn content(&self, id: EntryId) -> Result<Content, Error> {
        match self.entry(id) {
            Some(entry) => self.library().content(entry),
            None => Err(Error::NotFound {
                query: format!("entry {}", id.0),
                near: Vec::new(),
            }),
        }
    }

    fn position(&self, fits: impl Fn(&Entry) -> bool) -> Option<EntryId> {
        self.entries
            .with_ids()
            .find(|(_, entry)| fits(entry))
            .map(|(id, _)| id)
    }

    /// `SOURCE:NAME`, by which losers are reached too.
    fn by_source(&self, query: &str) -> Option<EntryId> {
        let mut borders = query.match_indices([':', '/']).map(|(border, _)| border);
        borders.find_map(|border| {
            let (source, name) = (query.get(..border)?, query.get(border + 1..)?);
            let mut roots = self.roots.iter();
            if !roots.any(|root| root.source == source) {
                return None;
            }
            let is_there = |entry: &Entry| {
                self.root(entry.root)
                    .is_some_and(|root| root.source == source)
            };
            let exact = |entry: &Entry| *entry.name == *name && is_there(entry);
            let folded = FoldedName::new(name);
            self.position(exact).or_else(|| {
                self.position(|entry| FoldedName::new(&entry.name) == folded && is_there(entry))
            })
        })
    }

    fn not_found(&self, query: &str) -> Error {
        let wanted = FoldedName::new(query);
        let wanted = wanted.as_str();
        let most = (wanted.chars().count() / 3).clamp(1, 4);
        let mut near: Vec<(usize, &str)> = self
            .entries
            .iter()
            .filter_map(|entry| {
                let name = FoldedName::new(&entry.name);
                let distance = strsim::osa_distance(wanted, name.as_str());
                let holds = wanted.len() > 2
                    && (name.as_str().contains(wanted) || wanted.contains(name.as_str()));
                (distance <= most || holds).then_some((distance, &*entry.name))
            })
            .collect();
        near.sort_unstable();
        near.dedup_by(|left, right| left.1 == right.1);
        Error::NotFound {
            query: query.to_owned(),
            near: near
                .into_iter()
                .take(NEAR)
                .map(|(_, name)| name.to_owned())
                .collect(),
        }
    }

    /// Why an entry does not count, one sentence a reason; empty for one that does.
    #[must_use]
    pub fn reasons(&self, entry: &Entry) -> Vec<String> {
        match &entry.verdict {
            Verdict::Eligible => Vec::new(),
            Verdict::Ineligible { reasons } => reasons.iter().map(ToString::to_string).collect(),
            Verdict::Shadowed { by } => {
                let winner = self.entry(*by).into_iter();
                winner
                    .map(|winner| format!("{} has its name", winner.file.display()))
                    .collect()
            }
            Verdict::Invalid { diagnostics } => diagnostics
                .iter()
                .map(|fault| fault.message.clone())
                .collect(),
            Verdict::BeyondLimit { bound } => vec![bound.to_string()],
        }
    }

    pub(crate) fn not_eligible(&self, entry: &Entry) -> Error {
        Error::NotEligible {
            name: entry.name.to_string(),
            verdict: entry.verdict.word(),
            why: self.reasons(entry).join("; "),
        }
    }
}

/// Whether an entry has its name for itself: it won it, whether or not it counts.
fn has_name(entry: &Entry) -> bool {
    matches!(
        entry.verdict,
        Verdict::Eligible | Verdict::Ineligible { .. }
    )
}
