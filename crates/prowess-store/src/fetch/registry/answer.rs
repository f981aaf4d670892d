//! What a registry answers, read without trust in its form.

use serde_json::Value;
use url::Url;

use crate::Error;
use prowess_net::shown;

/// Most characters of a text that is taken from an answer.
const TEXT: usize = 4096;

/// A JSON answer. What is asked of it may be missing or of another kind; then there is nothing.
pub(super) struct Answer {
    value: Value,
    url: String,
}

/// A part of an answer.
#[derive(Clone, Copy)]
pub(super) struct Part<'a>(&'a Value);

impl Answer {
    pub(super) fn read(bytes: &[u8], url: &Url) -> Result<Self, Error> {
        let url = shown(url);
        match serde_json::from_slice(bytes) {
            Ok(value @ Value::Object(_)) => Ok(Self { value, url }),
            Ok(_) => Err(Error::Answer {
                url,
                reason: "it is no object of JSON".to_owned(),
            }),
            Err(error) => Err(Error::Answer {
                url,
                reason: format!("no JSON: {error}"),
            }),
        }
    }

    pub(super) fn whole(&self) -> Part<'_> {
        Part(&self.value)
    }

    /// The text at a JSON pointer, made fit to be shown.
    pub(super) fn text(&self, pointer: &str) -> Option<String> {
        self.whole().text(pointer)
    }

    /// The text at a JSON pointer as it is, for the registry alone.
    pub(super) fn raw_text(&self, pointer: &str) -> Option<String> {
        Some(self.value.pointer(pointer)?.as_str()?.to_owned())
    }

    pub(super) fn list(&self, pointer: &str) -> Option<impl Iterator<Item = Part<'_>>> {
        Some(self.value.pointer(pointer)?.as_array()?.iter().map(Part))
    }

    /// That the answer cannot be used.
    pub(super) fn fault(&self, reason: &str) -> Error {
        Error::Answer {
            url: self.url.clone(),
            reason: reason.to_owned(),
        }
    }
}

impl<'a> Part<'a> {
    pub(super) fn at(self, pointer: &str) -> Option<Part<'a>> {
        self.0
            .pointer(pointer)
            .filter(|value| !value.is_null())
            .map(Part)
    }

    pub(super) fn text(self, pointer: &str) -> Option<String> {
        let text = clean(self.0.pointer(pointer)?.as_str()?);
        (!text.is_empty()).then_some(text)
    }

    pub(super) fn flag(self, pointer: &str) -> Option<bool> {
        self.0.pointer(pointer)?.as_bool()
    }

    /// The texts of a list.
    pub(super) fn texts(self, pointer: &str) -> Vec<String> {
        let list = self.0.pointer(pointer).and_then(Value::as_array);
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.take(100).map(clean).collect()
    }
}

/// A text from outside, without what moves a cursor or turns the direction of writing, and bounded.
pub(super) fn clean(text: &str) -> String {
    let is_plain = |c: char| {
        c == '\n'
            || !(c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    let plain: String = text.chars().filter(|c| is_plain(*c)).take(TEXT).collect();
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What would move the cursor or turn the text is gone; the rest is as it was.
    #[test]
    fn cleaned() {
        assert_eq!(clean(" a\u{1b}[31m\u{202e}b\nc\u{7} "), "a[31mb\nc");
        assert_eq!(clean("wéather 天気"), "wéather 天気");
        assert_eq!(clean(&"x".repeat(TEXT + 9)).len(), TEXT);
    }
}
