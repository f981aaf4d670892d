//! The grammar that most headers keep to.
use crate::{Limits, Node};
use prowess_base::Span;
pub(crate) fn read<'t>(_text: &'t str, _span: Span, _limits: &Limits) -> Option<Node<'t>> {
    None
}
