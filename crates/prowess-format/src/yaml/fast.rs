//! The grammar that most headers keep to.
use prowess_base::Span;
use crate::{Limits, Node};
pub(crate) fn read<'t>(_text: &'t str, _span: Span, _limits: &Limits) -> Option<Node<'t>> { None }
