//! Secrets in texts, by their form: to tell of one that lies in a package, and to mask it wherever it
//! would be shown.
//!
//! A form is what a vendor documents (a prefix, an alphabet, a length), or a random value beside a word
//! such as `token`. What stands for a secret is none: `YOUR_KEY`, `sk-xxxx`, `AKIAIOSFODNN7EXAMPLE`.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use prowess_base::Span;

/// One secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Secret {
    /// The secret itself, without quotes.
    pub(crate) span: Span,
    /// What it is, for a reader: `GitHub token`.
    pub(crate) kind: &'static str,
    /// How many of its first bytes tell its kind and nothing else.
    prefix: usize,
}

/// The secrets in `text`, first to last, none within another. Linear in the text.
pub(crate) fn find(text: &str) -> Vec<Secret> {
    search(text, Edges::Whole)
}

/// `text` with each secret replaced by what tells its kind and `********`. A secret that the text's
/// start or end may have cut is masked as well.
pub(crate) fn mask(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for secret in search(text, Edges::Cut) {
        let range = secret.span.range();
        let kept = text.floor_char_boundary(range.start + secret.prefix);
        masked.push_str(text.get(done..kept).unwrap_or(""));
        masked.push_str("********");
        done = range.end;
    }
    masked.push_str(text.get(done..).unwrap_or(""));
    masked
}

/// Whether a text is all there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edges {
    Whole,
    /// It is a part of a text: a secret at its start or end may be shorter than its form.
    Cut,
}

/// How a kind of secret is written.
struct Form {
    prefix: &'static str,
    kind: &'static str,
    /// Fewest and most bytes behind the prefix.
    length: (usize, usize),
    alphabet: Alphabet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    /// Letters and digits.
    Alphanumeric,
    /// Upper-case letters and digits.
    Upper,
    /// Letters, digits, `_` and `-`.
    Word,
    /// The same and `.`.
    Dotted,
}

const MANY: usize = 4096;

const fn form(
    prefix: &'static str,
    kind: &'static str,
    length: (usize, usize),
    alphabet: Alphabet,
) -> Form {
    Form {
        prefix,
        kind,
        length,
        alphabet,
    }
}

/// Longer prefixes before the shorter ones that they begin with.
static FORMS: &[Form] = {
    use Alphabet::{Alphanumeric, Dotted, Upper, Word};
    &[
        form("sk-ant-", "Anthropic key", (24, 256), Word),
        form("sk-proj-", "OpenAI key", (24, 256), Word),
        form("sk-svcacct-", "OpenAI key", (24, 256), Word),
        form("sk-or-v1-", "OpenRouter key", (32, 128), Alphanumeric),
        form("sk-", "API key", (20, 256), Word),
        form("sk_live_", "Stripe key", (16, 256), Alphanumeric),
        form("rk_live_", "Stripe key", (16, 256), Alphanumeric),
        form("github_pat_", "GitHub token", (40, 256), Word),
        form("ghp_", "GitHub token", (30, 256), Alphanumeric),
        form("gho_", "GitHub token", (30, 256), Alphanumeric),
        form("ghu_", "GitHub token", (30, 256), Alphanumeric),
        form("ghs_", "GitHub token", (30, 256), Alphanumeric),
        form("ghr_", "GitHub token", (30, 256), Alphanumeric),
        form("glpat-", "GitLab token", (20, 64), Word),
        form("xoxa-", "Slack token", (20, 256), Word),
        form("xoxb-", "Slack token", (20, 256), Word),
        form("xoxe-", "Slack token", (20, 256), Word),
        form("xoxp-", "Slack token", (20, 256), Word),
        form("xoxr-", "Slack token", (20, 256), Word),
        form("xoxs-", "Slack token", (20, 256), Word),
        form("xapp-", "Slack token", (20, 256), Word),
        form("AIza", "Google key", (35, 35), Word),
        form("ya29.", "Google token", (40, 1024), Word),
        form("AKIA", "AWS access key", (16, 16), Upper),
        form("ASIA", "AWS access key", (16, 16), Upper),
        form("npm_", "npm token", (36, 36), Alphanumeric),
        form("pypi-AgEI", "PyPI token", (50, 512), Word),
        form("hf_", "Hugging Face token", (30, 64), Alphanumeric),
        form("gsk_", "Groq key", (40, 80), Alphanumeric),
        form("xai-", "xAI key", (40, 128), Alphanumeric),
        form("pplx-", "Perplexity key", (32, 80), Alphanumeric),
        form("tvly-", "Tavily key", (20, 80), Word),
        form("lin_api_", "Linear key", (32, 80), Alphanumeric),
        form("ntn_", "Notion token", (40, 80), Alphanumeric),
        form("figd_", "Figma token", (32, 80), Word),
        form("shpat_", "Shopify token", (32, 32), Alphanumeric),
        form("dop_v1_", "DigitalOcean token", (64, 64), Alphanumeric),
        form("SG.", "SendGrid key", (60, 80), Dotted),
        form("eyJ", "JSON web token", (40, MANY), Dotted),
    ]
};

