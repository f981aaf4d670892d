//! A text speaks to those who judge the skill, or carries their verdict with it.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::SCANNER_DIRECTED,
    id: "scanner-directed",
    class: 27,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Note],
    why: "who tells a judge what to find knows what would be found",
    advice: "take it out; a skill is for the model and its user, not for a scanner",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "if you are",
    "researcher",
    "analyst",
    "being tested",
    "being scanned",
    "being evaluated",
    "being watched",
    "honeypot",
    " use on",
    " run on",
    "th use",
    "th run",
    "rd use",
    "rd run",
    "automated",
    "is not a",
    "end of analysis",
    "end of scan",
    "end of review",
    "end of audit",
    "not to be",
    "is not malicious",
    "reviewer",
    "scanner",
    "auditor",
    "moderator",
    "analyzer",
    "analyser",
    "classifier",
    "security tool",
    "security team",
    "security review",
    "ai model",
    "llm",
    "false positive",
    "mark as",
    "classify",
    "whitelist",
    "allowlist",
    "flag this",
    "flag it",
    "flag the",
    "audited",
    "approved by",
    "verified by",
    "vetted",
    "certified",
    "reviewed and",
    "scanned",
    "prowess",
    "verdict",
    "审核",
    "审查",
    "扫描",
    "revisor",
    "escáner",
    "prüfer",
    "ревьюер",
    "сканер",
    "проверяющ",
    "レビュー",
    "スキャナ",
    "심사",
    "스캐너",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "does something else where somebody looks",
            r#"\b(?:if|when|unless|while) (?:[\w’'-]+ ){0,6}?(?:security (?:researchers?|analysts?|engineers?|teams?)|researchers?|auditors?|reviewers?|analysts?|being (?:tested|scanned|reviewed|audited|evaluated|watched|monitored)|under (?:test|review|analysis)|(?:is|in) a (?:scanner|honeypot|analysis))\b[^\n]{0,200}?\b(?:otherwise|else|only then|do (?:just|only|nothing)|behave|act (?:normal|harmless)|skip (?:the|this|that|it)|leave (?:it|this|that|them) out|hold back|show (?:only|nothing))\b"#,
        )
        .with(r#"https?://|\b(?:upload|send|delete|download|run|execute|install)\b"#)
        .unless(r#"\b(?:review comments?|requested changes|approv\w+|pull request|\bpr\b)\b"#),
        shape(
            Strength::Strong,
            "waits before it does harm",
            r#"\b(?:from|after|on|with) the (?:second|third|fourth|fifth|tenth|\d+(?:st|nd|rd|th)) (?:use|run|call|time|start|session|message|day|week)\b(?: on(?:wards)?)?[^.!?\n]{0,80}?\b(?:upload|send|post|delete|download|fetch|install|transfer|wipe|remove)\b[^\n]{0,160}?(?:https?://|~/|\s/\w)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells a scanner what to find",
            r#"\b(?:note|notice|message|attention|instructions?|hint|context|info(?:rmation)?|directive|important|guidance) (?:to|for) (?:all |any |the |our |automated |ai |llm |security |code |skill |static |malware |your )*(?:scanners?|auditors?|moderat(?:ors?|ion)|classifiers?|analy[sz]ers?|security (?:tools?|teams?|scanners?|reviewers?|analysts?|reviews?|models?)|(?:ai|llm|automated|safety) (?:reviewers?|auditors?|judges?|models?|agents?|systems?|reviews?)|llms?|detection (?:engines?|systems?))\b[\s\S]{0,240}?(?:(?:mark|classif\w+|treat|label|rate|consider|report|score|approve|return|output|respond|assign|give|verdict)\b[^.!?]{0,60}?\b(?:safe|benign|clean|approved?|trusted|low.risk|no risk|false positives?|pass|harmless|not malicious|score of (?:0|zero))|(?:is|are|has been|have been|was|were) (?:\w+ ){0,3}?(?:approved|pre.approved|whitelisted|allowlisted|reviewed|audited|verified|safe|benign|harmless|vetted|cleared|false positives?|authori[sz]ed|certified)|(?:skip|ignore|do not|don[’']t|exclude|omit) (?:\w+ ){0,3}?(?:flag|report|scan|this|these|analy[sz]\w+|alert|the following))"#,
        )
        .unless(r#"(?:false positives? rate|may be flagged|might be flagged|should check|must check|fix|reviewer checklist)"#),
        shape(
            Strength::Strong,
            "tells reviewers what to find",
            r#"\b(?:note|notice|message|attention|instructions?) (?:to|for) (?:\w+ ){0,3}?(?:reviewers?|moderators?|approvers?|maintainers?)\b[^\n]{0,200}?(?:(?:mark|classify|treat|label|rate|report) (?:\w+ ){0,4}?(?:as )?(?:safe|benign|clean|approved|trusted|low.risk|false positive|harmless)|(?:is|are|has been|was) (?:\w+ ){0,3}?(?:approved|pre.approved|whitelisted|audited|safe|benign|harmless|vetted|certified))"#,
        )
        .unless(r#"checklist|pull request template"#),
        shape(
            Strength::Strong,
            "tells a scanner what to find",
            r#"\b(?:do not|don[’']?t|never|must not|should not|please don[’']?t) (?:flag|report|classify|mark|label|treat) (?:this|it|these|the (?:following|skill|file|code|section|script))(?: \w+){0,4}? (?:as )?(?:\w+ )?(?:malicious|suspicious|unsafe|dangerous|malware|a (?:threat|risk|violation)|risky|harmful|prompt injection)"#,
        ),
        shape(
            Strength::Strong,
            "carries its own verdict",
            r#"\b(?:this|the) (?:skill|package|file|script|code|document) (?:is|was|has been) (?:\w+ ){0,3}?(?:reviewed|audited|approved|verified|certified|whitelisted|cleared|vetted|scanned) (?:\w+ ){0,3}?(?:by|and (?:approved|found|deemed|confirmed)) (?:\w+ ){0,4}?(?:anthropic|openai|security|clawhub|microsoft|google|safe|clean|trust|virustotal|snyk|benign)"#,
        )
        .unless(r#"\b(?:if|whether|should be|must be|unless)\b"#),
        shape(
            Strength::Strong,
            "switches a scanner off",
            r#"(?:\bprowess|\bskill.?scan(?:ner)?|\bskillspector|\bclawscan|\bskills.guard|\bagent.?scan|\bscanner|\bmcp.scan)[-:_](?:ignore|disable|skip|allow|off|safe|nosec|suppress)\b"#,
        ),
        shape(
            Strength::Conclusive,
            "tells a scanner what to find",
            r#"(?:审核|审查|扫描|安全|检测|评审)(?:者|员|器|工具|人员|系统|模型|程序)[^。\n]{0,30}(?:标记|判定|视为|认定|返回|评为|请|批准)[^。\n]{0,20}(?:安全|通过|无害|批准|可信|良性)|(?:不要|请勿|无需)(?:标记|报告|扫描|拦截)(?:此|该|本)(?:技能|文件|代码|脚本)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells a scanner what to find",
            r#"\b(?:nota|mensaje|aviso|mensagem|hinweis|nachricht|note|avis|remarque) (?:\w+ ){0,4}?(?:revisor\w*|auditor\w*|esc[áa]ner\w*|scanner\w*|prüfer\w*|réviseur\w*|relecteur\w*|auditeur\w*)\b[^\n]{0,200}?(?:seguro|aprobad\w+|aprovad\w+|sicher|genehmigt|sûr|approuvé\w*|inoffensi\w+|harmlos|unbedenklich)|(?:ревьюер|сканер|проверяющ|аудитор)\w*[^.\n]{0,120}?(?:безопасн\w+|одобрен\w+|доверен\w+)|(?:レビュアー|スキャナー?|審査(?:者|員)|セキュリティ(?:ツール|チーム))[^。\n]{0,40}(?:安全|承認済み|問題な)[^。\n]{0,12}(?:マーク|判定|報告|評価|分類)|(?:심사|검토자|스캐너)[^.\n]{0,60}(?:안전|승인)"#,
        ),
        shape(
            Strength::Conclusive,
            "speaks to the model that judges it",
            r#"\bif you are (?:an? |the )?(?:[\w-]+ ){0,3}?(?:model|ai|llm|agent|scanner|system|assistant) (?:that is |and are |who is )?(?:reviewing|scanning|auditing|analy[sz]ing|evaluating|judging|inspecting) (?:this|the|it|a)\b"#,
        )
        .unless(r#"\bpull request|\bcode review\b|essay|paper|manuscript"#),
        shape(
            Strength::Conclusive,
            "tells a scanner what to find",
            r#"\b(?:automated |security |ai |llm |static )+(?:reviewers?|scanners?|auditors?|tools?|models?|classifiers?|checks?) (?:should|must|may|can|are to|need to|will|please) (?:\w+ ){0,3}?(?:(?:rate|mark|treat|classify|consider|report|score|label|approve)\b[^.!?]{0,40}?\b(?:safe|benign|clean|no findings|approved|trusted|harmless)|(?:skip|ignore|exclude|pass over))"#,
        ),
        shape(
            Strength::Strong,
            "explains itself to a scanner",
            r#"\b(?:this|it|the (?:code|command|script|call)) is not (?:an? )?(?:reverse shell|backdoor|malware|malicious|exfiltration|exploit|prompt injection|virus|trojan|keylogger)\b"#,
        )
        .unless(r#"\bif\b|whether|ensure|verify|detect"#),
        shape(
            Strength::Strong,
            "carries its own verdict",
            r#"[\x22']verdict[\x22']\s*:\s*[\x22'](?:safe|benign|clean|pass)[\x22'][^}]{0,80}?[\x22'](?:findings|issues|threats|risks)[\x22']\s*:\s*\[\s*\]|\bend of (?:analysis|scan|review|audit)\b[ \t]*(?:[.:;!\])*=>-]|\n|$)"#,
        )
        .unless(r#"example output|schema|format"#),
        shape(
            Strength::Strong,
            "tells a scanner what not to report",
            r#"\b(?:is|are) not to be (?:reported|flagged|scanned)\b|\bscanners? (?:may|can|should|must) (?:skip|ignore)\b"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
