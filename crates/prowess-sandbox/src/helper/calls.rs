//! The filter of system calls: what no program of a skill needs and what attacks on the kernel and on other processes begin with.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare,
    SeccompCondition as Condition, SeccompFilter, SeccompRule, TargetArch,
};

/// Calls that are refused, whatever their arguments.
const REFUSED: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_lookup_dcookie,
    libc::SYS_mbind,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    libc::SYS_nfsservctl,
    libc::SYS_personality,
    libc::SYS_fanotify_init,
];

/// Namespaces that a new process could be given.
const NEW_NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Puts characters into the input of a terminal.
const TIOCSTI: u64 = 0x5412;

/// The same on a console.
const TIOCLINUX: u64 = 0x541c;

/// Restricts this process and all that it starts.
pub(super) fn restrict() -> Result<(), String> {
    let apply = || -> Result<(), seccompiler::Error> {
        seccompiler::apply_filter(&refused()?)?;
        seccompiler::apply_filter(&not_there()?)
    };
    apply().map_err(|error| format!("the filter of system calls: {error}"))
}

fn refused() -> Result<BpfProgram, seccompiler::Error> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let mut clone = Vec::new();
    for flag in NEW_NAMESPACES {
        let flag = u64::from(flag.cast_unsigned());
        clone.push(rule(vec![Condition::new(
            0,
            Length::Qword,
            Compare::MaskedEq(flag),
            flag,
        )?])?);
    }
    rules.insert(libc::SYS_clone, clone);
    // Sockets of the network and of this machine, no others.
    let mut other = Vec::new();
    for family in [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] {
        let family = u64::from(family.cast_unsigned());
        other.push(Condition::new(0, Length::Dword, Compare::Ne, family)?);
    }
    rules.insert(libc::SYS_socket, vec![rule(other)?]);
    let mut ioctl = Vec::new();
    for request in [TIOCSTI, TIOCLINUX] {
        ioctl.push(rule(vec![Condition::new(
            1,
            Length::Dword,
            Compare::Eq,
            request,
        )?])?);
    }
    rules.insert(libc::SYS_ioctl, ioctl);
    program(rules, libc::EPERM)
}

/// Calls whose arguments a filter cannot see; programs then use the older ones, which are seen.
fn not_there() -> Result<BpfProgram, seccompiler::Error> {
    program(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        libc::ENOSYS,
    )
}

fn rule(conditions: Vec<Condition>) -> Result<SeccompRule, seccompiler::Error> {
    Ok(SeccompRule::new(conditions)?)
}

fn program(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    error: i32,
) -> Result<BpfProgram, seccompiler::Error> {
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(error.cast_unsigned()),
        TargetArch::try_from(std::env::consts::ARCH)?,
    )?;
    Ok(BpfProgram::try_from(filter)?)
}
