//! A small machine: home `/home/ann`, workspace `/repo`.

use std::path::Path;

use prowess_base::{Diagnostic, Folders, Platform, Surroundings};
use prowess_config::{Config, ConfigError, ConfigFile, Contents, Flag, Sourced, Sources};

pub(crate) const USER_FILE: &str = "/home/ann/.config/prowess/config.toml";
pub(crate) const PROJECT_FILE: &str = "/repo/prowess.toml";

/// What each layer says.
#[derive(Default, Clone)]
pub(crate) struct Layers<'t> {
    pub(crate) user: Option<&'t str>,
    pub(crate) project: Option<&'t str>,
    pub(crate) environment: &'t [(&'t str, &'t str)],
    pub(crate) flags: Vec<Flag>,
}

impl Layers<'_> {
    pub(crate) fn load(&self) -> Result<Config, ConfigError> {
        let mut surroundings = Surroundings::bare("/repo/sub");
        surroundings.platform = Platform::Linux;
        surroundings.home = Some("/home/ann".into());
        surroundings.environment = self.environment.iter().copied().collect();
        surroundings.folders = Folders::by_convention(
            &surroundings.platform,
            surroundings.home.as_deref(),
            &surroundings.environment,
        );
        let mut sources = Sources::new(&surroundings, Path::new("/repo"));
        sources.user_file = self.user.map(|text| file(USER_FILE, text));
        sources.project_file = self.project.map(|text| file(PROJECT_FILE, text));
        sources.flags = &self.flags;
        Config::load(&sources)
    }

    /// A configuration that nothing was found about.
    pub(crate) fn clean(&self) -> Config {
        let config = self.load().unwrap();
        assert_eq!(codes(config.diagnostics()), [""; 0]);
        config
    }
}

fn file<'a>(path: &'a str, text: &'a str) -> ConfigFile<'a> {
    ConfigFile {
        path: Path::new(path),
        contents: Contents::Bytes(text.as_bytes()),
    }
}

/// The codes of diagnostics, in their order.
pub(crate) fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|one| one.code.to_string()).collect()
}

/// Whether a list allows no name that another does not; no list allows all.
pub(crate) fn is_fewer(
    with: Option<Sourced<&[String]>>,
    without: Option<Sourced<&[String]>>,
) -> bool {
    match (with, without) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(with), Some(without)) => with.value.iter().all(|name| without.value.contains(name)),
    }
}
