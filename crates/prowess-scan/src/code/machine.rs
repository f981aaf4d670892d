//! The machine that programs are read for: what they run, read, write and send becomes facts, and what
//! lies in files between two steps is remembered.

use std::collections::{HashMap, HashSet};

use prowess_base::Span;

use super::HOLE;
use super::bound::{Bound, Left};
use super::evaluate::Scopes;
use super::script::Program;
use super::shell::Shell;
use super::value::{FunctionId, Value};
use crate::asset::{self, Asset};
use crate::fact::{Act, Fact, Sink, Source};
use crate::host::HostKind;
use crate::unit::{Language, Unit, UnitId};
use crate::{host, stance};

/// Most programs within programs (`bash -c "python -c '…'"`).
const DEPTH: u8 = 6;
/// Most statements and expressions within each other, over all programs within programs.
const NESTING: u16 = 200;
/// Steps that reading one unit may take with calls followed, and more for each byte of it: what is left is read
/// without following calls.
const STEPS: usize = 20_000;
/// Steps that are kept for what is left then, and more for each byte.
const REST: usize = 20_000;
/// Most facts that are kept of one machine.
const FACTS: usize = 20_000;

/// What programs are read for.
pub(super) struct Machine<'m> {
    units: &'m [Unit<'m>],
    /// The id of the first of `units`.
    first: u32,
    pub(super) unit: UnitId,
    /// Where a program within a program stands, as the outermost sees it.
    pub(super) outer: Option<Span>,
    depth: u8,
    steps: usize,
    /// How many of them are kept for reading on without following calls.
    rest: usize,
    /// How deep the reading stands, over all programs within programs: the stack is bounded.
    nesting: u16,
    pub(super) facts: Vec<Fact>,
    /// What kept the programs from being read to their ends.
    pub(super) left: Left,
    seen: HashSet<(UnitId, Span, Act)>,
    files: HashMap<String, Value>,
    /// What was unpacked or checked out to a place that is not known.
    unpacked: Value,
    pub(super) shell: Shell,
    /// Remotes of repositories that were set here, by name.
    pub(super) remotes: HashMap<String, Value>,
    pub(super) programs: Vec<std::rc::Rc<Program>>,
    /// Where each of them stands: its unit, and its place there where it is a text within another.
    pub(super) homes: Vec<(UnitId, Option<Span>)>,
    /// What the program that is being read printed.
    pub(super) printed: Value,
    /// What is on its standard input.
    pub(super) input: Value,
    /// The programs of the package by their path, where they are read together.
    pub(super) library: HashMap<String, UnitId>,
    /// The first of them whose path is this, or ends with it behind a `/`.
    pub(super) tails: HashMap<String, UnitId>,
    /// Those that are being read.
    open: Vec<UnitId>,
    /// How many more units may be read: a unit is read again for every program that runs it.
    readings: usize,
    pub(super) modules: HashMap<UnitId, HashMap<String, Value>>,
    pub(super) calls: Vec<FunctionId>,
    pub(super) scopes: Scopes,
    /// Whether a connection took the place of the standard input.
    pub(super) dup2: bool,
}

