//! What can be wrong with a tree, a script or a run.

use std::sync::Arc;

use prowess_base::Code;

use crate::codes;
use crate::value::Type;

/// One fault. The text says what is wrong, [`Fault::help`] what to do next.
///
/// Messages about conversions name types as [`Type`] prints them.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    // The document.
    /// Not XML.
    #[error("not XML: {reason}")]
    Xml {
        /// What the reader met.
        reason: String,
    },
    /// A document type declaration, which could declare entities.
    #[error("document type declarations are not read")]
    DocumentType,
    /// Not UTF-8.
    #[error("not UTF-8")]
    Encoding,
    /// Over a bound on what is read.
    #[error("more than {bound} {what}")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// The bound.
        bound: usize,
    },
    /// Nodes nest too deep.
    #[error("nodes nest more than {bound} deep")]
    TooDeep {
        /// The bound.
        bound: usize,
    },
    /// The first element is not `<root>`.
    #[error("the first element is not `<root>`")]
    RootName,
    /// A `BehaviorTree` without an ID beside other elements.
    #[error("`<BehaviorTree>` needs an `ID` where it is not the only element")]
    TreeIdMissing,
    /// An ID that belongs to a node.
    #[error("`{id}` is the name of a node and cannot be the `ID` of `<{tag}>`")]
    IdIsNode {
        /// The element.
        tag: Arc<str>,
        /// The ID.
        id: Arc<str>,
    },
    /// A character that a name cannot have.
    #[error("`{name}` holds {character:?}, which names of trees and nodes cannot have")]
    NameCharacter {
        /// The name.
        name: Arc<str>,
        /// The character.
        character: char,
    },
    /// `Root` or `root` as a name.
    #[error("`{name}` is a reserved name")]
    NameReserved {
        /// The name.
        name: Arc<str>,
    },
    /// A control character in the name of a node.
    #[error("the name of a node holds a control character")]
    InstanceName,
    /// No tree is named as the main one.
    #[error("no tree is named as the main one, and there are {count}")]
    MainAmbiguous {
        /// How many there are.
        count: usize,
    },
    /// There is no such tree.
    #[error("there is no tree `{name}`")]
    TreeNotFound {
        /// Its name.
        name: Arc<str>,
    },
    /// There is no such node.
    #[error("there is no node `{name}`")]
    NodeUnknown {
        /// Its name.
        name: Arc<str>,
    },
    /// The wrong number of children.
    #[error("`{name}` has {found} children and needs {needed}")]
    ChildCount {
        /// The node or tree.
        name: Arc<str>,
        /// How many it has.
        found: usize,
        /// How many it needs.
        needed: Children,
    },
    /// The explicit form without an ID.
    #[error("`<{tag}>` needs an `ID`")]
    ExplicitIdMissing {
        /// The element.
        tag: Arc<str>,
    },
    /// The compact form with an ID.
    #[error("`<{tag}>` is named by its element and cannot have an `ID`")]
    CompactWithId {
        /// The element.
        tag: Arc<str>,
    },
    /// More than one `AsyncSequence` under a `ReactiveSequence`.
    #[error("`ReactiveSequence` can have one `AsyncSequence` at most")]
    ReactiveTwoAsync,
    /// The port is not declared.
    #[error("`{tag}` has no port `{port}`")]
    PortNotDeclared {
        /// The node.
        tag: Arc<str>,
        /// The port.
        port: Arc<str>,
    },
    /// A literal that is no value of the port's type.
    #[error("`{text}` cannot be the value of port `{port}`, which is `{to}`")]
    PortLiteral {
        /// The port.
        port: Arc<str>,
        /// The literal.
        text: Arc<str>,
        /// The type of the port.
        to: Type,
    },
    /// An entry is used with two types.
    #[error("entry `{key}` is `{first}` and cannot also be `{later}`")]
    PortTypes {
        /// The entry.
        key: Arc<str>,
        /// The type it was first used with.
        first: Type,
        /// The other.
        later: Type,
    },
    /// A port that the node needs is missing or cannot be read.
    #[error("port `{port}` is missing or cannot be read")]
    PortMissing {
        /// The port.
        port: Arc<str>,
        /// Where it was needed.
        when: When,
    },
    /// A tree's model asks for a port.
    #[error("tree `{id}` needs port `{port}`")]
    SubTreePort {
        /// The tree.
        id: Arc<str>,
        /// The port.
        port: Arc<str>,
    },
    /// More than one `TreeNodesModel`.
    #[error("more than one `<TreeNodesModel>`")]
    ModelsTwice,
    /// An element of a model, or beside one, without its ID or name.
    #[error("`<{tag}>` needs {missing}")]
    ModelIncomplete {
        /// The element.
        tag: Arc<str>,
        /// `ID` or `name`.
        missing: &'static str,
        /// Where it stands.
        part: ModelPart,
    },
    /// A port of a model with a name that no port can have.
    #[error("a port cannot be named `{name}`: {reason}")]
    PortName {
        /// The name.
        name: Arc<str>,
        /// Why.
        reason: PortNameFault,
    },
    /// A tree that holds itself.
    #[error("tree `{id}` holds itself")]
    Cycle {
        /// The tree.
        id: Arc<str>,
    },
    /// Two subtrees of one path.
    #[error("two subtrees have the path `{path}`")]
    PathTwice {
        /// The path.
        path: Arc<str>,
    },
    /// An `include` without a path.
    #[error("`<include>` needs a `path`")]
    IncludePath,
    /// An `include` of a ROS package.
    #[error("`<include>` cannot look into ROS packages")]
    IncludePackage,
    /// The file of an `include` cannot be had.
    #[error("`{path}` cannot be included: {reason}")]
    Include {
        /// The path as written.
        path: Arc<str>,
        /// Why.
        reason: String,
    },

    // Scripts.
    /// A piece of a script that is no token.
    #[error("`{token}` has no meaning in a script")]
    ScriptBadToken {
        /// The piece.
        token: Arc<str>,
        /// Its first byte.
        position: usize,
    },
    /// A value is missing.
    #[error("a value should stand before {}", shown(got))]
    ScriptOperandExpected {
        /// What stands there; empty at the end.
        got: Arc<str>,
        /// Its first byte.
        position: usize,
    },
    /// A sign is missing.
    #[error("`{expected}` should stand before {}", shown(got))]
    ScriptTokenExpected {
        /// The sign.
        expected: &'static str,
        /// What stands there; empty at the end.
        got: Arc<str>,
        /// Its first byte.
        position: usize,
    },
    /// An empty script.
    #[error("the script is empty")]
    ScriptEmpty,
    /// Brackets or operators nest too deep.
    #[error("the script nests more than {bound} deep")]
    ScriptTooDeep {
        /// The bound.
        bound: usize,
    },
    /// A name that is no entry.
    #[error("there is no entry `{name}`")]
    ScriptUnknownName {
        /// The name.
        name: Arc<str>,
    },
    /// An assignment without an entry.
    #[error("there is no entry `{name}` to assign to")]
    ScriptMissingEntry {
        /// The name.
        name: Arc<str>,
    },
    /// An assignment to something that is no name.
    #[error("only an entry can be assigned to")]
    ScriptTargetNotName,
    /// A value that an entry cannot hold.
    #[error("entry `{name}` is `{to}` and cannot hold `{from}`")]
    ScriptTypeMismatch {
        /// The entry.
        name: Arc<str>,
        /// The type of the value.
        from: Type,
        /// The type of the entry's value.
        to: Type,
    },
    /// Text for an entry that cannot read text.
    #[error("entry `{name}` is `{to}`, which text cannot become")]
    ScriptTextToOther {
        /// The entry.
        name: Arc<str>,
        /// The type of the entry's value.
        to: Type,
    },
    /// An operand without a value.
    #[error("the {side} side of `{operator}` has no value yet")]
    ScriptOperandUnset {
        /// The operator.
        operator: &'static str,
        /// `left` or `right`.
        side: &'static str,
    },
    /// Operands that the operator does not take.
    #[error("`{operator}` cannot take values of these types")]
    ScriptOperands {
        /// The operator.
        operator: &'static str,
    },
    /// A sign before text.
    #[error("`-`, `!` and `~` cannot take text")]
    ScriptUnaryOnText,
    /// A sign before something that is no number.
    #[error("`-`, `!` and `~` need a number")]
    ScriptUnaryNotNumber,
    /// A logical operator with something that is no truth.
    #[error("`&&` and `||` need 0, 1 or a real that is not negative on both sides")]
    ScriptNotFlag,
    /// An operator on bits with something that is no integer.
    #[error("`&`, `|` and `^` need integers")]
    ScriptBitsNotInteger,
    /// Values that cannot be compared.
    #[error("`{left}` and `{right}` cannot be compared")]
    ScriptComparisonTypes {
        /// The left type.
        left: Type,
        /// The right type.
        right: Type,
    },
    /// `+=` and its kin on something that is no number.
    #[error("a number cannot be added to or taken from something that is no number")]
    ScriptCompoundNotNumber,
    /// `-=`, `*=` or `/=` with text.
    #[error("only `+=` can take text")]
    ScriptCompoundOnText,

    // Values.
    /// There is no value yet.
    #[error("there is no value yet")]
    ValueEmpty,
    /// An integer that is neither 0 nor 1 as a truth.
    #[error("an integer is a truth only where it is 0 or 1")]
    IntNotFlag,
    /// An integer that a real cannot hold exactly.
    #[error("the integer is too large for an exact real")]
    IntToRealInexact,
    /// A real with a fraction as an integer.
    #[error("the real is not whole")]
    RealToIntInexact,
    /// A negative number as an unsigned one or as a truth.
    #[error("the number is negative")]
    NegativeToUnsigned,
    /// A number beyond its type.
    #[error("the number is out of range")]
    NumberOutOfRange,
    /// No safe way from one type to the other.
    #[error("`{from}` cannot become `{to}`")]
    NoSafeConversion {
        /// From this type.
        from: Type,
        /// To this type.
        to: Type,
    },
    /// Text cannot become this type.
    #[error("text cannot become `{to}`")]
    NoStringConverter {
        /// The type.
        to: Type,
    },
    /// This text is no such value.
    #[error("`{text}` is no {to}")]
    StringConversion {
        /// The text.
        text: Arc<str>,
        /// What it should be.
        to: &'static str,
    },
    /// This text is no flag.
    #[error("`{text}` is neither true nor false")]
    StringToBool {
        /// The text.
        text: Arc<str>,
    },
    /// This text does not begin with a number.
    #[error("`{text}` does not begin with a number")]
    StringToNumber {
        /// The text.
        text: Arc<str>,
    },
    /// A value that cannot be put into another's place.
    #[error("the value does not fit the one in its place")]
    ValueCopyMismatch,

    // Ports and entries at work.
    /// The node does not have the port, and it has no default.
    #[error("input port `{port}` is not set")]
    InputAbsent {
        /// The port.
        port: Arc<str>,
    },
    /// The entry that a port reads is not there or has no value.
    #[error("entry `{key}`, which port `{port}` reads, has no value")]
    InputUnset {
        /// The port.
        port: Arc<str>,
        /// The entry.
        key: Arc<str>,
    },
    /// The output port is not set.
    #[error("output port `{port}` is not set")]
    OutputAbsent {
        /// The port.
        port: Arc<str>,
    },
    /// The output port names no entry.
    #[error("output port `{port}` needs the name of an entry in braces, as in `{{name}}`")]
    OutputLiteral {
        /// The port.
        port: Arc<str>,
    },
    /// The entry is locked to another type.
    #[error("entry `{name}` is `{to}` and cannot hold `{from}`")]
    EntryLocked {
        /// The entry.
        name: Arc<str>,
        /// Its type.
        to: Type,
        /// The type of the value.
        from: Type,
    },
    /// `SetBlackboard` without its value.
    #[error("`SetBlackboard` has no `value`")]
    SetWithoutValue,
    /// `SetBlackboard` from an entry that is not there.
    #[error("there is no entry `{key}` to copy")]
    SetSourceMissing {
        /// The entry.
        key: Arc<str>,
    },
    /// `SetBlackboard` with text that is no value of the entry's type.
    #[error("`{text}` cannot become `{to}`, the type of the entry")]
    SetConversion {
        /// The text.
        text: Arc<str>,
        /// The type of the entry.
        to: Type,
    },
    /// The entry of a loop is neither a list nor a queue of its elements.
    #[error("the entry of the loop is `{found}`, not a list or queue of `{wanted}`")]
    LoopQueue {
        /// The type of the entry's value.
        found: Type,
        /// The type of an element.
        wanted: Type,
    },

    // Nodes at work.
    /// A node answered that it is idle.
    #[error("`{name}` answered IDLE")]
    StatusIdle {
        /// The node.
        name: Arc<str>,
    },
    /// A leaf answered that it is idle.
    #[error("a leaf answered IDLE when it was {when}")]
    LeafIdle {
        /// `started` or `polled`.
        when: &'static str,
    },
    /// A leaf that should finish at once is still at work.
    #[error("a leaf that finishes at once answered RUNNING")]
    ImmediateRunning,
    /// The condition of an `IfThenElse` was skipped.
    #[error("the condition was skipped")]
    ConditionSkipped,
    /// A threshold that the children cannot reach.
    #[error("`{port}` is {threshold}, and there are {children} children")]
    Threshold {
        /// The port.
        port: &'static str,
        /// Its value.
        threshold: i64,
        /// How many children there are.
        children: usize,
    },
    /// A leaf failed in a way that no tree should handle.
    #[error("{message}")]
    Leaf {
        /// What it says.
        message: String,
    },

    // Bounds of a run.
    /// The blackboards hold too much.
    #[error("the blackboards hold more than {bound} bytes")]
    TooManyBytes {
        /// The bound.
        bound: usize,
    },
    /// Too many ticks.
    #[error("more than {bound} ticks")]
    TooManyTicks {
        /// The bound.
        bound: u64,
    },
    /// Too many nodes visited in one tick.
    #[error("more than {bound} nodes visited in one tick")]
    TooManyVisits {
        /// The bound.
        bound: u64,
    },
    /// The run took too long.
    #[error("the run took longer than {bound:?}")]
    TooLong {
        /// The bound.
        bound: std::time::Duration,
    },

    // Checkpoints.
    /// The checkpoint is of another tree.
    #[error("the checkpoint is of another tree or of another version of this one")]
    CheckpointOther,
    /// The checkpoint does not fit together.
    #[error("the checkpoint is damaged: {reason}")]
    CheckpointDamaged {
        /// What does not fit.
        reason: &'static str,
    },
    /// A leaf was at work that may not be repeated.
    #[error("`{path}` was at work when the run ended and may not be repeated")]
    NotRepeatable {
        /// The path of the leaf.
        path: Arc<str>,
    },
}

