//! A small interpreter of the commonest nodes, written to be obviously right, and the trees that both
//! it and the engine run.

use proptest::prelude::*;
use prowess_flow::Status;

/// What a node is.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// Answers by letters.
    Leaf(String),
    Sequence,
    Fallback,
    ReactiveSequence,
    ReactiveFallback,
    IfThenElse,
    Inverter,
    ForceSuccess,
    ForceFailure,
    Repeat(usize),
    Retry(usize),
    KeepRunning,
    RunOnce,
    /// Successes and failures that decide.
    Parallel(usize, usize),
}

/// A node, with all that it remembers.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    what: What,
    children: Vec<Node>,
    name: String,
    running: bool,
    /// The child that is next, rounds that are done, calls of a leaf.
    count: usize,
    /// Answers of children that are done, and the answer of a `RunOnce`.
    done: Vec<Option<Status>>,
}

impl Node {
    fn new(what: What, children: Vec<Node>) -> Self {
        let done = vec![None; children.len()];
        Self {
            what,
            children,
            name: String::new(),
            running: false,
            count: 0,
            done,
        }
    }

    /// Names the leaves in document order.
    pub(crate) fn named(mut self) -> Self {
        fn go(node: &mut Node, next: &mut usize) {
            if matches!(node.what, What::Leaf(_)) {
                node.name = format!("l{next}");
                *next += 1;
            }
            for child in &mut node.children {
                go(child, next);
            }
        }
        go(&mut self, &mut 0);
        self
    }

    /// As the engine reads it.
    pub(crate) fn xml(&self) -> String {
        let (tag, ports) = match &self.what {
            What::Leaf(letters) => {
                let name = &self.name;
                return format!("<L name=\"{name}\" letters=\"{letters}\" out=\"{{{name}}}\"/>");
            }
            What::Sequence => ("Sequence", String::new()),
            What::Fallback => ("Fallback", String::new()),
            What::ReactiveSequence => ("ReactiveSequence", String::new()),
            What::ReactiveFallback => ("ReactiveFallback", String::new()),
            What::IfThenElse => ("IfThenElse", String::new()),
            What::Inverter => ("Inverter", String::new()),
            What::ForceSuccess => ("ForceSuccess", String::new()),
            What::ForceFailure => ("ForceFailure", String::new()),
            What::KeepRunning => ("KeepRunningUntilFailure", String::new()),
            What::RunOnce => ("RunOnce", " then_skip=\"false\"".to_owned()),
            What::Repeat(times) => ("Repeat", format!(" num_cycles=\"{times}\"")),
            What::Retry(times) => ("RetryUntilSuccessful", format!(" num_attempts=\"{times}\"")),
            What::Parallel(successes, failures) => (
                "Parallel",
                format!(" success_count=\"{successes}\" failure_count=\"{failures}\""),
            ),
        };
        let children: String = self.children.iter().map(Node::xml).collect();
        format!("<{tag}{ports}>{children}</{tag}>")
    }

    /// Ticks it and adds the calls of leaves.
    pub(crate) fn tick(&mut self, calls: &mut Vec<String>) -> Status {
        let answer = self.answer(calls);
        self.running = answer == Status::Running;
        answer
    }

    fn answer(&mut self, calls: &mut Vec<String>) -> Status {
        use Status::{Failure, Running, Success};
        match self.what.clone() {
            What::Leaf(letters) => {
                let what = if self.running { "poll" } else { "start" };
                calls.push(format!("{what} {}", self.name));
                let letter = letters.chars().nth(self.count).or(letters.chars().last());
                self.count += 1;
                match letter.unwrap() {
                    'R' => Running,
                    'F' => Failure,
                    _ => Success,
                }
            }
            What::Sequence => self.in_order(calls, Success),
            What::Fallback => self.in_order(calls, Failure),
            What::ReactiveSequence => self.again(calls, Success),
            What::ReactiveFallback => self.again(calls, Failure),
            What::IfThenElse => {
                if self.count == 0 {
                    match self.children[0].tick(calls) {
                        Success => self.count = 1,
                        Failure => self.count = 2,
                        _ => return Running,
                    }
                }
                let answer = self.children[self.count].tick(calls);
                if answer != Running {
                    self.count = 0;
                }
                answer
            }
            What::Inverter => match self.children[0].tick(calls) {
                Success => Failure,
                Failure => Success,
                other => other,
            },
            What::ForceSuccess => self.forced(calls, Success),
            What::ForceFailure => self.forced(calls, Failure),
            What::KeepRunning => match self.children[0].tick(calls) {
                Failure => Failure,
                _ => Running,
            },
            What::RunOnce => {
                if let Some(answer) = self.done[0] {
                    return answer;
                }
                let answer = self.children[0].tick(calls);
                if answer != Running {
                    self.done[0] = Some(answer);
                }
                answer
            }
            What::Repeat(times) => self.rounds(calls, times, Success),
            What::Retry(times) => self.rounds(calls, times, Failure),
            What::Parallel(successes, failures) => self.parallel(calls, successes, failures),
        }
    }

