//! Our own configuration, laid over what a client's own file says.

use prowess_base::Environment;
use prowess_config::{
    Config, Effect, EntryConfig, Key, Layer, Secret, SecretState, ShadowChoice, Sourced,
};

use crate::{
    EntrySettings, ExtraOrder, Gates, Profile, RootRule, SecretPresence, Settings, ShadowPolicy,
};

/// The bounds of our configuration, with the name that a client's file has for each.
const LIMITS: [(Key, Option<&str>); 7] = [
    (Key::PromptSkills, Some("maxSkillsInPrompt")),
    (Key::PromptCharacters, Some("maxSkillsPromptChars")),
    (Key::PromptDescription, None),
    (Key::PromptTokens, None),
    (Key::DiscoveryDepth, None),
    (Key::DiscoveryCandidates, Some("maxCandidatesPerRoot")),
    (Key::SkillFileBytes, Some("maxSkillFileBytes")),
];

/// What no built-in skill is called. It stands in a list that allows none, where a profile's
/// client takes an empty list for no list.
const NO_SKILL: &str = "(none)";

impl Settings {
    /// Lays `config` over these settings, which come from a client's own file, or are the default
    /// where there is none.
    ///
    /// What the user says in our configuration takes the place of what the client's file says.
    /// What only a project says makes it tighter, or does nothing: lists keep the names that are in
    /// both, bounds the smaller number. Of secrets only their presence is taken, from `environment`;
    /// a reference that leads elsewhere counts as missing until something can tell.
    #[must_use]
    pub fn with_config(
        mut self,
        config: &Config,
        profile: &Profile,
        environment: &Environment,
    ) -> Self {
        for (skill, said) in config.entries() {
            let entry = self.entries.entry(skill.to_owned()).or_default();
            lay_over_entry(entry, &said, environment);
        }
        lay_over_names(&mut self.allow_built_in, config.allow_built_in());
        if let Some((allowed, _)) = &mut self.allow_built_in
            && allowed.is_empty()
            && profile.gates == Gates::OpenClaw
            && config.allow_built_in().is_some()
        {
            allowed.push(NO_SKILL.to_owned());
        }
        let agent = config.agent();
        lay_over_names(&mut self.agent_filter, config.agent_skills(agent.value));
        self.lay_over_roots(config, profile);
        self.lay_over_limits(config, profile);
        lay_over_values(&mut self.values, config.values());
        let shadow = config.shadow();
        if shadow.origin.layer != Layer::Default {
            self.shadow = match shadow.value {
                ShadowChoice::Tell => ShadowPolicy::Tell,
                ShadowChoice::Refuse => ShadowPolicy::Refuse,
            };
        }
        self
    }

    /// The user's folders go before the client's, these before the project's, in the order that
    /// the profile reads them.
    fn lay_over_roots(&mut self, config: &Config, profile: &Profile) {
        let last_first = profile.roots.iter().any(|rule| {
            matches!(
                rule,
                RootRule::Extra {
                    order: ExtraOrder::LastFirst,
                    ..
                }
            )
        });
        let mut clients = std::mem::take(&mut self.extra_roots);
        if last_first {
            clients.reverse();
        }
        let (projects, users): (Vec<_>, Vec<_>) = config
            .extra_roots()
            .iter()
            .map(|folder| (folder.path.clone(), folder.origin.clone()))
            .partition(|(_, origin)| origin.layer == Layer::Project);
        self.extra_roots = users.into_iter().chain(clients).chain(projects).collect();
        if last_first {
            self.extra_roots.reverse();
        }
    }

    /// Bounds are kept under our own names; a client's name for the same bound goes, so that there
    /// is one number for it.
    fn lay_over_limits(&mut self, config: &Config, profile: &Profile) {
        for (key, client_name) in LIMITS {
            let Some(limit) = config.limit(key) else {
                continue;
            };
            let clients = client_name.and_then(|name| self.limits.remove(name));
            let below = clients.or_else(|| bound_of(profile, key));
            self.limits
                .insert(key.spec().path.to_owned(), limit.bound_over(below));
        }
    }
}

fn bound_of(profile: &Profile, key: Key) -> Option<u64> {
    match key {
        Key::PromptSkills => profile.budget.skills.map(u64::from),
        Key::PromptCharacters => profile.budget.characters.map(u64::from),
        Key::PromptDescription => profile.budget.description.map(u64::from),
        Key::PromptTokens => profile.budget.tokens.map(u64::from),
        Key::DiscoveryDepth => Some(profile.discovery.depth.into()),
        Key::DiscoveryCandidates => Some(profile.discovery.candidates.into()),
        Key::SkillFileBytes => Some(profile.discovery.file_bytes),
        _ => None,
    }
}

