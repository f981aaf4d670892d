//! A text tells the model to keep something from the person it works for.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{
    EFFECT, HUSH, LEAK, RECEIVER, SECRETS, SEND, SENDING, Shape, look, shape,
};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::CONCEALMENT,
    id: "concealment",
    class: 1,
    phase: Phase::Hide,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "what an honest skill does can be told; who asks a model for silence has a reason",
    advice: "take it out, or say why the user need not be told and that they may always ask",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "bring it up",
    "bring this up",
    "bring that up",
    "let the user",
    "so that they",
    "so that the user",
    "out of the",
    "out of your",
    "traced",
    "deny",
    "pretend",
    "private",
    "hidden",
    "confidential",
    "explain",
    "describe",
    "show",
    "need not",
    "tell",
    "mention",
    "inform",
    "notif",
    "reveal",
    "disclos",
    "silent",
    "quiet",
    "secret",
    "covert",
    "stealth",
    "without the user",
    "without their",
    "need to know",
    "be aware",
    "without asking",
    "nobody",
    "no one",
    "a word",
    "announc",
    "worth a",
    "not mention",
    "erwähn",
    "ohne ",
    "sans ",
    "sin ",
    "sem ",
    "не ",
    "молча",
    "незаметно",
    "黙って",
    "不要",
    "몰래",
    "知道",
    "告诉",
    "告知",
    "通知用户",
    "透露",
    "悄",
    "静默",
    "偷偷",
    "秘密",
    "usuario",
    "usuário",
    "utilisateur",
    "utilizador",
    "nutzer",
    "anwender",
    "ользовател",
    "ユーザー",
    "사용자",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Conclusive,
            "keeps from the user what it does with secrets",
            &format!(r#"\b(?:do not|don[’']?t|never|must not|without) (?:ever )?(?:tell\w*|mention\w*|inform\w*|notify\w*|reveal\w*|disclos\w*|alert\w*|report\w*|warn\w*|ask\w*) (?:[\w’'-]+ ){{0,6}}?(?:user|human|owner|operator)[^.!?]{{0,200}}{SECRETS}[^.!?]{{0,200}}{SENDING}"#),
        )
        .unless(r#"never (?:ask|request|store|share|send|include)|\buntil\b|value of"#),
        shape(
            Strength::Strong,
            "keeps from the user what it does",
            r#"\b(?:do not|don[’']?t|never|must not|should not|shouldn[’']t) (?:ever )?(?:tell|mention|inform|notify|reveal|disclose|alert|report|warn|discuss|show|let) (?:[\w’'-]+ ){0,4}?(?:user|users|human|owner|operator|anyone|them) (?:know )?(?:that (?:you|this|it|the)|about (?:this|these|it|any of)|of (?:this|these|it)|what you|this (?:step|action|instruction|command|request|upload|process|section|file|transfer|task|operation)|these (?:steps|instructions|actions))"#,
        )
        .unless(r#"\b(?:until|unless|before|yet|jargon|already|verif\w*|success\w*|complete|done|fixed|works?|ready|cannot|can[’']t)\b"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "keeps from the user what it does",
            r#"\b(?:do not|don[’']?t|never|must not|should not) (?:ever )?(?:mention|reveal|disclose|discuss|report|log|acknowledge|surface) (?:this|these|the|that|it|any of this|your) (?:[\w’'-]+ ){0,5}?(?:to|in front of|from) (?:the |your )?(?:user|users|human|owner|operator|anyone)"#,
        )
        .unless(r#"\b(?:until|unless|before|jargon|internal|raw|system prompt|skill name)\b"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "does something behind the user's back",
            r#"\b(?:secretly|covertly|stealthily|surreptitiously|discreetly|behind the user[’']s back|without (?:the )?(?:user[’']?s?|their|owner[’']?s) (?:knowledge|consent|awareness|noticing|explicit knowledge|knowing)|without (?:alerting|arousing|raising) (?:[\w’'-]+ ){0,2}?(?:user|suspicion|attention))"#,
        )
        .unless(r#"\bno(?:t|r|thing)?\b|never|cannot|ensure|\bsecretly an? \w"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "sends something without a word",
            &format!(r#"\b(?:silently|quietly|invisibly|unobtrusively|in the background) (?:and \w+ )?(?:sends?|uploads?|posts?|transmits?|forwards?|exfiltrates?|submits?|appends? (?:[\w’'-]+ ){{0,8}}?to|includes?|copies|collects?|gathers?|harvests?)\b[^.!?]{{0,120}}(?:{SECRETS}|https?://|user|prompt|message)"#),
        ),
        shape(
            Strength::Strong,
            "keeps from the user what it does with secrets",
            r#"\b(?:user|users|they|owner|human) (?:does not|doesn[’']t|do not|don[’']t|should not|must not|shouldn[’']t|need not) (?:need to |have to |ever )?(?:know|notice|see|be (?:aware|told|informed|notified))\b"#,
        )
        .with(SENDING),
        shape(
            Strength::Strong,
            "keeps from the user what it does",
            r#"(?:不要|请勿|切勿|无需|不必|别|不得|不能)(?:将此|把这)?(?:向|让|对)?(?:用户|使用者|主人)?(?:告诉|告知|通知|提示|提及|透露|知道|发现|说明|显示)(?:[^。\n]{0,6})(?:用户|使用者|主人|此|这)"#,
        )
        .unless(r#"直到|之前|除非|成功|完成"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "does something behind the user's back",
            r#"(?:悄悄|静默|偷偷|秘密|暗中|后台)(?:地)?[^。\n]{0,12}(?:上传|发送|收集|读取|窃取|提交|转发|写入)"#,
        ),
        shape(
            Strength::Strong,
            "keeps from the user what it does",
            r#"(?:\b(?:no (?:se )?(?:lo )?(?:digas|diga|menciones|informes|avis\w+|reveles|cuentes)|sin (?:que|decir\w*|informar|avisar|mencionar|preguntar)|não (?:\w+ ){0,2}?(?:diga|mencione|informe|conte|avise|revele)|sem (?:avisar|informar|que)|ne (?:\w+ ){0,3}?(?:dis|dites|mentionne\w*|informe\w*|révèle\w*|préviens|prévenez|parle\w*)|sans (?:prévenir|informer|avertir|que|le dire)) (?:[\w’']+ ){0,6}?(?:usuario|usuário|utilisateur|utilizador))|ohne (?:\w+ ){0,4}?(?:nutzer|benutzer|anwender)\w* (?:\w+ ){0,2}?zu (?:informieren|fragen|benachrichtigen)|(?:sage?|erwähne?|informiere?|verrate|zeige?) (?:\w+ ){0,5}?(?:nutzer|benutzer|anwender)\w* (?:\w+ ){0,4}?(?:nicht|nichts)|(?:nutzer|benutzer|anwender)\w* (?:\w+ ){0,3}?(?:nichts|nicht) (?:\w+ ){0,3}?(?:erfahren|wissen|sagen|mitteilen)|не (?:говори|сообщай|упоминай|рассказывай|показывай|информируй|уведомляй)\w* (?:\w+ ){0,5}?пользовател\w*|без ведома пользовател\w*|(?:ユーザー|利用者)[^。\n]{0,14}(?:言わない|伝えない|知らせない|教えない|通知しない|言及しない|言うな|気づかれ)|사용자[^.\n]{0,14}(?:말하지|알리지|언급하지|보여주지|모르게)"#,
        )
        .with(EFFECT),
        shape(
            Strength::Strong,
            "keeps to itself what it does with secrets",
            r#"\b(?:do not|don[’']?t|never|must not) (?:ever )?(?:bring (?:it|this|that|them) up|mention|describe|explain|disclose|reveal|show|discuss|report|list|acknowledge)\b(?: (?:it|this|that|these|them|the|any|its|how|what))?|\bkeep (?:this|it|that|these|them) (?:\w+ )?(?:private|secret|confidential|hidden|to yourself|between us|quiet)\b|\b(?:leave|keep) (?:[\w’'-]+ ){0,4}?out of (?:the |your |any )?(?:summary|report|answer|reply|log|logs|transcript|output|recap)\b|\bhide (?:it|this|these|the (?:step|command|request|output|transfer))\b|\bneed not be (?:told|mentioned|shown)|\bunobtrusively\b|\bquietly (?:and \w+ )?(?:send|upload|post|run|execute|copy|add|append|read|collect|gather|forward|write|install|include|fetch|delete|remove|change|set|do|submit|replace|save|store|share|attach|log|report)\b|\bquietly ?(?:[.!?]|$)"#,
        )
        .unless(r#"\b(?:until|unless|before|yet|redact\w*|mask\w*|(?:values?|contents?) of (?:the )?(?:secret|key|token|env)|actual (?:key|token|secret)|(?:api )?keys? (?:in|or)|secrets? in|tokens? in|print)\b|(?:reveal|show|disclose|mention|list|log|report|explain|describe|discuss)\s+(?:\w+\s+){0,3}(?:secrets?|keys?|tokens?|credentials?|passwords?|data|reasoning|whether)\b|(?:keys?|tokens?|secrets?|passwords?|credentials?) (?:\w+ ){0,3}?(?:provides?|gives?|grants?|is|are|has|have|allows?|can) [^.!?\n]{0,80}\bkeep (?:them|it|these|this) |\bfail\w* quietly\b"#)
        .with(&LEAK),
        shape(
            Strength::Strong,
            "keeps from a person what was done",
            r#"\b(?:do not|don[’']?t|never) (?:bring (?:it|this|that|them) up|let (?:the )?(?:user|them|anyone) (?:see|know|notice|find out))\b|\b(?:if|when) (?:the )?(?:user|users|anyone|somebody|someone|they) asks?\b[^.!?]{0,50}?\b(?:deny (?:it|this|that|everything|any)|lie\b|pretend|feign)|\b(?:can ?not|can[’']t|not|never) be (?:traced (?:back )?(?:to (?:you|us|me|the (?:user|owner|agent|skill|author|operator)|this|it|anyone|anybody|whoever)|by|or)|(?:traced|tracked) ?(?:[.,;!?)]|$)|noticed by|detected by (?:the )?user|discovered by)\b|\bso (?:that )?(?:the user|they|he|she) (?:agrees?|approves?|accepts? (?:it|without)|do(?:es)? not notice|will not notice|won[’']t notice|cannot see|can[’']t see)\b|\b(?:leave|keep) (?:both|them|it|this|that|these|the (?:fee|transfer|payment|change|step|request|command)s?) out of (?:the |your |any )?(?:summary|report|answer|reply|log|logs|transcript|recap)"#,
        )
        .unless(r#"\b(?:until|unless|raw|stack trace|spoiler)\b"#),
        shape(
            Strength::Strong,
            "keeps from a person what was done",
            r#"\b(?:do not|don[’']?t|never) (?:mention|disclose|reveal|describe|explain|discuss) (?:it|this|that|these|them|the [\w-]+|this [\w-]+) (?:to anyone|to anybody|in (?:the |your |any )?(?:summar\w+|reviews?|reports?|answers?|repl(?:y|ies)|recaps?|responses?|output))"#,
        )
        .unless(r#"\b(?:until|unless|internal|tool names?|skill name|jargon|implementation)\b"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "sends something to a named receiver without a word",
            HUSH,
        )
        .with(&format!(r"{SEND}(?:[^\n]|\n\w){{0,120}}?{RECEIVER}"))
        .unless(r#"\b(?:until|unless|raw|jargon|internal|skill name|api docs?)\b"#),
        shape(
            Strength::Strong,
            "starts something from outside without a word",
            HUSH,
        )
        .with(r#"\b(?:run|execute|fetch|download|install|start|launch|register|add|put|append|insert)\b(?:[^\n]|\n\w){0,120}?(?:https?://[^\s)`'\x22>]{4}|~/\.(?:zshrc|zprofile|bashrc|profile|bash_profile|zshenv)|\bcrontab\b|launchagents|(?:agents|claude|gemini|soul|memory)\.md)"#)
        .unless(r#"\b(?:until|unless|raw|jargon|internal|skill name|api docs?)\b"#),
        shape(
            Strength::Weak,
            "keeps something from the user",
            r#"\b(?:do not|don[’']?t|never|must not|without) (?:ever )?(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|reveal|revealing|disclose|alert|alerting) (?:[\w’'-]+ ){0,4}?(?:user|users|human|owner)\b"#,
        )
        .unless(r#"\b(?:until|unless|before|yet|jargon|already|verif\w*|success\w*|done|cannot|can[’']t)\b"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
