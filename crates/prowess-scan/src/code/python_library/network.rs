//! Python that speaks to the network by its own library.

use super::{Call, or_unknown};
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
use crate::fact::{Act, Protection, Sink, Source};
impl Machine<'_> {
    /// A call that fetches, sends or connects.
    pub(super) fn python_network(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            receiver,
            arguments,
            span,
            ..
        } = *call;
        let given = |key: &str| call.given(key);
        let first = call.arguments.first().cloned();
        Some(match name {
            "urllib.request.urlopen"
            | "urllib2.urlopen"
            | "urllib.urlopen"
            | "six.moves.urllib.request.urlopen" => {
                let address = or_unknown(first.or_else(|| given("url")));
                let payload = arguments
                    .get(1)
                    .cloned()
                    .or_else(|| given("data"))
                    .or_else(|| address.item("data").cloned());
                let proof = address.item("headers").cloned();
                let plain = Value {
                    items: Vec::new(),
                    ..address
                };
                self.python_transfer(&plain, payload, proof, span)
            }
            "urllib.request.Request" | "urllib2.Request" => {
                let mut request = or_unknown(first.or_else(|| given("url")));
                for (key, value) in [
                    ("data", arguments.get(1).cloned().or_else(|| given("data"))),
                    (
                        "headers",
                        arguments.get(2).cloned().or_else(|| given("headers")),
                    ),
                ] {
                    if let Some(value) = value {
                        request.items.push((key.to_owned(), value));
                    }
                }
                request
            }
            "urllib.request.urlretrieve" | "urllib.urlretrieve" | "wget.download" => {
                let address = or_unknown(first);
                let content = self.fetch(&address, span);
                if let Some(file) = arguments
                    .get(1)
                    .cloned()
                    .or_else(|| given("filename"))
                    .or_else(|| given("out"))
                {
                    self.write_file(&file, content.clone(), span);
                }
                content
            }
            "http.client.HTTPSConnection"
            | "http.client.HTTPConnection"
            | "httplib.HTTPSConnection" => Value {
                kind: Kind::Named("http.client()".to_owned()),
                ..or_unknown(first)
            },
            "http.client().request" => {
                let host = Value {
                    kind: Kind::Plain,
                    ..receiver.clone()
                };
                let path = arguments.get(1).cloned().unwrap_or_else(Value::empty);
                let mut address = host;
                address.push(&path);
                let payload = arguments.get(2).cloned().or_else(|| given("body"));
                let proof = arguments.get(3).cloned().or_else(|| given("headers"));
                self.python_transfer(&address, payload, proof, span)
            }
            "socket.socket" => Value {
                kind: Kind::Named("socket.socket()".to_owned()),
                ..Value::empty()
            },
            "socket.create_connection"
            | "socket.socket().connect"
            | "ssl.wrap_socket"
            | "asyncio.open_connection" => {
                let target = if name.starts_with("asyncio") {
                    or_unknown(first)
                } else {
                    let list = or_unknown(first);
                    list.item("0").cloned().unwrap_or(list)
                };
                let port = arguments
                    .first()
                    .and_then(|list| list.item("1"))
                    .and_then(|port| port.text.parse().ok());
                let host = target
                    .is_known()
                    .then(|| target.text.clone())
                    .filter(|host| !host.is_empty());
                self.fact(
                    span,
                    Act::Connects {
                        host: host.clone(),
                        port,
                    },
                );
                let mut connection = self.value_of(Source::Network(host), span);
                connection.kind = Kind::Named("socket.socket()".to_owned());
                connection.text = target.text;
                connection
            }
            "socket.socket().send" | "socket.socket().sendall" | "socket.socket().sendto" => {
                let address = arguments
                    .get(1)
                    .and_then(|to| to.item("0"))
                    .cloned()
                    .unwrap_or_else(|| Value::known(receiver.text.as_str()));
                let payload = or_unknown(first);
                self.send(&address, &payload, &Value::empty(), span);
                Value::unknown()
            }
            "os.dup2" => {
                if first.is_some_and(|value| {
                    value.comes_from(|source| matches!(source, Source::Network(_)))
                }) {
                    self.dup2 = true;
                    self.fact(span, Act::HandsOverShell { host: None });
                }
                Value::unknown()
            }
            "socket.socket().fileno" => receiver.clone(),
            "socket.gethostbyname"
            | "socket.getaddrinfo"
            | "dns.resolver.resolve"
            | "dns.resolver.query" => {
                let looked_up = or_unknown(first);
                let beneath = crate::host::name(&looked_up.text);
                self.flows(&looked_up, &Sink::Name(beneath), span);
                Value::unknown()
            }
            "smtplib.SMTP" | "smtplib.SMTP_SSL" | "ftplib.FTP" | "ftplib.FTP_TLS" => Value {
                kind: Kind::Named("mail()".to_owned()),
                ..or_unknown(first)
            },
            "mail().sendmail"
            | "mail().send_message"
            | "mail().storbinary"
            | "mail().storlines" => {
                let mut payload = Value::empty();
                for argument in arguments {
                    payload.push(argument);
                }
                let address = Value::known(receiver.text.as_str());
                self.send(&address, &payload, &Value::empty(), span);
                Value::unknown()
            }
            "webbrowser.open" | "webbrowser.open_new_tab" => {
                let address = or_unknown(first);
                self.fetch(&address, span);
                Value::unknown()
            }
            "ssl._create_unverified_context" => {
                self.fact(
                    span,
                    Act::Disables {
                        what: Protection::Certificates,
                    },
                );
                Value::unknown()
            }
            _ => return None,
        })
    }
}
