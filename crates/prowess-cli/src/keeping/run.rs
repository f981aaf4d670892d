//! Running something that waits: for the network, for programs, for a person.

use std::future::Future;
use std::time::Duration;

use crate::exit::Exit;
use crate::failure::Failure;

/// How long what is under way has to take itself back after `Ctrl-C`.
const GRACE: Duration = Duration::from_millis(500);

/// The exit code of a program that a signal ended.
const INTERRUPTED: i32 = 130;

/// Runs a future to its end on this thread. `Ctrl-C` drops it, so that programs which it started end too; where it does not
/// wait but works or asks, the process ends after a moment, and the next run finds the old state or the new one.
pub(crate) fn to_end<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Outside, format!("no runtime: {error}")))?;
    let (send, receive) = tokio::sync::oneshot::channel();
    // A thread of its own, that hears the signal also while this one asks.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let Ok(runtime) = runtime else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            let _ = send.send(());
            std::thread::sleep(GRACE);
            std::process::exit(INTERRUPTED);
        }
    });
    let ended = runtime.block_on(async {
        tokio::select! {
            result = future => Some(result),
            Ok(()) = receive => None,
        }
    });
    match ended {
        Some(result) => result,
        None => {
            drop(runtime);
            std::process::exit(INTERRUPTED)
        }
    }
}
