//! The user's rules of trust: what the door lets in, and what a catalogue makes of the records.

use std::collections::BTreeSet;
use std::time::Duration;

use prowess_base::{Clock as _, Day, Diagnostic, Digest, Severity, Surroundings};
use prowess_catalog::{Gates, Profile, ScopeJudge};
use prowess_config::{Config, InstallScanChoice, TrustChoice};
use prowess_scan::RULE_SET_VERSION;
use prowess_store::door::{DoorRules, Policy, ScanMode, VerdictsFile};
use prowess_store::kept::read_tree;
use prowess_store::trust::{JudgeRules, Standing, TrustJudge, TrustMode};
use prowess_store::{Places, TreeLimits};

use crate::{Engine, Error, Scanned, SystemClock, codes, scan_packages};

impl Engine {
    /// The rules by which skills are let in: the user's settings, and those of the profile's client. `accepted` names the skills
    /// that are taken in spite of their scan.
    #[must_use]
    pub fn door_rules(&self, accepted: &BTreeSet<String>) -> DoorRules {
        let today = Day::of(SystemClock.now());
        let request = self.catalog.request();
        let mut rules = DoorRules::default();
        rules.accepted.clone_from(accepted);
        rules.suppressions = scan_packages::suppressions(&self.config, today).0;
        rules.today = Some(today);
        rules.scan = scan_mode(&self.config, &request.profile);
        rules.policy = own_policy(&self.config, &self.surroundings).or_else(|| {
            let is_openclaw = request.profile.gates == Gates::OpenClaw;
            let setting = request.settings.values.pointer("/security/installPolicy")?;
            is_openclaw.then(|| Policy::of_openclaw(setting, &self.surroundings))?
        });
        rules
    }

    /// Remembers what a scan of what is installed says, so that what it blocks does not count in any catalogue of the user until they
    /// override that. Only our own rules block.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; [`Error::Store`] where the file of the verdicts cannot be read or written.
    pub fn keep_verdicts(&self, scanned: &Scanned) -> Result<(), Error> {
        let own = scanned
            .reports
            .iter()
            .filter(|report| report.rule_set == RULE_SET_VERSION);
        let trees: Vec<_> = own
            .filter_map(|report| {
                let tree = read_tree(&report.origin, &TreeLimits::default());
                // What is no folder of a skill has no tree.
                Some((report, tree.ok()??))
            })
            .collect();
        Ok(VerdictsFile::of(&self.places()?).keep_blocks(&trees)?)
    }
}

/// What a scan decides: as the user says, else as the profile's client does.
fn scan_mode(config: &Config, profile: &Profile) -> ScanMode {
    let usual = match profile.gates {
        Gates::OpenClaw => InstallScanChoice::Warn,
        _ => InstallScanChoice::Enforce,
    };
    match config.install_scan(usual) {
        InstallScanChoice::Warn => ScanMode::Warn,
        InstallScanChoice::Enforce => ScanMode::Enforce,
    }
}

/// The program that the user's own settings name.
fn own_policy(config: &Config, surroundings: &Surroundings) -> Option<Policy> {
    let said = config.install_policy()?;
    let command = surroundings.expand_home(said.command.as_ref());
    let mut policy = Policy::new(command, surroundings.user);
    policy.arguments = said.arguments.to_vec();
    for name in said.pass_env {
        if let Some(value) = surroundings.environment.get(name) {
            policy.environment.insert(name.into(), value.to_owned());
        }
    }
    if let Some(milliseconds) = said.milliseconds {
        policy.time = Duration::from_millis(milliseconds);
        policy.silence = policy.time;
    }
    if let Some(bytes) = said.output_bytes {
        policy.output_bytes = usize::try_from(bytes).unwrap_or(policy.output_bytes);
    }
    Some(policy)
}

/// The judge of a catalogue, with what there is to say about it and what tells it from one that goes by other records. Nothing
/// where the user has no folder for records.
pub(crate) fn judge(
    surroundings: &Surroundings,
    workspace: &std::path::Path,
    config: &Config,
    scopes: ScopeJudge,
) -> Option<(TrustJudge, Vec<Diagnostic>, Digest)> {
    let places = Places {
        workspace: workspace.to_path_buf(),
        home: surroundings.home.clone(),
        data: surroundings.folders.as_ref()?.data.clone(),
    };
    let today = Day::of(SystemClock.now());
    let mut rules = JudgeRules::default();
    rules.scopes = scopes;
    rules.mode = match config.trust_mode() {
        TrustChoice::Scope => TrustMode::ByScope,
        TrustChoice::ApprovedOnly => TrustMode::ApprovedOnly,
    };
    rules.suppressions = scan_packages::suppressions(config, today).0;
    rules.today = Some(today);
    let judge = TrustJudge::open(&places, rules);
    let mut told: Vec<Diagnostic> = judge.faults().map(not_read).collect();
    if let Standing::Fault(fault) = judge.workspace() {
        let message = format!("`{}` is not trusted: {fault}", workspace.display());
        told.push(
            Diagnostic::new(codes::TRUST, Severity::Warning, message)
                .help("look at what lies there, then trust it again with `prowess trust .`"),
        );
    }
    let state = judge.state();
    Some((judge, told, state))
}

fn not_read(fault: &str) -> Diagnostic {
    let message = format!("less is trusted than you may expect: {fault}");
    Diagnostic::new(codes::TRUST, Severity::Warning, message)
        .help("make the file readable, or take a version of this program that knows it")
}