    fn forced(&mut self, calls: &mut Vec<String>, answer: Status) -> Status {
        match self.children[0].tick(calls) {
            Status::Running => Status::Running,
            _ => answer,
        }
    }

    /// Children in order while they answer `goes_on`.
    fn in_order(&mut self, calls: &mut Vec<String>, goes_on: Status) -> Status {
        while self.count < self.children.len() {
            let answer = self.children[self.count].tick(calls);
            if answer == Status::Running {
                return answer;
            }
            if answer != goes_on {
                self.count = 0;
                return answer;
            }
            self.count += 1;
        }
        self.count = 0;
        goes_on
    }

    /// All children from the first on, at each tick.
    fn again(&mut self, calls: &mut Vec<String>, goes_on: Status) -> Status {
        for index in 0..self.children.len() {
            let answer = self.children[index].tick(calls);
            if answer == Status::Running {
                for other in (0..self.children.len()).filter(|other| *other != index) {
                    self.children[other].halt(calls);
                }
                return answer;
            }
            if answer != goes_on {
                self.halt_children(calls);
                return answer;
            }
        }
        goes_on
    }

    /// So many rounds, one a tick unless the child had to wait.
    fn rounds(&mut self, calls: &mut Vec<String>, times: usize, again: Status) -> Status {
        while self.count < times {
            let had_to_wait = self.children[0].running;
            let answer = self.children[0].tick(calls);
            if answer == Status::Running {
                return answer;
            }
            if answer != again {
                self.count = 0;
                return answer;
            }
            self.count += 1;
            if !had_to_wait && self.count < times {
                return Status::Running;
            }
        }
        self.count = 0;
        again
    }

    fn parallel(&mut self, calls: &mut Vec<String>, successes: usize, failures: usize) -> Status {
        let children = self.children.len();
        for index in 0..children {
            if self.done[index].is_none() {
                let answer = self.children[index].tick(calls);
                if answer != Status::Running {
                    self.done[index] = Some(answer);
                }
            }
            let count = |status| {
                self.done
                    .iter()
                    .filter(|done| **done == Some(status))
                    .count()
            };
            let (succeeded, failed) = (count(Status::Success), count(Status::Failure));
            let answer = if succeeded >= successes {
                Status::Success
            } else if failed == failures || children - failed < successes {
                Status::Failure
            } else {
                continue;
            };
            self.done = vec![None; children];
            self.halt_children(calls);
            return answer;
        }
        Status::Running
    }

    fn halt_children(&mut self, calls: &mut Vec<String>) {
        for child in &mut self.children {
            child.halt(calls);
        }
    }

    /// Stops what is at work.
    pub(crate) fn halt(&mut self, calls: &mut Vec<String>) {
        if !self.running {
            return;
        }
        self.running = false;
        self.halt_children(calls);
        match &self.what {
            What::Leaf(_) => calls.push(format!("halt {}", self.name)),
            What::RunOnce => {}
            _ => {
                self.count = 0;
                self.done = vec![None; self.children.len()];
            }
        }
    }
}

/// Trees of up to 40 nodes.
pub(crate) fn trees() -> impl Strategy<Value = Node> {
    let leaf = "[RSF]{0,3}[SF]".prop_map(|letters| Node::new(What::Leaf(letters), vec![]));
    leaf.prop_recursive(5, 40, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 1..4);
        let control = prop_oneof![
            Just(What::Sequence),
            Just(What::Fallback),
            Just(What::ReactiveSequence),
            Just(What::ReactiveFallback),
        ];
        let decorator = prop_oneof![
            Just(What::Inverter),
            Just(What::ForceSuccess),
            Just(What::ForceFailure),
            Just(What::KeepRunning),
            Just(What::RunOnce),
            (0_usize..4).prop_map(What::Repeat),
            (0_usize..4).prop_map(What::Retry),
        ];
        let parallel =
            (several.clone(), any::<(u8, u8)>()).prop_map(|(children, (left, right))| {
                let most = children.len() + 1;
                let what = What::Parallel(usize::from(left) % most, usize::from(right) % most);
                Node::new(what, children)
            });
        let three = prop::collection::vec(inner.clone(), 3);
        prop_oneof![
            3 => (control, several).prop_map(|(what, children)| Node::new(what, children)),
            2 => (decorator, inner).prop_map(|(what, child)| Node::new(what, vec![child])),
            1 => parallel,
            1 => three.prop_map(|children| Node::new(What::IfThenElse, children)),
        ]
    })
    .prop_map(Node::named)
}
