//! `schemas/*.json`: the JSON forms that the command prints.

use std::io;

use schemars::{JsonSchema, schema_for};

use crate::commands::archive::ArchivedView;
use crate::commands::check::CheckView;
use crate::commands::commands::CommandsView;
use crate::commands::compare::CompareView;
use crate::commands::deps::DepsView;
use crate::commands::expand::ExpandView;
use crate::commands::explain::ExplainView;
use crate::commands::info::InfoView;
use crate::commands::install::OfferedView;
use crate::commands::list::ListView;
use crate::commands::new::NewView;
use crate::commands::outdated::OutdatedView;
use crate::commands::overview::OverviewView;
use crate::commands::pack::PackView;
use crate::commands::profiles::ProfilesView;
use crate::commands::prompt::{CostView, PromptView};
use crate::commands::routes::RoutesView;
use crate::commands::scan::ScanView;
use crate::commands::search::{InspectView, SearchView};
use crate::commands::shapes::ConfigShape;
use crate::commands::show::ShowView;
use crate::commands::stale::StaleView;
use crate::commands::trust::TrustView;
use crate::commands::validate::ValidateView;
use crate::commands::verify::VerifyView;
use crate::commands::watch::WatchView;
use crate::commands::why::WhyView;
use crate::keeping::view::ChangeView;

/// Every schema with the name of its command.
pub(super) fn all() -> io::Result<Vec<(&'static str, String)>> {
    Ok(vec![
        schema::<ChangeView>("adopt")?,
        schema::<ChangeView>("archive")?,
        schema::<CheckView<'_>>("check")?,
        schema::<CommandsView<'_>>("commands")?,
        schema::<CompareView<'_>>("compare")?,
        schema::<ConfigShape>("config")?,
        schema::<DepsView<'_>>("deps")?,
        schema::<VerifyView>("edit")?,
        schema::<ExpandView<'_>>("expand")?,
        schema::<ExplainView>("explain")?,
        schema::<InfoView<'_>>("info")?,
        schema::<InspectView>("inspect")?,
        schema::<ChangeView>("install")?,
        schema::<OfferedView>("install-list")?,
        schema::<ListView<'_>>("list")?,
        schema::<ChangeView>("lock-import")?,
        schema::<NewView>("new")?,
        schema::<OutdatedView>("outdated")?,
        schema::<OverviewView<'_>>("overview")?,
        schema::<PackView>("pack")?,
        schema::<ProfilesView>("profiles")?,
        schema::<PromptView<'_>>("prompt")?,
        schema::<CostView>("prompt-cost")?,
        schema::<ChangeView>("remove")?,
        schema::<ChangeView>("restore")?,
        schema::<ArchivedView>("restore-list")?,
        schema::<RoutesView<'_>>("routes")?,
        schema::<ScanView<'_>>("scan")?,
        schema::<SearchView>("search")?,
        schema::<ShowView<'_>>("show")?,
        schema::<StaleView>("stale")?,
        schema::<TrustView>("trust")?,
        schema::<ChangeView>("undo")?,
        schema::<TrustView>("untrust")?,
        schema::<ChangeView>("update")?,
        schema::<ValidateView<'_>>("validate")?,
        schema::<VerifyView>("verify")?,
        schema::<WatchView>("watch")?,
        schema::<WhyView<'_>>("why")?,
    ])
}

fn schema<T: JsonSchema>(name: &'static str) -> io::Result<(&'static str, String)> {
    let mut text = serde_json::to_string_pretty(&schema_for!(T))?;
    text.push('\n');
    Ok((name, text))
}
