// The few kernel structures that our programs look into. Only the fields that are used: libbpf finds where
// they really are in the running kernel (CO-RE), so a build depends on no machine's kernel.
#pragma once

#include <linux/types.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

typedef struct {
    __u32 val;
} kuid_t;

struct cred {
    kuid_t uid;
    kuid_t euid;
    kuid_t suid;
    kuid_t fsuid;
};

struct mm_struct;

struct task_struct {
    unsigned int flags;
    int pid;
    int tgid;
    struct mm_struct* mm;
    struct task_struct* group_leader;
    __u64 start_time;
    const struct cred* cred;
};

#pragma clang attribute pop

enum { task_is_kernel_thread = 0x00200000 }; // PF_KTHREAD in task_struct.flags
