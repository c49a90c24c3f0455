// Which processes are recorded: all, or the members of a table, with their children. Shared by every probe;
// the recorder creates the tables and passes them to each program.
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

// Key: value and enum sample_loss, as bpf/events.h says.
struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, sample_loss_keys);
    __type(key, __u32);
    __type(value, struct sample_loss_sum);
} losses SEC(".maps");

// Counts a lost sample of a value of the recording, with the weight that it would have had.
static __always_inline void count_lost_sample(__u32 value, __u64 weight, __u32 reason) {
    const __u32 key = value * sample_loss_count + reason;
    struct sample_loss_sum* sum = bpf_map_lookup_elem(&losses, &key);
    if (!sum) return;
    ++sum->samples;
    sum->weight += weight;
}

// Counts a loss that is not a sample of a value.
static __always_inline void count_loss(__u32 reason) {
    count_lost_sample(maximum_values, 0, reason);
}

// The setting of prctl(PR_SET_DUMPABLE), in the lowest bits of a memory's flags: 1 if its user may read it.
// That is not so for a program whose file the user can't read, or that changed its rights.
static __always_inline bool may_be_read(const struct mm_struct* mm) {
    __u64 flags = 0;
    const void* address = 0;
    if (bpf_core_field_exists(((struct mm_struct___since_6_18*)0)->flags))
        address = (const void*)mm + bpf_core_field_offset(struct mm_struct___since_6_18, flags);
    else if (bpf_core_field_exists(((struct mm_struct___before_6_18*)0)->flags))
        address = (const void*)mm + bpf_core_field_offset(struct mm_struct___before_6_18, flags);
    if (!address || bpf_probe_read_kernel(&flags, sizeof(flags), address) != 0) return false;
    enum { dumpable_bits = 3, dumpable_by_user = 1 };
    return (flags & dumpable_bits) == dumpable_by_user;
}

// Whether a user owns the namespace, or owns one that contains it, which was created in the initial
// namespace. The owner has all rights over its content.
static __always_inline bool is_in_namespace_of(const struct user_namespace* space, __u32 user) {
    enum { maximum_depth = 33 }; // the kernel nests them no deeper
    for (int depth = 0; depth < maximum_depth && space->level > 1; ++depth)
        space = space->parent;
    return space->level == 1 && space->owner.val == user;
}

static __always_inline bool has_only_ids_of_allowed_user(const struct cred* cred) {
    return cred->uid.val == only_user && cred->euid.val == only_user && cred->suid.val == only_user &&
           cred->gid.val == only_group && cred->egid.val == only_group && cred->sgid.val == only_group;
}

// Like the kernel's ptrace_may_access() for a caller in the initial user namespace without capabilities:
// either all users and groups are the same and the process has no capabilities, or it is in a namespace of
// the caller's. In both cases its memory must be readable. A thread that exits has no memory any more: only
// its kernel code and its run time can be recorded.
static __always_inline bool belongs_to_allowed_user(const struct task_struct* task) {
    if (only_user == any_user) return true;
    const struct cred* cred = task->cred;
    if (cred->user_ns->level == 0) {
        __u64 permitted = 0; // one number, or two halves before Linux 6.3
        const void* address = (const void*)cred + bpf_core_field_offset(struct cred, cap_permitted);
        if (bpf_probe_read_kernel(&permitted, sizeof(permitted), address) != 0) return false;
        if (permitted != 0 || !has_only_ids_of_allowed_user(cred)) return false;
    } else if (!is_in_namespace_of(cred->user_ns, only_user)) {
        return false;
    }
    const struct mm_struct* mm = task->mm;
    return !mm || may_be_read(mm);
}

static __always_inline bool is_member(__u32 pid) {
    return bpf_map_lookup_elem(&members, &pid) != 0;
}
