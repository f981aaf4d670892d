//! Which folders are searched.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;
use prowess_config::{Layer, Origin};
use prowess_format::Dialect;
use rayon::prelude::*;

use super::{Visitor, Walk, walk};
use crate::{
    Discovery, ExtraOrder, Holds, InstructionPlace, Profile, Root, RootId, RootRule, RootStatus,
    Scope, Settings,
};

/// The roots of a profile in these surroundings, and how they are searched.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Plan {
    /// The workspace P, absolute.
    pub workspace: PathBuf,
    /// The roots, highest precedence first. [`RootId`] is the position here.
    pub roots: Vec<Root>,
    /// The profile's rules with the limits of the settings put in.
    pub discovery: Discovery,
    /// Folders into which links may lead, from the settings.
    pub link_targets: Vec<PathBuf>,
    /// How headers are read, where finding a root needs to know.
    pub dialect: Dialect,
    /// The user whose own the project's roots must be; nothing: not checked.
    pub owner: Option<u32>,
}

impl Plan {
    /// The plan for a profile. No file is touched.
    ///
    /// A folder that two rules name is a root once: at its first place, but as the user's own where
    /// one of the rules says so.
    #[must_use]
    pub fn new(
        profile: &Profile,
        surroundings: &Surroundings,
        workspace: &Path,
        settings: &Settings,
    ) -> Self {
        let context = Context {
            surroundings,
            workspace,
            settings,
        };
        let mut roots: Vec<Root> = Vec::new();
        for root in context.roots_of(profile) {
            let same = |known: &&mut Root| known.path == root.path && known.holds == root.holds;
            match roots.iter_mut().find(same) {
                // The embedded skills have no path yet.
                Some(_) if root.path.as_os_str().is_empty() => roots.push(root),
                Some(known) if is_users(root.scope) && !is_users(known.scope) => *known = root,
                Some(_) => {}
                None => roots.push(root),
            }
        }
        Self {
            workspace: workspace.to_path_buf(),
            roots,
            discovery: with_limits(profile.discovery.clone(), settings),
            link_targets: settings.link_targets.clone(),
            dialect: profile.dialect,
            owner: surroundings.user,
        }
    }

    /// Walks one root. Nothing where the plan has no such root.
    pub fn walk<V: Visitor>(&self, id: RootId, visitor: &V) -> Option<Walk<V::Output>> {
        let root = self.roots.get(id.0 as usize)?;
        Some(walk(self, id, root, visitor))
    }

    /// Walks every root, highest precedence first.
    pub fn walk_all<V: Visitor>(&self, visitor: &V) -> Vec<Walk<V::Output>> {
        let walk = |(position, root)| walk(self, RootId(position), root, visitor);
        let numbered: Vec<_> = (0u32..).zip(&self.roots).collect();
        if numbered.len() < 2 {
            return numbered.into_iter().map(walk).collect();
        }
        numbered.into_par_iter().map(walk).collect()
    }
}

fn is_users(scope: Scope) -> bool {
    matches!(scope, Scope::User | Scope::Managed)
}

struct Context<'a> {
    surroundings: &'a Surroundings,
    workspace: &'a Path,
    settings: &'a Settings,
}

