//! A text has the model put a program together from parts, or decode it, and run it.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::JOINED_PARTS,
    id: "joined-parts",
    class: 24,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Note],
    why: "a program in parts is made so that nobody reads it whole before it runs",
    advice: "ship the program as one file",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "join",
    "concat",
    "combin",
    "together",
    "assembl",
    "stitch",
    "append",
    "decod",
    "rebuil",
    "reconstruct",
    "reverse the",
    "拼接",
    "解码",
];

/// How what was made is run.
const RUN: &str = r"\b(?:run|execute|exec|eval|evaluate|pipe|launch|feed|paste) (?:the )?(?:result\w*|it|that|this|whole|output|outcome|(?:\w+ )?(?:string|text|line|command|program|script|code)|them)\b(?: (?:\w+ ){0,3}?(?:in|with|through|as|into|to|by|using|on) (?:a |the |your )?(?:\w+ )?(?:shell|bash|sh|zsh|terminal|command|python|node|interpreter|powershell|console)|[.,;]|$| silently| at once| once)";

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "has a program put together from parts and run",
            &format!(r"\b(?:join|concatenate|combine|put|append|assemble|merge|stitch|glue|rebuild|reconstruct)\b[^!?]{{0,160}}?\b(?:parts?|pieces?|fragments?|strings?|chunks?|halves|variables?|lines?|values?|words?|letters?|together|in order|without (?:spaces?|a space|blanks?))\b[^!?]{{0,160}}?{RUN}"),
        )
        .unless(r"\b(?:sql|query|queries|audio|video|clip|slide|report|pdf|ffmpeg|test suite)\b"),
        shape(
            Strength::Strong,
            "has a text decoded and run",
            &format!(r"\b(?:decode|unscramble|decipher|rot ?13|base64|reverse the)\b[^!?]{{0,120}}?{RUN}"),
        )
        .unless(r"\b(?:jwt|qr|barcode)\b"),
        shape(
            Strength::Strong,
            "has a text decoded or put together and run",
            r"(?:拼接|解码|连接起来)[^。，；）→]{0,20}(?:后|并|然后|再|，)[^。→]{0,12}(?:执行|运行)(?:它|结果|该命令|该脚本|命令)",
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
