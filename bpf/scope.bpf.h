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
// Only processes that run with exactly this user's rights are recorded; any_user: no such limit.
enum { any_user = 0xffffffff };
const volatile __u32 only_user = any_user;

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

// Whether the task's real, effective and saved user are all the one that may be recorded: a process that
// gained or gave up rights belongs to somebody else.
static __always_inline bool belongs_to_allowed_user(const struct task_struct* task) {
    if (only_user == any_user) return true;
    const struct cred* cred = task->cred;
    return cred->uid.val == only_user && cred->euid.val == only_user && cred->suid.val == only_user;
}

static __always_inline bool is_member(__u32 pid) {
    return bpf_map_lookup_elem(&members, &pid) != 0;
}
