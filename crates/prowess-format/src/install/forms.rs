//! What an installer may be asked for. Every form begins with a letter or a digit, so that
//! nothing is taken for an option by the program that gets it.

/// Homebrew: `formula`, `tap/formula`, `formula@version`.
pub(super) fn brew_formula(text: &str) -> Option<&str> {
    let text = text.trim();
    let fits = begins_alphanumeric(text) && holds_only(text, "@+._/-") && !text.contains("..");
    fits.then_some(text)
}

/// A Go module path, with or without `@version`.
pub(super) fn go_module(text: &str) -> Option<&str> {
    let text = text.trim();
    let part_fits = |part: &str| begins_alphanumeric(part) && holds_only(part, "._~+-/");
    let fits = match text.split_once('@') {
        Some((path, version)) => part_fits(path) && part_fits(version),
        None => part_fits(text),
    };
    fits.then_some(text)
}

/// A Python package with extras and versions, and no address.
pub(super) fn python_package(text: &str) -> Option<&str> {
    let text = text.trim();
    (begins_alphanumeric(text) && holds_only(text, "._-[]=<>!~+,")).then_some(text)
}

/// A package of the npm registry, with or without an exact version or a tag. No ranges, aliases,
/// addresses or paths.
pub(super) fn npm_package(text: &str) -> Option<&str> {
    let text = text.trim();
    let (name, selector) = match text.rfind('@') {
        Some(at) if at > 0 => (text.get(..at)?, text.get(at + 1..)),
        _ => (text, None),
    };
    let name_fits = match name.strip_prefix('@') {
        Some(scoped) => scoped
            .split_once('/')
            .is_some_and(|(scope, name)| npm_name(scope) && npm_name(name)),
        None => npm_name(name),
    };
    let selector_fits =
        selector.is_none_or(|selector| is_exact_version(selector) || is_tag(selector));
    (name_fits && selector_fits).then_some(text)
}

fn npm_name(text: &str) -> bool {
    let lower = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.bytes().next().is_some_and(lower)
        && text
            .bytes()
            .all(|byte| lower(byte) || matches!(byte, b'-' | b'.' | b'_' | b'~'))
}

fn is_tag(text: &str) -> bool {
    begins_alphanumeric(text) && holds_only(text, "._-")
}

/// `1.2.3`, with `v` before it, a pre-release and a build behind it.
fn is_exact_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (text, build) = match text.split_once('+') {
        Some((text, build)) => (text, Some(build)),
        None => (text, None),
    };
    let (numbers, pre_release) = match text.split_once('-') {
        Some((numbers, pre_release)) => (numbers, Some(pre_release)),
        None => (text, None),
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_label = |part: &str| !part.is_empty() && holds_only(part, ".-");
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && pre_release.is_none_or(is_label)
        && build.is_none_or(is_label)
}

/// An `http` or `https` address in its normal form (WHATWG URL): lower-case scheme and host,
/// punycode, no default port, dot segments resolved, percent-encoded.
pub(super) fn download_url(text: &str) -> Option<Box<str>> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return None;
    }
    let url = url::Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| String::from(url).into())
}

fn begins_alphanumeric(text: &str) -> bool {
    text.bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphanumeric())
}

fn holds_only(text: &str, marks: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the registry names exactly passes, ranges, aliases, paths and options do not.
    #[test]
    fn npm_packages() {
        for text in [
            "tool",
            "@a/b",
            "@a/b@1.2.3-rc.1+5",
            "tool@latest",
            "tool@v1.0.0",
        ] {
            assert_eq!(npm_package(text), Some(text));
        }
        for text in [
            "",
            "Tool",
            "tool@^1",
            "tool@*",
            "tool@",
            "a@npm:b@1",
            "./a",
            "-g",
            "@a",
            "a b",
        ] {
            assert_eq!(npm_package(text), None, "{text}");
        }
    }

    /// A module may have one version, a formula may not climb.
    #[test]
    fn modules_and_formulas() {
        assert_eq!(go_module(" e.test/~u/x@v1 "), Some("e.test/~u/x@v1"));
        assert_eq!(
            [go_module("a@b@c"), go_module("-x"), go_module("a@")],
            [None; 3]
        );
        assert_eq!(brew_formula("org/tap/tool@2"), Some("org/tap/tool@2"));
        assert_eq!([brew_formula("a..b"), brew_formula("j q")], [None; 2]);
        assert_eq!(python_package("p[all]>=1,<2"), Some("p[all]>=1,<2"));
        assert_eq!([python_package("a/b"), python_package("p@1")], [None; 2]);
    }

    /// Addresses come out in their normal form; other schemes and blanks are refused.
    #[test]
    fn addresses() {
        assert_eq!(
            download_url("HTTPS://E.Test:443/A/../B?q=ä#f").as_deref(),
            Some("https://e.test/B?q=%C3%A4#f")
        );
        for text in [
            "ftp://e.test/x",
            "file:///etc/hosts",
            "https://e.test/a b",
            "e.test/x",
        ] {
            assert_eq!(download_url(text), None, "{text}");
        }
    }
}
