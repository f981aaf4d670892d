//! Python that speaks HTTP by libraries that are made for it.

use prowess_base::Span;

use super::Call;
use crate::code::machine::{Machine, readable};
use crate::code::value::Value;
use crate::fact::Source;

/// Libraries that speak HTTP, and what they make to speak it with.
pub(super) const LIBRARIES: &[&str] = &[
    "requests",
    "httpx",
    "aiohttp",
    "urllib3",
    "requests.Session()",
    "requests.session()",
    "requests.sessions.Session()",
    "httpx.Client()",
    "httpx.AsyncClient()",
    "aiohttp.ClientSession()",
    "urllib3.PoolManager()",
    "cloudscraper.create_scraper()",
    "curl_cffi.requests",
    "requests_html.HTMLSession()",
    "treq",
    "niquests",
];

impl Machine<'_> {
    /// A call of one of [`LIBRARIES`].
    pub(super) fn python_http(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            method,
            arguments,
            span,
            ..
        } = *call;
        let given = |key: &str| call.given(key);
        let (verb, place) = match method {
            "get" | "head" | "options" | "ws_connect" => ("GET", 0),
            "post" | "put" | "patch" | "delete" => ("POST", 0),
            "request" | "stream" | "urlopen" => {
                let verb = arguments
                    .first()
                    .map(|verb| verb.text.to_ascii_uppercase())
                    .unwrap_or_default();
                (
                    if matches!(verb.as_str(), "GET" | "HEAD") {
                        "GET"
                    } else {
                        "POST"
                    },
                    1,
                )
            }
            _ => return None,
        };
        let address = arguments
            .get(place)
            .cloned()
            .or_else(|| given("url"))
            .unwrap_or_else(Value::unknown);
        let mut payload: Option<Value> = None;
        let positional = if verb == "POST" {
            arguments.get(place + 1).cloned()
        } else {
            None
        };
        for value in [
            given("data"),
            given("json"),
            given("files"),
            given("content"),
            given("body"),
            given("fields"),
            positional,
        ]
        .into_iter()
        .flatten()
        {
            payload = Some(
                payload.map_or_else(|| value.clone(), |before: Value| before.tainted_by(&value)),
            );
        }
        let mut address = Value {
            items: Vec::new(),
            ..address
        };
        if let Some(parameters) = given("params") {
            address.add_taints(&parameters.taints);
        }
        let mut proof = Value::empty();
        for value in [given("headers"), given("auth"), given("cookies")]
            .into_iter()
            .flatten()
        {
            proof.add_taints(&value.taints);
        }
        if verb == "POST" && payload.is_none() {
            payload = Some(Value::empty());
        }
        Some(self.python_transfer(&address, payload, Some(proof), span))
    }

    /// One request; what comes back.
    pub(super) fn python_transfer(
        &mut self,
        address: &Value,
        payload: Option<Value>,
        proof: Option<Value>,
        span: Span,
    ) -> Value {
        let proof = proof.unwrap_or_else(Value::empty);
        match payload {
            Some(payload) => {
                self.send(address, &payload, &proof, span);
                self.value_of(Source::Network(Some(readable(&address.text))), span)
            }
            None => {
                let answer = self.fetch(address, span);
                self.prove(address, &proof, span);
                answer
            }
        }
    }
}
