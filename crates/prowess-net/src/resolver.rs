//! From names to addresses that may be connected to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolving};
use url::Host;

use crate::Rules;
use crate::address::{AddressKind, kind_of};

/// Gives the addresses of a name.
pub trait Resolve: Send + Sync {
    /// The addresses of `name`, best first.
    ///
    /// # Errors
    ///
    /// Whatever kept the name from being resolved.
    fn resolve(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// The resolver of the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let name = name.to_owned();
        Box::pin(async move {
            let addresses = tokio::net::lookup_host((name, 0)).await?;
            Ok(addresses.map(|address| address.ip()).collect())
        })
    }
}

/// Why no address of a host may be connected to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unusable {
    /// The name has none.
    #[error("`{0}` has no address")]
    None(String),
    /// It is not for this client.
    #[error("`{name}` is at {address}, which is not on the public network")]
    Private { name: String, address: IpAddr },
}

/// Lets only those addresses of a name through that the rules allow. The HTTP client connects to what it is
/// given here and to nothing else, so that the check is of the address that is used.
pub(crate) struct Guarded {
    pub(crate) inner: Arc<dyn Resolve>,
    pub(crate) rules: Arc<Rules>,
}

impl reqwest::dns::Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        let answer = self.inner.resolve(&name);
        let rules = Arc::clone(&self.rules);
        Box::pin(async move {
            let addresses = answer.await?;
            let usable: Vec<SocketAddr> = addresses
                .iter()
                .filter(|address| allows(&rules, &name, **address))
                .map(|address| SocketAddr::new(*address, 0))
                .collect();
            match (usable.is_empty(), addresses.first()) {
                (false, _) => Ok(Box::new(usable.into_iter()) as Addrs),
                (true, Some(address)) => {
                    let address = *address;
                    Err(Unusable::Private { name, address }.into())
                }
                (true, None) => Err(Unusable::None(name).into()),
            }
        })
    }
}

/// Whether `name` may be at `address`: this machine under its own names alone, everything else on the public
/// network.
pub(crate) fn allows(rules: &Rules, name: &str, address: IpAddr) -> bool {
    match kind_of(address) {
        AddressKind::Public => !is_local_name(name),
        AddressKind::Loopback => is_local_name(name) || rules.trusted_hosts.contains(name),
        AddressKind::Private => rules.trusted_hosts.contains(name),
    }
}

/// `localhost` and everything beneath it (RFC 6761).
pub(crate) fn is_local_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost")
}

/// Whether a host, as it stands in an address, is this machine.
pub(crate) fn is_local(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => is_local_name(name),
        Host::Ipv4(address) => kind_of(IpAddr::V4(*address)) == AddressKind::Loopback,
        Host::Ipv6(address) => kind_of(IpAddr::V6(*address)) == AddressKind::Loopback,
    }
}
