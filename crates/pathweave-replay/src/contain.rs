//! Containment by the kernel: no writes outside one directory, no network.
//!
//! Landlock and seccomp restrict the calling *thread* for good, and whatever it starts inherits
//! that. So a thread is made for each run, restricts itself, starts the program and ends with it;
//! the rest of this process stays free, and no code has to run between fork and exec.
//! Landlock knows nothing of modes, owners and extended attributes; these calls are refused.

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    Scope, path_beneath_rules,
};
use pathweave_report::replay::{Containment, Enforcement};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use std::path::Path;

/// Restricts the calling thread, as far as the kernel can, and says how far that was.
pub fn restrict_thread(directory: &Path) -> Containment {
    let writes = restrict_writes(directory);
    // A second wall behind seccomp; what it lacks is not missed.
    let _ = restrict_reach();
    let network = match refuse_calls() {
        Ok(()) => Enforcement::Enforced,
        Err(reason) => Enforcement::NotEnforced(reason),
    };
    Containment { writes, network }
}

fn restrict_writes(directory: &Path) -> Enforcement {
    match landlock_writes(directory) {
        Ok(RulesetStatus::FullyEnforced) => Enforcement::Enforced,
        Ok(RulesetStatus::PartiallyEnforced) => {
            Enforcement::Partly("this kernel's Landlock is older than version 3".to_owned())
        }
        Ok(RulesetStatus::NotEnforced) => {
            Enforcement::NotEnforced("this kernel has no Landlock".to_owned())
        }
        Err(error) => Enforcement::NotEnforced(format!("Landlock: {error}")),
    }
}

/// Version 3 has all kinds of writing, truncation included.
fn landlock_writes(directory: &Path) -> Result<RulesetStatus, landlock::RulesetError> {
    let writing = AccessFs::from_write(ABI::V3);
    let devices = ["/dev/null", "/dev/zero", "/dev/full"];
    let ruleset = Ruleset::default().handle_access(writing)?.create()?;
    let ruleset = ruleset
        .add_rules(path_beneath_rules([directory], writing))?
        .add_rules(path_beneath_rules(devices, AccessFs::WriteFile | AccessFs::Truncate))?;
    Ok(ruleset.restrict_self()?.ruleset)
}

/// No connections, no signals to processes outside, no abstract sockets.
fn restrict_reach() -> Result<(), landlock::RulesetError> {
    let ruleset = Ruleset::default()
        .handle_access(AccessNet::from_all(ABI::V6))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    ruleset.restrict_self()?;
    Ok(())
}

/// What no test needs: sockets, modes and owners of files, and everything that changes the system
/// or looks into other processes. `io_uring` goes around seccomp. Leaving the process group is
/// refused too, by the C side: the child still has to make one when it starts.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
    libc::SYS_process_vm_readv,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_acct,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// `fchmodat2`, which has the same number everywhere and is not in all versions of libc.
const FCHMODAT2: libc::c_long = 452;

fn refuse_calls() -> Result<(), String> {
    let described = |error: &dyn std::fmt::Display| format!("seccomp: {error}");
    let architecture = std::env::consts::ARCH
        .try_into()
        .map_err(|error: seccompiler::BackendError| described(&error))?;
    let calls = REFUSED.iter().copied().chain([FCHMODAT2]);
    let filter = SeccompFilter::new(
        calls.map(|call| (call, Vec::new())).collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        architecture,
    );
    let program: BpfProgram =
        filter.and_then(BpfProgram::try_from).map_err(|error| described(&error))?;
    seccompiler::apply_filter(&program).map_err(|error| described(&error))
}
