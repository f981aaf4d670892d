//! Libraries of Python that speak to the network.

use prowess_base::Span;

use super::machine::Machine;
use super::value::Value;
use crate::fact::Source;

impl Machine<'_> {
    pub(super) fn python_http(
        &mut self,
        method: &str,
        arguments: &[Value],
        named: &[(String, Value)],
        span: Span,
    ) -> Option<Value> {
        let given = |key: &str| {
            named
                .iter()
                .find(|(own, _)| own == key)
                .map(|(_, value)| value.clone())
        };
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
                self.value_of(
                    Source::Network(Some(super::machine::readable(&address.text))),
                    span,
                )
            }
            None => {
                let answer = self.fetch(address, span);
                self.prove(address, &proof, span);
                answer
            }
        }
    }
}
