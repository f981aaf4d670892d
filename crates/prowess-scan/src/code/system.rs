//! Programs of the system: what runs later, what keeps secrets, what guards, and connections by hand.

use prowess_base::Span;

use super::arguments::{Arguments, has_flag};
use super::machine::{Machine, readable};
use super::value::Value;
use super::{HOLE, decode, later};
use crate::asset::Asset;
use crate::fact::{Act, Protection, Sink, Source};
use crate::host::HostKind;

impl Machine<'_> {
    /// Something is run later, again and again.
    pub(super) fn schedules(&mut self, by: &str, what: &Value, span: Span) {
        self.fact(
            span,
            Act::Writes {
                path: by.to_owned(),
                asset: Asset::Scheduler,
            },
        );
        self.flows(what, &Sink::File(Asset::Scheduler), span);
        if what.is_known() || what.text.len() > 8 {
            self.nested(&later::commands(&what.text), &Value::empty(), span);
        }
    }

    pub(super) fn keychain(&mut self, rest: &[Value], span: Span) -> Value {
        let verb = rest
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        if verb.starts_with("find-")
            && rest
                .iter()
                .any(|word| word.text == "-w" || word.text == "-g" || word.text.starts_with("-w"))
        {
            // One item, that the skill may have put there itself.
            let service = rest
                .iter()
                .skip_while(|word| word.text != "-s" && word.text != "-l")
                .nth(1)
                .map(|word| readable(&word.text))
                .unwrap_or_default();
            let is_browser = service.to_ascii_lowercase().contains("safe storage");
            if is_browser {
                self.fact(
                    span,
                    Act::Reads {
                        path: service,
                        asset: Asset::BrowserProfile,
                    },
                );
                return self.value_of(Source::File(Asset::BrowserProfile), span);
            }
            return self.value_of(Source::Variable(format!("keychain:{service}")), span);
        }
        if matches!(verb, "dump-keychain" | "export" | "unlock-keychain") {
            self.fact(
                span,
                Act::Reads {
                    path: "keychain".to_owned(),
                    asset: Asset::PasswordStore,
                },
            );
            return self.value_of(Source::File(Asset::PasswordStore), span);
        }
        Value::unknown()
    }

    /// `chmod +x` of what was fetched from a host without an owner: it will be run, by name or through the path.
    fn made_program(&mut self, rest: &[Value], span: Span) {
        let mut words = rest.iter().filter(|word| !word.text.starts_with('-'));
        let makes = words
            .next()
            .is_some_and(|mode| mode.text.contains('x') || mode.text.contains(['1', '5', '7']));
        if !makes {
            return;
        }
        for file in words {
            let Some(made) = self.file(&file.text) else {
                continue;
            };
            let mut foreign = made.clone();
            foreign.taints.retain(|taint| match &taint.from {
                Source::Network(Some(url)) => matches!(
                    crate::host::kind(url),
                    HostKind::RawAddress | HostKind::Paste | HostKind::Collector
                ),
                _ => false,
            });
            self.flows(&foreign, &Sink::Program, span);
        }
    }

    /// A program that turns protections on and off.
    pub(super) fn guards(&mut self, name: &str, rest: &[Value], span: Span) {
        let line = rest
            .iter()
            .map(|word| word.text.to_ascii_lowercase())
            .collect::<Vec<_>>()
            .join(" ");
        let has = |part: &str| line.contains(part);
        if name == "chmod" {
            self.made_program(rest, span);
        }
        let what = match name {
            "xattr"
                if has("com.apple.quarantine")
                    || has_flag(rest, 'c')
                    || line.starts_with("-cr")
                    || line.starts_with("-rc") =>
            {
                Some(Protection::Quarantine)
            }
            "spctl" if has("master-disable") || has("global-disable") || has("--add") => {
                Some(Protection::Quarantine)
            }
            "unblock-file" => Some(Protection::Quarantine),
            "csrutil" if has("disable") => Some(Protection::Integrity),
            "setenforce" if line.trim() == "0" => Some(Protection::Integrity),
            "ufw" if has("disable") => Some(Protection::Firewall),
            "iptables" if line.trim() == "-f" => Some(Protection::Firewall),
            "netsh" if has("state off") || has("opmode disable") => Some(Protection::Firewall),
            "set-mppreference" if has("disable") => Some(Protection::Antivirus),
            "add-mppreference" if has("exclusion") => Some(Protection::Antivirus),
            "sc" | "systemctl"
                if (has("stop") || has("disable") || has("delete"))
                    && [
                        "windefend",
                        "auditd",
                        "falcon",
                        "clamav",
                        "crowdstrike",
                        "apparmor",
                        "firewalld",
                    ]
                    .iter()
                    .any(|one| has(one)) =>
            {
                Some(Protection::Antivirus)
            }
            "wevtutil" if line.starts_with("cl ") => Some(Protection::Records),
            "clear-eventlog" => Some(Protection::Records),
            "unset" | "export" if has("histfile") || has("histsize=0") => Some(Protection::Records),
            _ => None,
        };
        if let Some(what) = what {
            self.fact(span, Act::Disables { what });
        }
    }

    /// A folder is served to whoever asks: the one that is named, or the one that the shell is in.
    pub(super) fn serves(&mut self, rest: &[Value], span: Span) {
        let named = Arguments::new(rest, &[])
            .value("--directory")
            .or_else(|| Arguments::new(rest, &[]).value("-d"));
        let folder = named.or_else(|| self.shell.variables.get("PWD").cloned());
        if let Some(folder) = folder {
            let content = self.read_file(&folder, span);
            self.flows(&content, &Sink::Network(None), span);
        }
    }

    /// Connections by hand.
    pub(super) fn connection(
        &mut self,
        name: &str,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
        let line = rest
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let mut words = Arguments::new(
            rest,
            &[
                "-p",
                "-s",
                "-w",
                "-q",
                "-i",
                "-x",
                "-X",
                "-e",
                "-c",
                "--exec",
                "--sh-exec",
            ],
        );
        let plain = words.plain();
        let host = if name == "socat" {
            line.to_ascii_lowercase()
                .split_once("tcp")
                .and_then(|(_, rest)| rest.split(':').nth(1).map(str::to_owned))
        } else {
            plain
                .first()
                .map(|word| word.text.clone())
                .filter(|host| !host.contains(HOLE))
        };
        let port = plain.get(1).and_then(|word| word.text.parse().ok());
        self.fact(
            span,
            Act::Connects {
                host: host.clone(),
                port,
            },
        );
        let lower = line.to_ascii_lowercase();
        let runs = ["-e", "--exec", "-c", "--sh-exec"].iter().any(|flag| {
            rest.iter().any(|word| {
                word.text == *flag
                    || (word.text.starts_with("-")
                        && !word.text.starts_with("--")
                        && word.text.ends_with('e')
                        && *flag == "-e")
            })
        }) && name != "telnet"
            || (name == "socat" && (lower.contains("exec:") || lower.contains("system:")));
        if runs || input.name() == Some("shell") {
            self.fact(span, Act::HandsOverShell { host: host.clone() });
        }
        let address = host.as_ref().map_or_else(Value::unknown, Value::known);
        if !input.taints.is_empty() || !input.text.is_empty() {
            self.send(&address, input, &Value::empty(), span);
        }
        self.value_of(Source::Network(host), span)
    }

    pub(super) fn openssl(&mut self, rest: &[Value], input: &Value, span: Span) -> Value {
        let verb = rest
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        match verb {
            "s_client" => {
                let host = rest
                    .iter()
                    .skip_while(|word| word.text != "-connect")
                    .nth(1);
                let address = host.cloned().unwrap_or_else(Value::unknown);
                let known = crate::host::name(&address.text);
                self.fact(
                    span,
                    Act::Connects {
                        host: known.clone(),
                        port: None,
                    },
                );
                if input.name() == Some("shell") {
                    self.fact(
                        span,
                        Act::HandsOverShell {
                            host: known.clone(),
                        },
                    );
                }
                self.send(&address, input, &Value::empty(), span);
                self.value_of(Source::Network(known), span)
            }
            "enc" | "base64" if has_flag(rest, 'd') => {
                let mut words = Arguments::new(rest, &["-in", "-out", "-k", "-pass", "-K", "-iv"]);
                let source = match words.value("-in") {
                    Some(file) => self.read_file(&file, span),
                    None => input.clone(),
                };
                let is_plain = verb == "base64" || rest.iter().any(|word| word.text == "-base64");
                let out = if is_plain {
                    self.decoded(&source, decode::base64, span)
                } else {
                    self.decoded(&source, |_| None, span)
                };
                if let Some(file) = words.value("-out") {
                    self.write_file(&file, out.clone(), span);
                }
                out
            }
            _ => {
                let mut words = Arguments::new(rest, &["-in", "-out", "-k", "-pass", "-K", "-iv"]);
                let mut out = Value::unknown().tainted_by(input);
                if let Some(file) = words.value("-in") {
                    out.add_taints(&self.read_file(&file, span).taints);
                }
                if let Some(file) = words.value("-out") {
                    self.write_file(&file, out.clone(), span);
                }
                out
            }
        }
    }
}