fn lay_over_entry(entry: &mut EntrySettings, said: &EntryConfig<'_>, environment: &Environment) {
    if let Some(enabled) = &said.enabled {
        entry.enabled = Some(enabled.value);
    }
    if let Some(force) = &said.force {
        entry.force = force.value;
    }
    if let Some(api_key) = &said.api_key {
        entry.api_key = Some(presence(api_key.value, environment));
    }
    for (variable, secret) in &said.env {
        entry
            .env
            .insert((*variable).to_owned(), presence(secret.value, environment));
    }
    // The origin is told where the skill is turned off or forced, so these come first.
    let origin = (said.enabled.as_ref().map(|said| &said.origin))
        .or(said.force.as_ref().map(|said| &said.origin))
        .or(said.api_key.as_ref().map(|said| &said.origin))
        .or(said.env.values().next().map(|said| &said.origin));
    let clients_word_holds = entry.enabled == Some(false) && said.enabled.is_none();
    if let Some(origin) = origin
        && !(clients_word_holds && entry.origin.is_some())
    {
        entry.origin = Some(origin.clone());
    }
}

fn lay_over_names(
    list: &mut Option<(Vec<String>, prowess_config::Origin)>,
    said: Option<Sourced<&[String]>>,
) {
    let Some(said) = said else { return };
    let names = match (said.effect, list.as_ref()) {
        (Effect::Restricts, Some((clients, _))) => clients
            .iter()
            .filter(|name| said.value.contains(name))
            .cloned()
            .collect(),
        _ => said.value.to_vec(),
    };
    *list = Some((names, said.origin));
}

/// Tables are joined, everything else is replaced.
fn lay_over_values(below: &mut serde_json::Value, above: serde_json::Value) {
    match (below, above) {
        (serde_json::Value::Object(below), serde_json::Value::Object(above)) => {
            for (name, value) in above {
                lay_over_values(below.entry(name).or_insert(serde_json::Value::Null), value);
            }
        }
        (below, above) => *below = above,
    }
}

