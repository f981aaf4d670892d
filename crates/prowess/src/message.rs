//! What a message of a user becomes in an engine.

use std::path::{Component, Path, PathBuf};

use prowess_catalog::{EntryId, Error as CatalogError};
use prowess_prompt::{Commands, ExpandOptions, Expansion, Fired, Refusal, SkillText, expand};

use crate::{Engine, clients};

/// What a host says about one message. The default knows of nothing but the message.
#[derive(Debug, Clone, Default)]
pub struct MessageOptions {
    /// The names and aliases of the host's own commands, without `/`, beside those that the profile's
    /// client has.
    pub reserved: Vec<String>,
    /// The triggers that have fired in the conversation.
    pub fired: Fired,
    /// Files that were touched since the last message; relative ones are beneath the current folder.
    /// Files outside the workspace bring in nothing.
    pub touched: Vec<PathBuf>,
    /// Skills whose bodies the conversation has already.
    pub active: Vec<EntryId>,
    /// The identifier of the conversation.
    pub session: Option<String>,
}

impl Engine {
    /// The commands of the skills that users may start. `reserved` are names of the host's own
    /// commands, beside those that the profile's client has.
    #[must_use]
    pub fn commands<N: AsRef<str>>(&self, reserved: &[N]) -> Commands {
        let of_client = clients::built_in_commands(&self.snapshot.profile);
        let of_host = reserved.iter().map(AsRef::as_ref);
        Commands::new(&self.snapshot, of_client.iter().copied().chain(of_host))
    }

    /// What a message becomes, and why. Skills are read again; where a file is another one than the
    /// one that was judged, the catalogue is refreshed and the message looked at anew.
    pub fn expand(&mut self, message: &str, options: &MessageOptions) -> Expansion {
        let expansion = self.expand_judged(message, options);
        let has_changed = |why: &Refusal| {
            matches!(
                why,
                Refusal::Skill(
                    CatalogError::Changed { .. }
                        | CatalogError::File(prowess_fs::Error::NotFound { .. })
                )
            )
        };
        if !expansion
            .refused
            .iter()
            .any(|refused| has_changed(&refused.why))
        {
            return expansion;
        }
        self.refresh();
        self.expand_judged(message, options)
    }

    fn expand_judged(&self, message: &str, options: &MessageOptions) -> Expansion {
        let text_of = |id| {
            let mut text = SkillText::of(&self.snapshot.content(id)?);
            // A folder that cannot be looked through lists nothing.
            text.resources = self.resources(id).ok();
            Ok(text)
        };
        let touched: Vec<String> = options
            .touched
            .iter()
            .filter_map(|path| self.in_workspace(path))
            .collect();
        let project = self.workspace().path().to_string_lossy();
        expand(
            &self.snapshot,
            &self.commands(&options.reserved),
            message,
            &ExpandOptions {
                texts: &text_of,
                tools: self.tools(),
                fired: &options.fired,
                touched: &touched,
                active: &options.active,
                project: Some(&project),
                session: options.session.as_deref(),
                on_disk: Some(&|_, entry| self.is_on_disk(entry)),
            },
        )
    }

    /// A path as patterns are compared with it; nothing for one outside the workspace.
    fn in_workspace(&self, path: &Path) -> Option<String> {
        let mut parts = PathBuf::new();
        for part in self.surroundings.current_dir.join(path).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let relative = parts.strip_prefix(self.workspace().path()).ok()?;
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        Some(parts.join("/"))
    }
}
