//! Which tools there are, and calls of them.

use std::fmt;

use serde_json::Value;

use crate::Output;
use crate::arguments::{Fault, Reading, Shape, cast, check, read};
use crate::tool::{AnyTool, Failure, Tool, Typed};

/// The tools that there are.
#[derive(Default)]
pub struct Registry {
    tools: Vec<Box<dyn AnyTool>>,
    reading: Reading,
}

/// What a model is told of a tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Definition<'t> {
    /// Its name.
    pub name: &'t str,
    /// What it does.
    pub description: &'t str,
    /// The JSON Schema of its arguments.
    pub parameters: &'t Value,
}

/// Two tools cannot have one name: the one that was there first stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is a tool `{name}` already")]
pub struct AlreadyThere {
    /// The name.
    pub name: String,
}

/// Why a tool did not run, or did not do what it was asked, in words for a model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CallFault {
    /// There is no such tool.
    Unknown {
        /// The name that was called.
        name: String,
        /// The one that was meant, where only letters' case and punctuation differ and one alone is like it.
        nearest: Option<String>,
        /// All names, in the order in which they were added.
        available: Vec<String>,
    },
    /// The arguments are no object.
    NotObject {
        /// The tool.
        name: String,
        /// What they are.
        got: Shape,
    },
    /// The arguments do not hold to the schema.
    Invalid {
        /// The tool.
        name: String,
        /// Each way in which they do not.
        faults: Vec<Fault>,
    },
    /// The tool itself says so.
    Failed {
        /// The tool.
        name: String,
        /// Why.
        failure: Failure,
    },
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown {
                name,
                nearest,
                available,
            } => {
                write!(f, "there is no tool `{name}`")?;
                if let Some(nearest) = nearest {
                    write!(f, ": call `{nearest}`, by just this name")?;
                }
                write!(f, ". There are: {}.", available.join(", "))
            }
            Self::NotObject { name, got } => write!(
                f,
                "`{name}` takes an object of named arguments, as its schema says, and got {got}. Send it again as an object."
            ),
            Self::Invalid { name, faults } => {
                let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
                write!(
                    f,
                    "`{name}` was not called: {}. Call it again with these mended.",
                    faults.join("; ")
                )
            }
            Self::Failed { name, failure } => write!(f, "`{name}` failed: {failure}"),
        }
    }
}

impl std::error::Error for CallFault {}

impl Registry {
    /// A registry that reads arguments as a client does.
    #[must_use]
    pub fn reading(reading: Reading) -> Self {
        Self {
            tools: Vec::new(),
            reading,
        }
    }

    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// [`AlreadyThere`]: nothing takes the place of a tool, whatever its letters' case.
    pub fn add<T: Tool + 'static>(&mut self, tool: T) -> Result<(), AlreadyThere> {
        self.add_any(Box::new(Typed::of(tool)))
    }

    /// Adds a tool that brings its own schema.
    ///
    /// # Errors
    ///
    /// As [`Registry::add`].
    pub fn add_any(&mut self, tool: Box<dyn AnyTool>) -> Result<(), AlreadyThere> {
        let name = tool.name();
        if self.get(name).is_some() {
            return Err(AlreadyThere {
                name: name.to_owned(),
            });
        }
        self.tools.push(tool);
        Ok(())
    }

    /// The tool of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&dyn AnyTool> {
        let found = self.tools.iter().find(|tool| tool.name() == name);
        found.map(AsRef::as_ref)
    }

    /// What a model is told: built-in tools by name, then those of MCP servers (`mcp_…`) by name, so that the text is the same from
    /// turn to turn however servers come and go. Nanobot's of March 2026 are in the order in which they were added.
    #[must_use]
    pub fn definitions(&self) -> Vec<Definition<'_>> {
        let mut definitions: Vec<Definition<'_>> = self
            .tools
            .iter()
            .map(|tool| Definition {
                name: tool.name(),
                description: tool.description(),
                parameters: tool.parameters(),
            })
            .collect();
        if self.reading != Reading::Nanobot2026March {
            definitions.sort_by_key(|tool| (tool.name.starts_with("mcp_"), tool.name));
        }
        definitions
    }

    /// The tool that a call means and the arguments it gets. Nothing has run yet: here a policy is asked.
    ///
    /// # Errors
    ///
    /// Every [`CallFault`] but [`CallFault::Failed`].
    pub fn prepare(&self, name: &str, sent: Value) -> Result<(&dyn AnyTool, Value), CallFault> {
        let tool = self.get(name).ok_or_else(|| self.unknown(name))?;
        let schema = tool.parameters();
        let fields = read(sent, self.reading).map_err(|error| CallFault::NotObject {
            name: name.to_owned(),
            got: error.got,
        })?;
        let fields = cast(fields, schema, self.reading);
        let faults = check(&fields, schema, self.reading);
        if !faults.is_empty() {
            return Err(CallFault::Invalid {
                name: name.to_owned(),
                faults,
            });
        }
        Ok((tool, Value::Object(fields)))
    }

    /// Calls a tool with what a model sent.
    ///
    /// # Errors
    ///
    /// [`CallFault`].
    pub async fn call(&self, name: &str, sent: Value) -> Result<Output, CallFault> {
        let (tool, arguments) = self.prepare(name, sent)?;
        tool.call(arguments)
            .await
            .map_err(|failure| CallFault::Failed {
                name: name.to_owned(),
                failure,
            })
    }

    fn unknown(&self, name: &str) -> CallFault {
        let plain = |name: &str| -> String {
            let letters = name.chars().filter(|letter| letter.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = plain(name);
        let mut like = self
            .tools
            .iter()
            .filter(|tool| plain(tool.name()) == wanted);
        let nearest = like.next().filter(|_| like.next().is_none());
        CallFault::Unknown {
            name: name.to_owned(),
            nearest: nearest
                .filter(|_| self.reading != Reading::Nanobot2026March)
                .map(|tool| tool.name().to_owned()),
            available: self
                .tools
                .iter()
                .map(|tool| tool.name().to_owned())
                .collect(),
        }
    }
}
