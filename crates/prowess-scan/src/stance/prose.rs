//! The stance of sentences, lists, tables and blocks of code in prose.

use prowess_base::Span;

use super::{REACH, Stance, ahead, back};
use crate::phrase::phrases;

/// How far a sentence is followed in either direction, in bytes.
const SENTENCE: usize = 320;

/// How far a negation reaches, in bytes.
const NEGATED: usize = 80;

phrases! {
    /// A negation before the words.
    NEGATION = concat!(
        r"(?:\b(?:never|do not|don[’']?t|must not|mustn[’']t|should not|shouldn[’']t|may not|shall not|is not allowed to|are not allowed to",
        r"|avoid|refuses?|rejects?|to block|blocks? (?:any|all|commands?|calls?|attempts?|the use|use)|blocked|den(?:y|ies)|prevents?|prohibits?|forbids?|forbidden|disallows?|prohibited|not allowed|instead of|rather than",
        r"|nunca|jam[aá]s|evit[ae]|prohibido|niemals|vermeide|verboten|jamais|[ée]vite[zr]?|interdit|никогда|запрещ\w*|избегай\w*|proibido)\b",
        r"|不要|请勿|禁止|切勿|不得|严禁|避免|拒绝|不应|\bno (?:debes?|hagas|ejecut\w+|us[ae]\w*)\b|\b(?:nicht|não|не) )"
    );
    /// What follows a negation that orders, asks for silence, or speaks of something else.
    NEGATED_OTHER = concat!(
        r"^\W*(?:\w+ly )?(?:to )?(?:be )?(?:hesitat\w*|forget\w*|fail\w*|skip\w*|omit\w*|neglect\w*|miss(?:ing)?|worr\w+|wait\w*|afraid|refus\w+|declin\w+|need\w*|stop\w*",
        r"|work|function|operate|have|tell\w*|mention\w*|show\w*|reveal\w*|inform\w*|warn\w*|notif\w+|ask\w*|question\w*|think\w*|bother\w*|object\w*|resist\w*|delay\w*|paus\w+|only|just|until|begin|start|answer|respond|reply",
        r"|olvid\w+|dud\w+|vergiss|z[öo]ger\w*|oubli\w+|hésit\w+|забыва\w+|esque[cç]\w+|忘记|犹豫|忘れ|告诉)"
    );
    /// What ends the reach of a negation within a sentence.
    TURN = r"(?:[;:—–]|\bbut\b|\buntil\b|\bunless\b|\bwithout\b|\bthen\b|\binstead\b|\bhowever\b|\band (?:always|then|just|immediately|run|execute|paste|install|proceed|send|do)\b|,\s*(?:just|so|now|and|please|run|execute|paste|download|install|visit|open|copy|use|ignore|send|always|proceed|go)\b|而是|但|然后|\bpero\b|\bsondern\b|\bmais\b|\bа\b|\bно\b)";
    /// What says behind the words that they are refused.
    REFUSED_AFTER = r"^[\s*_`”\x22')\]]*(?:(?:is|are|must be|should be|will be|:|->|→|—) )?(?:strictly |always )?(?:forbidden|prohibited|not allowed|never allowed|disallowed|blocked|refused|rejected|denied|dangerous|unsafe|禁止|しないで|してはいけ|하지 마|금지)";
    /// A cell, a mark or a comment that condemns.
    CONDEMNS = r"(?:❌|🚫|⛔|✗|✘|\b(?:never|forbidden|prohibited|blocked|denied?|refuse|reject(?:ed)?|not allowed|bad|wrong|avoid|anti.?patterns?|do not|don[’']?ts?|disallowed|block ?list|deny ?list|blacklist|dangerous|unsafe|insecure)\b|禁止|不要|请勿|危险|错误|\bprohibido\b|\bverboten\b|\binterdit\b|\bproibido\b|запрещ|금지)";
    /// Words of those who study attacks.
    ATTACK = concat!(
        r"(?:\b(?:attack(?:s|ers?|ed|ing)?|adversar(?:y|ies|ial)|malicious|malware|injections?|injected|jailbreak\w*|exploit\w*|vulnerab\w+|phish\w*|red.?flags?|suspicious|threats?|hostile|untrusted|compromised",
        r"|trojan\w*|poison(?:ed|ing)|exfiltrat\w+|detect\w*|cve-\d+|spoof\w*|impersonat\w*|social engineering|backdoor\w*|red.?team\w*|indicators? of|iocs?|(?:test|attack|sample) payloads?",
        r"|ataques?|malicios\w+|inyecci\w+|angriff\w*|b[öo]sartig\w*|schad\w+|attaques?|malveillant\w*|inje[cç][aã]o)\b|атак|вредонос|инъекц|攻击|恶意|注入|漏洞|攻撃|悪意|공격|악성)"
    );
    /// Someone else's words or deeds are reported.
    REPORTED = concat!(
        r"(?:\b(?:attackers?|adversar(?:y|ies)|intruders?|malware|malicious \w+|hostile \w+|untrusted \w+|injections?|injected \w+|payloads?|prompts?|(?:web ?)?pages?|documents?|comments?|messages?|emails?|e-mails?|inputs?|content|text|texts|instructions|skills?|files?|tool outputs?|results?|users?|someone|anyone|posts?|issues?)",
        r" (?:…)?\b(?:tr(?:y|ies|ying)|attempts?|attempting|may|might|could|would|can|says?|saying|said|tells?|telling|asks?|asking|claims?|claiming|instructs?|instructing|containing|contains?|reads?|writes?|wrote|like|such as|including|includes?|hidden|embedded)\b",
        r"|\b(?:diffs?|patch(?:es)?|commits?|logs?|tickets?|pull requests?|prs?|pdfs?|(?:web ?)?sites?|responses?|repl(?:y|ies)|outputs?|data|rows?|cells?|records?|transcripts?|readmes?|articles?|snippets?|screenshots?|images?|reviews?|authors?|senders?|contributors?|customers?|visitors?|strangers?|titles?|fields?|strings?|threads?|chats?|letters?)",
        r" (?:(?:may|might|could|would|can|should|to) )?(?:says?|saying|said|tells?|telling|asks?|asking|claims?|claiming|instructs?|instructing|reads?|contains?|containing|includes?|including|demands?|demanding|orders?|urges?)\b",
        r"|\b(?:detects?|flags? (?:any|text|content|messages?|as|it|phrases|attempts)|look(?:s|ing)? (?:out )?for|watch(?:es)? (?:out )?for|check(?:s|ing)? for|scan(?:s|ning)? for|search(?:es|ing)? for|grep(?:s|ping)? for|identif(?:y|ies)|report any|beware of|treat as|classif(?:y|ies)|signs? of|patterns? (?:like|such as)|phrases? (?:like|such as)|attempts? to|tr(?:y|ies|ying) to|examples? of (?:an? )?(?:attack|injection|malicious|bad))\b",
        r"|\b(?:dangerous|destructive|risky|harmful|irreversible) (?:\w+ ){0,2}?(?:commands?|operations?|actions?|calls?|patterns?) (?:like|such as|including|e\.g\.)|\b(?:veto(?:es)?|catch(?:es)?|intercepts?|guards? against|protects? (?:you )?(?:against|from)) (?:\w+ ){0,3}?(?:commands?|operations?|actions?|calls?|patterns?) (?:like|such as|including|e\.g\.)|\b(?:evidence|sample|excerpt|matched|trigger|detected|quote|(?:reads?|looks?|sounds?|shaped|phrased|worded) like (?:an? )?(?:order|instruction|command)s?[^.]{0,40})\W{0,6}$|例如攻击|检测|识别|攻击者)"
    );
    /// A label that says that what follows was found, not meant.
    LABELLED = r"^\W*(?:evidence|sample|excerpt|matched|match|trigger|detected|finding|quote|observed|attack|injection|payload)\W{1,6}$";
    /// A clause that begins with an order to run, fetch or enter what follows.
    ORDER = concat!(
        r"(?:(?:^|[.,;:!?)\n—–]|\b(?:please|must|should|need to|have to|to|first|then|now|always|simply|just|next|step \d+|and|can)\b)[\s*_>#\d.)(-]*)",
        r"\b(?:run|execute|paste|install|copy|download|launch|invoke|enter|type|start with|use|apply|perform|follow|do this|do the following|open|visit|ejecut\w+|instal\w+|führ\w*|exécut\w+|выполни\w*|запусти\w*)\b",
        r"|运行|执行|安装|复制|粘贴|実行|インストール|실행|설치"
    );
    /// The orders of them that start a program.
    RUN = r"\b(?:run|execute|paste|copy|download|install|launch|enter|type|visit|open|start)\b";
    /// Programs and switches that look for a text.
    SCANS = r"\b(?:scan|detect|check|classify|sanitize|validate|moderate|is_injection|test_prompt|attack|assert)[\w-]*[\s(]";
    /// The text behind a block that orders what stands in it.
    ORDER_AFTER = r"\b(?:run|execute|paste|perform|apply|do|follow|obey|heed|honou?r|comply with|act on|carry out) (?:it|this|that|these|them|all of (?:it|them)|the (?:above|command|script|snippet|line|block)s?)\b";
    /// Headings of sections that tell what to do.
    SETUP = r"(?:\b(?:install\w*|set ?up|setup|prerequisites?|requirements?|usage|quick ?start|getting started|before you (?:begin|start)|configur\w+|how to use|steps?|workflow|instructions?)\b|安装|前提|使用)";
}