/// Starts of private keys, of bot tokens (`123456789:AA…`) and of words beside which a random value is
/// a secret.
const PRIVATE_KEY: &str = "-----BEGIN ";
const BOT_TOKEN: &str = ":AA";
const WORDS: &[&str] = &[
    "key",
    "token",
    "secret",
    "passw",
    "pwd",
    "bearer ",
    "credential",
];
const PHRASES: &[&str] = &["mnemonic", "seed", "recovery phrase", "recovery_phrase"];

static EXACT: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let forms = FORMS.iter().map(|form| form.prefix);
    automaton(forms.chain([PRIVATE_KEY, BOT_TOKEN]), false)
});

static FOLDED: LazyLock<AhoCorasick> =
    LazyLock::new(|| automaton(WORDS.iter().chain(PHRASES).copied(), true));

#[expect(
    clippy::expect_used,
    reason = "the patterns are part of the program, and tests build the automatons"
)]
fn automaton(patterns: impl Iterator<Item = &'static str>, fold: bool) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(fold)
        .match_kind(MatchKind::LeftmostFirst)
        .build(patterns)
        .expect("patterns make an automaton")
}

fn search(text: &str, edges: Edges) -> Vec<Secret> {
    let mut found = Vec::new();
    for hit in EXACT.find_iter(text) {
        let secret = match FORMS.get(hit.pattern().as_usize()) {
            Some(form) => by_form(text, hit.start(), form, edges),
            None if hit.len() == BOT_TOKEN.len() => bot_token(text, hit.start()),
            None => private_key(text, hit.start(), edges),
        };
        found.extend(secret);
    }
    for hit in FOLDED.find_iter(text) {
        let secret = match WORDS.get(hit.pattern().as_usize()) {
            Some(_) => beside_word(text, hit.end(), edges),
            None => seed_phrase(text, hit.end()),
        };
        found.extend(secret);
    }
    if edges == Edges::Cut {
        found.extend(cut_at_start(text));
    }
    found.sort_by_key(|secret: &Secret| (secret.span.start, std::cmp::Reverse(secret.span.end)));
    let mut end = 0;
    found.retain(|secret| {
        let stays = secret.span.start >= end;
        if stays {
            end = secret.span.end;
        }
        stays
    });
    found
}

/// A prefix that begins a word, and behind it as many characters as the form says. As only the start
/// of a word counts, each word is looked at once.
fn by_form(text: &str, start: usize, form: &Form, edges: Edges) -> Option<Secret> {
    let bytes = text.as_bytes();
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    if before.is_some_and(|byte| is_word(*byte)) {
        return None;
    }
    let from = start + form.prefix.len();
    let rest = run(text, from, form.length.1 + 1, |byte| match form.alphabet {
        Alphabet::Alphanumeric => byte.is_ascii_alphanumeric(),
        Alphabet::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        Alphabet::Word => is_word(byte),
        Alphabet::Dotted => is_word(byte) || byte == b'.',
    });
    let end = from + rest.len();
    let is_cut = edges == Edges::Cut && end == text.len();
    let least = if is_cut { 6 } else { form.length.0 };
    if rest.len() < least || rest.len() > form.length.1 {
        return None;
    }
    let is_secret = match form.prefix {
        "eyJ" => is_cut || is_web_token(text.get(start..end).unwrap_or("")),
        // `sk-` begins names as well: `sk-learn-…`
        "sk-" => is_random(longest_part(rest), least.min(16)),
        _ => is_random(rest, least),
    };
    (is_secret && !stands_for_one(text, start, end)).then(|| Secret {
        span: Span::new(start, end),
        kind: form.kind,
        prefix: form.prefix.len(),
    })
}

