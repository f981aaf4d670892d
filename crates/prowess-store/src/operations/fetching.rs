//! Reading sources for operations: each place once, several at a time.

use std::path::{Component, Path, PathBuf};

use futures_util::stream::{self, StreamExt as _};

use super::make::Noted;
use super::report::SkillKey;
use super::{Run, Store};
use crate::ask::Question;
use crate::fetch::{Choice, Harvest, Offered, Revision};
use crate::lock::{Keeper, Origin};
use crate::source::Location;
use crate::trust::RecordsFile;
use crate::{Error, Scope, Source};

/// How many places are read at the same time.
const AT_ONCE: usize = 8;

/// A skill of which something is to be read.
#[derive(Debug, Clone)]
pub(super) struct Sought {
    pub(super) key: SkillKey,
    pub(super) origin: Origin,
    /// What exactly; nothing: what is there now.
    pub(super) at: Option<Revision>,
}

/// Skills that are read together.
pub(super) struct Group {
    pub(super) skills: Vec<Sought>,
    /// The source as it is fetched.
    pub(super) source: Source,
}

impl Group {
    /// The names of its skills.
    pub(super) fn keys(&self) -> Vec<SkillKey> {
        self.skills.iter().map(|skill| skill.key.clone()).collect()
    }

    /// What is read of it; nothing: what is there now.
    pub(super) fn at(&self) -> Option<&Revision> {
        self.skills.first().and_then(|skill| skill.at.as_ref())
    }
}

impl Store<'_> {
    /// A source as the files of a scope keep it: a path beneath the workspace counts from there, every other one is whole.
    pub(super) fn kept_source(&self, scope: Scope, source: Source) -> Source {
        let kept = |path: PathBuf| {
            let whole = plain(&self.fetcher.folder.join(path));
            match Keeper::of(scope) {
                Keeper::Workspace => self.in_workspace(&whole).unwrap_or(whole),
                Keeper::User => whole,
            }
        };
        with_path(source, kept)
    }

    /// A path beneath the workspace as files keep it, the same on every system. Either may be named through a link.
    fn in_workspace(&self, whole: &Path) -> Option<PathBuf> {
        let workspace = &self.places.workspace;
        let real = || {
            let workspace = std::fs::canonicalize(workspace).ok()?;
            let whole = std::fs::canonicalize(whole).ok()?;
            whole.strip_prefix(workspace).ok().map(Path::to_path_buf)
        };
        let inner = match whole.strip_prefix(workspace) {
            Ok(inner) => inner.to_path_buf(),
            Err(_) => real()?,
        };
        let mut kept = ".".to_owned();
        for part in &inner {
            kept.push('/');
            kept.push_str(part.to_str()?);
        }
        Some(kept.into())
    }

    /// A kept origin as it is fetched: a relative path counts from the folder of its lock.
    pub(super) fn fetched_source(&self, scope: Scope, origin: &Origin) -> Source {
        let folder = self.places.lock_folder(scope);
        with_path(origin.whole(), |path| plain(&folder.join(path)))
    }

    /// A source that a file of another program names: a relative path counts from the folder of that file.
    pub(super) fn source_of(&self, file: &Path, scope: Scope, source: Source) -> Source {
        let folder = file.parent().unwrap_or(Path::new(""));
        let whole = with_path(source, |path| plain(&folder.join(path)));
        self.kept_source(scope, whole)
    }

    /// Puts together what one reading of a source can give: skills of one repository are read at once.
    pub(super) fn grouped(&self, sought: impl IntoIterator<Item = Sought>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for skill in sought {
            let source = self.fetched_source(skill.key.scope, &skill.origin);
            let fitting = groups.iter_mut().find_map(|group| {
                let joined = joined(&group.source, &source)?;
                (group.at() == skill.at.as_ref()).then_some((group, joined))
            });
            match fitting {
                Some((group, joined)) => {
                    group.source = joined;
                    group.skills.push(skill);
                }
                None => groups.push(Group {
                    skills: vec![skill],
                    source,
                }),
            }
        }
        groups
    }

    /// Reads every group. The order is that of the groups.
    pub(super) async fn harvests(
        &self,
        groups: Vec<Group>,
    ) -> Vec<(Group, Result<Harvest, Error>)> {
        let reading = groups.into_iter().map(|group| async {
            let harvest = self
                .fetcher
                .harvest(&group.source, group.at(), None, self.progress)
                .await;
            (group, harvest)
        });
        stream::iter(reading).buffered(AT_ONCE).collect().await
    }

    /// Asks before a project's files bring a skill from a folder outside of the workspace, once for each of them; the answer is kept
    /// with the user's records. Gives what has to be told of it.
    ///
    /// # Errors
    ///
    /// As [`Question::put`].
    pub(super) fn ask_for_outside(
        &self,
        run: Run,
        key: &SkillKey,
        origin: &Origin,
    ) -> Result<Vec<String>, Error> {
        let Some(outside) = self.outside(key.scope, origin) else {
            return Ok(Vec::new());
        };
        let records = RecordsFile::of(self.places);
        let workspace = real(&self.places.workspace);
        if records.read()?.allows_outside(&workspace, &outside) {
            return Ok(Vec::new());
        }
        let question = Question::OutsideFolder {
            name: &key.name,
            folder: &outside,
        };
        match run {
            Run::Real => {
                question.put(self.ask)?;
                records.allow_outside(&workspace, &outside)?;
                Ok(Vec::new())
            }
            Run::Dry => {
                let noted = Noted::default();
                question.put(&noted)?;
                Ok(noted.questions())
            }
        }
    }

    /// Remembers that the user has named a place outside of the workspace themselves: its files may name it from then on.
    ///
    /// # Errors
    ///
    /// Those of the user's records.
    pub(super) fn allow_outside(&self, place: &Path) -> Result<(), Error> {
        let workspace = real(&self.places.workspace);
        RecordsFile::of(self.places).allow_outside(&workspace, place)
    }

    /// The folder or archive of a workspace's skill, every link followed, where it lies outside of the workspace.
    pub(super) fn outside(&self, scope: Scope, origin: &Origin) -> Option<PathBuf> {
        let (Source::Folder(path) | Source::Archive(Location::Path(path))) =
            self.fetched_source(scope, origin)
        else {
            return None;
        };
        let place = real(&path);
        let is_inside = place.starts_with(real(&self.places.workspace));
        (!is_inside && Keeper::of(scope) == Keeper::Workspace).then_some(place)
    }
}