/// How many children a node needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Children {
    /// None: leaves and `SubTree`.
    None,
    /// One: trees and decorators.
    One,
    /// At least this many.
    AtLeast(usize),
    /// Two or three: `IfThenElse`, `WhileDoElse`.
    TwoOrThree,
    /// This many: `Switch2` and its kin.
    Exactly(usize),
}

impl std::fmt::Display for Children {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::One => f.write_str("one"),
            Self::AtLeast(count) => write!(f, "at least {count}"),
            Self::TwoOrThree => f.write_str("two or three"),
            Self::Exactly(count) => write!(f, "{count}"),
        }
    }
}

impl Children {
    /// Whether `count` is enough and not too many.
    #[must_use]
    pub fn allows(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::AtLeast(least) => count >= least,
            Self::TwoOrThree => matches!(count, 2 | 3),
            Self::Exactly(exact) => count == exact,
        }
    }
}

/// When a port was needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When the tree was loaded.
    Load,
    /// When the node was ticked.
    Tick,
}

/// Which part of a model is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelPart {
    /// The model of a tree.
    SubTree,
    /// A port of it.
    Port,
    /// An element below `<root>`, where there is a model.
    BesideModel,
}

/// Why a name is none for a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortNameFault {
    /// It is empty.
    Empty,
    /// It begins with a digit.
    Digit,
    /// Nodes use it for something else.
    Reserved,
    /// It holds a character that port names cannot have.
    Character,
}