/// `HEADER.PAYLOAD.SIGNATURE`, whose header is JSON with `alg`.
fn is_web_token(token: &str) -> bool {
    let mut parts = token.split('.');
    let (Some(header), Some(payload), Some(signature)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    // The token that the standard's tools show as an example, whatever it is signed with.
    let is_example = payload.starts_with("eyJzdWIiOiIxMjM0NTY3ODkwI");
    let decoded = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(header);
    !is_example
        && payload.len() >= 8
        && signature.len() >= 16
        && decoded.is_ok_and(|json| memchr::memmem::find(&json, b"\"alg\"").is_some())
}

/// A block of a private key, to its end or to the end of the text.
fn private_key(text: &str, start: usize, edges: Edges) -> Option<Secret> {
    const KEY: &str = "PRIVATE KEY";
    let from = start + PRIVATE_KEY.len();
    let label = run(text, from, 40, |byte| {
        byte.is_ascii_uppercase() || byte == b' '
    });
    if !label.contains(KEY) {
        return None;
    }
    let body_start = from + label.len();
    let limit = text.floor_char_boundary((body_start + 16 * 1024).min(text.len()));
    let body = text.get(body_start..limit)?;
    // Behind the dashes of the first line. The next dashes are the key's end, or another start.
    let skipped = body.len() - body.trim_start_matches('-').len();
    let end = match body.get(skipped..)?.find("-----") {
        Some(end) => body_start + skipped + end,
        None if edges == Edges::Cut => limit,
        None => return None,
    };
    let held = text.get(body_start..end)?;
    let letters = held
        .bytes()
        .filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
        .count();
    let least = if edges == Edges::Cut { 1 } else { 64 };
    (letters >= least && !held.contains("...")).then(|| Secret {
        span: Span::new(start, end),
        kind: "private key",
        prefix: body_start - start,
    })
}

/// `123456789:AA` and 33 characters more: the token of a Telegram bot.
fn bot_token(text: &str, colon: usize) -> Option<Secret> {
    let digits = text
        .as_bytes()
        .get(colon.saturating_sub(11)..colon)?
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let from = colon + BOT_TOKEN.len();
    let rest = run(text, from, 40, is_word);
    let start = colon - digits;
    let end = from + rest.len();
    let is_token = (8..=10).contains(&digits)
        && (32..=34).contains(&rest.len())
        && is_random(rest, 32)
        && !stands_for_one(text, start, end);
    is_token.then(|| Secret {
        span: Span::new(start, end),
        kind: "Telegram bot token",
        prefix: digits,
    })
}

/// A random value that a word such as `token` is given: `API_TOKEN="…"`, `token: …`, `Bearer …`.
fn beside_word(text: &str, end_of_word: usize, edges: Edges) -> Option<Secret> {
    let start = value_behind(text, end_of_word)?;
    let value = run(text, start, 300, |byte| {
        is_word(byte) || matches!(byte, b'+' | b'/' | b'~')
    });
    let end = start + value.len();
    let is_cut = edges == Edges::Cut && end == text.len();
    let least = if is_cut { 8 } else { 20 };
    let follows = text.as_bytes().get(end).copied();
    // What is called or looked up is code: `key=config.get(`, `token = tokens[`.
    let is_code = matches!(follows, Some(b'(' | b'[' | b'.' | b'{' | b'$' | b':'));
    // `0x` and forty digits are an address on a chain, which is public.
    let is_address = value.starts_with("0x") && value.len() == 42;
    let is_secret = !is_code
        && !is_address
        && (least..=256).contains(&value.len())
        && !is_digest(value)
        && is_random(longest_part(value), least)
        && !stands_for_one(text, start, end);
    is_secret.then(|| Secret {
        span: Span::new(start, end),
        kind: "secret value",
        prefix: 0,
    })
}

/// Where the value of a key begins, the rest of whose name starts at `at`; nothing where no value is
/// given to it on the same line.
fn value_behind(text: &str, at: usize) -> Option<usize> {
    // The word may go on: `secret_access_key_id`, `passwords`.
    let at = at + run(text, at, 24, is_word).len();
    let rest = text.as_bytes().get(at..(at + 24).min(text.len()))?;
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
    let mut position = 0;
    let mut is_given = text.as_bytes().get(at.checked_sub(1)?) == Some(&b' ');
    while let Some(byte) = rest.get(position) {
        match byte {
            b' ' | b'\t' => {}
            b'=' | b':' | b'>' => is_given = true,
            byte if is_quote(byte) => {}
            _ => break,
        }
        position += 1;
    }
    let bearer = text.get(at + position..).is_some_and(|rest| {
        rest.get(..7)
            .is_some_and(|word| word.eq_ignore_ascii_case("bearer "))
    });
    is_given.then_some(at + position + if bearer { 7 } else { 0 })
}

/// Twelve to twenty-four words behind `mnemonic:`: a wallet's seed. The words of the standard list have
/// three to eight letters, and none of those that make up sentences is among them.
fn seed_phrase(text: &str, end_of_word: usize) -> Option<Secret> {
    const NO_SEED: &[&str] = &[
        "the", "and", "for", "with", "your", "from", "are", "any", "not", "has", "its", "our",
        "which", "each", "them", "they", "was", "but", "word", "words", "phrase",
    ];
    let at = end_of_word + run(text, end_of_word, 24, is_word).len();
    let tail = text.get(at..text.floor_char_boundary((at + 300).min(text.len())))?;
    let skipped = tail.find(|character: char| !" \t=:\"'`".contains(character))?;
    if !tail.get(..skipped)?.contains(['=', ':', '"']) {
        return None;
    }
    let words = run(text, at + skipped, 24 * 9, |byte| {
        byte.is_ascii_lowercase() || byte == b' '
    })
    .trim_end();
    let mut distinct: Vec<&str> = words.split(' ').collect();
    let count = distinct.len();
    let is_phrase = matches!(count, 12 | 15 | 18 | 21 | 24)
        && distinct
            .iter()
            .all(|word| (3..=8).contains(&word.len()) && !NO_SEED.contains(word));
    distinct.sort_unstable();
    distinct.dedup();
    // The phrases of test chains repeat one word.
    (is_phrase && distinct.len() + 3 > count).then(|| Secret {
        span: Span::new(at + skipped, at + skipped + words.len()),
        kind: "seed phrase",
        prefix: 0,
    })
}

/// A random word with which a cut text begins.
fn cut_at_start(text: &str) -> Option<Secret> {
    let word = run(text, 0, 512, is_word);
    is_random(longest_part(word), 20).then(|| Secret {
        span: Span::new(0, word.len()),
        kind: "secret value",
        prefix: 0,
    })
}

/// The bytes from `start` on for which `of` holds, at most `most`. `of` holds for ASCII only.
fn run(text: &str, start: usize, most: usize, of: impl Fn(u8) -> bool) -> &str {
    let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
    let length = bytes
        .iter()
        .take(most)
        .take_while(|byte| of(**byte))
        .count();
    text.get(start..start + length).unwrap_or("")
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The longest part between `-`, `_` and `/`: what is random in a value is not made of short words.
fn longest_part(value: &str) -> &str {
    value
        .split(['-', '_', '/'])
        .max_by_key(|part| part.len())
        .unwrap_or("")
}

/// Digests are public: `sha512-…`, and bare hexadecimal of the lengths of Git's and of SHA-256 where no
/// prefix says that it is a key.
fn is_digest(value: &str) -> bool {
    let names = ["sha1", "sha256", "sha384", "sha512", "md5"];
    names.iter().any(|name| value.starts_with(name))
}

/// Whether `value` has at least `least` characters and no word or pattern would look like it: letters
/// and digits both, many different ones, and none often.
fn is_random(value: &str, least: usize) -> bool {
    if value.len() < least {
        return false;
    }
    let mut counts = [0_u32; 128];
    let (mut digits, mut letters) = (0, 0);
    for byte in value.bytes() {
        if let Some(count) = counts.get_mut(byte as usize) {
            *count += 1;
        }
        digits += usize::from(byte.is_ascii_digit());
        letters += usize::from(byte.is_ascii_alphabetic());
    }
    let length = value.len() as f64;
    let entropy: f64 = counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / length)
        .map(|share| -share * share.log2())
        .sum();
    // A random text of n characters has about log2(n) bits a character while n is small.
    let expected = (length.log2() * 0.75).min(3.3);
    let mixed_case = value.bytes().any(|byte| byte.is_ascii_uppercase())
        && value.bytes().any(|byte| byte.is_ascii_lowercase());
    let has_digits = digits >= 2 || (mixed_case && digits >= 1) || (mixed_case && length >= 32.0);
    has_digits && letters >= 2 && entropy >= expected
}

/// Whether the text at `start..end` only stands for a secret.
fn stands_for_one(text: &str, start: usize, end: usize) -> bool {
    const WORDS: &[&str] = &[
        "example",
        "placeholder",
        "your",
        "xxxx",
        "dummy",
        "sample",
        "fake",
        "test",
        "changeme",
        "redacted",
        "replace",
        "insert",
        "abcdef",
        "123456789",
        "notreal",
        "00000",
    ];
    let value = text.get(start..end).unwrap_or("").to_ascii_lowercase();
    let behind = text.get(end..).unwrap_or("");
    WORDS.iter().any(|word| value.contains(word))
        || ["...", "…", "***", "<", "${", "{{"]
            .iter()
            .any(|mark| behind.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that no scanner of repositories should take for secrets are joined at run time.
    fn joined(parts: &[&str]) -> String {
        parts.concat()
    }

    fn kinds(text: &str) -> Vec<&'static str> {
        find(text).iter().map(|secret| secret.kind).collect()
    }

    /// Each vendor's form is known where it begins a word, and its kind is told.
    #[test]
    fn forms_are_known() {
        for (text, kind) in [
            (
                joined(&["sk-", "ant-api03-Zk3vQ9wLr7TbX2mNc8JdYh5PgS1fKe"]),
                "Anthropic key",
            ),
            (
                joined(&["gh", "p_a8Kd92LmQx71ZvbNt4RyWc63HsUeJf5GpT0o"]),
                "GitHub token",
            ),
            (joined(&["AK", "IAQ7ZKM3XVLB2WTRNC"]), "AWS access key"),
            (
                joined(&["AI", "zaSyD8f2Kq9Lx7Vb3Nm5Rt1Wy6Hc4Jg0Pe_aT"]),
                "Google key",
            ),
            (
                joined(&["xo", "xb-8341729560-Kd92LmQx71ZvbNt4RyWc63Hs"]),
                "Slack token",
            ),
            (
                joined(&["7391846250:A", "AHk3vQ9wLr7TbX2mNc8JdYh5PgS1fKe-Zq"]),
                "Telegram bot token",
            ),
            (
                joined(&["API_TOKEN = \"", "Zk3vQ9wLr7TbX2mNc8JdYh5P\""]),
                "secret value",
            ),
            (
                joined(&[
                    "-----BEGIN RSA PRIVATE", " KEY-----\n",
                    &"MIIEpAIBAAKCAQEAq7Zk3vQ9wLr7TbX2".repeat(3),
                    "\n-----END RSA PRIVATE KEY-----",
                ]),
                "private key",
            ),
            (
                "mnemonic: \"velvet orbit canyon tribe lunar pepper wagon siren frost maple quiz umbrella\""
                    .to_owned(),
                "seed phrase",
            ),
        ] {
            assert_eq!(kinds(&text), [kind], "{text}");
        }
    }

    /// Placeholders, examples of vendors, names, digests and code are none.
    #[test]
    fn stand_ins_are_none() {
        for text in [
            "AKIAIOSFODNN7EXAMPLE",
            "export OPENAI_API_KEY=sk-...",
            "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx",
            "api_key: YOUR_API_KEY_GOES_HERE_2024",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-learn-is-a-library-for-machine-learning",
            "token = config.get_secret_value_from_store(name)",
            "\"key\": \"sha512-Zk3vQ9wLr7TbX2mNc8JdYh5PgS1fKeZk3vQ9wLr7TbX2mNc8JdYh5PgS1fKe==\"",
            "the token is used for authentication of this service",
            "mnemonic: \"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about\"",
            "seed: the words of your wallet are never asked for by this skill at all",
            "key=value-of-the-key-in-kebab-case",
            "token = \"0x8f2Ad93C71b4E6a05F9d28c3B7e1640aD5c93E8b\"",
        ] {
            assert_eq!(kinds(text), [""; 0], "{text}");
        }
    }

    /// A mask keeps what tells the kind and the text around it, and knows secrets that an edge cut.
    #[test]
    fn masks() {
        let key = joined(&["sk-", "ant-api03-Zk3vQ9wLr7TbX2mNc8JdYh5PgS1fKe"]);
        assert_eq!(
            mask(&format!("curl -H 'x-api-key: {key}' https://e.test")),
            "curl -H 'x-api-key: sk-ant-********' https://e.test"
        );
        assert_eq!(mask("no secret é here"), "no secret é here");
        let cut = joined(&["t=gh", "p_a8Kd92LmQx"]);
        assert_eq!(mask(&cut), "t=ghp_********");
        let cut = joined(&["a8Kd92LmQx71Zvb", "Nt4RyWc63HsUeJf5 end"]);
        assert_eq!(mask(&cut), "******** end");
    }

    /// A text that is nothing but starts of secrets is read once, not once from each.
    #[test]
    fn is_linear() {
        for part in [
            "sk-",
            "eyJ",
            "key=",
            "-----BEGIN PRIVATE KEY-----",
            ":AA",
            "seed: a ",
        ] {
            assert_eq!(kinds(&part.repeat(200_000 / part.len())), [""; 0]);
        }
    }
}
