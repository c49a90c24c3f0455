// The few kernel structures that the programs read, with only the fields that are used: libbpf finds their
// real offsets in the running kernel (CO-RE), so a build does not depend on a machine's kernel.
#pragma once

#include <linux/types.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

typedef struct {
    __u32 val;
} kuid_t;

typedef struct {
    __u32 val;
} kgid_t;

typedef struct {
    __u64 val;
} kernel_cap_t;

struct user_namespace {
    struct user_namespace* parent;
    int level; // 0: the first one
    kuid_t owner;
};

struct cred {
    kuid_t uid;
    kuid_t euid;
    kuid_t suid;
    kuid_t fsuid;
    kgid_t gid;
    kgid_t egid;
    kgid_t sgid;
    kernel_cap_t cap_permitted;
    struct user_namespace* user_ns;
};

struct super_block {
    __u32 s_dev;
    unsigned long s_magic; // identifies the type of the file system
};

struct inode {
    unsigned long i_ino;
    struct super_block* i_sb;
    __u32 i_generation;
};

// The time of a file's last write: kernel versions have three layouts.
struct timespec64 {
    __s64 tv_sec;
    long tv_nsec;
};
struct inode___since_6_11 {
    __s64 i_mtime_sec;
    __u32 i_mtime_nsec;
};
struct inode___since_6_6 {
    struct timespec64 __i_mtime;
};
struct inode___before_6_6 {
    struct timespec64 i_mtime;
};

struct qstr {
    const unsigned char* name;
};

struct dentry {
    struct qstr d_name;
};

struct path {
    struct dentry* dentry;
};

struct file {
    struct path f_path;
    struct inode* f_inode;
};

struct mm_struct;

struct vm_area_struct {
    unsigned long vm_start;
    unsigned long vm_end;
    struct mm_struct* vm_mm;
    unsigned long vm_flags;
    unsigned long vm_pgoff;
    struct file* vm_file;
};

struct maple_tree {
    void* ma_root;
};

typedef struct {
    void* vdso;
} mm_context_t;

struct mm_struct {
    struct maple_tree mm_mt;
    mm_context_t context;
    unsigned long start_brk; // the heap
    unsigned long brk;
    unsigned long start_stack; // the start of the first thread's stack
};

// A count of changes of a process's memory areas; odd during a change.
struct areas_sequence {
    unsigned sequence;
};
// The flags of a process's memory: kernel versions have two layouts.
typedef struct {
    unsigned long __mm_flags[1];
} mm_flags_t;
struct mm_struct___since_6_18 {
    mm_flags_t flags;
};
struct mm_struct___before_6_18 {
    unsigned long flags;
};
struct mm_struct___since_6_13 {
    struct areas_sequence mm_lock_seq;
};

struct task_struct;

// The state of a processor's scheduler.
struct rq {
    __u64 clock;      // nanoseconds, at its last update
    __u64 clock_task; // the same, but it stands still during interrupts and while the host runs something
                      // else
    __u64 prev_steal_time_rq; // the time of the latter up to then; exists if the kernel subtracts it
    struct task_struct* idle;
};

struct cfs_rq {
    struct rq* rq; // exists if the kernel groups tasks
};

struct sched_entity {
    struct cfs_rq* cfs_rq;  // the queue of its processor; exists if the kernel groups tasks
    __u64 exec_start;       // time of the scheduler's last update, by the scheduler's clock
    __u64 sum_exec_runtime; // CPU time up to then, nanoseconds
};

struct task_struct {
    unsigned int flags;
    unsigned int __state; // 0: it is running or runnable
    int on_cpu;
    struct sched_entity se;
    int pid;
    int tgid;
    struct mm_struct* mm;
    struct task_struct* group_leader;
    __u64 start_time;
    __u64 self_exec_id;   // counts its execs
    unsigned long nvcsw;  // voluntary context switches
    unsigned long nivcsw; // involuntary ones
    const struct cred* cred;
    char comm[16]; // its name
};

struct seq_file;

struct bpf_iter_meta {
    struct seq_file* seq;
};

// The context of a program that iterates over all tasks; task is null at the end.
struct bpf_iter__task {
    struct bpf_iter_meta* meta;
    struct task_struct* task;
};

#pragma clang attribute pop

enum {
    task_is_kernel_thread = 0x00200000, // PF_KTHREAD in task_struct.flags
    area_can_run = 0x4,                 // VM_EXEC in vm_area_struct.vm_flags
    area_is_shared = 0x8,               // VM_SHARED
};
