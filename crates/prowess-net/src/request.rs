//! What is asked, and what comes back.

use url::Url;

/// One request.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Request {
    /// Where to.
    pub url: Url,
    /// `GET`, or `POST` with this body and its type.
    pub body: Option<(Vec<u8>, String)>,
    /// Further header fields, name and value. `Authorization` is [`Request::credential`]'s.
    pub fields: Vec<(String, String)>,
    /// What proves who asks. It goes to the host of [`Request::url`] and to no other, whatever redirects say.
    pub credential: Option<Credential>,
    /// Most bytes of the answer; else the rules'.
    pub bytes: Option<u64>,
    /// The page that gave the address, where no person did. One of the public network cannot lead to this machine, no
    /// more than a redirect can.
    pub given_by: Option<Url>,
}

/// What proves who asks. Its text shows in no error, log or debug output.
#[derive(Clone)]
pub struct Credential(pub(crate) String);

impl Credential {
    /// `Authorization: Bearer TOKEN`.
    #[must_use]
    pub fn bearer(token: &str) -> Self {
        Self(format!("Bearer {token}"))
    }

    /// `Authorization: Basic …` (RFC 7617).
    #[must_use]
    pub fn basic(user: &str, password: &str) -> Self {
        use base64::Engine as _;
        let pair = base64::engine::general_purpose::STANDARD.encode(format!("{user}:{password}"));
        Self(format!("Basic {pair}"))
    }

    /// The value of the field `Authorization`, for a program that asks by itself. It is a secret: neither an argument of a
    /// command nor a part of a message.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(…)")
    }
}

impl Request {
    /// A `GET` of `url`.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self {
            url,
            body: None,
            fields: Vec::new(),
            credential: None,
            bytes: None,
            given_by: None,
        }
    }

    /// Adds a header field.
    #[must_use]
    pub fn field(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Takes at most this many bytes of the answer.
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// Says that the address stood in this page ([`Request::given_by`]).
    #[must_use]
    pub fn given_by(mut self, page: &Url) -> Self {
        self.given_by = Some(page.clone());
        self
    }

    /// Proves who asks.
    #[must_use]
    pub fn credential(mut self, credential: Option<Credential>) -> Self {
        self.credential = credential;
        self
    }
}

/// A whole answer with a status of success, or `304`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Response {
    /// Where it came from in the end.
    pub url: Url,
    /// The status: 200 to 299, or 304.
    pub status: u16,
    /// The header fields, names in lower case.
    pub fields: Vec<(String, String)>,
    /// The bytes as they were sent; no content encoding is taken off.
    pub bytes: Vec<u8>,
}

impl Response {
    /// The first value of a header field; the name in lower case.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}
