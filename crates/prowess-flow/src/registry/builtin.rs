//! The nodes of BehaviorTree.CPP 4.10, and `ForEach`.

use super::{Direction, NodeKind, NodeModel, PortModel};
use crate::fault::Children;
use crate::value::{Element, Type};

/// What a node of the engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sequence(Pace),
    Fallback(Pace),
    SequenceWithMemory,
    ReactiveSequence,
    ReactiveFallback,
    Parallel,
    ParallelAll,
    IfThenElse,
    WhileDoElse,
    /// With this many cases.
    Switch(u8),
    TryCatch,
    Inverter,
    ForceSuccess,
    ForceFailure,
    Repeat,
    Retry,
    KeepRunningUntilFailure,
    Timeout,
    Delay,
    RunOnce,
    Precondition,
    Loop(Element),
    /// Answers this while the entry was not written.
    IfUpdated(NotUpdated),
    ForEach,
    SubTree,
    AlwaysSuccess,
    AlwaysFailure,
    Script,
    ScriptCondition,
    SetBlackboard,
    UnsetBlackboard,
    Sleep,
    WasEntryUpdated,
    /// A leaf of the host.
    Leaf(LeafForm),
}

/// Whether a control yields after each child that finished in its first tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    Straight,
    Yielding,
}

/// What the decorators on writes answer without a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotUpdated {
    Skip,
    Wait,
}

/// How a leaf of the host is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeafForm {
    /// Started once, then polled while it is at work.
    Waiting,
    /// Started at each tick, and finished when it comes back.
    Immediate,
    /// Started at each tick; it may answer that it is at work.
    Condition,
}

impl Kind {
    /// How many children it needs.
    pub(crate) fn children(self) -> Children {
        match self {
            Self::TryCatch => Children::AtLeast(2),
            Self::IfThenElse | Self::WhileDoElse => Children::TwoOrThree,
            Self::Switch(cases) => Children::Exactly(usize::from(cases) + 1),
            _ => match self.node_kind() {
                NodeKind::Control => Children::AtLeast(1),
                NodeKind::Decorator => Children::One,
                NodeKind::Action | NodeKind::Condition | NodeKind::SubTree => Children::None,
            },
        }
    }

    /// Its kind in models; leaves of the host are told apart by theirs.
    pub(crate) fn node_kind(self) -> NodeKind {
        match self {
            Self::Sequence(_)
            | Self::Fallback(_)
            | Self::SequenceWithMemory
            | Self::ReactiveSequence
            | Self::ReactiveFallback
            | Self::Parallel
            | Self::ParallelAll
            | Self::IfThenElse
            | Self::WhileDoElse
            | Self::Switch(_)
            | Self::TryCatch => NodeKind::Control,
            Self::Inverter
            | Self::ForceSuccess
            | Self::ForceFailure
            | Self::Repeat
            | Self::Retry
            | Self::KeepRunningUntilFailure
            | Self::Timeout
            | Self::Delay
            | Self::RunOnce
            | Self::Precondition
            | Self::Loop(_)
            | Self::IfUpdated(_)
            | Self::ForEach => NodeKind::Decorator,
            Self::SubTree => NodeKind::SubTree,
            Self::ScriptCondition | Self::Leaf(LeafForm::Condition) => NodeKind::Condition,
            _ => NodeKind::Action,
        }
    }
}

fn input(name: &str, kind: Type, about: &str) -> PortModel {
    PortModel::input(name, kind).about(about)
}

/// Every node of the engine with its model.
pub(super) fn nodes() -> Vec<(Kind, NodeModel)> {
    let mut nodes = controls();
    nodes.extend(decorators());
    nodes.extend(leaves());
    nodes
}

fn node(kind: Kind, id: &str, about: &str, ports: Vec<PortModel>) -> (Kind, NodeModel) {
    (
        kind,
        NodeModel::new(id, kind.node_kind(), ports).about(about),
    )
}

