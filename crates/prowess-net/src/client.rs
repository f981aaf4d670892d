//! The client.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use prowess_base::Clock;
use reqwest::header::{AUTHORIZATION, LOCATION};
use reqwest::redirect::Policy;
use url::{Host, Url};

use crate::address::{AddressKind, kind_of};
use crate::error::{Error, is_busy, shown};
use crate::request::{Request, Response};
use crate::resolver::{Guarded, Resolve, Unusable, allows, is_local};
use crate::rules::Rules;
use crate::waiting;

/// The guarded client. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    resolver: Arc<dyn Resolve>,
    rules: Arc<Rules>,
    clock: Arc<dyn Clock + Send + Sync>,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}

/// Is told how much of an answer has come: bytes so far, and bytes in all where the server says.
pub type Progress<'a> = dyn FnMut(u64, Option<u64>) + Send + 'a;

impl Client {
    /// A client with these rules. `agent` is the `User-Agent` that it gives.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] when the encryption cannot be set up, or `agent` is no header value.
    pub fn new(
        rules: Rules,
        resolver: Arc<dyn Resolve>,
        clock: Arc<dyn Clock + Send + Sync>,
        agent: &str,
    ) -> Result<Self, Error> {
        let rules = Arc::new(rules);
        let guarded = Guarded {
            inner: Arc::clone(&resolver),
            rules: Arc::clone(&rules),
        };
        let http = reqwest::Client::builder()
            .user_agent(agent)
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            .dns_resolver(Arc::new(guarded))
            .connect_timeout(rules.connect_time)
            .read_timeout(rules.silence)
            .build()
            .map_err(|error| Error::Request {
                reason: innermost(&error),
            })?;
        Ok(Self {
            http,
            resolver,
            rules,
            clock,
        })
    }

    /// The addresses that this client would connect to for `url`, best first: for a program that connects by itself and can be
    /// told where to.
    ///
    /// # Errors
    ///
    /// [`Error::Scheme`] and [`Error::Private`] where the rules do not allow it; [`Error::Offline`] where the name of the
    /// host is not found; [`Error::Timeout`].
    pub async fn addresses(&self, url: &Url) -> Result<Vec<IpAddr>, Error> {
        self.check(url, true)?;
        let name = match url.host() {
            Some(Host::Domain(name)) => name,
            Some(Host::Ipv4(address)) => return Ok(vec![address.into()]),
            Some(Host::Ipv6(address)) => return Ok(vec![address.into()]),
            None => return Err(Error::Scheme { url: shown(url) }),
        };
        let offline = || Error::Offline {
            host: name.to_owned(),
        };
        let answer = tokio::time::timeout(self.rules.connect_time, self.resolver.resolve(name));
        let mut addresses = answer
            .await
            .map_err(|_| Error::Timeout {
                url: shown(url),
                limit: self.rules.connect_time,
            })?
            .map_err(|_| offline())?;
        let first = *addresses.first().ok_or_else(offline)?;
        addresses.retain(|address| allows(&self.rules, name, *address));
        match addresses.is_empty() {
            true => Err(Error::Private {
                url: shown(url),
                address: first,
            }),
            false => Ok(addresses),
        }
    }

    /// Fetches the whole answer.
    ///
    /// # Errors
    ///
    /// Every [`Error`]. A status that is no success is one; `304` is an answer.
    pub async fn fetch(&self, request: &Request) -> Result<Response, Error> {
        self.fetch_telling(request, &mut |_, _| {}).await
    }

