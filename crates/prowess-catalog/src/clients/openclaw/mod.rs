//! OpenClaw 2026.6.11: its `openclaw.json`, its filter of skills an agent has, its agents, its menu of commands, its status view, its
//! look-up of one skill, and the skills of its snapshot.

mod agents;
mod commands;
mod config;
mod lookup;
mod session;
mod status;

pub use agents::{AgentWorkspace, agent_workspaces};
pub use commands::{BUILT_IN_COMMANDS, command_source};
pub use config::{agent_filter, normalize_filter, read_config};
pub use lookup::{StatusName, index_name, resolve_status_entry};
pub use session::{ResolvedSkill, SessionSkill, is_same_filter, resolved_skills, session_skills};
pub use status::{ConfigCheck, Needs, Status, status};