fn controls() -> Vec<(Kind, NodeModel)> {
    let thresholds = || {
        vec![
            input("failure_count", Type::Int, "failures that make it fail").or("1"),
            input("success_count", Type::Int, "successes that make it succeed").or("-1"),
        ]
    };
    let mut nodes = vec![
        node(
            Kind::Sequence(Pace::Straight),
            "Sequence",
            "children in order until one fails",
            vec![],
        ),
        node(
            Kind::Sequence(Pace::Yielding),
            "AsyncSequence",
            "a Sequence that yields after each child",
            vec![],
        ),
        node(
            Kind::SequenceWithMemory,
            "SequenceWithMemory",
            "a Sequence that goes on at the child that failed",
            vec![],
        ),
        node(
            Kind::ReactiveSequence,
            "ReactiveSequence",
            "starts over from the first child at each tick until one fails",
            vec![],
        ),
        node(
            Kind::Fallback(Pace::Straight),
            "Fallback",
            "children in order until one succeeds",
            vec![],
        ),
        node(
            Kind::Fallback(Pace::Yielding),
            "AsyncFallback",
            "a Fallback that yields after each child",
            vec![],
        ),
        node(
            Kind::ReactiveFallback,
            "ReactiveFallback",
            "starts over from the first child at each tick until one succeeds",
            vec![],
        ),
        node(
            Kind::Parallel,
            "Parallel",
            "all children at once, up to a threshold",
            thresholds(),
        ),
        node(
            Kind::ParallelAll,
            "ParallelAll",
            "all children at once, until all are done",
            vec![input("max_failures", Type::Int, "failures that make it fail").or("1")],
        ),
        node(
            Kind::IfThenElse,
            "IfThenElse",
            "a condition, decided once",
            vec![],
        ),
        node(
            Kind::WhileDoElse,
            "WhileDoElse",
            "a condition, asked at each tick",
            vec![],
        ),
        node(
            Kind::TryCatch,
            "TryCatch",
            "a Sequence whose last child cleans up after a failure",
            vec![
                input(
                    "catch_on_halt",
                    Type::Bool,
                    "whether a halt counts as a failure",
                )
                .or("false"),
            ],
        ),
    ];
    for cases in 2..=6 {
        let mut ports = vec![input("variable", Type::String, "what is compared")];
        for case in 1..=cases {
            ports.push(input(&format!("case_{case}"), Type::String, "one value"));
        }
        let id = format!("Switch{cases}");
        nodes.push(node(
            Kind::Switch(cases),
            &id,
            "the child of the case that equals",
            ports,
        ));
    }
    nodes
}