/// The stance of prose to a part of it; blocks of code included.
pub(super) fn of(text: &str, span: Span) -> Stance {
    let at = span.start as usize;
    if is_table_of_faults(text) {
        return Stance::Describes;
    }
    if in_block(text, at) {
        return match of_line(text, at) {
            Stance::Does => of_block(text, span),
            other => other,
        };
    }
    let sentence = of_sentence(text, span);
    if sentence != Stance::Does {
        return sentence;
    }
    let line = line_before(text, at);
    let full = full_line(text, at);
    let trimmed = line.trim_start();
    if full.trim_start().starts_with('|') {
        return of_row(text, at, full);
    }
    if is_marked(trimmed) && !ends_in_order(trimmed) && !negates_other(trimmed) {
        return Stance::Forbids;
    }
    if is_labelled(trimmed) {
        return Stance::Describes;
    }
    if is_item(trimmed) {
        return of_introduced(text, at, Introduced::Item);
    }
    if trimmed.starts_with('>') {
        return of_introduced(text, at, Introduced::Quote);
    }
    Stance::Does
}

/// Whether a text is a table of values whose header has a column for what is not to be done beside one for
/// what is: guidelines as data.
fn is_table_of_faults(text: &str) -> bool {
    const COLUMNS: usize = 4;
    let header = ahead(text, 0, 400).lines().next().unwrap_or("");
    let column = |names: &[&str]| {
        header
            .split([',', '\t'])
            .map(|cell| cell.trim_matches(['"', ' ', '\u{feff}', '\r']))
            .any(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
    };
    header.matches([',', '\t']).count() >= COLUMNS
        && column(&["do", "good", "code good", "correct"])
        && column(&[
            "dont", "don't", "don’t", "bad", "code bad", "avoid", "wrong",
        ])
}

/// The stance of a line of a sample in prose: a report, a transcript, a template.
fn of_line(text: &str, at: usize) -> Stance {
    let line = line_before(text, at);
    let before = line.rsplit(['.', ';', '|', '&']).next().unwrap_or(line);
    if is_quoted(line) && is_negated(before) {
        return Stance::Forbids;
    }
    match is_quoted(line) && LABELLED.is_match(line) {
        true => Stance::Describes,
        false => Stance::Does,
    }
}

/// Whether a quotation is open on a line whose label names an attack: `- **Injection prompt:** "…`.
fn is_labelled(line: &str) -> bool {
    const LONGEST: usize = 48;
    line.split_once([':', '：']).is_some_and(|(label, rest)| {
        label.len() <= LONGEST && is_quoted(rest) && ATTACK.is_match(label)
    })
}

/// The stance of a sentence to a part of it, by itself.
pub(super) fn of_sentence(text: &str, span: Span) -> Stance {
    let (at, end) = (span.start as usize, span.end as usize);
    let before = sentence_before(text, at);
    if is_negated(before) {
        return Stance::Forbids;
    }
    let after = first_sentence(ahead(text, end, SENTENCE));
    if REFUSED_AFTER.is_match(after) {
        return Stance::Forbids;
    }
    if REPORTED.is_match(before) && !orders(after) {
        return Stance::Describes;
    }
    let inside = text.get(at..end).unwrap_or("");
    let quoted = is_quoted(before) || inside.starts_with(['"', '“', '`', '「', '«', '‘']);
    if quoted && (ATTACK.is_match(before) || ATTACK.is_match(after)) && !ends_in_order(before) {
        return Stance::Describes;
    }
    Stance::Does
}

/// The stance of what stands around a block of code to a part of it.
pub(super) fn of_block(text: &str, span: Span) -> Stance {
    let at = span.start as usize;
    let listed = super::code::in_list(text, at);
    if listed != Stance::Does || is_scanned(line_before(text, at)) {
        return Stance::Describes.max(listed);
    }
    let start = block_start(text, at);
    let stance = match comments_above(text, at) {
        Stance::Does => of_introduced(text, start, Introduced::Block),
        // A comment does not undo "run this" before the block.
        _ if RUN.is_match(lead_in(text, start, Introduced::Block)) => {
            of_introduced(text, start, Introduced::Block)
        }
        other => other,
    };
    if stance != Stance::Does && is_ordered_after(text, span.end as usize) {
        return Stance::Does;
    }
    stance
}

/// What a line can lead into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Introduced {
    Item,
    Quote,
    Block,
}

