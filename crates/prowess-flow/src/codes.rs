//! The codes of this crate, `PW600` to `PW659`.

prowess_base::codes! {
    /// Not XML.
    XML = 600 "tree file that is not XML";
    /// A document type declaration.
    DOCUMENT_TYPE = 601 "document type declaration in a tree file";
    /// Over a bound on what is read.
    TOO_LARGE = 602 "tree beyond a bound";
    /// Another root element.
    ROOT = 603 "tree file without `<root>`";
    /// A name that cannot be.
    NAME = 604 "name that a tree or node cannot have";
    /// No such tree.
    TREE_NOT_FOUND = 605 "tree that is not there";
    /// No such node.
    NODE_UNKNOWN = 606 "unknown node";
    /// The wrong number of children.
    CHILD_COUNT = 607 "wrong number of children";
    /// The explicit and the compact form mixed up.
    NODE_FORM = 608 "node with or without an `ID`";
    /// No such port.
    PORT_NOT_DECLARED = 609 "undeclared port";
    /// A literal that is no value of the port's type.
    PORT_LITERAL = 610 "value that a port cannot take";
    /// An entry with two types.
    PORT_TYPES = 611 "entry with two types";
    /// A port that is needed.
    PORT_MISSING = 612 "missing port";
    /// A model that cannot be.
    MODEL = 613 "faulty model of nodes";
    /// A tree in itself.
    CYCLE = 614 "tree that holds itself";
    /// Two subtrees of one path.
    PATH_TWICE = 615 "two subtrees of one path";
    /// A file that cannot be included.
    INCLUDE = 616 "include that cannot be followed";
    /// A script that cannot be read.
    SCRIPT_SYNTAX = 620 "script that cannot be read";
    /// An entry that is not there.
    UNKNOWN_ENTRY = 621 "unknown entry";
    /// An operation that a script cannot do.
    SCRIPT_TYPES = 622 "operation that a script cannot do";
    /// A value that cannot become another.
    CONVERSION = 630 "value that cannot be converted";
    /// An entry without a value.
    ENTRY_UNSET = 631 "entry without a value";
    /// An output that names no entry.
    OUTPUT_LITERAL = 632 "output without an entry";
    /// An entry of another type.
    ENTRY_LOCKED = 633 "entry of another type";
    /// An answer that a node cannot give.
    STATUS = 640 "answer that a node cannot give";
    /// A threshold out of reach.
    THRESHOLD = 641 "threshold out of reach";
    /// A leaf that failed.
    LEAF = 642 "leaf that failed";
    /// Over a bound of a run.
    RUN_BOUND = 643 "run beyond a bound";
    /// A checkpoint that does not fit.
    CHECKPOINT = 644 "checkpoint that does not fit";
    /// A leaf that may not be repeated.
    NOT_REPEATABLE = 645 "leaf that may not be repeated";
    /// A branch that is never reached.
    UNREACHABLE = 650 "branch that is never reached";
    /// A character that XML wants escaped.
    NOT_ESCAPED = 651 "character that should be escaped";
    /// Something that nothing reads.
    NOT_READ = 652 "part of a tree file that is not read";
}

/// The pages of the codes of this crate, in ascending order.
pub fn pages() -> impl Iterator<Item = &'static prowess_base::CodePage> {
    PAGES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages ascend without repetition and begin with their code and its title.
    #[test]
    fn in_order() {
        let codes: Vec<_> = pages().map(|page| page.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
        for page in pages() {
            let head = format!("# {}: {}\n", page.code, page.title);
            assert!(page.text.starts_with(&head), "{}", page.code);
        }
    }
}
