//! What a skill can do more than before.

use std::collections::BTreeSet;

use prowess_scan::{BlastRadius, CapabilitySet, Report};

/// Entries of a list of capabilities from which on a scan tells no more of them.
const FULL: usize = 200;

/// What a skill could do by its scan, a line each: what it says of itself and what was seen of it.
#[must_use]
pub fn abilities(report: &Report) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for set in [&report.capabilities.declared, &report.capabilities.observed] {
        for (does, list) in lists(set) {
            lines.extend(list.iter().map(|what| format!("{does} `{what}`")));
        }
    }
    // A further reach holds the nearer ones, so that less of it is no new line.
    let reaches = [
        (BlastRadius::Workspace, "reaches files of the workspace"),
        (BlastRadius::Machine, "reaches the network or programs"),
        (BlastRadius::Account, "reaches secrets or other programs"),
    ];
    let reached = reaches
        .iter()
        .filter(|(reach, _)| report.blast_radius >= *reach);
    lines.extend(reached.map(|(_, line)| (*line).to_owned()));
    lines
}

/// What a skill could do after a change that it could not before, a line each, in order; empty where it is no more.
#[must_use]
pub fn grown(before: &Report, after: &Report) -> Vec<String> {
    let known = abilities(before);
    let mut grown: Vec<String> = abilities(after)
        .into_iter()
        .filter(|line| !known.contains(line))
        .collect();
    let is_same = before.digest.is_some() && before.digest == after.digest;
    let sets = [&after.capabilities.declared, &after.capabilities.observed];
    if !is_same
        && sets
            .into_iter()
            .flat_map(lists)
            .any(|(_, list)| list.len() >= FULL)
    {
        grown.push("does more things than can be told".to_owned());
    }
    grown
}

/// Each list of a set, with the word for it.
fn lists(set: &CapabilitySet) -> [(&'static str, &[String]); 9] {
    [
        ("uses the tool", &set.tools),
        ("runs", &set.commands),
        ("speaks to", &set.hosts),
        ("reads", &set.reads),
        ("writes", &set.writes),
        ("takes from the environment", &set.environment),
        ("installs", &set.packages),
        ("stays by", &set.persistence),
        ("changes what agents do by", &set.agent_configuration),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use prowess_scan::{Package, scan};

    fn report(script: &str) -> Report {
        let head = "---\nname: s\ndescription: Does a thing. Use when it is to be done.\n---\nRun `a.sh`.\n";
        scan(&Package::of_files(
            "s",
            [("SKILL.md", head), ("a.sh", script)],
        ))
    }

    /// What is new is told; what was there, and what is gone, is not.
    #[test]
    fn only_what_is_new() {
        let quiet = report("#!/bin/sh\njq . in.json\n");
        let loud = report("#!/bin/sh\njq . in.json\ncurl https://example.org/x -o out\n");
        let more = grown(&quiet, &loud);
        for line in ["runs `curl`", "speaks to `example.org`"] {
            assert!(more.iter().any(|one| one == line), "{line}: {more:?}");
        }
        assert!(!more.iter().any(|one| one.contains("jq")), "{more:?}");
        assert_eq!(grown(&loud, &loud), Vec::<String>::new());
        assert_eq!(grown(&loud, &quiet), Vec::<String>::new());
    }

    /// A scan tells of a bounded number of things; where it tells so many, what is new may not be among them.
    #[test]
    fn full_lists() {
        let many = |count: usize| {
            let calls: Vec<String> = (0..count)
                .map(|number| format!("curl https://h{number:04}.example.org/\n"))
                .collect();
            report(&format!("#!/bin/sh\n{}", calls.concat()))
        };
        let (before, after) = (many(300), many(301));
        assert_eq!(
            grown(&before, &after),
            ["does more things than can be told"]
        );
        assert_eq!(grown(&before, &before), Vec::<String>::new());
    }
}
