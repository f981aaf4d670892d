//! What only shows with a scan that fails.

use prowess_scan::{Report, RuleSet};

use super::{Admission, Door, DoorRules, Offer, ScanMode, UserDoor};
use crate::ask::{Ask, Nobody, Question};
use crate::lock::Origin;
use crate::{Error, Places, Scope, Tree, TreeFile, TreeLimits};

fn fails(_rules: RuleSet, _name: &str, _tree: &Tree) -> Option<Report> {
    None
}

struct Yes;

impl Ask for Yes {
    fn ask(&self, question: &Question<'_>) -> Option<bool> {
        assert!(matches!(question, Question::LetIn { .. }));
        Some(true)
    }
}

fn admit(mode: ScanMode, ask: &dyn Ask) -> Result<Admission, Error> {
    let data = tempfile::tempdir().unwrap();
    let places = Places {
        workspace: "/w".into(),
        home: None,
        data: data.path().to_path_buf(),
    };
    let mut tree = Tree::new();
    let file = TreeFile {
        bytes: b"---\nname: s\ndescription: d\n---\n".to_vec(),
        executable: false,
    };
    tree.add("SKILL.md", file, &TreeLimits::default()).unwrap();
    let rules = DoorRules {
        scan: mode,
        ..DoorRules::default()
    };
    let mut door = UserDoor::new(&places, rules);
    door.scan = fails;
    let origin = Origin::of("./s".parse().unwrap());
    door.admit(
        &Offer {
            name: "s",
            scope: Scope::User,
            origin: &origin,
            tree: &tree,
            before: None,
        },
        ask,
    )
}

/// A scan that fails has judged nothing: a person is asked, and without one it stays out.
#[test]
fn failed_scan_enforced() {
    assert!(matches!(
        admit(ScanMode::Enforce, &Nobody),
        Err(Error::Unanswered { .. })
    ));
    assert!(admit(ScanMode::Enforce, &Yes).is_ok());
}

/// Where scans only advise, it comes in, without a report, and the user is told to look.
#[test]
fn failed_scan_told() {
    let admission = admit(ScanMode::Warn, &Nobody).unwrap();
    assert!(admission.report.is_none());
    assert_eq!(
        admission.warnings,
        ["`s` could not be scanned; look at its files by hand before it is used"]
    );
}
