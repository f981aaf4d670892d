//! The vectors' codes of faults beside ours.

use prowess_flow::{Children, Fault, Finding, ModelPart, PortNameFault, Problem, When};
use serde_json::{Value, json};

/// What the vectors call a fault, with what it names.
pub(super) fn named(fault: &Fault) -> Value {
    use Fault as F;
    let code = |code: &str| json!({"code": code});
    match fault {
        F::Xml { .. } | F::DocumentType | F::Encoding => code("xml_syntax"),
        // There, a file that is not there is no XML.
        F::Include { .. } => code("xml_syntax"),
        F::TooDeep { .. } => code("nesting_too_deep"),
        F::RootName => code("root_element_name"),
        F::TreeIdMissing => code("tree_id_missing"),
        F::IdIsNode { tag, .. } => json!({"code": "id_is_a_registered_node", "tag": tag}),
        F::NameCharacter { name, character } => {
            json!({"code": "model_name_forbidden_char", "name": name, "char": character})
        }
        F::NameReserved { .. } => code("name_reserved_root"),
        F::InstanceName => code("instance_name_control_char"),
        F::MainAmbiguous { .. } => code("main_tree_ambiguous"),
        F::TreeNotFound { name } => json!({"code": "tree_not_found", "name": name}),
        F::NodeUnknown { name } => json!({"code": "node_unknown", "name": name}),
        F::ChildCount {
            name,
            needed,
            found,
        } => children(name, *needed, *found),
        F::ExplicitIdMissing { tag } => json!({"code": "explicit_id_missing", "tag": tag}),
        F::CompactWithId { tag } => json!({"code": "compact_with_id", "tag": tag}),
        F::ReactiveTwoAsync => code("reactive_sequence_two_async"),
        F::PortNotDeclared { port, tag } => {
            json!({"code": "port_not_declared", "port": port, "tag": tag})
        }
        F::PortLiteral { port, text, to } => json!({
            "code": "port_literal_not_convertible", "port": port, "text": text,
            "to": to.to_string(),
        }),
        F::PortTypes { key, first, later } => json!({
            "code": "port_type_conflict", "key": key, "first": first.to_string(),
            "later": later.to_string(),
        }),
        F::PortMissing { port, when } => missing(port, *when),
        F::SubTreePort { id, port } => {
            json!({"code": "subtree_mandatory_port_missing", "id": id, "port": port})
        }
        F::ModelsTwice => code("models_twice"),
        F::ModelIncomplete { part, .. } => code(match part {
            ModelPart::SubTree => "subtree_model_id_missing",
            ModelPart::Port => "subtree_model_port_name_missing",
            ModelPart::BesideModel => "root_child_id_missing",
        }),
        F::PortName { name, reason } => match reason {
            PortNameFault::Empty => code("port_name_empty"),
            PortNameFault::Digit => json!({"code": "port_name_starts_with_digit", "name": name}),
            PortNameFault::Reserved => json!({"code": "port_name_reserved", "name": name}),
            PortNameFault::Character => json!({"code": "port_name_forbidden_char", "name": name}),
        },
        F::Cycle { id } => json!({"code": "subtree_cycle", "id": id}),
        F::PathTwice { path } => json!({"code": "subtree_path_duplicate", "path": path}),
        F::IncludePath => code("include_path_missing"),
        F::IncludePackage => code("include_ros_pkg_unsupported"),
        script_or_value => of_values(script_or_value),
    }
}

fn children(name: &str, needed: Children, found: usize) -> Value {
    match needed {
        // There, controls without any are refused when the tree is loaded, others when it is ticked.
        Children::AtLeast(_) | Children::TwoOrThree | Children::Exactly(_) if found == 0 => {
            json!({"code": "control_without_children", "name": name})
        }
        Children::One => json!({"code": "decorator_child_count", "name": name}),
        Children::None => json!({"code": "leaf_has_children", "name": name}),
        Children::AtLeast(_) => json!({"code": "control_without_children", "name": name}),
        Children::TwoOrThree => json!({"code": "control_child_count_at_tick"}),
        _ => json!({"code": "switch_child_count_at_tick"}),
    }
}

fn missing(port: &str, when: When) -> Value {
    match (port, when) {
        ("queue", When::Load) => json!({"code": "required_port_missing_at_load", "port": port}),
        ("entry", When::Load) => json!({"code": "required_port_missing_at_load:entry"}),
        _ => json!({"code": "required_port_missing", "port": port}),
    }
}

