//! Tree files: elements that were checked, by tree.

mod include;
mod models;
mod verify;
mod xml;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use self::include::{Includes, NoIncludes};
pub(crate) use self::models::SubTreePort;
use self::xml::File;
pub(crate) use self::xml::{Attribute, Element, escape};
use crate::{Fault, Finding, Limits, Problem, Registry, Warning};

/// One file that was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
}

/// One tree of a file.
#[derive(Debug, Clone)]
pub(crate) struct TreeElement {
    /// `<BehaviorTree>`
    pub(crate) element: Arc<Element>,
    /// The number of its file.
    pub(crate) source: usize,
}

/// Trees that were read, from which one is [compiled](crate::Plan).
///
/// Later trees replace earlier ones of the same ID, and a file replaces those that it includes.
#[derive(Debug)]
pub struct Forest<'r> {
    pub(crate) registry: &'r Registry,
    pub(crate) limits: Limits,
    pub(crate) sources: Vec<Source>,
    pub(crate) trees: BTreeMap<Arc<str>, TreeElement>,
    pub(crate) models: BTreeMap<Arc<str>, Vec<SubTreePort>>,
    /// What the first file names as its main tree.
    pub(crate) main: Option<Arc<str>>,
    /// The trees of the file that was read last; one that includes others comes after them.
    pub(crate) last: Vec<Arc<str>>,
    pub(crate) findings: Vec<Finding>,
    unnamed: usize,
    opened: usize,
}

impl<'r> Forest<'r> {
    /// No trees yet, for these nodes.
    #[must_use]
    pub fn new(registry: &'r Registry, limits: Limits) -> Self {
        Self {
            registry,
            limits,
            sources: Vec::new(),
            trees: BTreeMap::new(),
            models: BTreeMap::new(),
            main: None,
            last: Vec::new(),
            findings: Vec::new(),
            unnamed: 0,
            opened: 0,
        }
    }

    /// Reads a file that is named `name` in findings. What it includes is asked of `includes`, by
    /// paths beneath the folder of the file, which a path cannot leave.
    pub fn read(&mut self, name: &str, bytes: &[u8], includes: &mut dyn Includes) {
        let mut open = Vec::new();
        self.open(name, name, bytes, includes, &mut open);
    }

    /// Reads a file that includes nothing.
    pub fn read_text(&mut self, name: &str, text: &str) {
        self.read(name, text.as_bytes(), &mut NoIncludes);
    }

    /// Faults and warnings so far, in the order in which they were found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The IDs of all trees, in order.
    pub fn trees(&self) -> impl Iterator<Item = &str> {
        self.trees.keys().map(|id| &**id)
    }

    /// Whether a fault was found.
    #[must_use]
    pub fn has_faults(&self) -> bool {
        self.findings.iter().any(|found| found.fault().is_some())
    }

    /// `place` is the path beneath the folder of the first file, `open` the files that are being
    /// read around this one.
    fn open(
        &mut self,
        name: &str,
        place: &str,
        bytes: &[u8],
        includes: &mut dyn Includes,
        open: &mut Vec<String>,
    ) {
        let text = std::str::from_utf8(bytes).map(|text| text.trim_start_matches('\u{feff}'));
        let source = self.sources.len();
        self.sources.push(Source {
            name: name.into(),
            text: text.unwrap_or_default().into(),
        });
        if text.is_err() {
            self.fault(source, Fault::Encoding, prowess_base::Span::default());
            return;
        }
        let limits = self.limits.clone();
        let root = xml::read(&mut self.file(source), &limits);
        let Some(root) = root else { return };
        self.opened += 1;
        if self.opened == 1 {
            self.main = root.value("main_tree_to_execute").cloned();
        }
        if root
            .value("BTCPP_format")
            .is_none_or(|format| &**format != "4")
        {
            self.file(source).warn(Warning::Format, root.span);
        }
        open.push(place.to_owned());
        self.include(source, place, &root, includes, open);
        open.pop();
        self.take(source, root);
    }

    pub(crate) fn file(&mut self, source: usize) -> File<'_> {
        let found = self.sources.get(source);
        File {
            name: found.map_or_else(|| "".into(), |source| source.name.clone()),
            text: found.map_or_else(|| "".into(), |source| source.text.clone()),
            findings: &mut self.findings,
        }
    }

    pub(crate) fn fault(&mut self, source: usize, fault: Fault, span: prowess_base::Span) {
        self.file(source).fault(fault, span, None);
    }

    /// Checks a document and adds its models and trees.
    fn take(&mut self, source: usize, root: Element) {
        let registry = self.registry;
        verify::document(&mut self.file(source), &root, registry);
        self.take_models(source, &root);
        self.last.clear();
        for element in root.children {
            match &*element.name {
                "BehaviorTree" => self.take_tree(source, element),
                "TreeNodesModel" | "include" => {}
                name => {
                    let warning = Warning::ElementIgnored { name: name.into() };
                    self.file(source).warn(warning, element.span);
                }
            }
        }
    }

    fn take_tree(&mut self, source: usize, element: Element) {
        let id = element.value("ID").cloned().unwrap_or_else(|| {
            self.unnamed += 1;
            format!("BehaviorTree_{}", self.unnamed - 1).into()
        });
        if !self.last.contains(&id) {
            self.last.push(id.clone());
        }
        let tree = TreeElement {
            element: Arc::new(element),
            source,
        };
        if let Some(earlier) = self.trees.insert(id.clone(), tree) {
            let span = earlier.element.span;
            self.file(earlier.source)
                .warn(Warning::TreeReplaced { id }, span);
        }
    }

    pub(crate) fn warnings(&self) -> impl Iterator<Item = &Finding> {
        let is_warning = |found: &&Finding| matches!(found.problem, Problem::Warning(_));
        self.findings.iter().filter(is_warning)
    }
}
