//! Every step of one skill, from its file to the line that a model reads.

use prowess_catalog::Trail;

use crate::{Engine, Error, PromptOptions};

impl Engine {
    /// Every step of the skill that a person means, from its file to the line that a model reads,
    /// with what decided each. One that another replaced is asked for as `SOURCE:NAME`.
    ///
    /// # Errors
    ///
    /// As [`Engine::find`].
    pub fn why(&self, name: &str) -> Result<Trail, Error> {
        let mut trail = self.catalog.explain(name)?;
        let snapshot = &self.snapshot;
        self.with_render_options(&PromptOptions::default(), |options| {
            let rendered = prowess_prompt::render(snapshot, options);
            prowess_prompt::extend_trail(&mut trail, snapshot, options, &rendered);
        });
        Ok(trail)
    }
}
