//! The leaves that the vectors' trees use.

use std::sync::{Arc, Mutex};

use prowess_flow::{
    Context, Element, Fault, Leaf, LeafForm, NodeModel, PortModel, Registry, Status, Type,
    Value as FlowValue,
};
use serde_json::{Value, json};

use super::{faults, values};

/// What happened, in order.
pub(super) type Log = Arc<Mutex<Vec<Value>>>;

pub(super) fn note(log: &Log, event: Value) {
    log.lock().expect("no panic elsewhere").push(event);
}

/// Adds every test leaf.
pub(super) fn register(registry: &mut Registry, log: &Log) {
    scripted(registry, log);
    let color = || Type::Enum("Color".into());
    let inputs = [
        ("InAny", Type::Variant, Type::Variant),
        ("InBool", Type::Bool, Type::Bool),
        ("InColor", color(), color()),
        ("InDouble", Type::Double, Type::Double),
        ("InFloat", Type::Float, Type::Float),
        ("InInt", Type::Int, Type::Int),
        ("InInt64", Type::Int64, Type::Int64),
        ("InStatus", Type::Status, Type::Status),
        ("InStr", Type::String, Type::String),
        ("InU64", Type::UInt64, Type::UInt64),
        ("InU8", Type::UInt8, Type::UInt8),
        ("InUint", Type::UInt, Type::UInt),
        ("InUntypedBool", Type::Untyped, Type::Bool),
        ("InUntypedDouble", Type::Untyped, Type::Double),
        ("InUntypedInt", Type::Untyped, Type::Int),
        ("InUntypedStr", Type::Untyped, Type::String),
        ("InUntypedU8", Type::Untyped, Type::UInt8),
        ("InUntypedVecInt", Type::Untyped, Type::List(Element::Int)),
        (
            "InVecBool",
            Type::List(Element::Bool),
            Type::List(Element::Bool),
        ),
        (
            "InVecDouble",
            Type::List(Element::Double),
            Type::List(Element::Double),
        ),
        (
            "InVecInt",
            Type::List(Element::Int),
            Type::List(Element::Int),
        ),
        (
            "InVecStr",
            Type::List(Element::String),
            Type::List(Element::String),
        ),
    ];
    for (id, port, read) in inputs {
        input(registry, log, id, PortModel::input("in", port), read);
    }
    let with_default = |default: &str| PortModel::input("in", Type::Int).or(default);
    input(registry, log, "InIntDef", with_default("42"), Type::Int);
    input(
        registry,
        log,
        "InIntDefEntry",
        with_default("{fallback}"),
        Type::Int,
    );
    input(
        registry,
        log,
        "InIntDefSame",
        with_default("{=}"),
        Type::Int,
    );
    let text = PortModel::input("in", Type::String).or("dflt");
    input(registry, log, "InStrDef", text, Type::String);
    outputs(registry, log);
    in_out(registry, log);
}

fn outputs(registry: &mut Registry, log: &Log) {
    let same = [
        ("OutBool", Type::Bool),
        ("OutColor", Type::Enum("Color".into())),
        ("OutDouble", Type::Double),
        ("OutInt", Type::Int),
        ("OutInt64", Type::Int64),
        ("OutStr", Type::String),
        ("OutU8", Type::UInt8),
        ("OutVecInt", Type::List(Element::Int)),
        ("OutVecStr", Type::List(Element::String)),
    ];
    for (id, kind) in same {
        let ports = vec![
            PortModel::output("out", kind.clone()),
            PortModel::input("value", kind.clone()),
        ];
        output(registry, log, id, ports, kind.clone(), kind);
    }
    let ports = vec![
        PortModel::output("out", Type::Untyped),
        PortModel::input("value", Type::String),
    ];
    output(registry, log, "OutAny", ports, Type::String, Type::String);
    let ports = vec![
        PortModel::output("out", Type::Int).or("{dest}"),
        PortModel::input("value", Type::Int).or("7"),
    ];
    output(registry, log, "OutDef", ports, Type::Int, Type::Int);
    for (id, element) in [
        ("OutQueueInt", Element::Int),
        ("OutQueueStr", Element::String),
    ] {
        let ports = vec![
            PortModel::output("out", Type::Queue(element)),
            PortModel::input("value", Type::String),
        ];
        output(registry, log, id, ports, Type::String, Type::Queue(element));
    }
}

