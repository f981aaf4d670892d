//! The one way to the network: HTTP for everything that fetches skills, pages and answers of services.
//!
//! ```text
//! Request ─► scheme allowed? ─► name resolved, every address checked ─► connected to a checked address
//!            (again for each redirect)                                 ─► read up to the bounds ─► Response
//! ```
//!
//! A [`Client`] speaks HTTPS, and plain HTTP with this machine alone. It never connects to a private address
//! that a name on the public network, or a redirect, leads to: what is checked is the address that the
//! connection then uses, so that a name that answers differently a second time gains nothing. A
//! [`Rules`] of the user may allow more. Bytes and time are bounded; a server that is busy is asked
//! again with growing pauses, as it says itself where it does.
//!
//! The client keeps no cookies, sends no credential to another host than the one it is for, and takes no
//! proxy from the environment: through a proxy the address could not be checked.

mod address;
mod client;
mod error;
mod request;
mod resolver;
mod rules;
mod waiting;

pub use address::{AddressKind, kind_of};
pub use client::{Client, Progress};
pub use error::{Error, shown};
pub use request::{Credential, Request, Response};
pub use resolver::{Resolve, SystemResolver};
pub use rules::Rules;
