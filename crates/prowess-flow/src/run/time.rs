//! Time and waking, as things that are passed in.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Wake, Waker};
use std::time::Duration;

/// A clock that never goes back. Hosts pass the machine's; tests pass one they move.
pub trait Time: Send + Sync {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;
}

/// A clock that stands until it is moved.
#[derive(Debug, Default)]
pub struct Manual(AtomicU64);

impl Manual {
    /// At zero.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Moves it forward.
    pub fn advance(&self, by: Duration) {
        let nanos = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::SeqCst);
    }
}

impl Time for Manual {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }
}

/// A flag that wakers of leaves raise and a thread waits for.
#[derive(Debug, Default)]
pub struct WakeFlag {
    raised: Mutex<bool>,
    condition: Condvar,
}

impl WakeFlag {
    /// Not raised.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The waker that raises it.
    #[must_use]
    pub fn waker(self: &Arc<Self>) -> Waker {
        self.clone().into()
    }

    /// Waits until it is raised, at most this long where that is bounded, and lowers it. Tells
    /// whether it was raised. Waiting costs no processor time.
    #[must_use]
    pub fn wait(&self, at_most: Option<Duration>) -> bool {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        let is_low = |raised: &mut bool| !*raised;
        let mut raised = match at_most {
            None => self
                .condition
                .wait_while(raised, is_low)
                .unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                self.condition
                    .wait_timeout_while(raised, time, is_low)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        };
        std::mem::take(&mut *raised)
    }

    fn raise(&self) {
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.condition.notify_one();
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.raise();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.raise();
    }
}