fn register_call(
    registry: &mut Registry,
    log: &Log,
    model: NodeModel,
    call: impl Fn(&Log, &mut Context<'_>) -> Result<Status, Fault> + Clone + Send + Sync + 'static,
) {
    let log = log.clone();
    registry.leaf(model, LeafForm::Immediate, move |_| Call {
        log: log.clone(),
        call: call.clone(),
    });
}

struct Call<F> {
    log: Log,
    call: F,
}

impl<F> Leaf for Call<F>
where
    F: Fn(&Log, &mut Context<'_>) -> Result<Status, Fault> + Send,
{
    fn start(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        (self.call)(&self.log, context)
    }
}

fn fault_event(log: &Log, context: &Context<'_>, event: &str, fault: &Fault) -> Status {
    note(
        log,
        json!(["call", context.path(), event, faults::named(fault)]),
    );
    Status::Failure
}

fn input(registry: &mut Registry, log: &Log, id: &str, port: PortModel, read: Type) {
    let model = NodeModel::action(id, vec![port]);
    register_call(registry, log, model, move |log, context| {
        Ok(match context.input("in", &read) {
            Ok(value) => {
                let typed = values::typed(&value);
                note(log, json!(["call", context.path(), "in", typed]));
                Status::Success
            }
            Err(fault) => fault_event(log, context, "in_error", &fault),
        })
    });
}

fn output(
    registry: &mut Registry,
    log: &Log,
    id: &str,
    ports: Vec<PortModel>,
    read: Type,
    write: Type,
) {
    let model = NodeModel::action(id, ports);
    register_call(registry, log, model, move |log, context| {
        let value = match context.input("value", &read) {
            Ok(value) => value,
            Err(fault) => return Ok(fault_event(log, context, "in_error", &fault)),
        };
        let value = match &write {
            Type::Queue(_) => value.read_as(&write, &prowess_flow::Enums::new())?,
            _ => value,
        };
        put(log, context, "out", value)
    });
}

/// What cannot be put out because of the port is told; everything else ends the run.
fn put(
    log: &Log,
    context: &mut Context<'_>,
    port: &str,
    value: FlowValue,
) -> Result<Status, Fault> {
    let typed = values::typed(&value);
    match context.output(port, value) {
        Ok(()) => {
            note(log, json!(["call", context.path(), "out", typed]));
            Ok(Status::Success)
        }
        Err(fault @ (Fault::OutputAbsent { .. } | Fault::OutputLiteral { .. })) => {
            Ok(fault_event(log, context, "out_error", &fault))
        }
        Err(fault) => Err(fault),
    }
}

fn in_out(registry: &mut Registry, log: &Log) {
    let model = NodeModel::action("InOutInt", vec![PortModel::inout("io", Type::Int)]);
    register_call(registry, log, model, |log, context| {
        let number = match context.input("io", &Type::Int) {
            Ok(value) => value.cast_double().unwrap_or(0.0),
            Err(fault) => {
                fault_event(log, context, "in_error", &fault);
                0.0
            }
        };
        let next = FlowValue::real(number + 1.0).cast(&Type::Int)?;
        put(log, context, "io", next)
    });
    register_call(
        registry,
        log,
        NodeModel::action("NoPorts", vec![]),
        |log, context| {
            note(log, json!(["call", context.path(), "tick"]));
            Ok(Status::Success)
        },
    );
}

fn scripted(registry: &mut Registry, log: &Log) {
    let results = || vec![PortModel::input("results", Type::String).or("S")];
    let forms = [
        (NodeModel::action("Scripted", results()), LeafForm::Waiting),
        (
            NodeModel::action("ScriptedSync", results()),
            LeafForm::Immediate,
        ),
        (
            NodeModel::condition("ScriptedCond", results()),
            LeafForm::Condition,
        ),
    ];
    for (model, form) in forms {
        let log = log.clone();
        registry.leaf(model, form, move |_| Scripted {
            log: log.clone(),
            form,
            calls: 0,
        });
    }
}

/// Answers by the letters of its port, one a call, the last again and again.
struct Scripted {
    log: Log,
    form: LeafForm,
    calls: usize,
}

impl Scripted {
    fn answer(&mut self, context: &Context<'_>, event: &str) -> Result<Status, Fault> {
        let results = context.text("results")?;
        let letters: Vec<&str> = results.split(',').collect();
        let letter = letters.get(self.calls).or(letters.last()).copied();
        let letter = letter.unwrap_or("S").trim();
        self.calls += 1;
        note(&self.log, json!(["call", context.path(), event, letter]));
        Ok(match letter {
            "R" => Status::Running,
            "S" => Status::Success,
            "F" => Status::Failure,
            "K" => Status::Skipped,
            "I" => Status::Idle,
            _ => {
                let message = "scripted".to_owned();
                return Err(Fault::Leaf { message });
            }
        })
    }
}

impl Leaf for Scripted {
    fn start(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        let event = match self.form {
            LeafForm::Waiting => "start",
            _ => "tick",
        };
        self.answer(context, event)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        self.answer(context, "running")
    }

    fn halt(&mut self, context: &mut Context<'_>) {
        if self.form == LeafForm::Waiting {
            note(&self.log, json!(["call", context.path(), "halted"]));
        }
    }
}
