//! BehaviorTree.CPP's files: loading or not, every tick's status, calls of leaves and changes of status
//! in order, final nodes and blackboards; scripts; documents; models.
//!
//! Classes of C++ exceptions are not compared: they are its own. Every code of a fault is compared by
//! its counterpart here, with what it names.

mod documents;
mod faults;
mod leaves;
mod models;
mod scripts;
mod setup;
mod trees;
mod values;

use crate::compare::run;

#[test]
fn btcpp_control() {
    run("btcpp/control.jsonl", "run", trees::answer);
}

#[test]
fn btcpp_decorators() {
    run("btcpp/decorators.jsonl", "run", trees::answer);
}

#[test]
fn btcpp_conditions() {
    run("btcpp/conditions.jsonl", "run", trees::answer);
}

#[test]
fn btcpp_ports() {
    run("btcpp/ports.jsonl", "run", trees::answer);
}

#[test]
fn btcpp_scripts() {
    run("btcpp/script.jsonl", "run", scripts::answer);
}

#[test]
fn btcpp_documents() {
    run("btcpp/xml.jsonl", "load", documents::answer);
}

#[test]
fn btcpp_models() {
    run("btcpp/model.jsonl", "models", models::answer);
}