/// The stance by the line that leads into a list or block that starts at `at`, and by the headings.
fn of_introduced(text: &str, at: usize, what: Introduced) -> Stance {
    let lead = lead_in(text, at, what);
    let last = sentence_before(lead, lead.len());
    // A lead-in that condemns or forbids comes first: "Never run:".
    let leads = last.trim_end().ends_with([':', '：']) || what == Introduced::Block;
    if leads && !last.is_empty() {
        let condemned = CONDEMNS.is_match(last) && !negates_other(last) && !ends_in_order(last);
        if is_negated(last) || condemned {
            return Stance::Forbids;
        }
        if REPORTED.is_match(last) {
            return Stance::Describes;
        }
        // "Use it to show an injection" leads into a lesson; "run it" does not.
        if ends_in_order(last) && (RUN.is_match(last) || !ATTACK.is_match(last)) {
            return Stance::Does;
        }
        if ATTACK.is_match(last) || (what != Introduced::Block && ATTACK.is_match(lead)) {
            return Stance::Describes;
        }
    }
    match what {
        // What is quoted under a heading is as often an order in a frame.
        Introduced::Quote => Stance::Does,
        _ => of_headings(text, at),
    }
}

/// A row of a table: what its cells say, then its header and headings.
fn of_row(text: &str, at: usize, row: &str) -> Stance {
    let condemned = row
        .split('|')
        .map(|cell| cell.trim_matches([' ', '*', '_', '`', '\t', '\r']))
        .filter(|cell| cell.chars().count() <= 40)
        .any(|cell| CONDEMNS.find(cell).is_some_and(|found| found.start() < 4));
    if condemned {
        return Stance::Forbids;
    }
    if ATTACK.is_match(row) {
        return Stance::Describes;
    }
    let header = back(text, at, 1024)
        .rsplit('\n')
        .skip(1)
        .take_while(|line| line.trim_start().starts_with('|'))
        .last()
        .unwrap_or("");
    if CONDEMNS.is_match(header) {
        return Stance::Forbids;
    }
    if ATTACK.is_match(header) {
        return Stance::Describes;
    }
    of_headings(text, at)
}