fn decorators() -> Vec<(Kind, NodeModel)> {
    let mut nodes = vec![
        node(
            Kind::Inverter,
            "Inverter",
            "swaps success and failure",
            vec![],
        ),
        node(
            Kind::ForceSuccess,
            "ForceSuccess",
            "a finished child has succeeded",
            vec![],
        ),
        node(
            Kind::ForceFailure,
            "ForceFailure",
            "a finished child has failed",
            vec![],
        ),
        node(
            Kind::Repeat,
            "Repeat",
            "again while the child succeeds",
            vec![input("num_cycles", Type::Int, "how often; -1 without end")],
        ),
        node(
            Kind::Retry,
            "RetryUntilSuccessful",
            "again while the child fails",
            vec![input(
                "num_attempts",
                Type::Int,
                "how often; -1 without end",
            )],
        ),
        node(
            Kind::KeepRunningUntilFailure,
            "KeepRunningUntilFailure",
            "again at each tick until the child fails",
            vec![],
        ),
        node(
            Kind::Timeout,
            "Timeout",
            "halts the child after a time and fails",
            vec![input("msec", Type::UInt, "milliseconds; 0 without limit")],
        ),
        node(
            Kind::Delay,
            "Delay",
            "starts the child after a time",
            vec![input("delay_msec", Type::UInt, "milliseconds")],
        ),
        node(
            Kind::RunOnce,
            "RunOnce",
            "runs the child once in the life of the tree",
            vec![
                input(
                    "then_skip",
                    Type::Bool,
                    "skip afterwards, or answer the same",
                )
                .or("true"),
            ],
        ),
        node(
            Kind::Precondition,
            "Precondition",
            "a script that must hold before the child starts",
            vec![
                input("else", Type::Status, "the answer where it does not hold").or("FAILURE"),
                input("if", Type::String, "the script"),
            ],
        ),
        node(
            Kind::IfUpdated(NotUpdated::Skip),
            "SkipUnlessUpdated",
            "skips unless an entry was written since the last look",
            vec![input("entry", Type::Variant, "the entry")],
        ),
        node(
            Kind::IfUpdated(NotUpdated::Wait),
            "WaitValueUpdate",
            "waits until an entry is written",
            vec![input("entry", Type::Variant, "the entry")],
        ),
        node(
            Kind::ForEach,
            "ForEach",
            "runs the child for each item of a list, each time on a blackboard of its own",
            for_each_ports(),
        ),
    ];
    let loops = [
        ("LoopBool", Element::Bool),
        ("LoopDouble", Element::Double),
        ("LoopInt", Element::Int),
        ("LoopString", Element::String),
    ];
    for (id, element) in loops {
        let ports = vec![
            input(
                "if_empty",
                Type::Status,
                "the answer when the queue is empty",
            )
            .or("SUCCESS"),
            PortModel::inout("queue", Type::Untyped).about("what is left to do"),
            PortModel::output("value", element.kind()).about("the current element"),
        ];
        nodes.push(node(
            Kind::Loop(element),
            id,
            "one element of a queue at each tick",
            ports,
        ));
    }
    nodes
}

fn for_each_ports() -> Vec<PortModel> {
    vec![
        input("items", Type::Untyped, "a list, a queue or a JSON array"),
        input("max_parallel", Type::UInt, "items at work at once").or("1"),
        input(
            "max_failures",
            Type::Int,
            "failed items that stop it and make it fail; -1 goes on and succeeds",
        )
        .or("1"),
        PortModel::output("results", Type::Json)
            .about("what each item left in `result` of its blackboard, null where it failed"),
    ]
}

fn leaves() -> Vec<(Kind, NodeModel)> {
    let in_out = |name: &str, about: &str| PortModel {
        direction: Direction::InOut,
        ..input(name, Type::Untyped, about)
    };
    vec![
        node(Kind::AlwaysSuccess, "AlwaysSuccess", "succeeds", vec![]),
        node(Kind::AlwaysFailure, "AlwaysFailure", "fails", vec![]),
        node(
            Kind::Script,
            "Script",
            "runs statements",
            vec![input("code", Type::String, "the statements")],
        ),
        node(
            Kind::ScriptCondition,
            "ScriptCondition",
            "succeeds where a script holds",
            vec![input("code", Type::Untyped, "the script")],
        ),
        node(
            Kind::SetBlackboard,
            "SetBlackboard",
            "writes a literal or copies an entry",
            vec![
                in_out("output_key", "the entry that is written"),
                input(
                    "value",
                    Type::Untyped,
                    "the literal, or the entry in braces",
                ),
            ],
        ),
        node(
            Kind::UnsetBlackboard,
            "UnsetBlackboard",
            "removes an entry of this tree's blackboard",
            vec![input("key", Type::String, "the entry")],
        ),
        node(
            Kind::Sleep,
            "Sleep",
            "waits",
            vec![input("msec", Type::UInt, "milliseconds")],
        ),
        node(
            Kind::WasEntryUpdated,
            "WasEntryUpdated",
            "succeeds where an entry was written since the last look",
            vec![input("entry", Type::Variant, "the entry")],
        ),
    ]
}
