//! What a model is told about the skills of an engine.

use prowess_catalog::{Budget, Entry, EntryId, Snapshot};
use prowess_config::{Key, TokenizerChoice};
use prowess_prompt::{
    Cost, CostSource, Homes, RenderOptions, Rendered, Resident, ResourceLimits, Resources,
    RootNames, Tokenizer, Unavailable,
};

use crate::Engine;

/// What a host says about one prompt. The default is what the profile asks for.
#[derive(Debug, Clone, Default)]
pub struct PromptOptions {
    /// Whether skills that do not count are named with their reasons.
    pub unavailable: Unavailable,
    /// A budget in place of the profile's and the configuration's.
    pub budget: Option<Budget>,
    /// The tokens that the model's context window holds, in place of the configuration's number.
    pub window: Option<u32>,
    /// How tokens are counted, in place of the configuration's word.
    pub tokenizer: Option<Tokenizer>,
    /// A line about a remote host (OpenClaw).
    pub remote_note: Option<String>,
    /// How Nanobot's summary names a root.
    pub root_names: RootNames,
    /// The model's name, where it is known; OpenHands keeps some instructions for one family.
    pub model: Option<String>,
}

impl Engine {
    /// What a model is told about the skills, and what became of each of them. Bodies of residents
    /// are read again; one whose file has changed since it was judged is left out until the next
    /// [`Engine::refresh`].
    #[must_use]
    pub fn prompt(&self, options: &PromptOptions) -> Rendered {
        self.with_render_options(options, |render_options| {
            prowess_prompt::render(&self.snapshot, render_options)
        })
    }

    /// Calls `take` with everything that a rendering of this engine asks for.
    pub(crate) fn with_render_options<T>(
        &self,
        options: &PromptOptions,
        take: impl FnOnce(&RenderOptions<'_>) -> T,
    ) -> T {
        let snapshot = &self.snapshot;
        let bodies = resident_bodies(snapshot);
        let residents: Vec<Resident<'_>> = bodies
            .iter()
            .map(|(entry, body)| Resident {
                entry: *entry,
                body,
            })
            .collect();
        let on_disk = |_: EntryId, entry: &Entry| self.is_on_disk(entry);
        let digest = |id: EntryId, _: &Entry| Some(snapshot.content(id).ok()?.digest());
        take(&RenderOptions {
            tools: self.tools(),
            model: options.model.as_deref(),
            homes: self.homes(),
            budget: options.budget,
            window: options.window.or_else(|| self.window()),
            tokenizer: options
                .tokenizer
                .unwrap_or_else(|| self.tokenizer(options.model.as_deref())),
            unavailable: options.unavailable,
            residents: &residents,
            active: &[],
            remote_note: options.remote_note.as_deref(),
            digest: Some(&digest),
            on_disk: Some(&on_disk),
            root_names: options.root_names,
        })
    }

    /// The tokens that the model's context window holds, where the configuration says so.
    #[must_use]
    pub fn window(&self) -> Option<u32> {
        let window = self.config.limit(Key::PromptWindow)?.value;
        Some(u32::try_from(window).unwrap_or(u32::MAX))
    }

    /// How tokens are counted: as the configuration says, else as the model does, else in o200k. Where
    /// that vocabulary is not built in, by a guess from the length.
    #[must_use]
    pub fn tokenizer(&self, model: Option<&str>) -> Tokenizer {
        let named = |name| Tokenizer::named(name).unwrap_or_default();
        match (self.config.tokenizer(), model) {
            (Some(choice), _) => named(choice.as_str()),
            (None, Some(model)) => Tokenizer::of_model(model),
            (None, None) => named(TokenizerChoice::O200k.as_str()),
        }
    }

    /// What the skills cost a conversation, level by level, given what was rendered of them.
    #[must_use]
    pub fn cost(&self, rendered: &Rendered, tokenizer: Tokenizer) -> Cost {
        prowess_prompt::cost(&self.snapshot, rendered, &Disk(&self.snapshot), tokenizer)
    }

    /// The user's home may be written as `~/`: a model's own tools expand it to the same folder.
    fn homes(&self) -> Homes {
        match &self.surroundings.home {
            Some(home) => {
                let home = home.to_string_lossy();
                Homes::new([home.as_ref()]).with_native(home)
            }
            None => Homes::default(),
        }
    }
}

/// The bodies of residents, in listing order.
fn resident_bodies(snapshot: &Snapshot) -> Vec<(EntryId, String)> {
    snapshot
        .residents()
        .filter_map(|id| Some((id, snapshot.content(id).ok()?.body().to_owned())))
        .collect()
}

/// Bodies and files as they are on the disk.
struct Disk<'s>(&'s Snapshot);

impl CostSource for Disk<'_> {
    fn body(&self, id: EntryId, _: &Entry) -> Option<String> {
        Some(self.0.content(id).ok()?.body().to_owned())
    }

    fn resources(&self, _: EntryId, entry: &Entry) -> Option<Resources> {
        resources(self.0, entry).ok()
    }
}

/// The files of a skill beside its SKILL.md. An embedded skill has none.
pub(crate) fn resources(
    snapshot: &Snapshot,
    entry: &Entry,
) -> Result<Resources, prowess_prompt::Error> {
    if snapshot.is_embedded(entry) {
        return Ok(Resources::default());
    }
    Resources::of(entry.folder(), &ResourceLimits::default())
}