/// The stance by the headings above `at`: the nearest and those above it, without the title. A heading
/// of a section that tells what to do ends the search.
fn of_headings(text: &str, at: usize) -> Stance {
    let mut level = usize::MAX;
    for line in back(text, at, REACH).rsplit('\n') {
        let line = line.trim_start();
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading = line.get(hashes..).unwrap_or("");
        if hashes == 0 || hashes > 6 || hashes >= level || !heading.starts_with(' ') {
            continue;
        }
        level = hashes;
        if hashes == 1 || SETUP.is_match(heading) {
            return Stance::Does;
        }
        if CONDEMNS.is_match(heading) && !negates_other(heading) {
            return Stance::Forbids;
        }
        if ATTACK.is_match(heading) {
            return Stance::Describes;
        }
    }
    Stance::Does
}

/// A comment above a line of code, or a mark on it, that condemns it (`# BAD`), without one that
/// follows and praises.
fn comments_above(text: &str, at: usize) -> Stance {
    let mut lines = back(text, at, 400).rsplit('\n');
    let own = lines.next().unwrap_or("");
    let condemns = |line: &str| {
        let line = line.trim_start();
        ["#", "//", "--", "<!--", "❌", "🚫"]
            .iter()
            .any(|mark| line.starts_with(mark))
            .then(|| {
                CONDEMNS.find(line).is_some_and(|found| found.start() < 12) && !negates_other(line)
            })
    };
    if condemns(own) == Some(true) {
        return Stance::Forbids;
    }
    for line in lines.take(4) {
        match condemns(line) {
            Some(true) => return Stance::Forbids,
            Some(false) => return Stance::Does,
            None if line.trim().is_empty() || line.trim_start().starts_with("```") => break,
            None => {}
        }
    }
    Stance::Does
}

