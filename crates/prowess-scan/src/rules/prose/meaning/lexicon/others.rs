//! Who, when, and what turns a sentence over.

use super::super::senses::*;

pub(super) const WORDS: &[(Senses, &str)] = &[
    // Until, unless: what makes a silence one for a time.
    (
        UNTIL,
        concat!(
            "until|unless|before the|yet|bis|hasta|jusqu'à|até|",
            "пока|",
            "直到|除非|まで|때까지",
        ),
    ),
    // Not, never, without.
    (
        NOT,
        concat!(
            "not|never|don't|do not|without|no need|must not|should not|shouldn't|cannot|can't|avoid|",
            "refuse|refuses|nor|no|nicht|nichts|nie|niemals|kein~|ohne|nunca|jamás|sin|tampoco|nada|ne|",
            "n'|jamais|sans|pas|rien|não|sem|",
            "не|никогда|без|нельзя|ни|",
            "不要|不得|请勿|勿|别|切勿|禁止|无需|不必|不用|不能|绝不|不许|不可|没有|ないで|しない|ません|",
            "せず|ずに|なく|말고|마세요|마라|않|지 마|없이",
        ),
    ),
    // The person that the model works for.
    (
        PERSON,
        concat!(
            "user|users|user's|owner|human|operator|person|people|customer|somebody|anybody|anyone|",
            "nobody|person at the keyboard|person you are helping|benutzer~|nutzer~|anwender~|usuario|",
            "usuarios|dueño|utilisateur~|propriétaire|personne|usuário~|dono|utente|",
            "make the user believe|makes the user believe|let the user think|the user thinks|",
            "the user think|the user believe|so the user thinks|haz creer|fais croire|",
            "пользовател~|владел~|",
            "用户|使用者|主人|ユーザー|利用者|사용자|주인",
        ),
    ),
    // The model.
    (
        MODEL,
        concat!(
            "you operate|you act|you work|you may|the session|this session|arbeitest du|operas|opères|",
            "opera|assistant|agent|model|the ai|ai assistants|llm|you are|assistent|asistente|agente|",
            "modelo|assistente|modèle|",
            "ты работаешь|ассистент~|агент~|модел~|",
            "你可以|你将|あなたは|당신은|助手|智能体|模型|アシスタント|エージェント|モデル|어시스턴트|",
            "에이전트",
        ),
    ),
    // Whoever judges a package.
    (
        JUDGE,
        concat!(
            "automated analysis|any analysis|security analysis|ai review|code review bots|",
            "anything that scans|whatever scans|reviewer|reviewers|scanner|scanners|auditor|auditors|",
            "automated review|automated reviewers|moderator|moderators|whoever rates|whoever reviews|",
            "whoever judges|security tool|static analysis|classifier|judge|grader|prüfer|revisor~|",
            "analizador~|escáner~|analyseur~|réviseur~|evaluation tool|evaluator|evaluators|rating tool|",
            "the evaluation|assessor|assessors|",
            "审核|审查|扫描器|检测|レビュアー|審査|スキャナ|검토자|스캐너",
        ),
    ),
    // All, any, whatever.
    (
        ALL,
        concat!(
            "all|any|every|everything|whatever|anything|each|entire|whole|in full|complete|full|",
            "what you find|resembles|looks like a|anything that resembles|that you find|you can open|",
            "alle|alles|jede~|sämtliche|ganze~|todo|todos|todas|cualquier|toute|tout|tous|toutes|chaque|",
            "tudo|qualquer|every mail|every message|each mail|every email|all mail|each commit|",
            "every commit|all prompts|each prompt|every prompt|every file|all files|each message|",
            "все|всё|всех|любые|каждый|",
            "所有|全部|任何|一切|すべて|全て|あらゆる|모든|전부",
        ),
    ),
    // Each time, at every start.
    (
        EACH,
        concat!(
            "each time|every time|each session|every session|at the start of each|at the start of every|",
            "before each|before every|after each|after every|each sunday|every day|each day|daily|",
            "every hour|hourly|every four hours|every few hours|periodic|periodically|from now on|",
            "each turn|every turn|heartbeat|always|jedes mal|bei jeder|bei jedem|vor jeder|vor jedem|",
            "täglich|stündlich|immer|cada vez|cada día|siempre|cada sesión|antes de cada|chaque fois|",
            "avant chaque|toujours|chaque jour|cada sessão|toda vez|sempre|",
            "каждый раз|перед каждым|перед каждой|всегда|ежедневно|",
            "每次|每天|每小时|始终|总是|以后的所有|毎回|毎日|常に|するたび|매번|항상|매일",
        ),
    ),
    // For good, permanently.
    (
        LASTING,
        concat!(
            "later sessions|future sessions|later conversations|future conversations|all later|",
            "later ones too|spätere sitzungen|sesiones futuras|sessions futures|sessões futuras|",
            "leave it that way|leave it on|leave it off|leave it like that|leave it so|leave them so|",
            "for good|forever|permanently|permanent|leave it there|keep it there|keep them that way|",
            "keep it that way|keep that way|for all sessions|in all sessions|in every session|all future|",
            "never remove|do not remove|must stay|stays there|survives|survive|für immer|dauerhaft|",
            "para siempre|permanente~|pour toujours|définitivement|en permanence|para sempre|",
            "будущих сессиях|навсегда|постоянно|",
            "后续会话|今後のセッション|이후 세션|永久|永远|以后的所有|一直遵守|长期|永続|永久に|",
            "今後ずっと|常に従|영구|앞으로 모든",
        ),
    ),
    // This skill, this page.
    (
        THIS,
        concat!(
            "the skill|ces consignes|ces instructions|ces règles|estas instrucciones|estas reglas|",
            "estas regras|estas instruções|deste arquivo|diese anweisungen|diese regeln|dieser datei|",
            "these rules|these instructions|what is written here|this skill|this page|this file|",
            "this document|this package|skill's author|operator of this skill|author of this|",
            "inside this skill|our server|this section|these notes|dieser skill|diese seite|",
            "dieses dokument|esta habilidad|esta página|este archivo|cette compétence|cette page|",
            "ce fichier|esta habilidade|este arquivo|the code below|code below|the following code|",
            "this code|scripts folder|this set|this repository's skill|",
            "эти указания|эти правила|эти инструкции|этот навык|этой страниц~|этот файл|",
            "这些规则|这些指令|これらの指示|このルール|本技能|本页|本文件|此技能|このスキル|このページ|",
            "本スキル|이 스킬|이 페이지|このファイルを|本文件中",
        ),
    ),
    // A denial that stands behind what it denies, in languages that say it there / Not, never, without.
    (
        LATE.with(NOT),
        concat!(
            "nicht|nichts|pas|rien|",
            "ないで|しない|ません|せず|ずに|말고|마세요|마라|않|지 마|없이",
        ),
    ),
    // If, when, after: what makes a claim a condition.
    (
        WHEN,
        concat!(
            "check that|checks that|check whether|or not|if|when|once|after|whether|wenn|sobald|nachdem|",
            "si|cuando|quand|lorsque|dès que|quando|se|",
            "если|когда|после|",
            "如果|当|之后|もし|場合|なら|면",
        ),
    ),
    // From, on: what stands before a page.
    (
        FROM,
        concat!(
            "from|on|at|displayed at|shown at|shown on|von|auf|de|desde|depuis|sur|em|",
            "с|со|",
            "从|在",
        ),
    ),
    // What only looks like another word.
    (
        FILLER,
        concat!(
            "as if|even if|what if|if any|as is|sends requests|send requests|send a request|",
            "sends a request|send the request|firewall rule|firewall rules|defender for|",
            "confirmation dialog|confirmation modal|confirmation page|settings page|settings screen|",
            "permission checks in tests",
        ),
    ),
];
