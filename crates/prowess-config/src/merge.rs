//! From what each layer says to what holds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess_base::Severity;

use crate::read::Given;
use crate::report::Finding;
use crate::tighten::{Base, Weighed, weigh};
use crate::{
    Authority, Contribution, Key, KeyPath, KeySpec, Layer, Origin, Preset, Setting, Shape,
    Standing, Value, codes,
};

/// The agent whose lists hold for agents that have none of their own.
pub(crate) const DEFAULT_AGENT: &str = "default";

/// Settles every key of the table and every one that is spoken of. The findings are about the
/// project's file.
pub(crate) fn settle(
    given: Vec<Given>,
    workspace: &Path,
    user_file: Option<PathBuf>,
) -> (BTreeMap<KeyPath, Setting>, Vec<Finding>) {
    let mut by_path: BTreeMap<KeyPath, Vec<Given>> = Key::ALL
        .iter()
        .filter(|key| !key.has_names())
        .map(|&key| (KeyPath::plain(key), Vec::new()))
        .collect();
    for one in given {
        by_path.entry(one.path.clone()).or_default().push(one);
    }
    for layers in by_path.values_mut() {
        layers.sort_by_key(|given| std::cmp::Reverse(given.layer()));
    }
    let mut merge = Merge {
        by_path: &by_path,
        workspace,
        user_file,
        findings: Vec::new(),
    };
    let mut settings = by_path
        .keys()
        .map(|path| (path.clone(), merge.setting(path)))
        .collect();
    part_values(&mut settings);
    (settings, merge.findings)
}

struct Merge<'g> {
    by_path: &'g BTreeMap<KeyPath, Vec<Given>>,
    workspace: &'g Path,
    user_file: Option<PathBuf>,
    findings: Vec<Finding>,
}

/// A layer's word after its authority was looked at.
enum Admitted {
    Value(Value),
    NoEffect,
    Refused(String),
}

impl<'g> Merge<'g> {
    fn setting(&mut self, path: &KeyPath) -> Setting {
        let spec = path.key.spec();
        let layers = self.layers(path);
        let admitted: Vec<Admitted> = layers
            .iter()
            .map(|given| match given.layer() {
                Layer::Project => self.admit_project(path, &spec, given),
                _ => Admitted::Value(given.value.clone()),
            })
            .collect();
        let (value, mut standings) = if spec.shape == Shape::Folders {
            join_folders(layers, &admitted)
        } else {
            choose(layers, &admitted)
        };
        self.note_intersection(path, &spec, layers, &mut standings);

        let mut contributions: Vec<Contribution> = layers
            .iter()
            .zip(standings)
            .map(|(given, standing)| Contribution {
                value: given.value.clone(),
                origin: given.origin.clone(),
                standing,
            })
            .collect();
        let preset = preset(&spec);
        if let Some(preset) = preset.clone() {
            contributions.push(Contribution {
                value: preset,
                origin: Origin::default_of(path.to_string()),
                standing: match value {
                    Some(_) => Standing::Overridden,
                    None => Standing::InForce,
                },
            });
        }
        Setting {
            path: path.clone(),
            value: value.or(preset),
            contributions,
        }
    }

    fn layers(&self, path: &KeyPath) -> &'g [Given] {
        self.by_path.get(path).map_or(&[], Vec::as_slice)
    }

    /// The strongest word of the user's about `path` itself.
    fn users(&self, path: &KeyPath) -> Option<&'g Given> {
        self.layers(path)
            .iter()
            .find(|given| given.layer() != Layer::Project)
    }

    /// The strongest word of the user's that holds for `path`: an agent without a list of its own
    /// has the default agent's.
    fn users_in_effect(&self, path: &KeyPath) -> Option<&'g Given> {
        self.users(path).or_else(|| {
            (path.key == Key::AgentSkills)
                .then(|| self.users(&KeyPath::named(Key::AgentSkills, &[DEFAULT_AGENT])))
                .flatten()
        })
    }

    fn admit_project(&mut self, path: &KeyPath, spec: &KeySpec, given: &Given) -> Admitted {
        let tightening = match spec.authority {
            Authority::Anyone => return Admitted::Value(given.value.clone()),
            Authority::UserOnly => {
                let why = format!("`{path}` is not for a project file to set");
                self.tell(
                    given,
                    codes::USER_ONLY,
                    why.clone(),
                    self.where_to_set(spec),
                );
                return Admitted::Refused(why);
            }
            Authority::RestrictOnly(tightening) => tightening,
        };
        let users = self.users_in_effect(path);
        let preset = preset(spec);
        let base = Base {
            value: users.map(|given| &given.value).or(preset.as_ref()),
            has_values_beneath: path.key == Key::Values && self.has_users_values_beneath(path),
            workspace: self.workspace,
        };
        let weighed = weigh(tightening, path, &given.value, base);
        if let Weighed::Partly(_, why) | Weighed::Refused(why) = &weighed {
            let mut help = format!("a project file may only {}", tightening.allowance());
            if let Some(users) = users {
                help.push_str(&format!("; the user's value is {}", users.origin));
            }
            self.tell(given, codes::WIDENS, format!("a project file {why}"), help);
        }
        match weighed {
            Weighed::Applies(value) | Weighed::Partly(value, _) => Admitted::Value(value),
            Weighed::NoEffect => Admitted::NoEffect,
            Weighed::Refused(why) => Admitted::Refused(format!("a project file {why}")),
        }
    }

    fn has_users_values_beneath(&self, path: &KeyPath) -> bool {
        self.by_path
            .range(path..)
            .skip(1)
            .take_while(|(other, _)| is_beneath(other, path))
            .any(|(other, _)| self.users(other).is_some())
    }

    fn tell(&mut self, given: &Given, code: prowess_base::Code, message: String, help: String) {
        self.findings.push(Finding {
            code,
            severity: Severity::Warning,
            message,
            help: Some(help),
            span: given.span,
        });
    }

    fn where_to_set(&self, spec: &KeySpec) -> String {
        let file = match &self.user_file {
            Some(file) => format!("in {}", file.display()),
            None => "in their own file".to_owned(),
        };
        let variable = spec.variables.first().map(|variable| variable.name);
        match (variable, spec.flag) {
            (None, None) => format!("the user sets it {file}"),
            (Some(name), None) | (None, Some(name)) => {
                format!("the user sets it {file} or with `{name}`")
            }
            (Some(name), Some(flag)) => {
                format!("the user sets it {file}, with `{name}` or with `{flag}`")
            }
        }
    }

    /// A project's list that holds was cut by the user's: both made the value.
    fn note_intersection(
        &self,
        path: &KeyPath,
        spec: &KeySpec,
        layers: &[Given],
        standings: &mut [Standing],
    ) {
        if spec.shape != Shape::Names || self.users(path).is_none() {
            return;
        }
        let mut pairs = layers.iter().zip(standings.iter_mut());
        let project_holds = pairs.any(|(given, standing)| {
            given.layer() == Layer::Project && *standing == Standing::InForce
        });
        if !project_holds {
            return;
        }
        for (given, standing) in layers.iter().zip(standings) {
            match given.layer() {
                Layer::Project if *standing == Standing::InForce => *standing = Standing::Combined,
                Layer::User => *standing = Standing::Combined,
                _ => {}
            }
        }
    }
}