impl Context<'_> {
    /// Every root of a profile. A configured folder that is a folder of the built-in skills is left to
    /// the rule that is for those.
    fn roots_of(&self, profile: &Profile) -> Vec<Root> {
        let mut roots = Vec::new();
        for rule in &profile.roots {
            let is_configured = matches!(rule, RootRule::Configured { .. });
            let found = self.roots(rule).into_iter();
            roots.extend(found.map(|root| (is_configured, root)));
        }
        let built_in: Vec<PathBuf> = roots
            .iter()
            .filter(|(_, root)| root.scope == Scope::BuiltIn)
            .map(|(_, root)| root.path.clone())
            .collect();
        roots.retain(|(is_configured, root)| !(*is_configured && built_in.contains(&root.path)));
        roots.into_iter().map(|(_, root)| root).collect()
    }

    fn roots(&self, rule: &RootRule) -> Vec<Root> {
        let one = |source: &str, scope, path: Option<PathBuf>| {
            path.map(|path| root(source, scope, path))
                .into_iter()
                .collect()
        };
        match rule {
            RootRule::Workspace {
                source,
                folder,
                scope,
            } => one(source, *scope, Some(self.workspace.join(folder))),
            RootRule::Current {
                source,
                folder,
                scope,
            } => one(
                source,
                *scope,
                Some(self.surroundings.current_dir.join(folder)),
            ),
            RootRule::Configured {
                source,
                folder,
                scope,
            } => {
                let named = self.settings.skills_folder.as_ref();
                let path =
                    named.map_or_else(|| self.workspace.join(folder), |(named, _)| named.clone());
                one(source, *scope, Some(path))
            }
            RootRule::Ancestors { source, folders } => self
                .ancestors()
                .flat_map(|ancestor| folders.iter().map(move |folder| ancestor.join(folder)))
                .map(|path| root(source, Scope::Project, path))
                .collect(),
            RootRule::Home {
                source,
                folder,
                scope,
            } => one(source, *scope, self.home(folder)),
            RootRule::Instructions { source, place } => self.instructions(source, *place),
            RootRule::Managed { source } => {
                let folders = self.surroundings.folders.as_ref();
                let path = folders.map(|folders| folders.data.join("skills"));
                one(source, Scope::Managed, path)
            }
            RootRule::BuiltIn { source } => one(source, Scope::BuiltIn, Some(PathBuf::new())),
            RootRule::Fixed {
                source,
                path,
                scope,
            } => one(source, *scope, Some(self.surroundings.expand_home(path))),
            RootRule::State {
                source,
                variable,
                home,
                folder,
                scope,
            } => {
                let state = self.variable(variable).or_else(|| self.home(home));
                one(source, *scope, state.map(|state| state.join(folder)))
            }
            RootRule::Variable {
                source,
                variable,
                scope,
            } => one(source, *scope, self.variable(variable)),
            RootRule::Extra { source, order } => {
                let paths = self.settings.extra_roots.iter();
                // What the project's own file names is the project's, whatever its place.
                let of = |(path, origin): &(PathBuf, Origin)| {
                    let scope = match origin.layer {
                        Layer::Project => Scope::Project,
                        _ => Scope::Extra,
                    };
                    root(source, scope, path.clone())
                };
                match order {
                    ExtraOrder::FirstFirst => paths.map(of).collect(),
                    ExtraOrder::LastFirst => paths.rev().map(of).collect(),
                }
            }
            RootRule::Plugin { source } => {
                let plugins = self.settings.plugin_roots.iter();
                plugins
                    .map(|(label, path)| {
                        let source = source.as_ref().unwrap_or(label);
                        root(source, Scope::Plugin, path.clone())
                    })
                    .collect()
            }
        }
    }

    /// The current folder and what is above it, up to P. P alone where the current folder is not
    /// beneath it.
    fn ancestors(&self) -> impl Iterator<Item = &Path> {
        let current = &self.surroundings.current_dir;
        let nearest = if current.starts_with(self.workspace) {
            current.as_path()
        } else {
            self.workspace
        };
        let is_beneath = |path: &&Path| path.starts_with(self.workspace);
        nearest.ancestors().take_while(is_beneath)
    }

    /// Where files with instructions are looked for. The current folder is none of the project's
    /// where it is not beneath P, and is P once where it is P itself.
    fn instructions(&self, source: &str, place: InstructionPlace) -> Vec<Root> {
        let current = self.ancestors().next().unwrap_or(self.workspace);
        let (path, holds) = match place {
            InstructionPlace::Current => (current, Holds::Instructions),
            InstructionPlace::Workspace => (self.workspace, Holds::Instructions),
            InstructionPlace::BelowCurrent => (current, Holds::NestedInstructions),
        };
        let mut root = root(source, Scope::Project, path.to_path_buf());
        root.holds = holds;
        vec![root]
    }

    fn home(&self, folder: &Path) -> Option<PathBuf> {
        let home = self.surroundings.home.as_ref();
        home.map(|home| home.join(folder))
    }

    /// The folder that a variable names, with `~` put in place and made absolute. A blank value is
    /// none.
    fn variable(&self, name: &str) -> Option<PathBuf> {
        let value = self.surroundings.environment.get_text(name)?.trim();
        let path = self.surroundings.expand_home(Path::new(value));
        (!value.is_empty()).then(|| self.surroundings.current_dir.join(path))
    }
}

fn root(source: &str, scope: Scope, path: PathBuf) -> Root {
    Root {
        source: source.to_owned(),
        scope,
        path,
        holds: Holds::Skills,
        status: RootStatus::Absent,
        found: 0,
    }
}

