//! Time, as something that is passed in.

use std::time::SystemTime;

/// Tells the time. Host programs pass the machine's clock; tests pass one they move.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> SystemTime;
}

/// A clock that always tells the same moment.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub SystemTime);

impl Clock for FixedClock {
    fn now(&self) -> SystemTime {
        self.0
    }
}
