//! Values, and everything that was said about one key.

use std::path::PathBuf;

use prowess_base::Day;
use serde::Serialize;

use crate::{KeyPath, Layer, Origin, Secret};

/// A value of the shape that its key asks for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// Of [`crate::Shape::Flag`].
    Flag(bool),
    /// Of [`crate::Shape::Number`].
    Number(u64),
    /// Of [`crate::Shape::Text`] or [`crate::Shape::Word`].
    Text(String),
    /// Of [`crate::Shape::Day`].
    Day(Day),
    /// Of [`crate::Shape::Names`], names in NFC.
    Names(Vec<String>),
    /// Of [`crate::Shape::Folders`].
    Folders(Vec<Folder>),
    /// Of [`crate::Shape::Secret`].
    Secret(Secret),
    /// Of [`crate::Shape::Values`].
    Any(serde_json::Value),
}

/// One folder of a list, with its own place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Folder {
    /// The folder, absolute. One that a project names lies beneath the project as it is written;
    /// that no link leads out of it is for the one who opens it.
    pub path: PathBuf,
    /// Where it is named.
    pub origin: Origin,
}

/// One layer's word about a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Contribution {
    /// What it says.
    pub value: Value,
    /// Where it says so.
    pub origin: Origin,
    /// What became of it.
    pub standing: Standing,
}

/// What became of a layer's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing", content = "why")]
#[non_exhaustive]
pub enum Standing {
    /// It is the value.
    InForce,
    /// The value is made of it and of others.
    Combined,
    /// A stronger layer decides.
    Overridden,
    /// It says what holds anyway.
    NoEffect,
    /// It is not its layer's to say; the reason is given.
    Refused(String),
}

/// Everything about one key: what holds, and who said what.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Setting {
    /// The key.
    pub path: KeyPath,
    /// What holds; nothing: what [`crate::KeySpec::preset`] means by it.
    pub value: Option<Value>,
    /// Who said what, strongest layer first; a preset that is a value comes last.
    pub contributions: Vec<Contribution>,
}

impl Setting {
    /// Where the value comes from: the strongest layer that it is made of.
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        self.contributions
            .iter()
            .find(|one| matches!(one.standing, Standing::InForce | Standing::Combined))
            .map(|one| &one.origin)
    }
    /// How the value meets what a profile or a client's own file says.
    #[must_use]
    pub fn effect(&self) -> Effect {
        let projects = self
            .origin()
            .is_some_and(|origin| origin.layer == Layer::Project);
        let users_too = self.contributions.iter().any(|one| {
            one.origin.layer == Layer::User
                && matches!(one.standing, Standing::Overridden | Standing::Combined)
        });
        if projects && !users_too {
            Effect::Restricts
        } else {
            Effect::Replaces
        }
    }
}

/// How a value meets what stands outside of this configuration: a profile's bound, a client's own
/// file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It takes its place: the user set it.
    Replaces,
    /// It makes it tighter or does nothing: the project alone set it.
    Restricts,
}
