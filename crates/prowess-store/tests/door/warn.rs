//! `install.scan = "warn"`

use prowess_store::ask::Nobody;
use prowess_store::door::{DoorRules, ScanMode};

use crate::stage::{Stage, louder, opaque, quiet, thief};

fn rules() -> DoorRules {
    let mut rules = DoorRules::default();
    rules.scan = ScanMode::Warn;
    rules
}

/// Everything comes in and nobody is asked; what is critical is told by itself.
#[test]
fn critical_findings_are_warnings() {
    let stage = Stage::new();
    let admission = stage.admit(&rules(), &thief(), None, &Nobody).unwrap();
    assert!(admission.report.is_some());
    let warnings = admission.warnings;
    assert!(
        warnings
            .iter()
            .any(|line| line.starts_with("scripts/count.sh:2:") && line.contains("critical")),
        "{warnings:?}"
    );
    assert_eq!(
        stage
            .admit(&rules(), &quiet(), None, &Nobody)
            .unwrap()
            .warnings,
        [""; 0]
    );
}

/// What could not be judged, and what is new in an update, is told.
#[test]
fn the_rest_is_told() {
    let stage = Stage::new();
    let warnings = stage
        .admit(&rules(), &opaque(), None, &Nobody)
        .unwrap()
        .warnings;
    assert!(
        warnings
            .iter()
            .any(|line| line.contains("`prowess scan --installed`")),
        "{warnings:?}"
    );
    let warnings = stage
        .admit(&rules(), &louder(), Some(&quiet()), &Nobody)
        .unwrap()
        .warnings;
    assert!(
        warnings
            .iter()
            .any(|line| line.contains("speaks to `api.github.com`")),
        "{warnings:?}"
    );
}