/// A path with every link followed; as it is where nothing is there.
fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// One source that gives what both give; nothing where there is none.
fn joined(one: &Source, other: &Source) -> Option<Source> {
    if one == other {
        return Some(one.clone());
    }
    let (Source::Git(one), Source::Git(other)) = (one, other) else {
        return None;
    };
    let mut joined = one.clone();
    joined.subfolder = common_folder(&one.subfolder, &other.subfolder);
    let mut comparable = other.clone();
    comparable.subfolder.clone_from(&joined.subfolder);
    (joined == comparable).then_some(Source::Git(joined))
}

/// The folder that two paths are both in.
fn common_folder(one: &str, other: &str) -> String {
    let parts = one.split('/').zip(other.split('/'));
    let common = parts.take_while(|(one, other)| one == other);
    common.map(|(part, _)| part).collect::<Vec<_>>().join("/")
}

/// The skill of a harvest that a kept one is: by its path, else, where it may have moved, by its name.
///
/// # Errors
///
/// As [`Harvest::choose`].
pub(super) fn same_skill<'h>(
    harvest: &'h Harvest,
    origin: &Origin,
    name: &str,
) -> Result<&'h Offered, Error> {
    if let Some(skill) = harvest
        .skills
        .iter()
        .find(|skill| skill.path == origin.path)
    {
        return Ok(skill);
    }
    let by_path = [format!("./{}", origin.path)];
    let is_refused = harvest
        .refused
        .iter()
        .any(|skill| skill.path == origin.path);
    let by_name = [name.to_owned()];
    let chosen = if is_refused {
        harvest.choose(Choice::Named(&by_path))?
    } else if origin.path.is_empty() {
        match harvest.choose(Choice::Only) {
            Err(Error::Several { .. }) => harvest.choose(Choice::Named(&by_name))?,
            other => other?,
        }
    } else {
        // The only skill that is left there may be quite another one.
        harvest.choose(Choice::Named(&by_name))?
    };
    chosen.first().copied().ok_or_else(|| Error::NoSkill {
        source_name: harvest.source.to_string(),
        wanted: Some(name.to_owned()),
        offered: Vec::new(),
    })
}

fn with_path(source: Source, change: impl Fn(PathBuf) -> PathBuf) -> Source {
    match source {
        Source::Folder(path) => Source::Folder(change(path)),
        Source::Archive(Location::Path(path)) => Source::Archive(Location::Path(change(path))),
        other => other,
    }
}

/// A path without `.` and `..`, which are taken as they are written.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}
