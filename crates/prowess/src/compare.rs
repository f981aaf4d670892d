//! The same skills through the eyes of several clients.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_base::Surroundings;
use prowess_catalog::{Entry, EntryId, Profile, RootStatus, Search, Verdict};
use prowess_prompt::{Rendered, Visibility};

use crate::{Engine, Error, Options, PromptOptions};

/// The same skills through the eyes of several clients: a row a skill, a column a client.
#[derive(Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The clients, in the order in which they were asked for.
    pub clients: Vec<ComparedClient>,
    /// Every file that one of them found, in order of path.
    pub skills: Vec<ComparedSkill>,
}

/// One client of a comparison.
#[derive(Debug)]
#[non_exhaustive]
pub struct ComparedClient {
    /// The profile's name.
    pub name: String,
    /// The client and its version.
    pub title: String,
    /// Why it sees nothing, where its configuration cannot be read.
    pub fault: Option<Error>,
}

/// One skill of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedSkill {
    /// Its file, by its real path: clients reach it by several.
    pub file: PathBuf,
    /// The name that most clients know it by.
    pub name: String,
    /// What each client makes of it, in the order of the clients.
    pub views: Vec<View>,
}

/// What one client makes of one skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct View {
    /// What becomes of it there.
    pub sight: Sight,
    /// The name that it has there; nothing where it is not found.
    pub name: Option<String>,
    /// Why it is not listed in full, one sentence a reason.
    pub why: Vec<String>,
}

/// What becomes of a skill in one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Sight {
    /// A model sees its whole entry.
    Listed,
    /// A model sees a part of its description.
    Shortened,
    /// A model sees its name and no description.
    NameOnly,
    /// It counts, and a model does not see it.
    Hidden,
    /// It does not count: a requirement is not met, or it is turned off.
    Ineligible,
    /// Another skill has its name.
    Shadowed,
    /// It cannot be used.
    Invalid,
    /// A bound was reached before it.
    BeyondLimit,
    /// It is not found.
    Absent,
}

impl Sight {
    /// `listed`, `shortened`, `name-only`, `hidden`, `ineligible`, `shadowed`, `invalid`,
    /// `beyond-limit` or `absent`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Shortened => "shortened",
            Self::NameOnly => "name-only",
            Self::Hidden => "hidden",
            Self::Ineligible => "ineligible",
            Self::Shadowed => "shadowed",
            Self::Invalid => "invalid",
            Self::BeyondLimit => "beyond-limit",
            Self::Absent => "absent",
        }
    }
}

impl ComparedSkill {
    /// Whether two clients make different things of it, or call it differently.
    #[must_use]
    pub fn differs(&self) -> bool {
        let mut views = self.views.iter();
        let first = views.next();
        views.any(|view| {
            first.is_some_and(|first| first.sight != view.sight || first.name != view.name)
        })
    }
}

/// Looks at the same skills as each client does. Without names: every client whose profile is built
/// in. `options` are those of an engine; its profile is not asked.
///
/// A client whose own configuration cannot be read sees nothing, and that is said beside its name.
///
/// # Errors
///
/// [`Error::UnknownProfile`], [`Error::Profile`], [`Error::Workspace`], [`Error::Config`].
pub fn compare(
    surroundings: &Surroundings,
    options: &Options,
    clients: &[String],
) -> Result<Comparison, Error> {
    let built_in: Vec<String>;
    let names = if clients.is_empty() {
        built_in = Profile::BUILT_IN.iter().map(ToString::to_string).collect();
        &built_in
    } else {
        clients
    };
    let mut comparison = Comparison {
        clients: Vec::with_capacity(names.len()),
        skills: Vec::new(),
    };
    let mut looks = Vec::with_capacity(names.len());
    for name in names {
        let options = options.clone().profile(name);
        let (title, look, fault) = match Engine::open(surroundings.clone(), options) {
            Ok(engine) => {
                let title = engine.snapshot().profile.title.clone();
                (title, Look::of(Some(engine)), None)
            }
            Err(fault @ Error::ClientConfig { .. }) => {
                let title = Profile::built_in(name).map_or_else(String::new, |it| it.title);
                (title, Look::of(None), Some(fault))
            }
            Err(other) => return Err(other),
        };
        comparison.clients.push(ComparedClient {
            name: name.clone(),
            title,
            fault,
        });
        looks.push(look);
    }
    let mut files: Vec<&PathBuf> = looks.iter().flat_map(|look| look.views.keys()).collect();
    files.sort_unstable();
    files.dedup();
    comparison.skills = files
        .into_iter()
        .map(|file| {
            let views: Vec<View> = looks.iter().map(|look| look.view(file)).collect();
            ComparedSkill {
                name: usual_name(&views),
                file: file.clone(),
                views,
            }
        })
        .collect();
    Ok(comparison)
}

