//! Rules by who sent a message.

use serde_json::Value;

/// Who sent a message, as far as the channel tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sender<'s> {
    /// The channel.
    pub channel: Option<&'s str>,
    /// The number or word by which the channel knows them.
    pub id: Option<&'s str>,
    /// Their telephone number, with `+`.
    pub e164: Option<&'s str>,
    /// The name that they chose, with or without `@`.
    pub username: Option<&'s str>,
    /// The name that is shown.
    pub name: Option<&'s str>,
}

impl Sender<'_> {
    /// The entry of `toolsBySender` that is for this sender: the surest way to know them counts first, `*` last.
    pub(super) fn pick<'c>(&self, entries: &'c Value) -> Option<&'c Value> {
        let entries = entries.as_object()?;
        let find = |is_it: &dyn Fn(&str) -> bool| {
            let found = entries.iter().find(|(name, _)| is_it(name.trim()));
            found.map(|(_, rules)| rules)
        };
        let typed = |kind: &'static str, value: Option<&str>| {
            let value = plain(kind, value?);
            find(&|name| {
                let said = name
                    .split_once(':')
                    .filter(|(said, _)| said.eq_ignore_ascii_case(kind));
                said.is_some_and(|(_, said)| plain(kind, said) == value)
            })
        };
        let scoped = self.channel.zip(self.id).and_then(|(channel, id)| {
            let wanted = format!("channel:{channel}:{id}");
            find(&|name| name == wanted)
        });
        scoped
            .or_else(|| typed("id", self.id))
            .or_else(|| find(&|name| !name.contains(':') && Some(name) == self.id))
            .or_else(|| typed("e164", self.e164))
            .or_else(|| typed("username", self.username))
            .or_else(|| typed("name", self.name))
            .or_else(|| find(&|name| name == "*"))
    }
}

fn plain(kind: &str, value: &str) -> String {
    let value = value.trim();
    match kind {
        "username" => value.trim_start_matches('@').to_lowercase(),
        "name" => value.to_lowercase(),
        _ => value.to_owned(),
    }
}
