//! JavaScript that makes values out of values, and decodes.

use super::{Call, or_unknown};
use crate::code::decode;
use crate::code::json::json;
use crate::code::machine::Machine;
use crate::code::python_library::numbers_as_text;
use crate::code::value::{Kind, Value};

impl Machine<'_> {
    /// A call that gives what it is given, as it is or in another form.
    pub(super) fn javascript_values(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            span,
            ..
        } = *call;
        let first = call.arguments.first().cloned();
        Some(match name {
            "Buffer.from" | "buffer.Buffer.from" => {
                let source = or_unknown(first);
                match arguments.get(1).map(|way| way.text.as_str()) {
                    Some("base64" | "base64url") => self.decoded(&source, decode::base64, span),
                    Some("hex") => self.decoded(&source, decode::hex, span),
                    _ => match numbers_as_text(&source) {
                        Some(text) => {
                            self.decoded(&Value::known("x"), |_| Some(text.clone()), span)
                        }
                        None => Value {
                            items: Vec::new(),
                            kind: Kind::Plain,
                            ..source
                        },
                    },
                }
            }
            "atob" => self.decoded(&or_unknown(first), decode::base64, span),
            "unescape"
            | "decodeURIComponent"
            | "zlib.gunzipSync"
            | "zlib.inflateSync"
            | "zlib.brotliDecompressSync" => {
                let source = or_unknown(first);
                if name == "decodeURIComponent" {
                    source
                } else {
                    self.decoded(&source, |_| None, span)
                }
            }
            "String.fromCharCode" | "String.fromCodePoint" => {
                let list = match first {
                    Some(list) if arguments.len() == 1 && !list.items.is_empty() => list,
                    _ => Value::list(
                        arguments
                            .iter()
                            .map(|value| (String::new(), value.clone()))
                            .collect(),
                    ),
                };
                let text: Option<String> = list
                    .items
                    .iter()
                    .map(|(_, item)| item.text.parse::<u32>().ok().and_then(char::from_u32))
                    .collect();
                match text {
                    Some(text) => self.decoded(&Value::known("x"), |_| Some(text.clone()), span),
                    None => Value::unknown(),
                }
            }
            "JSON.stringify" | "JSON.parse" | "encodeURIComponent" | "encodeURI" | "btoa"
            | "String" | "Object.assign" | "Object.entries" | "Object.values" | "Object.keys"
            | "Array.from" | "URLSearchParams" | "URL" | "FormData" | "Promise.resolve"
            | "Promise.all" | "Object.fromEntries" | "Blob" => {
                let mut out = or_unknown(first);
                if name == "JSON.parse"
                    && let Some(parsed) = json(&out)
                {
                    return Some(parsed);
                }
                for other in arguments.iter().skip(1) {
                    out.add_taints(&other.taints);
                }
                if matches!(name, "JSON.stringify" | "btoa") {
                    out = Value::unknown().tainted_by(&out);
                } else if name == "URL"
                    && let Some(base) = arguments.get(1)
                {
                    let rest = out.text.clone();
                    out.text = format!(
                        "{}/{}",
                        base.text.trim_end_matches('/'),
                        rest.trim_start_matches('/')
                    );
                }
                out.kind = Kind::Plain;
                out
            }
            _ => return None,
        })
    }
}
