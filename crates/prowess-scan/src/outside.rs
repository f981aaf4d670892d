//! What others say about a package: a service that scans files, or a model that was asked.
//!
//! Both can add to what was found here, and neither can take anything away: an outside "safe" changes no
//! verdict, and what has not come in yet is neither good nor bad.

use serde::{Deserialize, Serialize};

use crate::report::{Report, Verdict};

/// What a service of many engines says about a package.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct OutsideReport {
    /// Whether it has come in.
    pub status: OutsideStatus,
    /// Engines that were asked.
    pub engines: u32,
    /// Engines that call it malicious.
    pub malicious: u32,
    /// Engines that call it suspicious.
    pub suspicious: u32,
    /// What it was seen to do, in the service's words. Shown, and no part of any verdict.
    pub tags: Vec<String>,
}

/// Whether an outside report has come in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum OutsideStatus {
    /// It is there.
    #[default]
    Done,
    /// It is still being made.
    Pending,
}

/// What our report and others' come to together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Combined {
    /// Ours, or graver where the others found something.
    pub verdict: Verdict,
    /// Whether something has not come in yet: a verdict of [`Verdict::Pass`] may still change.
    pub pending: bool,
    /// What the others say, in a line: `0 of 63 engines`.
    pub said: String,
}

/// Engines of many that must agree before their word alone blocks.
const AGREEING: u32 = 3;

/// What our report and an outside one come to together.
#[must_use]
pub fn combine(report: &Report, outside: &OutsideReport) -> Combined {
    let (verdict, pending, said) = match outside.status {
        OutsideStatus::Pending => (report.verdict, true, "not in yet".to_owned()),
        OutsideStatus::Done => {
            let theirs = match (outside.malicious, outside.suspicious) {
                (0, 0) => Verdict::Pass,
                (malicious, _) if malicious >= AGREEING => Verdict::Block,
                _ => Verdict::Review,
            };
            let found = outside.malicious.saturating_add(outside.suspicious);
            let said = format!("{found} of {} engines", outside.engines);
            (report.verdict.max(theirs), false, said)
        }
    };
    Combined {
        verdict,
        pending,
        said,
    }
}

/// What a model that was asked about a package thinks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opinion {
    /// It sees nothing wrong. It may have been talked into that by the package, so it changes nothing.
    Safe,
    /// A person should look.
    Suspicious,
    /// It should be refused. A model may be wrong: a person looks.
    Malicious,
}

/// Our verdict with a model's opinion: graver, or the same.
#[must_use]
pub fn with_opinion(report: &Report, opinion: Opinion) -> Verdict {
    match opinion {
        Opinion::Safe => report.verdict,
        Opinion::Suspicious | Opinion::Malicious => report.verdict.max(Verdict::Review),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Package, scan};

    fn clean() -> Report {
        scan(&Package::of_files(
            "tides",
            [(
                "SKILL.md",
                "---\nname: tides\ndescription: Tells tides.\n---\nLook them up.\n",
            )],
        ))
    }

    /// Tags of a report without detections are no verdict.
    #[test]
    fn sc_02_tags_are_information() {
        let outside = OutsideReport {
            engines: 63,
            tags: vec!["calls-wmi".into(), "detect-debug-environment".into()],
            ..OutsideReport::default()
        };
        let expected = Combined {
            verdict: Verdict::Pass,
            pending: false,
            said: "0 of 63 engines".into(),
        };
        assert_eq!(combine(&clean(), &outside), expected);
    }

    /// What has not come in is neither clean nor suspicious.
    #[test]
    fn sc_03_pending_is_no_warning() {
        let outside: OutsideReport =
            serde_json::from_str(r#"{"status": "pending"}"#).expect("a report");
        let expected = Combined {
            verdict: Verdict::Pass,
            pending: true,
            said: "not in yet".into(),
        };
        assert_eq!(combine(&clean(), &outside), expected);
    }

    /// A word of others makes a verdict graver and never better.
    #[test]
    fn others_only_add() {
        let outside = |malicious| OutsideReport {
            engines: 70,
            malicious,
            ..OutsideReport::default()
        };
        let mut report = clean();
        assert_eq!(combine(&report, &outside(1)).verdict, Verdict::Review);
        assert_eq!(combine(&report, &outside(9)).verdict, Verdict::Block);
        assert_eq!(with_opinion(&report, Opinion::Malicious), Verdict::Review);
        report.verdict = Verdict::Block;
        assert_eq!(combine(&report, &outside(0)).verdict, Verdict::Block);
        assert_eq!(with_opinion(&report, Opinion::Safe), Verdict::Block);
    }
}