    /// Fetches the whole answer and tells how far it is.
    ///
    /// # Errors
    ///
    /// As [`Client::fetch`].
    pub async fn fetch_telling(
        &self,
        request: &Request,
        progress: &mut Progress<'_>,
    ) -> Result<Response, Error> {
        let mut pause = self.rules.pause;
        let mut left = self.rules.retries;
        loop {
            let attempt = self.attempt(request, progress);
            let attempt = tokio::time::timeout(self.rules.time, attempt).await;
            let failure = match attempt {
                Ok(Ok(response)) => return Ok(response),
                Ok(Err(failure)) => failure,
                Err(_) => Failure::of(Error::Timeout {
                    url: shown(&request.url),
                    limit: self.rules.time,
                }),
            };
            let wait = failure.wait(pause, self.clock.now());
            // A `POST` may have done its work although the answer is lost.
            let may_repeat = request.body.is_none() || failure.was_refused;
            if left == 0 || !may_repeat || !failure.is_passing() || wait > self.rules.longest_pause
            {
                return Err(failure.error);
            }
            tokio::time::sleep(wait).await;
            left -= 1;
            pause = pause.saturating_mul(2).min(self.rules.longest_pause);
        }
    }

    async fn attempt(
        &self,
        request: &Request,
        progress: &mut Progress<'_>,
    ) -> Result<Response, Failure> {
        let mut url = request.url.clone();
        let mut is_first = true;
        for _ in 0..=self.rules.redirects {
            let may_be_local = match &request.given_by {
                Some(page) => is_local_url(page),
                None => is_first || is_local_url(&request.url),
            };
            self.check(&url, may_be_local)?;
            let answer = self.send(request, &url).await?;
            let status = answer.status().as_u16();
            if matches!(status, 301 | 302 | 303 | 307 | 308) {
                let target = answer
                    .headers()
                    .get(LOCATION)
                    .and_then(|value| value.to_str().ok());
                let target = target.and_then(|target| url.join(target).ok());
                url = target.ok_or_else(|| Error::Redirects {
                    url: shown(&request.url),
                })?;
                is_first = false;
                // What is asked again after a redirect must not be done twice elsewhere.
                if request.body.is_some() {
                    return Err(Error::Status {
                        url: shown(&url),
                        status,
                    }
                    .into());
                }
                continue;
            }
            if (200..300).contains(&status) || status == 304 {
                return self.read(request, url, answer, progress).await;
            }
            return Err(self.refused(&url, status, &answer));
        }
        Err(Error::Redirects {
            url: shown(&request.url),
        }
        .into())
    }

