//! What an address stands for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address stands for, by the special-purpose registries of IANA (RFC 6890 and its updates).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressKind {
    /// This machine.
    Loopback,
    /// A host of the public network.
    Public,
    /// Anything else: private and link-local networks, the metadata services of clouds, documentation,
    /// multicast, addresses that stand for none.
    Private,
}

/// Networks of IPv4 that are not the public one, loopback aside.
const PRIVATE_V4: &[(Ipv4Addr, u8)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The only part of IPv6 that is given to hosts of the public network.
const PUBLIC_V6: (Ipv6Addr, u8) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Parts of it that are not, those that hold an IPv4 address aside.
const PRIVATE_V6: &[(Ipv6Addr, u8)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// What `address` stands for. An IPv4 address within one of IPv6 (mapped, NAT64, 6to4) counts as itself.
#[must_use]
pub fn kind_of(address: IpAddr) -> AddressKind {
    match address {
        IpAddr::V4(address) => kind_of_v4(address),
        IpAddr::V6(address) => match embedded(address) {
            Some(address) => kind_of_v4(address),
            None => kind_of_v6(address),
        },
    }
}

fn kind_of_v4(address: Ipv4Addr) -> AddressKind {
    let within = |(network, bits): &(Ipv4Addr, u8)| {
        let shift = 32 - u32::from(*bits);
        address.to_bits() >> shift == network.to_bits() >> shift
    };
    if address.is_loopback() {
        AddressKind::Loopback
    } else if PRIVATE_V4.iter().any(within) {
        AddressKind::Private
    } else {
        AddressKind::Public
    }
}

fn kind_of_v6(address: Ipv6Addr) -> AddressKind {
    let within = |(network, bits): &(Ipv6Addr, u8)| {
        let shift = 128 - u32::from(*bits);
        address.to_bits() >> shift == network.to_bits() >> shift
    };
    if address.is_loopback() {
        AddressKind::Loopback
    } else if within(&PUBLIC_V6) && !PRIVATE_V6.iter().any(within) {
        AddressKind::Public
    } else {
        AddressKind::Private
    }
}

/// The IPv4 address that stands in one of IPv6: `::ffff:a.b.c.d`, `64:ff9b::a.b.c.d`, `2002:ab:cd::`.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let joined = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(joined(high, low))
        }
        [0x2002, high, low, ..] => Some(joined(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each kind, in every form that an address can take, and the borders of the networks.
    #[test]
    fn kinds() {
        use AddressKind::{Loopback, Private, Public};
        for (address, kind) in [
            ("127.0.0.1", Loopback),
            ("127.255.255.254", Loopback),
            ("::1", Loopback),
            ("::ffff:127.0.0.1", Loopback),
            ("64:ff9b::7f00:1", Loopback),
            ("2002:7f00:1::", Loopback),
            ("0.0.0.0", Private),
            ("::", Private),
            ("10.1.2.3", Private),
            ("100.64.0.1", Private),
            ("100.127.255.255", Private),
            ("100.128.0.0", Public),
            ("169.254.169.254", Private),
            ("::ffff:169.254.169.254", Private),
            ("172.15.255.255", Public),
            ("172.31.255.255", Private),
            ("172.32.0.0", Public),
            ("192.0.2.1", Private),
            ("192.168.0.1", Private),
            ("198.17.255.255", Public),
            ("198.19.0.1", Private),
            ("203.0.113.9", Private),
            ("224.0.0.1", Private),
            ("255.255.255.255", Private),
            ("fc00::1", Private),
            ("fd12::1", Private),
            ("fe80::1", Private),
            ("ff02::1", Private),
            ("2001:db8::1", Private),
            ("2001::1", Private),
            ("2002:a00:1::", Private),
            ("64:ff9b::808:808", Public),
            ("2606:4700::1", Public),
            ("1.1.1.1", Public),
        ] {
            assert_eq!(kind_of(address.parse().unwrap()), kind, "{address}");
        }
    }
}
