//! Programs with all that they start.

/// A program and what it has started and not taken out of its group: ended when this goes. The program has to be started in a
/// group of its own. Where the system has no groups, nothing is ended by it.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

impl ProcessGroup {
    /// The group of a program by its number; nothing where it has been waited for.
    pub(crate) fn of(number: Option<u32>) -> Self {
        #[cfg(not(unix))]
        let _ = number;
        Self {
            #[cfg(unix)]
            leader: number
                .and_then(|number| i32::try_from(number).ok())
                .and_then(rustix::process::Pid::from_raw),
        }
    }

    /// Ends all of it now.
    pub(crate) fn end(&mut self) {
        #[cfg(unix)]
        if let Some(leader) = self.leader.take() {
            // It may be gone.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }

    /// The program has ended and what it left is let be.
    pub(crate) fn leave(&mut self) {
        #[cfg(unix)]
        {
            self.leader = None;
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}