impl std::fmt::Display for PortNameFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Empty => "it is empty",
            Self::Digit => "it begins with a digit",
            Self::Reserved => "nodes use it for something else",
            Self::Character => "it holds a character that port names cannot have",
        })
    }
}

fn shown(got: &str) -> String {
    if got.is_empty() {
        "the end".to_owned()
    } else {
        format!("`{got}`")
    }
}

impl Fault {
    /// The code of its diagnostic.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Xml { .. } | Self::Encoding => codes::XML,
            Self::DocumentType => codes::DOCUMENT_TYPE,
            Self::TooLarge { .. } | Self::TooDeep { .. } => codes::TOO_LARGE,
            Self::RootName => codes::ROOT,
            Self::TreeIdMissing
            | Self::IdIsNode { .. }
            | Self::NameCharacter { .. }
            | Self::NameReserved { .. }
            | Self::InstanceName => codes::NAME,
            Self::MainAmbiguous { .. } | Self::TreeNotFound { .. } => codes::TREE_NOT_FOUND,
            Self::NodeUnknown { .. } => codes::NODE_UNKNOWN,
            Self::ChildCount { .. } | Self::ReactiveTwoAsync => codes::CHILD_COUNT,
            Self::ExplicitIdMissing { .. } | Self::CompactWithId { .. } => codes::NODE_FORM,
            Self::PortNotDeclared { .. } => codes::PORT_NOT_DECLARED,
            Self::PortLiteral { .. } => codes::PORT_LITERAL,
            Self::PortTypes { .. } => codes::PORT_TYPES,
            Self::PortMissing { .. }
            | Self::SubTreePort { .. }
            | Self::InputAbsent { .. }
            | Self::OutputAbsent { .. }
            | Self::SetWithoutValue => codes::PORT_MISSING,
            Self::ModelsTwice | Self::ModelIncomplete { .. } | Self::PortName { .. } => {
                codes::MODEL
            }
            Self::Cycle { .. } => codes::CYCLE,
            Self::PathTwice { .. } => codes::PATH_TWICE,
            Self::IncludePath | Self::IncludePackage | Self::Include { .. } => codes::INCLUDE,
            Self::ScriptBadToken { .. }
            | Self::ScriptOperandExpected { .. }
            | Self::ScriptTokenExpected { .. }
            | Self::ScriptEmpty
            | Self::ScriptTooDeep { .. } => codes::SCRIPT_SYNTAX,
            Self::ScriptUnknownName { .. } | Self::ScriptMissingEntry { .. } => {
                codes::UNKNOWN_ENTRY
            }
            Self::ScriptTargetNotName
            | Self::ScriptTypeMismatch { .. }
            | Self::ScriptTextToOther { .. }
            | Self::ScriptOperandUnset { .. }
            | Self::ScriptOperands { .. }
            | Self::ScriptUnaryOnText
            | Self::ScriptUnaryNotNumber
            | Self::ScriptNotFlag
            | Self::ScriptBitsNotInteger
            | Self::ScriptComparisonTypes { .. }
            | Self::ScriptCompoundNotNumber
            | Self::ScriptCompoundOnText => codes::SCRIPT_TYPES,
            Self::IntNotFlag
            | Self::IntToRealInexact
            | Self::RealToIntInexact
            | Self::NegativeToUnsigned
            | Self::NumberOutOfRange
            | Self::NoSafeConversion { .. }
            | Self::NoStringConverter { .. }
            | Self::StringConversion { .. }
            | Self::StringToBool { .. }
            | Self::StringToNumber { .. }
            | Self::SetConversion { .. }
            | Self::LoopQueue { .. }
            | Self::ValueCopyMismatch => codes::CONVERSION,
            Self::ValueEmpty | Self::InputUnset { .. } | Self::SetSourceMissing { .. } => {
                codes::ENTRY_UNSET
            }
            Self::OutputLiteral { .. } => codes::OUTPUT_LITERAL,
            Self::EntryLocked { .. } => codes::ENTRY_LOCKED,
            Self::StatusIdle { .. }
            | Self::LeafIdle { .. }
            | Self::ImmediateRunning
            | Self::ConditionSkipped => codes::STATUS,
            Self::Threshold { .. } => codes::THRESHOLD,
            Self::Leaf { .. } => codes::LEAF,
            Self::TooManyBytes { .. }
            | Self::TooManyTicks { .. }
            | Self::TooManyVisits { .. }
            | Self::TooLong { .. } => codes::RUN_BOUND,
            Self::CheckpointOther | Self::CheckpointDamaged { .. } => codes::CHECKPOINT,
            Self::NotRepeatable { .. } => codes::NOT_REPEATABLE,
        }
    }

    /// What to do next, where that is plain.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::MainAmbiguous { .. } => {
                "name one: `<root main_tree_to_execute=\"…\">`".to_owned()
            }
            Self::ScriptMissingEntry { name } => format!("make it with `{name} := …`"),
            Self::ScriptOperands { operator: ".." } => "one side of `..` must be text".to_owned(),
            Self::ScriptUnknownName { name } => {
                format!("write it first, map it into this tree, or quote it: `'{name}'`")
            }
            Self::OutputLiteral { .. } => "write the name of an entry in braces".to_owned(),
            Self::DocumentType => "remove the `<!DOCTYPE …>`".to_owned(),
            Self::NotRepeatable { .. } => {
                "look at what it did, then start the run anew or let it be repeated".to_owned()
            }
            Self::PathTwice { .. } => "give one of them another `name`".to_owned(),
            _ => return None,
        })
    }

    /// The byte of the script where it is, for faults of a script's text.
    #[must_use]
    pub fn script_position(&self) -> Option<usize> {
        match self {
            Self::ScriptBadToken { position, .. }
            | Self::ScriptOperandExpected { position, .. }
            | Self::ScriptTokenExpected { position, .. } => Some(*position),
            _ => None,
        }
    }
}