    /// Whether the scheme, and the host where it is an address, are allowed. Names are checked when they are
    /// resolved. `may_be_local`: whether this machine may be meant.
    fn check(&self, url: &Url, may_be_local: bool) -> Result<(), Error> {
        let Some(host) = url.host() else {
            return Err(Error::Scheme { url: shown(url) });
        };
        let is_trusted = self.rules.trusted_hosts.contains(&host.to_string());
        let is_local = is_local(&host);
        match url.scheme() {
            "https" => {}
            "http" if is_local || is_trusted => {}
            _ => return Err(Error::Scheme { url: shown(url) }),
        }
        let address = match host {
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address)),
            Host::Domain(_) => None,
        };
        let loopback = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
        let refused = match address {
            _ if is_trusted => None,
            _ if is_local && !may_be_local => Some(address.unwrap_or(loopback)),
            Some(address) if !is_local && kind_of(address) != AddressKind::Public => Some(address),
            _ => None,
        };
        match refused {
            Some(address) => Err(Error::Private {
                url: shown(url),
                address,
            }),
            None => Ok(()),
        }
    }

    async fn send(&self, request: &Request, url: &Url) -> Result<reqwest::Response, Failure> {
        let mut builder = match &request.body {
            None => self.http.get(url.clone()),
            Some((body, kind)) => self
                .http
                .post(url.clone())
                .header("content-type", kind)
                .body(body.clone()),
        };
        for (name, value) in &request.fields {
            builder = builder.header(name, value);
        }
        let is_same_host = url.origin() == request.url.origin();
        if let Some(credential) = request.credential.as_ref().filter(|_| is_same_host) {
            builder = builder.header(AUTHORIZATION, &credential.0);
        }
        builder
            .send()
            .await
            .map_err(|error| self.failure(url, &error, 0))
    }

    async fn read(
        &self,
        request: &Request,
        url: Url,
        mut answer: reqwest::Response,
        progress: &mut Progress<'_>,
    ) -> Result<Response, Failure> {
        let bound = request.bytes.unwrap_or(self.rules.bytes);
        let too_large = || Error::TooLarge {
            url: shown(&url),
            bound,
        };
        let length = answer.content_length();
        if length.is_some_and(|length| length > bound) {
            return Err(too_large().into());
        }
        let status = answer.status().as_u16();
        let fields = answer
            .headers()
            .iter()
            .map(|(name, value)| {
                (
                    name.as_str().to_owned(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        let mut bytes = Vec::new();
        loop {
            let read = bytes.len() as u64;
            progress(read, length);
            match answer.chunk().await {
                Ok(Some(chunk)) if read + chunk.len() as u64 > bound => {
                    return Err(too_large().into());
                }
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) => return Err(self.failure(&url, &error, read)),
            }
        }
        Ok(Response {
            url,
            status,
            fields,
            bytes,
        })
    }

    fn refused(&self, url: &Url, status: u16, answer: &reqwest::Response) -> Failure {
        let until = waiting::until(answer.headers(), self.clock.now());
        let host = url.host_str().unwrap_or("").to_owned();
        let error = match status {
            429 => Error::RateLimited { host, until },
            403 if until.is_some() => Error::RateLimited { host, until },
            401 | 403 | 404 | 410 => Error::NotFound {
                url: shown(url),
                status,
            },
            _ => Error::Status {
                url: shown(url),
                status,
            },
        };
        Failure {
            error,
            until,
            was_refused: is_busy(status),
        }
    }

    /// What an error of the HTTP library means.
    fn failure(&self, url: &Url, error: &reqwest::Error, read: u64) -> Failure {
        let host = || url.host_str().unwrap_or("").to_owned();
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(inner) = cause {
            if let Some(unusable) = inner.downcast_ref::<Unusable>() {
                return Failure::of(match unusable {
                    Unusable::Private { address, .. } => Error::Private {
                        url: shown(url),
                        address: *address,
                    },
                    Unusable::None(_) => Error::Offline { host: host() },
                });
            }
            cause = inner.source();
        }
        Failure::of(if error.is_timeout() && error.is_connect() {
            Error::Timeout {
                url: shown(url),
                limit: self.rules.connect_time,
            }
        } else if error.is_timeout() {
            Error::Timeout {
                url: shown(url),
                limit: self.rules.silence,
            }
        } else if error.is_connect() && is_resolution(error) {
            Error::Offline { host: host() }
        } else if error.is_connect() {
            Error::Connect {
                host: host(),
                reason: innermost(error),
            }
        } else if error.is_builder() {
            Error::Request {
                reason: innermost(error),
            }
        } else {
            Error::Truncated {
                url: shown(url),
                bytes: read,
            }
        })
    }
}

/// A failed attempt.
struct Failure {
    error: Error,
    /// When the server wants to be asked again.
    until: Option<SystemTime>,
    /// Whether the server has said that it did nothing.
    was_refused: bool,
}

impl Failure {
    fn of(error: Error) -> Self {
        Self {
            error,
            until: None,
            was_refused: false,
        }
    }

    fn is_passing(&self) -> bool {
        self.error.is_passing() || matches!(self.error, Error::RateLimited { .. })
    }

    /// How long to wait: as the server says, else `pause`.
    fn wait(&self, pause: Duration, now: SystemTime) -> Duration {
        self.until
            .map_or(pause, |until| until.duration_since(now).unwrap_or_default())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::of(error)
    }
}

fn is_local_url(url: &Url) -> bool {
    url.host().is_some_and(|host| is_local(&host))
}

/// The cause that lies deepest, in its own words.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(inner) = error.source() {
        error = inner;
    }
    error.to_string()
}

/// Whether the name of the host was not found. The HTTP library tells it in words alone.
fn is_resolution(error: &reqwest::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = cause {
        if inner.to_string().contains("dns error") {
            return true;
        }
        cause = inner.source();
    }
    false
}