fn of_values(fault: &Fault) -> Value {
    use Fault as F;
    let code = |code: &str| json!({"code": code});
    match fault {
        F::ScriptBadToken { token, position } => {
            json!({"code": "script_bad_token", "token": token, "pos": position})
        }
        F::ScriptOperandExpected { got, position } => {
            json!({"code": "script_syntax_operand_expected", "got": got, "pos": position})
        }
        F::ScriptTokenExpected {
            expected,
            got,
            position,
        } => json!({
            "code": "script_syntax_token_expected", "expected": expected, "got": got,
            "pos": position,
        }),
        F::ScriptEmpty => code("script_empty"),
        F::ScriptUnknownName { name } => json!({"code": "script_unknown_name", "name": name}),
        F::ScriptMissingEntry { name } => {
            json!({"code": "script_assign_missing_entry", "name": name})
        }
        F::ScriptTargetNotName => code("script_assign_target_not_a_name"),
        F::ScriptTypeMismatch { name, from, to } => json!({
            "code": "script_assign_type_mismatch", "name": name, "from": from.to_string(),
            "to": to.to_string(),
        }),
        F::ScriptTextToOther { name, to } => json!({
            "code": "script_assign_string_to_other", "name": name, "to": to.to_string(),
        }),
        F::ScriptOperandUnset { operator, side } => {
            json!({"code": "script_operand_unset", "op": operator, "side": side})
        }
        F::ScriptOperands { .. } => code("script_operands_not_allowed"),
        F::ScriptUnaryOnText => code("script_unary_on_string"),
        F::ScriptUnaryNotNumber => code("script_unary_on_non_number"),
        F::ScriptNotFlag => code("script_logic_operand_not_bool"),
        F::ScriptBitsNotInteger => code("script_bitwise_operand_not_integer"),
        F::ScriptComparisonTypes { left, right } => json!({
            "code": "script_comparison_types", "left": left.to_string(),
            "right": right.to_string(),
        }),
        F::ScriptCompoundNotNumber => code("script_compound_on_non_number"),
        F::ScriptCompoundOnText => code("script_compound_operator_on_string"),
        F::ValueEmpty => code("value_empty"),
        F::IntNotFlag => code("int_not_0_or_1_to_bool"),
        F::IntToRealInexact => code("int_to_real_inexact"),
        F::RealToIntInexact => code("real_to_int_inexact"),
        F::NegativeToUnsigned => code("negative_to_unsigned"),
        F::NumberOutOfRange => code("number_out_of_range"),
        F::NoSafeConversion { from, to } => json!({
            "code": "no_safe_conversion", "from": from.to_string(), "to": to.to_string(),
        }),
        F::NoStringConverter { to } => {
            json!({"code": "no_string_converter", "to": to.to_string()})
        }
        F::StringConversion {
            text,
            to: "NodeStatus",
        } => json!({"code": "string_conversion_failed", "text": text}),
        F::StringConversion { text, to } => {
            json!({"code": "string_conversion_failed", "text": text, "to": to})
        }
        F::StringToBool { .. } => code("string_to_bool_failed"),
        F::StringToNumber { .. } => code("string_to_number_failed"),
        F::ValueCopyMismatch => code("value_copy_type_mismatch"),
        F::InputAbsent { port } => json!({"code": "input_port_absent", "port": port}),
        F::InputUnset { port, key } => {
            json!({"code": "input_entry_missing_or_unset", "port": port, "key": key})
        }
        F::OutputAbsent { port } => json!({"code": "output_port_absent", "port": port}),
        F::OutputLiteral { .. } => code("output_is_a_literal"),
        F::EntryLocked { name, from, to } => json!({
            "code": "entry_type_locked", "name": name, "from": from.to_string(),
            "to": to.to_string(),
        }),
        F::SetWithoutValue => code("set_blackboard_value_absent"),
        F::SetSourceMissing { .. } => code("set_blackboard_source_missing"),
        F::SetConversion { text, to } => json!({
            "code": "set_blackboard_conversion_failed", "text": text, "to": to.to_string(),
        }),
        F::LoopQueue { .. } => code("loop_queue_type"),
        F::StatusIdle { name } => json!({"code": "status_idle_returned", "name": name}),
        F::LeafIdle { when } => {
            let callback = if *when == "started" {
                "onStart"
            } else {
                "onRunning"
            };
            json!({"code": "stateful_returned_idle", "callback": callback})
        }
        F::ImmediateRunning => code("sync_action_returned_running"),
        F::ConditionSkipped => code("ifthenelse_condition_skipped"),
        F::Threshold { port, .. } => {
            let never = if *port == "success_count" {
                "succeed"
            } else {
                "fail"
            };
            json!({"code": "threshold_above_child_count", "never": never})
        }
        F::Leaf { .. } => code("scripted_exception"),
        other => json!({"code": format!("ours: {other}")}),
    }
}

/// The first fault of a tree that does not load. A tree's own count of children is told apart by the
/// element it stands at.
pub(super) fn first(findings: &[Finding]) -> Value {
    let found = findings.iter().find_map(|finding| match &finding.problem {
        Problem::Fault(fault) => Some((finding, fault)),
        Problem::Warning(_) => None,
    });
    let Some((finding, fault)) = found else {
        return Value::Null;
    };
    let element = finding.span.slice(&finding.text);
    match fault {
        Fault::ChildCount { name, .. } if element == "BehaviorTree" => {
            json!({"code": "tree_child_count", "id": name})
        }
        Fault::ChildCount { name, .. } if element == "SubTree" => {
            json!({"code": "subtree_has_children", "id": name})
        }
        fault => named(fault),
    }
}

/// A fault of the vectors without what is C++'s own, cut down to what ours names too.
pub(super) fn theirs(theirs: &Value, ours: &Value) -> Value {
    let Some(fields) = theirs.as_object() else {
        return theirs.clone();
    };
    let is_known = |name: &str| matches!(name, "code" | "node") || ours.get(name).is_some();
    fields
        .iter()
        .filter(|(name, _)| is_known(name) && !matches!(name.as_str(), "class" | "stage"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Ours cut down in the same way: some of theirs name less.
pub(super) fn ours(ours: &Value, theirs: &Value) -> Value {
    let Some(fields) = ours.as_object() else {
        return ours.clone();
    };
    fields
        .iter()
        .filter(|(name, _)| *name == "code" || theirs.get(name.as_str()).is_some())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