/// The numbers of the settings, by the keys of our own configuration and of OpenClaw's.
fn with_limits(mut discovery: Discovery, settings: &Settings) -> Discovery {
    let limit = |keys: [&str; 2]| {
        let mut values = keys.iter().filter_map(|key| settings.limits.get(*key));
        values.next().copied()
    };
    let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    if let Some(depth) = limit(["discovery.depth", "discovery.depth"]) {
        discovery.depth = small(depth);
        discovery.extra_depth = discovery.extra_depth.min(small(depth));
    }
    if let Some(candidates) = limit(["discovery.candidates", "maxCandidatesPerRoot"]) {
        discovery.candidates = small(candidates);
    }
    if let Some(bytes) = limit(["skill.file_bytes", "maxSkillFileBytes"]) {
        discovery.file_bytes = bytes;
    }
    if let Some(skills) = limit(["maxSkillsLoadedPerSource", "maxSkillsLoadedPerSource"]) {
        discovery.skills_per_source = Some(small(skills));
    }
    discovery
}

#[cfg(test)]
mod tests {
    use prowess_base::Folders;
    use prowess_config::Origin;

    use super::*;

    fn lines(profile: &Profile, surroundings: &Surroundings, settings: &Settings) -> Vec<String> {
        let plan = Plan::new(profile, surroundings, Path::new("/p"), settings);
        let line = |root: &Root| {
            format!(
                "{} {} {}",
                root.source,
                root.scope.as_str(),
                root.path.display()
            )
        };
        plan.roots.iter().map(line).collect()
    }

    fn surroundings() -> Surroundings {
        let mut surroundings = Surroundings::bare("/p/a");
        surroundings.home = Some("/home/ann".into());
        surroundings.folders = Some(Folders::beneath(Path::new("/pw")));
        surroundings
    }

    fn settings() -> Settings {
        let extra = |path: &str| (path.into(), Origin::default_of("skills.extra"));
        Settings {
            extra_roots: vec![extra("/x1"), extra("/x2")],
            plugin_roots: vec![("p1".to_owned(), "/plugin".into())],
            ..Settings::default()
        }
    }

    /// The own profile's order: workspace, project from the nearest folder up, user, managed,
    /// built-in, extra, plugin.
    #[test]
    fn own() {
        assert_eq!(
            lines(&Profile::own(), &surroundings(), &settings()),
            [
                "workspace workspace /p/skills",
                "project project /p/a/.agents/skills",
                "project project /p/a/.claude/skills",
                "project project /p/.agents/skills",
                "project project /p/.claude/skills",
                "user user /home/ann/.agents/skills",
                "user user /home/ann/.claude/skills",
                "managed managed /pw/data/skills",
                "builtin built-in ",
                "extra extra /x1",
                "extra extra /x2",
                "p1 plugin /plugin",
            ]
        );
    }

    /// OpenClaw's: a later extra folder goes first, and variables name its own folders.
    #[test]
    fn openclaw() {
        let mut surroundings = surroundings();
        let environment = &mut surroundings.environment;
        environment.set("OPENCLAW_STATE_DIR", "~/state");
        environment.set("OPENCLAW_BUNDLED_SKILLS_DIR", "/bundled");
        assert_eq!(
            lines(&Profile::openclaw(), &surroundings, &settings()),
            [
                "openclaw-workspace workspace /p/skills",
                "agents-skills-project project /p/.agents/skills",
                "agents-skills-personal user /home/ann/.agents/skills",
                "openclaw-managed managed /home/ann/state/skills",
                "openclaw-bundled built-in /bundled",
                "openclaw-extra plugin /plugin",
                "openclaw-extra extra /x2",
                "openclaw-extra extra /x1",
            ]
        );
    }

    /// In the home folder the user's own skills are the user's, not an untrusted project's.
    #[test]
    fn at_home() {
        let mut surroundings = surroundings();
        surroundings.home = Some("/p".into());
        surroundings.current_dir = "/p".into();
        surroundings.folders = None;
        assert_eq!(
            lines(&Profile::own(), &surroundings, &Settings::default()),
            [
                "workspace workspace /p/skills",
                "user user /p/.agents/skills",
                "user user /p/.claude/skills",
                "builtin built-in ",
            ]
        );
    }
}
