// Samples page faults: attached to the kernel's two counters of faults on each processor, which tick after a
// fault was handled.
#include "bpf/faults.h"

#define SAMPLE_LABELS fault_label_count

#include "bpf/memory_areas.bpf.h"
#include "bpf/sample.bpf.h"

#include <linux/bpf_perf_event.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

// One in this many faults is sampled, and represents all of them.
const volatile __u64 faults_per_sample = 1;
// The recorder's own faults are left out: reading samples causes faults, and sampling each would cause more.
const volatile __u32 recorder_pid = 0;

enum { shared_memory_magic = 0x01021994 }; // TMPFS_MAGIC, also of memfd_create() and shared anonymous memory

// The kind of memory without a file, by its address.
static __always_inline __u32 memory_without_file(const struct mm_struct* mm, __u64 start, __u64 end) {
    if (start < mm->brk && end > mm->start_brk) return fault_memory_heap;
    if (start <= mm->start_stack && mm->start_stack < end) return fault_memory_stack;
    return fault_memory_anonymous;
}

// Fills in both labels. A mapping is named after its file, without folders.
static __always_inline void describe_address(const struct mm_struct* mm, __u64 address,
                                             struct sample_scratch* room) {
    struct sample_label* memory = &room->labels[fault_label_memory];
    struct sample_label* mapping = &room->labels[fault_label_mapping];
    memory->name = fault_label_memory;
    memory->size = 0;
    memory->number = fault_memory_unknown;
    mapping->name = fault_label_mapping;
    mapping->size = 0;
    mapping->number = 0;
    // Used as scratch room: the frames are written later.
    const struct vm_area_struct* area =
        mm ? find_area(mm, address, (struct tree_node*)room->stack.frames) : 0;
    if (!area || BPF_CORE_READ(area, vm_mm) != mm) return;
    const __u64 start = BPF_CORE_READ(area, vm_start);
    const __u64 end = BPF_CORE_READ(area, vm_end);
    if (address < start || address >= end) return;
    const struct file* file = BPF_CORE_READ(area, vm_file);
    if (!file) {
        memory->number = memory_without_file(mm, start, end);
        return;
    }
    memory->number = BPF_CORE_READ(file, f_inode, i_sb, s_magic) == shared_memory_magic
                         ? fault_memory_shared_memory
                         : fault_memory_file;
    const unsigned char* name = BPF_CORE_READ(file, f_path.dentry, d_name.name);
    const long size = bpf_probe_read_kernel_str(mapping->text, sizeof(mapping->text), name);
    mapping->size = size > 1 ? size - 1 : 0; // without the zero at the end
}

SEC("perf_event")
int sample_fault(struct bpf_perf_event_data* ctx) {
    if (bpf_get_current_pid_tgid() >> 32 == recorder_pid) return 0;
    const __u16 value = first_value + (__u16)bpf_get_attach_cookie(ctx);
    struct sample_scratch* room = begin_sample(value, faults_per_sample, 0);
    if (!room) return 0;
    struct task_struct* task = bpf_get_current_task_btf();
    describe_address(task->mm, ctx->addr, room);
    end_sample(ctx, &ctx->regs, room);
    return 0; // no perf sample
}
