//! What other programs answered to the shared vectors, against what Prowess answers.
//!
//! One module per vector file. Where Prowess differs on purpose, the line stands in
//! `differences.toml` with the reason.
//!
//! `openhands/render.jsonl`, `mcp.jsonl` and `invoke.jsonl` are about running commands, starting servers
//! and a tool of the agent: rooms that are not built yet.

#![expect(
    clippy::print_stdout,
    clippy::panic,
    clippy::expect_used,
    reason = "test programs print their figures and stop at a broken fixture"
)]

mod btcpp;
mod compare;
mod differences;

mod gemini_headers;
mod nanobot_availability;
mod nanobot_context;
mod nanobot_header_texts;
mod nanobot_headers;
mod nanobot_mentions;
mod nanobot_prompt;
mod nanobot_registry;
mod nanobot_summary;
mod one_skill;
mod openclaw_commands;
mod openclaw_eligibility;
mod openclaw_env;
mod openclaw_frontmatter;
mod openclaw_install;
mod openclaw_policy;
mod openclaw_prompt;
mod openclaw_scanner;
mod openclaw_snapshot;
mod openclaw_sources;
mod openhands_headers;
mod openhands_prompt;
mod openhands_trees;
mod pi_gemini_trees;
mod pi_headers;
mod skills_ref;
mod skills_ref_style;
mod trees;