/// Whether a line of code hands a quoted text to something that looks for it (`scan "…"`).
fn is_scanned(line: &str) -> bool {
    let Some(quote) = line.rfind(['"', '\'']) else {
        return false;
    };
    let before = line.get(..quote).unwrap_or("");
    is_quoted(line) && SCANS.is_match(before) && !before.contains(['|', ';', '&', '$'])
}

/// Whether the text behind a block orders what stands in it.
fn is_ordered_after(text: &str, at: usize) -> bool {
    let rest = ahead(text, at, 2048);
    let Some(close) = rest.find("\n```").or_else(|| rest.find("\n~~~")) else {
        return false;
    };
    let behind = ahead(rest, close + 4, 240);
    let behind = behind.split("\n```").next().unwrap_or("");
    orders(behind)
}

/// Whether what stands behind some words says to do them.
fn orders(behind: &str) -> bool {
    ORDER_AFTER
        .find(behind)
        .is_some_and(|found| !is_negated(behind.get(..found.start()).unwrap_or("")))
}

/// Whether what stands before some words negates them.
fn is_negated(before: &str) -> bool {
    let Some(found) = NEGATION.find_iter(before).last() else {
        return false;
    };
    let between = before.get(found.end()..).unwrap_or("");
    // "Avoid: `x`" and "Never: x" reach over their colon.
    let reach = between
        .trim_start()
        .trim_start_matches([':', '：', '*', '_']);
    between.len() <= NEGATED && !NEGATED_OTHER.is_match(between) && !TURN.is_match(reach)
}

/// Whether a text holds a negation that orders (`don't skip this`).
fn negates_other(text: &str) -> bool {
    NEGATION
        .find(text)
        .and_then(|found| text.get(found.end()..))
        .is_some_and(|rest| NEGATED_OTHER.is_match(rest))
}

/// Whether the last order in a text is not itself negated or reported.
fn ends_in_order(text: &str) -> bool {
    ORDER
        .find_iter(text)
        .last()
        .is_some_and(|found| !is_negated(text.get(..found.start()).unwrap_or("")))
}

/// Whether a quotation or code span is open at the end of `before`.
fn is_quoted(before: &str) -> bool {
    let odd = |mark: char| before.matches(mark).count() % 2 == 1;
    let open = |left: char, right: char| {
        before
            .rfind(left)
            .is_some_and(|from| !before.get(from..).unwrap_or("").contains(right))
    };
    odd('"')
        || odd('`')
        || open('“', '”')
        || open('‘', '’')
        || open('「', '」')
        || open('«', '»')
        || before.rfind('\'').is_some_and(|at| {
            before
                .get(..at)
                .is_some_and(|left| left.is_empty() || left.ends_with([' ', '(', '[', '\n']))
        })
}

/// What stands of a sentence before `at`.
fn sentence_before(text: &str, at: usize) -> &str {
    let before = back(text, at, SENTENCE);
    let start = before
        .char_indices()
        .rev()
        .find_map(|(index, character)| {
            let next = before.get(index + character.len_utf8()..).unwrap_or("");
            let previous = before.get(..index).unwrap_or("");
            let ends = match character {
                '。' | '！' | '？' => true,
                '.' | '!' | '?' => {
                    next.starts_with([' ', '\n', '\r'])
                        && !previous.ends_with("e.g")
                        && !previous.ends_with("i.e")
                        && !previous.ends_with("etc")
                }
                '\n' => {
                    let line = next.trim_start_matches([' ', '\t']);
                    line.starts_with(['\n', '\r', '#', '|'])
                        || is_item(line)
                        || previous.ends_with(['\n', '|'])
                        || line.starts_with("```")
                        || previous.rsplit('\n').next().is_some_and(|line| {
                            let line = line.trim_start();
                            line.starts_with('#') || line.starts_with("```")
                        })
                }
                _ => false,
            };
            ends.then_some(index + character.len_utf8())
        })
        .unwrap_or(0);
    before.get(start..).unwrap_or("")
}