/// What one client sees.
struct Look {
    engine: Option<Engine>,
    views: BTreeMap<PathBuf, View>,
}

impl Look {
    fn of(engine: Option<Engine>) -> Self {
        let mut views = BTreeMap::new();
        if let Some(engine) = &engine {
            let rendered = engine.prompt(&PromptOptions::default());
            let snapshot = engine.snapshot();
            for (id, entry) in snapshot.entries.with_ids() {
                let file = real(&entry.file);
                let view = view(engine, &rendered, id, entry);
                // One file may be found by several ways; the best of them is what the client has.
                match views.get(&file) {
                    Some(View { sight, .. }) if *sight <= view.sight => {}
                    _ => {
                        views.insert(file, view);
                    }
                }
            }
        }
        Self { engine, views }
    }

    fn view(&self, file: &Path) -> View {
        if let Some(view) = self.views.get(file) {
            return view.clone();
        }
        let why = match &self.engine {
            None => "its configuration cannot be read".to_owned(),
            Some(engine) => not_found(engine, file),
        };
        View {
            sight: Sight::Absent,
            name: None,
            why: vec![why],
        }
    }
}

fn view(engine: &Engine, rendered: &Rendered, id: EntryId, entry: &Entry) -> View {
    let snapshot = engine.snapshot();
    let (sight, why) = match &entry.verdict {
        Verdict::Eligible => seen_by_model(rendered, id),
        Verdict::Ineligible { .. } => (Sight::Ineligible, None),
        Verdict::Shadowed { .. } => (Sight::Shadowed, None),
        Verdict::BeyondLimit { .. } => (Sight::BeyondLimit, None),
        _ => (Sight::Invalid, None),
    };
    View {
        sight,
        name: Some(entry.name.to_string()),
        why: why.map_or_else(|| snapshot.reasons(entry), |why| vec![why]),
    }
}

fn seen_by_model(rendered: &Rendered, id: EntryId) -> (Sight, Option<String>) {
    let hidden = |why: &str| (Sight::Hidden, Some(why.to_owned()));
    let Some(shown) = rendered.shown(id) else {
        return hidden("it is not in the list");
    };
    match shown.visibility {
        Visibility::Full => (Sight::Listed, None),
        Visibility::Shortened { limit, .. } => (
            Sight::Shortened,
            Some(format!("{limit} characters of its description are shown")),
        ),
        Visibility::NameOnly => (Sight::NameOnly, Some("the budget is used up".to_owned())),
        Visibility::Omitted { reason } => hidden(reason.as_str()),
        _ => hidden("it is not shown"),
    }
}

/// Why a client did not find a file that another did.
fn not_found(engine: &Engine, file: &Path) -> String {
    let snapshot = engine.snapshot();
    let mut roots = snapshot.roots.iter().filter_map(|root| {
        let is_placed = !root.path.as_os_str().is_empty();
        let inside = file.strip_prefix(real(&root.path)).ok();
        inside.filter(|_| is_placed).map(|inside| (root, inside))
    });
    let Some((root, inside)) = roots.next() else {
        return "none of its folders holds it".to_owned();
    };
    if let RootStatus::Refused { reason } | RootStatus::Unreadable { reason } = &root.status {
        return reason.clone();
    }
    let discovery = &snapshot.profile.discovery;
    let levels = match discovery.search {
        Search::FoldersAndFiles => 1,
        _ => discovery.depth,
    };
    let folders = inside.components().count().saturating_sub(1);
    if u32::try_from(folders).is_ok_and(|folders| folders > levels) {
        let levels = match levels {
            1 => "the one level that is".to_owned(),
            levels => format!("the {levels} levels that are"),
        };
        return format!("it lies deeper than {levels} searched");
    }
    if let Some(name) = file.file_name().filter(|name| *name != "SKILL.md") {
        return format!("the file is called `{}`", name.to_string_lossy());
    }
    let told = snapshot.diagnostics.iter().filter_map(|diagnostic| {
        let path = real(diagnostic.file.as_deref()?);
        let length = path.as_os_str().len();
        file.starts_with(path).then_some((length, diagnostic))
    });
    match told.max_by_key(|(length, _)| *length) {
        Some((_, nearest)) => nearest.message.clone(),
        None => format!("its search of `{}` does not reach it", root.source),
    }
}

fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The name that most clients know a skill by; of two the first.
fn usual_name(views: &[View]) -> String {
    let names: Vec<&str> = views
        .iter()
        .filter_map(|view| view.name.as_deref())
        .collect();
    let count = |name: &str| names.iter().filter(|other| **other == name).count();
    let mut best = "";
    for name in &names {
        if count(name) > count(best) {
            best = name;
        }
    }
    best.to_owned()
}
