//! Python that makes values out of values, and decodes.

use super::files::home;
use super::{Call, or_unknown};
use crate::code::decode;
use crate::code::json::{json, to_json};
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
use crate::fact::Source;
impl Machine<'_> {
    /// A call that gives what it is given, as it is or in another form.
    pub(super) fn python_values(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            named,
            span,
            ..
        } = *call;
        let first = call.arguments.first().cloned();
        Some(match name {
            "os.path.expanduser"
            | "os.path.expandvars"
            | "os.path.abspath"
            | "os.path.realpath"
            | "os.path.normpath"
            | "str"
            | "os.fspath"
            | "bytes"
            | "bytearray"
            | "repr"
            | "list"
            | "tuple"
            | "set"
            | "dict"
            | "io.StringIO"
            | "io.BytesIO"
            | "textwrap.dedent"
            | "shlex.split"
            | "shlex.quote"
            | "iter"
            | "next"
            | "sorted"
            | "enumerate"
            | "zip"
            | "json.loads"
            | "json.dumps"
            | "urllib.parse.quote"
            | "urllib.parse.quote_plus"
            | "urllib.parse.urlencode"
            | "base64.b64encode"
            | "base64.urlsafe_b64encode"
            | "base64.b32encode"
            | "base64.b85encode"
            | "binascii.hexlify"
            | "zlib.compress"
            | "gzip.compress"
            | "json.load"
            | "yaml.safe_load"
            | "yaml.dump"
            | "glob.glob"
            | "glob.iglob"
            | "os.listdir"
            | "os.scandir"
            | "print_function"
            | "os.walk" => {
                let value = or_unknown(first);
                let mut out = match name {
                    "os.path.expanduser" | "os.path.expandvars" => Value {
                        text: home(&value.text),
                        ..value
                    },
                    "json.dumps" => to_json(&value),
                    "json.load" | "json.loads" | "yaml.safe_load" => {
                        json(&value).unwrap_or(Value {
                            kind: Kind::Plain,
                            ..value
                        })
                    }
                    "os.walk" | "os.listdir" | "os.scandir" | "glob.glob" | "glob.iglob" => Value {
                        kind: Kind::Plain,
                        text: home(&value.text),
                        items: Vec::new(),
                        taints: value.taints,
                    },
                    "str" | "bytes" | "list" | "tuple" | "set" | "sorted" | "shlex.quote"
                    | "textwrap.dedent" | "dict" | "bytearray" => {
                        let characters = numbers_as_text(&value);
                        match characters {
                            Some(text) if name.starts_with("byte") => {
                                self.decoded(&Value::known("x"), |_| Some(text.clone()), span)
                            }
                            _ => Value {
                                kind: Kind::Plain,
                                ..value
                            },
                        }
                    }
                    "shlex.split" => {
                        let items = value
                            .text
                            .split_whitespace()
                            .map(|word| (String::new(), Value::known(word)))
                            .collect();
                        Value::list(items).tainted_by(&value)
                    }
                    _ => Value::unknown().tainted_by(&value),
                };
                for (_, other) in named {
                    out.add_taints(&other.taints);
                }
                for other in arguments.iter().skip(1) {
                    out.add_taints(&other.taints);
                }
                out
            }
            "base64.b64decode"
            | "base64.urlsafe_b64decode"
            | "base64.standard_b64decode"
            | "base64.decodebytes"
            | "binascii.a2b_base64" => self.decoded(&or_unknown(first), decode::base64, span),
            "bytes.fromhex" | "bytearray.fromhex" | "binascii.unhexlify" | "binascii.a2b_hex" => {
                self.decoded(&or_unknown(first), decode::hex, span)
            }
            "codecs.decode" => {
                let way = arguments
                    .get(1)
                    .map(|way| way.text.to_ascii_lowercase())
                    .unwrap_or_default();
                self.decoded(
                    &or_unknown(first),
                    |text| match way.as_str() {
                        "rot13" | "rot_13" => Some(decode::rot13(text)),
                        "hex" => decode::hex(text),
                        "base64" => decode::base64(text),
                        _ => None,
                    },
                    span,
                )
            }
            "zlib.decompress" | "gzip.decompress" | "lzma.decompress" | "bz2.decompress"
            | "base64.b85decode" | "base64.a85decode" | "base64.b32decode" | "base64.b16decode" => {
                let source = or_unknown(first);
                self.decoded(&source, |_| None, span)
            }
            "chr" => {
                let code = first?.text.parse::<u32>().ok().and_then(char::from_u32);
                code.map_or_else(Value::unknown, Value::known)
            }
            "map" if first.as_ref().and_then(Value::name) == Some("chr") => {
                let list = arguments.get(1)?;
                let text = numbers_as_text(list)?;
                let items = text
                    .chars()
                    .map(|one| (String::new(), Value::known(one)))
                    .collect();
                let decoded = self.value_of(Source::Decoded, span);
                Value::list(items).tainted_by(&decoded)
            }
            "reversed" => {
                let mut list = first?;
                list.items.reverse();
                list.text = list.text.chars().rev().collect();
                list
            }
            _ => return None,
        })
    }
}

/// The text that a list of numbers of characters spells.
pub(in crate::code) fn numbers_as_text(list: &Value) -> Option<String> {
    if list.items.len() < 3 {
        return None;
    }
    list.items
        .iter()
        .map(|(_, item)| {
            let digits = item.text.trim();
            let code = match digits.strip_prefix("0x") {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)
        })
        .collect()
}