/// The rest of a sentence.
fn first_sentence(after: &str) -> &str {
    let end = after
        .char_indices()
        .find_map(|(index, character)| {
            let next = after.get(index + character.len_utf8()..).unwrap_or("");
            let ends = match character {
                '。' | '！' | '？' => true,
                '.' | '!' | '?' => next.starts_with([' ', '\n']),
                '\n' => next.starts_with(['\n', '-', '*', '|', '#']),
                _ => false,
            };
            ends.then_some(index)
        })
        .unwrap_or(after.len());
    after.get(..end).unwrap_or("")
}

/// The paragraph that leads into the list or block that starts at `at`.
fn lead_in(text: &str, at: usize, what: Introduced) -> &str {
    let before = back(text, at, 1500);
    let mut end = before.rfind('\n').map_or(0, |end| end + 1);
    // Over the items above, and blank lines.
    loop {
        let above = before.get(..end).unwrap_or("").trim_end();
        let start = above.rfind('\n').map_or(0, |start| start + 1);
        let line = above.get(start..).unwrap_or("").trim_start();
        let is_above_item = match what {
            Introduced::Item => is_item(line),
            Introduced::Quote => line.starts_with('>'),
            Introduced::Block => false,
        };
        if line.is_empty() || line.starts_with('#') {
            return "";
        }
        if !is_above_item || start == 0 {
            let paragraph = above.rfind("\n\n").map_or(0, |start| start + 2);
            return above.get(paragraph..).unwrap_or("");
        }
        end = start;
    }
}

/// Whether a line, or an item of a list, begins with a mark that condemns it.
fn is_marked(line: &str) -> bool {
    line.trim_start_matches(['-', '*', '+', '>', ' ', '\t'])
        .starts_with(['❌', '🚫', '⛔', '✗', '✘'])
}

/// Whether a line is an item of a list.
fn is_item(line: &str) -> bool {
    if let Some(rest) = line.strip_prefix(['-', '*', '+', '•', '❌', '✗', '✅']) {
        return rest.starts_with([' ', '\t']) || line.starts_with(['❌', '✗', '✅']);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits)
        && line
            .get(digits..)
            .is_some_and(|rest| rest.starts_with([')', '.', '、']))
}

/// The line that holds `at`, up to it.
fn line_before(text: &str, at: usize) -> &str {
    back(text, at, REACH).rsplit('\n').next().unwrap_or("")
}

/// The line that holds `at`, at most [`REACH`] bytes to either side.
fn full_line(text: &str, at: usize) -> &str {
    let left = line_before(text, at).len();
    let right = ahead(text, at, REACH)
        .split('\n')
        .next()
        .unwrap_or("")
        .len();
    text.get(at.saturating_sub(left)..at.saturating_add(right))
        .unwrap_or("")
}

/// Whether a line opens or closes a fenced block.
fn is_fence(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a fence is open at `at`, by the fences near it.
pub(super) fn in_block(text: &str, at: usize) -> bool {
    let above = back(text, at, 2 * REACH)
        .rsplit('\n')
        .skip(1)
        .filter(|line| is_fence(line));
    // An opening fence mostly names a language, and a closing one never does: from there each turns it over.
    let is_named = |line: &str| !line.trim_end().ends_with(['`', '~']);
    let mut fences = 0_usize;
    for fence in above {
        fences += 1;
        if is_named(fence) {
            break;
        }
    }
    fences % 2 == 1
}

/// Where the block that holds `at` starts: its opening fence, or its first indented line.
fn block_start(text: &str, at: usize) -> usize {
    let before = back(text, at, 2 * REACH);
    let fenced = in_block(text, at);
    let mut end = before.len();
    for line in before.rsplit('\n') {
        let start = end - line.len();
        let inside = line.starts_with("    ") || line.starts_with('\t') || line.trim().is_empty();
        if fenced && is_fence(line) {
            return at - (before.len() - start);
        }
        if !fenced && !inside && end < before.len() {
            return at - (before.len() - (end + 1));
        }
        end = start.saturating_sub(1);
    }
    at
}
