//! JavaScript that fetches, sends and connects.

use prowess_base::Span;

use super::{Call, or_unknown};
use crate::code::machine::{Machine, readable};
use crate::code::value::{Kind, Value};
use crate::fact::{Act, Sink, Source};

impl Machine<'_> {
    /// A call that fetches, sends or connects.
    pub(super) fn javascript_network(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            receiver,
            arguments,
            span,
            ..
        } = *call;
        let options = call.options();
        let first = call.arguments.first().cloned();
        Some(match name {
            "fetch" | "node-fetch" | "node-fetch.default" | "axios" | "got" | "undici.request"
            | "undici.fetch" | "needle" | "request" | "superagent" | "axios.request" | "ky"
            | "https.request" | "http.request" | "https.get" | "http.get" | "axios.get"
            | "got.get" | "ky.get" | "superagent.get" | "axios.head" | "request.get"
            | "needle.get" => self.javascript_request(name, arguments, "", span),
            "axios.post"
            | "axios.put"
            | "axios.patch"
            | "got.post"
            | "got.put"
            | "ky.post"
            | "superagent.post"
            | "request.post"
            | "needle.post"
            | "axios.create().post"
            | "axios.delete"
            | "axios.create().put" => self.javascript_request(name, arguments, "POST", span),
            "axios.create" => Value {
                kind: Kind::Named("axios.create()".to_owned()),
                ..or_unknown(first)
            },
            "axios.create().get" | "axios.create().request" => {
                self.javascript_request(name, arguments, "", span)
            }
            "https.request().write"
            | "https.request().end"
            | "http.request().write"
            | "http.request().end" => {
                if let Some(payload) = first {
                    let address = Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        taints: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                Value::unknown()
            }
            "navigator.sendBeacon" => {
                let payload = or_unknown(arguments.get(1).cloned());
                self.send(&or_unknown(first), &payload, &Value::empty(), span);
                Value::unknown()
            }
            "WebSocket" | "ws" | "EventSource" => {
                let address = or_unknown(first);
                let connection = self.fetch(&address, span);
                Value {
                    kind: Kind::Named("socket()".to_owned()),
                    text: address.text,
                    ..connection
                }
            }
            "XMLHttpRequest" => Value {
                kind: Kind::Named("XMLHttpRequest()".to_owned()),
                ..Value::empty()
            },
            "XMLHttpRequest().open" => {
                let address = or_unknown(arguments.get(1).cloned());
                let content = self.fetch(&address, span);
                Value {
                    text: address.text,
                    ..content
                }
            }
            "XMLHttpRequest().send" => {
                if let Some(payload) =
                    first.filter(|payload| !payload.text.is_empty() || !payload.taints.is_empty())
                {
                    let address = Value {
                        kind: Kind::Plain,
                        taints: Vec::new(),
                        items: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                receiver.clone()
            }
            "net.connect"
            | "net.createConnection"
            | "tls.connect"
            | "net.Socket"
            | "net.Socket().connect"
            | "dgram.createSocket" => {
                let target = arguments
                    .iter()
                    .find(|value| {
                        value.is_known()
                            && !value.text.is_empty()
                            && value.text.parse::<u16>().is_err()
                    })
                    .cloned();
                let host = options
                    .and_then(|options| options.item("host"))
                    .cloned()
                    .or(target);
                let host = host.filter(Value::is_known).map(|host| host.text);
                if name == "net.Socket" || name.starts_with("dgram") {
                    return Some(Value {
                        kind: Kind::Named("net.Socket()".to_owned()),
                        ..self.value_of(Source::Network(None), span)
                    });
                }
                self.fact(
                    span,
                    Act::Connects {
                        host: host.clone(),
                        port: None,
                    },
                );
                let connection = self.value_of(Source::Network(host.clone()), span);
                Value {
                    kind: Kind::Named("net.Socket()".to_owned()),
                    text: host.unwrap_or_default(),
                    ..connection
                }
            }
            "socket().send" | "net.Socket().write" | "net.Socket().end" | "net.Socket().send" => {
                if let Some(payload) = first {
                    let address = Value {
                        kind: Kind::Plain,
                        taints: Vec::new(),
                        items: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                Value::unknown()
            }
            "dns.lookup"
            | "dns.resolve"
            | "dns.resolve4"
            | "dns.resolveTxt"
            | "dns/promises.resolve"
            | "dns.promises.resolve"
            | "dns/promises.lookup" => {
                let looked_up = or_unknown(first);
                let beneath = crate::host::name(&looked_up.text);
                self.flows(&looked_up, &Sink::Name(beneath), span);
                Value::unknown()
            }
            _ => return None,
        })
    }

    /// One request; what comes back.
    fn javascript_request(
        &mut self,
        name: &str,
        arguments: &[Value],
        verb: &str,
        span: Span,
    ) -> Value {
        let first = arguments.first().cloned().unwrap_or_else(Value::unknown);
        let is_post = verb == "POST";
        let options = if is_post && arguments.len() < 3 {
            None
        } else {
            arguments
                .iter()
                .rev()
                .find(|value| value.items.iter().any(|(key, _)| !key.is_empty()))
        };
        let of = |key: &str| options.and_then(|options| options.item(key)).cloned();
        let mut address = match of("url").or_else(|| of("uri")) {
            Some(address) => address,
            None => match of("hostname").or_else(|| of("host")) {
                Some(mut host) => {
                    host.push(&of("path").unwrap_or_else(Value::empty));
                    host
                }
                None => first,
            },
        };
        address.items = Vec::new();
        address.kind = Kind::Plain;
        if let Some(parameters) = of("params").or_else(|| of("searchParams")) {
            address.add_taints(&parameters.taints);
        }
        let proof = of("headers")
            .or_else(|| of("auth"))
            .unwrap_or_else(Value::empty);
        let body = if is_post {
            arguments.get(1).cloned().map(|body| {
                body.item("json")
                    .or_else(|| body.item("body"))
                    .cloned()
                    .unwrap_or(body)
            })
        } else {
            None
        };
        let body = body
            .or_else(|| of("body"))
            .or_else(|| of("data"))
            .or_else(|| of("json"))
            .or_else(|| of("form"))
            .or_else(|| of("formData"));
        let method = of("method")
            .map(|method| method.text.to_ascii_uppercase())
            .unwrap_or_default();
        let answer = match body {
            Some(body) => {
                self.send(&address, &body, &proof, span);
                self.value_of(Source::Network(Some(readable(&address.text))), span)
            }
            None if is_post || matches!(method.as_str(), "POST" | "PUT" | "PATCH") => {
                self.send(&address, &Value::empty(), &proof, span);
                self.value_of(Source::Network(Some(readable(&address.text))), span)
            }
            None => {
                let answer = self.fetch(&address, span);
                self.prove(&address, &proof, span);
                answer
            }
        };
        if name.starts_with("http") {
            // `req.write(…)` sends to the same address.
            let kind = if name.starts_with("https") {
                "https.request()"
            } else {
                "http.request()"
            };
            return Value {
                kind: Kind::Named(kind.to_owned()),
                text: address.text,
                ..answer
            };
        }
        answer
    }
}
