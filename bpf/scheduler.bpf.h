// The scheduler of the processor that a thread runs on.
#pragma once

#include "bpf/kernel_types.bpf.h"

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

// Null if the kernel does not expose it.
static __always_inline const struct rq* scheduler_of(const struct task_struct* task) {
    if (!bpf_core_field_exists(task->se.cfs_rq) || !bpf_core_field_exists(task->se.cfs_rq->rq)) return 0;
    return task->se.cfs_rq->rq;
}
