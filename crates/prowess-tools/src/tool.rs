//! The trait.

use std::future::Future;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Output;

/// One tool: a function with typed arguments.
///
/// ```
/// use prowess_tools::{Failure, Output, Registry, Tool};
///
/// /// How many words a text has.
/// struct CountWords;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Text {
///     /// The text.
///     text: String,
/// }
///
/// impl Tool for CountWords {
///     type Arguments = Text;
///     const NAME: &'static str = "count_words";
///     const DESCRIPTION: &'static str = "Counts the words of a text.";
///
///     async fn call(&self, arguments: Text) -> Result<Output, Failure> {
///         Ok(Output::text(arguments.text.split_whitespace().count().to_string()))
///     }
/// }
///
/// let mut tools = Registry::default();
/// tools.add(CountWords)?;
/// # Ok::<(), prowess_tools::AlreadyThere>(())
/// ```
pub trait Tool: Send + Sync {
    /// What it is called with. The schema that a model sees is derived from it; the comments of its fields are their descriptions.
    type Arguments: DeserializeOwned + JsonSchema + Send;

    /// Its name.
    const NAME: &'static str;

    /// What it does, for a model.
    const DESCRIPTION: &'static str;

    /// Does it.
    ///
    /// A future that is dropped has to end what it began: that is how a call is cancelled.
    fn call(
        &self,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Output, Failure>> + Send;
}

/// Why a tool did not do what it was asked, in words for a model: what is wrong and what would help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failure(pub String);

/// A tool whose arguments are not typed: what a registry holds, and what comes from other programs with a schema of its own.
pub trait AnyTool: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// What it does, for a model.
    fn description(&self) -> &str;

    /// The JSON Schema of its arguments.
    fn parameters(&self) -> &Value;

    /// Does it, with arguments that hold to the schema.
    fn call(
        &self,
        arguments: Value,
    ) -> Pin<Box<dyn Future<Output = Result<Output, Failure>> + Send + '_>>;
}

/// A typed tool with its schema.
pub(crate) struct Typed<T> {
    tool: T,
    parameters: Value,
}

impl<T: Tool> Typed<T> {
    pub(crate) fn of(tool: T) -> Self {
        Self {
            tool,
            parameters: schemars::schema_for!(T::Arguments).to_value(),
        }
    }
}

impl<T: Tool> AnyTool for Typed<T> {
    fn name(&self) -> &str {
        T::NAME
    }

    fn description(&self) -> &str {
        T::DESCRIPTION
    }

    fn parameters(&self) -> &Value {
        &self.parameters
    }

    fn call(
        &self,
        arguments: Value,
    ) -> Pin<Box<dyn Future<Output = Result<Output, Failure>> + Send + '_>> {
        Box::pin(async move {
            let arguments = serde_json::from_value(arguments)
                .map_err(|error| Failure(format!("the arguments cannot be used: {error}")))?;
            self.tool.call(arguments).await
        })
    }
}
