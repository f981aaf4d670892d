//! `schemas/*.json`: the JSON forms that the command prints.

use std::io;

use schemars::{JsonSchema, schema_for};

use crate::commands::check::CheckView;
use crate::commands::commands::CommandsView;
use crate::commands::compare::CompareView;
use crate::commands::deps::DepsView;
use crate::commands::expand::ExpandView;
use crate::commands::explain::ExplainView;
use crate::commands::info::InfoView;
use crate::commands::list::ListView;
use crate::commands::new::NewView;
use crate::commands::overview::OverviewView;
use crate::commands::profiles::ProfilesView;
use crate::commands::prompt::{CostView, PromptView};
use crate::commands::routes::RoutesView;
use crate::commands::scan::ScanView;
use crate::commands::shapes::ConfigShape;
use crate::commands::show::ShowView;
use crate::commands::validate::ValidateView;
use crate::commands::watch::WatchView;
use crate::commands::why::WhyView;

/// Every schema with the name of its command.
pub(super) fn all() -> io::Result<Vec<(&'static str, String)>> {
    Ok(vec![
        schema::<CheckView<'_>>("check")?,
        schema::<CommandsView<'_>>("commands")?,
        schema::<CompareView<'_>>("compare")?,
        schema::<ConfigShape>("config")?,
        schema::<DepsView<'_>>("deps")?,
        schema::<ExpandView<'_>>("expand")?,
        schema::<ExplainView>("explain")?,
        schema::<InfoView<'_>>("info")?,
        schema::<ListView<'_>>("list")?,
        schema::<NewView>("new")?,
        schema::<OverviewView<'_>>("overview")?,
        schema::<ProfilesView>("profiles")?,
        schema::<PromptView<'_>>("prompt")?,
        schema::<CostView>("prompt-cost")?,
        schema::<RoutesView<'_>>("routes")?,
        schema::<ScanView<'_>>("scan")?,
        schema::<ShowView<'_>>("show")?,
        schema::<ValidateView<'_>>("validate")?,
        schema::<WatchView>("watch")?,
        schema::<WhyView<'_>>("why")?,
    ])
}

fn schema<T: JsonSchema>(name: &'static str) -> io::Result<(&'static str, String)> {
    let mut text = serde_json::to_string_pretty(&schema_for!(T))?;
    text.push('\n');
    Ok((name, text))
}