fn presence(secret: &Secret, environment: &Environment) -> SecretPresence {
    match secret.state(environment) {
        SecretState::Present => SecretPresence::Present,
        SecretState::Empty => SecretPresence::Empty,
        _ => SecretPresence::Missing {
            reference: secret.reference().unwrap_or_default(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use prowess_base::Surroundings;
    use prowess_config::{ConfigFile, Contents, Origin, Sources};

    use super::*;

    fn config(user: &str, project: &str) -> Config {
        let surroundings = Surroundings::bare("/repo");
        let mut sources = Sources::new(&surroundings, Path::new("/repo"));
        let file = |path, text: &'static str| ConfigFile {
            path: Path::new(path),
            contents: Contents::Bytes(text.as_bytes()),
        };
        let (user, project) = (user.to_owned().leak(), project.to_owned().leak());
        sources.user_file = Some(file("/home/config.toml", user));
        sources.project_file = Some(file("/repo/prowess.toml", project));
        let config = Config::load(&sources).unwrap();
        assert_eq!(config.diagnostics(), []);
        config
    }

    fn over(clients: Settings, config: &Config, profile: &Profile) -> Settings {
        let environment = [("SET", "x")].into_iter().collect();
        clients.with_config(config, profile, &environment)
    }

    fn list(names: &[&str]) -> Option<(Vec<String>, Origin)> {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Some((names, Origin::default_of("client")))
    }

    fn names(list: &Option<(Vec<String>, Origin)>) -> Vec<&str> {
        let (names, _) = list.as_ref().unwrap();
        names.iter().map(String::as_str).collect()
    }

    /// Each key of an entry arrives, a secret as its presence, with the place that turns it off.
    #[test]
    fn entries() {
        let config = config(
            "[skills.entries.gh]\nforce = true\napi_key = '$SET'\n\
             env = { A = 'plain', B = '$GONE', C = '${secret:x}', D = '' }",
            "skills.entries.gh.enabled = false",
        );
        let settings = over(Settings::default(), &config, &Profile::own());
        let gh = &settings.entries["gh"];
        let missing = |reference: &str| SecretPresence::Missing {
            reference: reference.to_owned(),
        };
        assert_eq!((gh.enabled, gh.force), (Some(false), true));
        assert_eq!(gh.api_key, Some(SecretPresence::Present));
        let env: Vec<_> = gh.env.values().cloned().collect();
        assert_eq!(
            env,
            [
                SecretPresence::Present,
                missing("${GONE}"),
                missing("${secret:x}"),
                SecretPresence::Empty
            ]
        );
        assert_eq!(
            gh.origin.as_ref().map(ToString::to_string).as_deref(),
            Some("`skills.entries.gh.enabled` in /repo/prowess.toml:1")
        );
    }

    /// A project's list takes names from a client's, never adds; a user's takes its place.
    #[test]
    fn lists_over_a_clients() {
        let clients = || Settings {
            allow_built_in: list(&["a", "b"]),
            agent_filter: list(&["a"]),
            ..Settings::default()
        };
        let lists = "skills.allow_built_in = ['b', 'c']\nagents.default.skills = ['b']";
        let projects = over(clients(), &config("", lists), &Profile::own());
        assert_eq!(names(&projects.allow_built_in), ["b"]);
        assert_eq!(names(&projects.agent_filter), [""; 0]);
        let users = over(clients(), &config(lists, ""), &Profile::own());
        assert_eq!(names(&users.allow_built_in), ["b", "c"]);
        assert_eq!(names(&users.agent_filter), ["b"]);
    }

    /// A list that a project empties allows nothing, also where a client takes an empty list for
    /// none.
    #[test]
    fn an_empty_list_allows_nothing() {
        let openclaw = Profile::built_in("openclaw").unwrap();
        let config = config("", "skills.allow_built_in = ['b']");
        let clients = Settings {
            allow_built_in: list(&["a"]),
            ..Settings::default()
        };
        let settings = over(clients, &config, &openclaw);
        assert_eq!(names(&settings.allow_built_in), [NO_SKILL]);
    }

    /// One number is left for a bound: the user's, or the smallest of project, client and profile.
    #[test]
    fn bounds() {
        let clients = |number| Settings {
            limits: [("maxSkillsInPrompt".to_owned(), number)].into(),
            ..Settings::default()
        };
        let limits = |clients, user, project| {
            let config = config(user, project);
            let settings = over(clients, &config, &Profile::own());
            settings.limits.into_iter().collect::<Vec<_>>()
        };
        let ours = |number| vec![("prompt.skills".to_owned(), number)];
        let high = "prompt.skills = 99999";
        assert_eq!(limits(clients(7), high, ""), ours(99_999));
        assert_eq!(limits(clients(7), "", high), ours(7));
        assert_eq!(limits(clients(7), "", "prompt.skills = 5"), ours(5));
        let profile = Profile::own().budget.skills.unwrap();
        assert_eq!(limits(Settings::default(), "", high), ours(profile.into()));
    }

    /// A project's folder never goes before a client's or the user's, however the profile orders
    /// them.
    #[test]
    fn folders() {
        let config = config("skills.extra = ['/u']", "skills.extra = ['p']");
        let extra = |profile: &Profile| {
            let clients = Settings {
                extra_roots: ["/1", "/2"]
                    .map(|path| (PathBuf::from(path), Origin::default_of("client")))
                    .into(),
                ..Settings::default()
            };
            let settings = over(clients, &config, profile);
            let paths = settings.extra_roots.into_iter().map(|(path, _)| path);
            paths.collect::<Vec<_>>()
        };
        let openclaw = Profile::built_in("openclaw").unwrap();
        assert_eq!(
            extra(&Profile::own()),
            ["/u", "/1", "/2", "/repo/p"].map(PathBuf::from)
        );
        assert_eq!(
            extra(&openclaw),
            ["/repo/p", "/1", "/2", "/u"].map(PathBuf::from)
        );
    }

    /// Values are joined table by table; what shadows is as the configuration says.
    #[test]
    fn values_and_shadow() {
        let config = config("values.a.b = 1", "trust.shadow = 'refuse'");
        let clients = Settings {
            values: serde_json::json!({ "a": { "b": 0, "c": 2 }, "d": 3 }),
            ..Settings::default()
        };
        let settings = over(clients, &config, &Profile::own());
        assert_eq!(
            settings.values,
            serde_json::json!({ "a": { "b": 1, "c": 2 }, "d": 3 })
        );
        assert_eq!(settings.shadow, ShadowPolicy::Refuse);
    }

    /// Nothing said changes nothing but an unset tree of values.
    #[test]
    fn nothing_said() {
        let clients = Settings {
            allow_built_in: list(&[]),
            values: serde_json::json!({}),
            ..Settings::default()
        };
        let same = over(clients.clone(), &config("", ""), &Profile::own());
        assert_eq!(same, clients);
    }
}
