//! A text tells the model to fetch instructions from the network and to follow them.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::REMOTE_INSTRUCTIONS,
    id: "remote-instructions",
    class: 26,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Note],
    why: "whoever holds that address decides tomorrow what the model does, whatever was read today",
    advice: "ship the instructions with the skill; fetch data, not orders",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &["https://", "http://", "heartbeat"];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "follows instructions that it fetches",
            r#"\b(?:fetch|download|retrieve|read|load|open|visit|check|get|curl|pull|query|poll|access|consult|go to|request)\b[^!?]{0,100}?https?://[^\s)`\x22'>]{4,200}[^!?]{0,120}?\b(?:follow|execute|obey|carry out|comply with|act on|do exactly|do whatever|do what|perform)\b (?:[\w’'-]+ ){0,4}?(?:instructions?|steps?|commands?|directives?|orders|says|it|them|tasks?|there|returned|found|contains|tells)"#,
        )
        .unless(r#"\b(?:user (?:provides|asks)|installation guide|install(?:ation)? (?:instructions|steps)|quickstart|sign ?up|to create|to get (?:an|your)|api key|documentation|docs\.)|/docs|\b(?:instructions?|steps?|commands?|guide) (?:\w+ ){0,2}?(?:below|above|here)\b|\b(?:build|setup) instructions"#),
        shape(
            Strength::Strong,
            "takes its instructions from the network",
            r#"\b(?:latest|current|updated|new|additional|further|today[’']s|remote|fresh|your) (?:\w+ )?(?:instructions?|tasks?|commands?|directives?|orders|prompts?|skill\.md|heartbeat)\b (?:[\w’'-]+ ){0,4}?(?:from|at|via|hosted at|published at|located at) ?[\s:`<(\[]*https?://(?:[^\s)`\x22'>]{4,200})"#,
        )
        .unless(r#"install(?:ation)? instructions|github\.com/[\w.-]+/[\w.-]+(?:/?$|#)|/docs|docs\.|documentation|release notes"#),
        shape(
            Strength::Strong,
            "takes its instructions from the network",
            r#"\b(?:curl|wget|fetch|get|read|check|compare)\b[^\n!?]{0,120}?https?://[^\s)`\x22'>]{3,160}/(?:skill|heartbeat|instructions?|prompts?|tasks?|commands?|agents|soul|rules|messaging)\.(?:md|txt|json)\b(?:[^!?]{0,200}?\b(?:follow|execute|newer|replace|overwrite|every|each|periodic\w*|hours?|daily|regularly|before)\b|[^\n]{0,60}>\s*~?/?[\w./-]*(?:skills|\.openclaw|\.claude|\.moltbot|\.clawdbot))"#,
        ),
        shape(
            Strength::Strong,
            "takes its instructions from the network",
            r#"(?:访问|获取|读取|下载|打开)[^。]{0,40}https?://[^\s。]{4,120}[^。]{0,40}(?:按照|遵循|执行|遵守)[^。]{0,20}(?:指令|指示|步骤|内容|命令)"#,
        ),
        shape(
            Strength::Strong,
            "follows instructions that it fetches",
            r#"\b(?:fetch|download|retrieve|read|load|open|visit|check|get|pull|access|consult|request|take|browse)\b[^!?\n]{0,100}?https?://[^\s)`\x22'>]{4,200}[\s\S]{0,200}?(?:\bcarry (?:each|all|any|every|them|it|those|these)\b(?: one)?(?: of (?:them|these|those))? out\b|\b(?:run|execute|follow|obey|perform|apply|do|type|paste) (?:each|all|every|whatever|exactly what|what|any)(?: \w+)?(?: of)? ?(?:them|it|these|those|line|command|step|stands|says|tells|asks|wants|lists|is written)\b|\b(?:it|which|that (?:file|page)|the (?:file|page|answer|response)) (?:holds?|contains?|lists?|returns?|gives?) (?:\w+ ){0,3}?(?:commands|orders|directives)\b)"#,
        )
        .unless(r#"\b(?:user (?:provides|asks)|installation guide|quickstart|sign ?up|documentation|docs\.)|/docs"#),
        shape(
            Strength::Strong,
            "follows instructions that it fetches",
            r#"(?:\b(?:öffne|lade|lies|hole?|rufe?)\b[^\n]{0,80}?https?://\S{4,200}[^\n]{0,160}?\b(?:befolge|führe|tu|arbeite|mach)\b|\b(?:ouvre|lis|récupère|télécharge|charge|consulte)\b[^\n]{0,80}?https?://\S{4,200}[^\n]{0,160}?\b(?:suis|exécute|applique|fais)\b|\b(?:abre|lee|descarga|obtén|visita|consulta|abra|leia|baixe|obtenha|acesse)\b[^\n]{0,80}?https?://\S{4,200}[^\n]{0,160}?\b(?:sigue|ejecuta|haz|cumple|aplica|siga|execute|faça|cumpra)\b|(?:открой|прочита|загрузи|скача|получи)\w*[^\n]{0,80}?https?://\S{4,200}[^\n]{0,160}?(?:выполн|следу|сдела|исполн)\w*|https?://\S{4,200}[^\n]{0,60}?(?:読み|開い|取得|ダウンロード)[^\n]{0,60}?(?:従|実行)|https?://\S{4,200}[^\n]{0,60}?(?:읽|열|가져|다운로드)[^\n]{0,60}?(?:따르|실행|수행))"#,
        ),
        shape(
            Strength::Strong,
            "takes its orders from the network",
            r#"\b(?:what|whatever) (?:it|the page|the file|that page|they|the answer|the response) (?:says?|tells? you|contains?) (?:is|are) (?:your |the )?(?:\w+ )?(?:instructions?|orders?|tasks?|commands?)|\b(?:check|read|poll|fetch|open) (?:it|this|that) (?:again )?(?:each|every) \w+[^.!?]{0,40}?\b(?:do|follow|execute|obey)\b|\bobey (?:[\w’'-]+ ){0,5}?(?:at|from) https?://"#,
        )
        .with(r#"https?://"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
