// Which processes are recorded: all, or the members of a table, with their children. Shared by every probe;
// the recorder makes the tables and gives them to each program.
#pragma once

#include "bpf/events.h"
#include "bpf/kernel_types.bpf.h"

#include <linux/bpf.h>
#include <stdbool.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

const volatile bool whole_machine = true;
// Only processes that this user, in this group, could stop and read with a debugger; any_user: no such limit.
enum { any_user = 0xffffffff };
const volatile __u32 only_user = any_user;
const volatile __u32 only_group = any_user;

// Key: pid. Value: start time of the process; 0 while it is not known.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, maximum_members);
    __type(key, __u32);
    __type(value, __u64);
} members SEC(".maps");

// Key: enum sample_loss.
struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, sample_loss_count);
    __type(key, __u32);
    __type(value, __u64);
} losses SEC(".maps");

static __always_inline void count_loss(__u32 reason) {
    __u64* count = bpf_map_lookup_elem(&losses, &reason);
    if (count) ++*count;
}

// What prctl(PR_SET_DUMPABLE) sets, in the lowest bits of a memory's flags: 1 if its user may read it, which is
// not so for a program whose file the user can't read, or that changed its rights.
static __always_inline bool may_be_read(const struct mm_struct* mm) {
    __u64 flags = 0;
    const void* place = 0;
    if (bpf_core_field_exists(((struct mm_struct___since_6_18*)0)->flags))
        place = (const void*)mm + bpf_core_field_offset(struct mm_struct___since_6_18, flags);
    else if (bpf_core_field_exists(((struct mm_struct___before_6_18*)0)->flags))
        place = (const void*)mm + bpf_core_field_offset(struct mm_struct___before_6_18, flags);
    if (!place || bpf_probe_read_kernel(&flags, sizeof(flags), place) != 0) return false;
    enum { dumpable_bits = 3, dumpable_by_user = 1 };
    return (flags & dumpable_bits) == dumpable_by_user;
}

// As the kernel's ptrace_may_access() for a caller without capabilities: all users and groups are the same, no
// capability is there but in user namespaces of that user, and the memory may be read. A thread that exits
// has no memory any more: what is left to record of it is kernel code, and how long it ran.
static __always_inline bool belongs_to_allowed_user(const struct task_struct* task) {
    if (only_user == any_user) return true;
    const struct cred* cred = task->cred;
    if (cred->uid.val != only_user || cred->euid.val != only_user || cred->suid.val != only_user)
        return false;
    if (cred->gid.val != only_group || cred->egid.val != only_group || cred->sgid.val != only_group)
        return false;
    __u64 permitted = 0; // one number, or two of half the size before Linux 6.3
    const void* place = (const void*)cred + bpf_core_field_offset(struct cred, cap_permitted);
    if (bpf_probe_read_kernel(&permitted, sizeof(permitted), place) != 0) return false;
    const bool is_own_namespace = cred->user_ns->level > 0 && cred->user_ns->owner.val == only_user;
    if (permitted != 0 && !is_own_namespace) return false;
    const struct mm_struct* mm = task->mm;
    return !mm || may_be_read(mm);
}

static __always_inline bool is_member(__u32 pid) {
    return bpf_map_lookup_elem(&members, &pid) != 0;
}