impl<'m> Machine<'m> {
    /// A machine for `units`, the first of which has the id `first`.
    pub(super) fn new(units: &'m [Unit<'m>], first: UnitId) -> Self {
        Self {
            units,
            first: first.0,
            unit: first,
            outer: None,
            depth: 0,
            steps: 0,
            rest: 0,
            nesting: 0,
            facts: Vec::new(),
            left: Left::new(),
            seen: HashSet::new(),
            files: HashMap::new(),
            unpacked: Value::empty(),
            shell: Shell::default(),
            remotes: HashMap::new(),
            programs: Vec::new(),
            homes: Vec::new(),
            printed: Value::empty(),
            input: Value::empty(),
            library: HashMap::new(),
            tails: HashMap::new(),
            open: Vec::new(),
            readings: 32 + 4 * units.len(),
            modules: HashMap::new(),
            calls: Vec::new(),
            scopes: Scopes::default(),
            dup2: false,
        }
    }

    /// Reads one unit as a program.
    pub(super) fn read_unit(&mut self, id: UnitId) -> Value {
        let Some(unit) = self.source(id) else {
            return Value::empty();
        };
        if self.open.contains(&id) {
            return Value::empty();
        }
        if self.readings == 0 {
            self.left.insert((id, Bound::Calls));
            return Value::empty();
        }
        self.readings -= 1;
        self.open.push(id);
        let before = (self.unit, self.outer.take(), self.steps, self.rest);
        self.unit = id;
        self.rest = REST + 2 * unit.text.len();
        self.steps = self.rest + STEPS + unit.text.len() / 2;
        let depth = std::mem::take(&mut self.depth);
        let out = self.code(unit.language, &unit.text, None);
        self.depth = depth;
        (self.unit, self.outer, self.steps, self.rest) = before;
        self.open.pop();
        out
    }

    /// A file of the package that is no program has this text.
    pub(super) fn holds(&mut self, path: &str, text: &str) {
        let last = path.rsplit('/').next().unwrap_or(path);
        self.files
            .entry(format!("*/{last}"))
            .or_insert_with(|| Value::known(text));
        self.files.insert(path.to_owned(), Value::known(text));
    }

    /// What a unit prints is shown to the model.
    pub(super) fn shows(&mut self, id: UnitId, printed: &Value) {
        let Some(unit) = self.source(id) else { return };
        self.unit = id;
        self.flows(printed, &Sink::Model, Span::new(0, unit.text.len()));
    }

    pub(super) fn source(&self, id: UnitId) -> Option<&'m Unit<'m>> {
        self.units.get(id.0.checked_sub(self.first)? as usize)
    }

    /// Reads a program in `language`, and gives what it prints; one that stands within another is told at `span`.
    pub(super) fn code(&mut self, language: Language, text: &str, span: Option<Span>) -> Value {
        if self.depth >= DEPTH {
            self.leave_out(Bound::Nesting);
            return Value::unknown();
        }
        self.depth += 1;
        let outer = self.outer;
        self.outer = outer.or(span);
        let out = match language {
            Language::Shell => self.shell(text),
            Language::Python | Language::JavaScript | Language::TypeScript => {
                self.script(language, text)
            }
            Language::PowerShell | Language::Batch => self.power_shell(text),
            Language::OtherScript => self.other_script(text),
            _ => Value::empty(),
        };
        self.outer = outer;
        self.depth -= 1;
        out
    }

    /// Goes one deeper; whether that may be.
    pub(super) fn enter(&mut self) -> bool {
        let may = self.nesting < NESTING;
        if !may {
            self.leave_out(Bound::Nesting);
        }
        self.nesting += u16::from(may);
        may
    }

    pub(super) fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// Whether the program that is being read is a unit, not a text within one.
    pub(super) fn is_outermost(&self) -> bool {
        self.depth == 1
    }

    /// Takes a step; whether more may be taken.
    pub(super) fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.leave_out(Bound::Steps);
        }
        self.steps > 0
    }

    /// Takes the step of a call; whether it may be followed.
    pub(super) fn follows(&mut self) -> bool {
        let may = self.step() && self.steps > self.rest;
        if !may {
            self.leave_out(Bound::Calls);
        }
        may
    }

    /// Notes that something of this unit was not read.
    pub(super) fn leave_out(&mut self, bound: Bound) {
        self.left.insert((self.unit, bound));
    }

    /// Where `span` of the program that is being read stands in its unit.
    pub(super) fn place(&self, span: Span) -> Span {
        self.outer.unwrap_or(span)
    }

    pub(super) fn value_of(&self, from: Source, span: Span) -> Value {
        Value::of(from, self.unit, self.place(span))
    }

    /// Notes that something is done.
    pub(super) fn fact(&mut self, span: Span, act: Act) {
        let span = self.place(span);
        if self.facts.len() >= FACTS {
            self.leave_out(Bound::Facts);
            return;
        }
        if !self.seen.insert((self.unit, span, act.clone())) {
            return;
        }
        let Some(unit) = self.source(self.unit) else {
            return;
        };
        self.facts.push(Fact {
            unit: self.unit,
            span,
            stance: stance::of(unit, span),
            act,
        });
    }

    /// Notes that a value reaches `to`, where it comes from somewhere that matters there.
    pub(super) fn flows(&mut self, value: &Value, to: &Sink, span: Span) {
        for taint in &value.taints {
            let matters = match to {
                Sink::Program | Sink::Model => {
                    matches!(taint.from, Source::Network(_) | Source::Decoded)
                }
                Sink::Network(_) | Sink::Authorization(_) | Sink::Name(_) => {
                    !matches!(taint.from, Source::Network(_) | Source::Decoded)
                }
                Sink::File(Asset::Other | Asset::Temporary | Asset::Personal | Asset::Home) => {
                    matches!(
                        taint.from,
                        Source::File(_) | Source::Environment | Source::Person
                    )
                }
                Sink::File(_) => true,
            };
            if matters {
                let mut over = taint.trail.clone();
                over.push((self.unit, self.place(span)));
                self.fact(
                    span,
                    Act::Flows {
                        from: taint.from.clone(),
                        to: to.clone(),
                        over,
                    },
                );
            }
        }
    }

    /// Something is read from the network.
    pub(super) fn fetch(&mut self, address: &Value, span: Span) -> Value {
        let url = readable(&address.text);
        self.fact(span, Act::Fetches { url: url.clone() });
        self.asks(address, span);
        let known = address.text.chars().any(|character| character != HOLE);
        let mut value = self.value_of(Source::Network(known.then_some(url)), span);
        // What a cloud tells its own machine: keys among it.
        if host::kind(&address.text) == HostKind::Metadata {
            let keys = self.value_of(Source::File(Asset::CloudCredentials), span);
            value.add_taints(&keys.taints);
        }
        value
    }

    /// What stands in an address goes to its host.
    fn asks(&mut self, address: &Value, span: Span) {
        let host = host::name(&address.text);
        let (keys, rest): (Vec<_>, Vec<_>) = address
            .taints
            .iter()
            .cloned()
            .partition(|taint| matches!(taint.from, Source::Variable(_)));
        let of = |taints| Value {
            taints,
            ..Value::unknown()
        };
        self.flows(&of(keys), &Sink::Authorization(host.clone()), span);
        self.flows(&of(rest), &Sink::Network(host), span);
    }

    /// `payload` is sent to an address, with `proof` of who asks.
    pub(super) fn send(&mut self, address: &Value, payload: &Value, proof: &Value, span: Span) {
        let host = host::name(&address.text);
        let known = address.text.chars().any(|character| character != HOLE);
        let url = known.then(|| readable(&address.text));
        self.fact(span, Act::Sends { url });
        self.asks(address, span);
        self.flows(payload, &Sink::Network(host.clone()), span);
        self.flows(proof, &Sink::Authorization(host), span);
    }

    /// Proof of who asks, without a payload.
    pub(super) fn prove(&mut self, address: &Value, proof: &Value, span: Span) {
        self.flows(proof, &Sink::Authorization(host::name(&address.text)), span);
    }

    /// A file is read: what was put there before, or what the path stands for.
    pub(super) fn read_file(&mut self, path: &Value, span: Span) -> Value {
        let asset = asset::classify(&path.text);
        if path.text.chars().any(|character| character != HOLE) {
            self.fact(
                span,
                Act::Reads {
                    path: readable(&path.text),
                    asset,
                },
            );
        }
        let mut value = match self.file(&path.text) {
            Some(value) => value.clone().through(self.unit, self.place(span)),
            None => Value::unknown(),
        };
        if asset.is_secret() || matches!(asset, Asset::Personal | Asset::Everything) {
            value.add_taints(&self.value_of(Source::File(asset), span).taints);
        } else if asset == Asset::Device && path.text.contains("/dev/tcp/") {
            value.add_taints(&self.value_of(Source::Network(None), span).taints);
        }
        value
    }

    /// A file is written.
    pub(super) fn write_file(&mut self, path: &Value, content: Value, span: Span) {
        let asset = match asset::classify(&path.text) {
            Asset::AuthorizedKeys if stands_for_key(&content.text) => Asset::Other,
            // Python runs the lines of these that import something each time it starts; weights of models
            // have the same ending.
            _ if path.text.ends_with(".pth") && content.text.contains("import ") => {
                Asset::ShellStart
            }
            asset => asset,
        };
        if path.text.chars().any(|character| character != HOLE) {
            self.fact(
                span,
                Act::Writes {
                    path: readable(&path.text),
                    asset,
                },
            );
        }
        self.flows(&content, &Sink::File(asset), span);
        let is_program = match asset {
            Asset::GitHooks | Asset::ShellStart | Asset::Scheduler => true,
            Asset::OtherSkills => !path.text.ends_with(".md"),
            _ => false,
        };
        if is_program && !content.text.is_empty() {
            self.runs_later(&path.text, &content.text, span);
        }
        if !path.is_known() && path.text.chars().count() < 4 {
            return;
        }
        let key = key(&path.text).to_owned();
        let content = content.through(self.unit, self.place(span));
        let value = match self.files.get(&key) {
            Some(before) => {
                let mut both = before.clone();
                both.push(&content);
                both
            }
            None => content,
        };
        let last = key.rsplit('/').next().unwrap_or("").to_owned();
        if !last.is_empty() && last != key {
            self.files.insert(format!("*/{last}"), value.clone());
        }
        self.files.insert(key, value);
    }

    pub(super) fn delete_file(&mut self, path: &Value, span: Span) {
        self.fact(
            span,
            Act::Deletes {
                path: readable(&path.text),
                asset: asset::classify(&path.text),
            },
        );
    }

    /// Whether something was put into a file at exactly `path` before.
    pub(super) fn is_file(&self, path: &str) -> bool {
        self.files.contains_key(key(path))
    }

    /// What was put into the file at `path` before.
    pub(super) fn file(&self, path: &str) -> Option<&Value> {
        let key = key(path);
        self.files.get(key).or_else(|| {
            let last = key.rsplit('/').next()?;
            self.files
                .get(&format!("*/{last}"))
                .or_else(|| (last != key).then(|| self.files.get(last)).flatten())
        })
    }

    /// What a place holds that an archive or a repository was unpacked to.
    pub(super) fn unpack(&mut self, archive: &Value, to: Option<&Value>, span: Span) {
        let content = Value::unknown().tainted_by(archive);
        if let Some(to) = to {
            let key = key(&to.text).trim_end_matches('/').to_owned();
            self.files.insert(key, content.clone());
        }
        self.unpacked
            .add_taints(&content.through(self.unit, self.place(span)).taints);
    }

    /// The file at `path` is run as a program, by `language` where that is known.
    pub(super) fn run_file(&mut self, path: &Value, input: &Value, span: Span) -> Value {
        let own = self.own(&path.text);
        let mut content = match self.file(&path.text) {
            Some(content) => content.clone(),
            None => Value::unknown(),
        };
        if content.taints.is_empty() && own.is_none() {
            let mut folder = key(&path.text);
            while let Some((above, _)) = folder.rsplit_once('/') {
                if let Some(held) = self.files.get(above) {
                    content.add_taints(&held.taints);
                }
                folder = above;
            }
            if !path.text.starts_with('/') {
                let unpacked = self.unpacked.taints.clone();
                content.add_taints(&unpacked);
            }
        }
        content.add_taints(&path.taints);
        self.flows(&content, &Sink::Program, span);
        match own {
            Some(id) => self.run_unit(id, input),
            None => Value::unknown(),
        }
    }

    /// The program of the package that `path` names, where programs are read together.
    pub(super) fn own(&self, path: &str) -> Option<UnitId> {
        let key = key(path);
        let key = key
            .rsplit(['}', HOLE, ')'])
            .next()
            .unwrap_or(key)
            .trim_start_matches('/');
        if key.is_empty() {
            return None;
        }
        self.library.get(key).copied().or_else(|| {
            let mut parts = key.split('/').skip(1);
            parts.next()?;
            let mut rest = key;
            while let Some((_, behind)) = rest.split_once('/') {
                if let Some(id) = self.library.get(behind) {
                    return Some(*id);
                }
                rest = behind;
            }
            None
        })
    }

    /// Reads a program of the package with this on its input; what it prints.
    pub(super) fn run_unit(&mut self, id: UnitId, input: &Value) -> Value {
        let before = std::mem::replace(&mut self.input, input.clone());
        let out = self.read_unit(id);
        self.input = before;
        out
    }
}

/// A path or address to be told, with its unknown parts as `…`.
pub(super) fn readable(text: &str) -> String {
    const BOUND: usize = 512;
    let text = text.get(..text.floor_char_boundary(BOUND)).unwrap_or("");
    text.replace(HOLE, "…")
}

/// What a file is remembered under.
fn key(path: &str) -> &str {
    let path = path.trim().trim_matches(['"', '\'']);
    path.strip_prefix("./").unwrap_or(path)
}

/// Whether a line for `authorized_keys` only shows where a key goes (`ssh-rsa AAAA...`): the shortest of a
/// key has 68 digits.
fn stands_for_key(line: &str) -> bool {
    const SHORTEST: usize = 40;
    let mut words = line.split_whitespace();
    words.any(|word| word.starts_with("ssh-"))
        && words
            .next()
            .is_some_and(|key| key.len() < SHORTEST && key.ends_with("..."))
}
