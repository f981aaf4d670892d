//! Rules about what code does, and what prose has a model do: they look at facts, never at words.

mod affinity;
pub(crate) mod agent_settings_write;
pub(crate) mod capture;
pub(crate) mod collector_host;
pub(crate) mod credential_read;
pub(crate) mod credential_sweep;
pub(crate) mod crypto_mining;
pub(crate) mod decode_and_run;
pub(crate) mod destructive;
pub(crate) mod dns_exfiltration;
pub(crate) mod dynamic_code;
pub(crate) mod environment_dump;
pub(crate) mod environment_trigger;
pub(crate) mod fetch_and_run;
pub(crate) mod file_upload;
pub(crate) mod git_push_foreign;
pub(crate) mod instruction_file_write;
pub(crate) mod load_time_command;
pub(crate) mod other_skills_write;
pub(crate) mod persistence;
pub(crate) mod privilege;
pub(crate) mod remote_model_instructions;
pub(crate) mod reverse_shell;
pub(crate) mod secret_flow;
pub(crate) mod security_disabled;