/// The strongest word that was admitted.
fn choose(layers: &[Given], admitted: &[Admitted]) -> (Option<Value>, Vec<Standing>) {
    let mut chosen = None;
    let standings = layers
        .iter()
        .zip(admitted)
        .map(|(_, admitted)| match admitted {
            Admitted::Value(_) if chosen.is_some() => Standing::Overridden,
            Admitted::Value(value) => {
                chosen = Some(value.clone());
                Standing::InForce
            }
            Admitted::NoEffect => Standing::NoEffect,
            Admitted::Refused(why) => Standing::Refused(why.clone()),
        })
        .collect();
    (chosen, standings)
}

/// All folders that were admitted, the user's before the project's, each once.
fn join_folders(layers: &[Given], admitted: &[Admitted]) -> (Option<Value>, Vec<Standing>) {
    let words = || layers.iter().zip(admitted);
    let users = words().filter(|(given, _)| given.layer() != Layer::Project);
    let projects = words().filter(|(given, _)| given.layer() == Layer::Project);
    let mut seen = BTreeSet::new();
    let mut joined = Vec::new();
    let mut parts = 0;
    for (_, admitted) in users.chain(projects) {
        if let Admitted::Value(Value::Folders(folders)) = admitted {
            parts += 1;
            joined.extend(
                folders
                    .iter()
                    .filter(|folder| seen.insert(folder.path.clone()))
                    .cloned(),
            );
        }
    }
    let standings = admitted
        .iter()
        .map(|admitted| match admitted {
            Admitted::Value(_) if parts > 1 => Standing::Combined,
            Admitted::Value(_) => Standing::InForce,
            Admitted::NoEffect => Standing::NoEffect,
            Admitted::Refused(why) => Standing::Refused(why.clone()),
        })
        .collect();
    ((parts > 0).then_some(Value::Folders(joined)), standings)
}

/// Of a value and values beneath its path, only one can hold: the one from the stronger layer, of
/// one layer the shallower.
fn part_values(settings: &mut BTreeMap<KeyPath, Setting>) {
    let holding: Vec<(KeyPath, Layer)> = settings
        .range(KeyPath::plain(Key::Values)..)
        .filter(|(path, _)| path.key == Key::Values)
        .filter_map(|(path, setting)| Some((path.clone(), setting.origin()?.layer)))
        .collect();
    // Paths sort so that everything beneath a path follows it.
    let mut above: Vec<(KeyPath, Layer)> = Vec::new();
    let mut parted = BTreeSet::new();
    for (path, layer) in holding {
        above.retain(|(shallow, _)| is_beneath(&path, shallow));
        if above.iter().any(|(_, shallow)| *shallow >= layer) {
            parted.insert(path);
            continue;
        }
        parted.extend(above.drain(..).map(|(shallow, _)| shallow));
        above.push((path, layer));
    }
    for path in parted {
        if let Some(setting) = settings.get_mut(&path) {
            setting.value = None;
            for contribution in &mut setting.contributions {
                if contribution.standing == Standing::InForce {
                    contribution.standing = Standing::Overridden;
                }
            }
        }
    }
}

fn is_beneath(path: &KeyPath, shallow: &KeyPath) -> bool {
    path.key == shallow.key
        && path.names.len() > shallow.names.len()
        && path.names.starts_with(&shallow.names)
}

fn preset(spec: &KeySpec) -> Option<Value> {
    match spec.preset {
        Preset::Flag(flag) => Some(Value::Flag(flag)),
        Preset::Text(text) => Some(Value::Text(text.to_owned())),
        Preset::Profile | Preset::Absent(_) => None,
    }
}
