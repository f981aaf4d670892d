//! One file of a header vector as the only file of a root, seen through a client's profile.

use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::{
    Catalog, Entry, EntryId, Profile, Request, RootRule, Scope, ScopeJudge, Snapshot,
};
use prowess_prompt::{RenderOptions, Rendered, render};
use prowess_tests::{Stage, Vector};

/// One file of a header vector, and what the profile's client makes of it.
pub(crate) struct OneSkill {
    pub(crate) stage: Stage,
    snapshot: Arc<Snapshot>,
}

impl OneSkill {
    /// Puts the vector's file at `{WS}/skills/DIR/FILE` and loads that folder.
    pub(crate) fn new(vector: &Vector, profile: Profile) -> Self {
        let stage = Stage::new().with_folder("{WS}", "ws");
        let file = format!(
            "{{WS}}/skills/{}/{}",
            vector.text("input.dir"),
            vector.text("input.file")
        );
        stage.write(&file, vector.bytes());
        let snapshot = load_skills(&stage, profile);
        Self { stage, snapshot }
    }

    /// The skills that count.
    pub(crate) fn counting(&self) -> impl Iterator<Item = &Entry> {
        self.snapshot
            .entries
            .iter()
            .filter(|entry| entry.is_eligible())
    }

    /// What a model is told.
    pub(crate) fn rendered(&self) -> Rendered {
        render(&self.snapshot, &RenderOptions::default())
    }

    /// The body of the only skill.
    pub(crate) fn body(&self) -> String {
        let content = self.snapshot.content(EntryId(0));
        content.map_or_else(|_| String::new(), |content| content.body().to_owned())
    }
}

/// The catalogue of `{WS}/skills` alone, all of it trusted: the folder that the programs were given.
pub(crate) fn load_skills(stage: &Stage, mut profile: Profile) -> Arc<Snapshot> {
    // The label of a root that the user names, so that a profile's rules for its roots hold.
    let source = match profile.discovery.loose_files.first() {
        Some(label) => label.clone(),
        None => "path".to_owned(),
    };
    profile.roots = vec![RootRule::Workspace {
        source,
        folder: "skills".into(),
        scope: Scope::User,
    }];
    let mut request = Request::new(profile, Surroundings::bare(stage.place("{WS}")));
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    Catalog::new(request).load()
}
