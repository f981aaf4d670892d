//! Addresses in a passage: of hosts, of mail, of wallets.

use super::reader::Mark;
use super::senses::*;

/// Addresses of hosts that are not the machine itself, and of mail.
pub(super) fn addresses(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut start = 0;
    for word in text.split(' ') {
        let at = start;
        start += word.len() + 1;
        let bytes = word.as_bytes();
        let from = match (bytes.contains(&b':'), bytes.contains(&b'@'), bytes.first()) {
            (true, ..) if let Some(from) = host_of(word) => from,
            (_, true, _) if is_mail(word) => {
                marks.push(Mark {
                    senses: ADDRESS | MAILBOX,
                    start: at,
                    end: at + word.len(),
                    denied: false,
                });
                continue;
            }
            (.., Some(first)) if first.is_ascii_digit() && is_number_address(word) => 0,
            (.., Some(b'0' | b'b')) if is_account(word) => {
                marks.push(Mark {
                    senses: ACCOUNT,
                    start: at,
                    end: at + word.len(),
                    denied: false,
                });
                continue;
            }
            _ if is_bare_host(word) => {
                marks.push(Mark {
                    senses: OUT,
                    start: at,
                    end: at + word.len(),
                    denied: false,
                });
                continue;
            }
            _ => continue,
        };
        marks.push(Mark {
            senses: ADDRESS,
            start: at + from,
            end: at + word.len(),
            denied: false,
        });
    }
    marks
}

/// Where an address starts in a word, if it is one of another host.
fn host_of(word: &str) -> Option<usize> {
    const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];
    const OWN: [&str; 8] = [
        "localhost",
        "127.",
        "0.0.0.0",
        "[::1]",
        "$",
        "<",
        "your",
        "{",
    ];
    let at = word.find("://")?;
    let before = word.get(..at)?;
    let scheme = before
        .rsplit(|character: char| !character.is_ascii_alphabetic())
        .next()?;
    let host = word.get(at + 3..)?;
    let is_own = host.is_empty() || OWN.iter().any(|own| host.starts_with(own));
    (SCHEMES.contains(&scheme) && !is_own).then_some(at - scheme.len())
}

/// Whether a word is the name of a host without a scheme, as far as names tell: a file may be called like one.
fn is_bare_host(word: &str) -> bool {
    const ENDS: [&str; 14] = [
        "com", "net", "org", "io", "xyz", "top", "site", "online", "example", "info", "cc", "ru",
        "cn", "test",
    ];
    let name = word.split(['/', ':']).next().unwrap_or("");
    let name = name.trim_end_matches(['.', ',', ';']);
    name.rsplit_once('.').is_some_and(|(before, end)| {
        before.contains(['.', '-'])
            && ENDS.contains(&end)
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
    })
}

/// Whether a word is the account of a wallet.
fn is_account(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    match (word.strip_prefix("0x"), word.strip_prefix("bc1")) {
        (Some(digits), _) => {
            digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        (_, Some(rest)) => {
            rest.len() >= 20 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
        }
        _ => false,
    }
}

fn is_mail(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_alphanumeric());
    word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && !name.contains('/')
            && host.contains('.')
            && host.split('.').all(|part| !part.is_empty())
            && host.chars().next().is_some_and(char::is_alphabetic)
            && host
                .rsplit('.')
                .next()
                .is_some_and(|end| end.chars().take_while(|c| c.is_alphabetic()).count() >= 2)
    })
}

fn is_number_address(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_ascii_digit());
    let mut parts = word.split([':', '/']).next().unwrap_or("").split('.');
    let is_part = |part: Option<&str>| part.is_some_and(|part| part.parse::<u8>().is_ok());
    is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && parts.next().is_none()
        && !word.starts_with("127.")
        && !word.starts_with("0.0")
}
