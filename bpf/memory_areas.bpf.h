// The file whose code is at an address of the current process, read without a lock from the kernel's own tree
// of memory areas (the maple tree of mm_struct). Areas are freed after an RCU grace period, the kernel checks
// every read, and the result must contain the address: if a change happens during the walk, the result is no
// area, never a wrong one. So user space needs no table of mappings that follows fork, exec, mmap and dlopen.
#pragma once

#include "bpf/kernel_types.bpf.h"
#include "bpf/unwind_tables.h"

#include <linux/bpf.h>
#include <stdbool.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

enum {
    maple_node_words = 32, // struct maple_node: 256 bytes, aligned to 256
    maple_leaf = 1,        // enum maple_type: maple_leaf_64, maple_range_64, maple_arange_64
    maple_range = 2,
    maple_allocation_range = 3,
    range_pivots = 15, // include/linux/maple_tree.h, on 64-bit machines: parent, pivots, slots
    allocation_pivots = 9,
    deepest_maple_tree = 8,
    page_shift = 12,
};

struct memory_area {
    __u64 start; // 0: nothing was found
    __u64 end;
    __u64 file_offset;         // file offset of `start`
    struct file_identity file; // inode 0: memory without a file, or shared between programs
    __u64 can_run;             // for memory without a file: whether it is executable
};

// The root is a marked pointer to a node, or a pointer to the only area. A pointer to a node has the node's
// type in bits 3 to 6; the slots of a leaf hold areas.
static __always_inline bool is_maple_node(__u64 entry) {
    return (entry & 3) == 2 && entry > 4096;
}

static __always_inline __u32 maple_type(__u64 entry) {
    return (entry >> 3) & 0xf;
}

// The entry for an address in a node: pivot[i] is the last address of slot[i]; the slot after the last used
// pivot holds the rest.
static __always_inline __u64 maple_slot(const __u64* node, __u32 type, __u64 address) {
    const __u32 pivots = type == maple_allocation_range ? allocation_pivots : range_pivots;
    __u32 slot = 0;
    for (; slot < range_pivots; ++slot) {
        if (slot >= pivots) break;
        const __u64 pivot = node[1 + slot];
        if (address <= pivot || (pivot == 0 && slot > 0)) break;
    }
    return node[(1 + pivots + slot) & (maple_node_words - 1)];
}

// A copy of a node.
struct tree_node {
    __u64 words[maple_node_words];
};

// Steps down the tree: the entry for the address in the node that `entry` refers to; 0 if it can't be read.
// Global, so that the verifier checks the search in a node once, not for each way down the tree.
__noinline __u64 entry_below(struct tree_node* node, __u64 entry, __u64 address) {
    if (!node) return 0;
    if (bpf_probe_read_kernel(node->words, sizeof(node->words), (const void*)(entry & ~0xffULL)) != 0)
        return 0;
    return maple_slot(node->words, maple_type(entry), address);
}

// The area that contains the address, or null. `node` is scratch space.
static __always_inline const struct vm_area_struct* find_area(const struct mm_struct* mm, __u64 address,
                                                              struct tree_node* node) {
    __u64 entry = (__u64)BPF_CORE_READ(mm, mm_mt.ma_root);
    if (!is_maple_node(entry)) return (const struct vm_area_struct*)entry;
    for (__u32 depth = 0; depth < deepest_maple_tree; ++depth) {
        const __u32 type = maple_type(entry);
        entry = entry_below(node, entry, address);
        if (type <= maple_leaf || entry == 0) return (const struct vm_area_struct*)entry;
    }
    return 0;
}

static __always_inline void read_identity(const struct file* file, struct file_identity* identity) {
    const struct inode* inode = BPF_CORE_READ(file, f_inode);
    identity->inode = BPF_CORE_READ(inode, i_ino);
    identity->device = BPF_CORE_READ(inode, i_sb, s_dev);
    identity->generation = BPF_CORE_READ(inode, i_generation);
    const struct inode___since_6_11* apart = (const void*)inode;
    const struct inode___since_6_6* hidden = (const void*)inode;
    const struct inode___before_6_6* plain = (const void*)inode;
    __u64 seconds = 0, nanoseconds = 0;
    if (bpf_core_field_exists(apart->i_mtime_sec)) {
        seconds = BPF_CORE_READ(apart, i_mtime_sec);
        nanoseconds = BPF_CORE_READ(apart, i_mtime_nsec);
    } else if (bpf_core_field_exists(hidden->__i_mtime)) {
        seconds = BPF_CORE_READ(hidden, __i_mtime.tv_sec);
        nanoseconds = BPF_CORE_READ(hidden, __i_mtime.tv_nsec);
    } else if (bpf_core_field_exists(plain->i_mtime)) {
        seconds = BPF_CORE_READ(plain, i_mtime.tv_sec);
        nanoseconds = BPF_CORE_READ(plain, i_mtime.tv_nsec);
    }
    identity->changed = seconds << 32 ^ nanoseconds;
}

// Fills `area` with the area that contains the address in `mm`; without one, area->start stays 0. The vdso,
// which has no file, counts as a file of its own.
static __always_inline void read_area(const struct mm_struct* mm, __u64 address, struct tree_node* node,
                                      struct memory_area* area) {
    __builtin_memset(area, 0, sizeof(*area));
    const struct vm_area_struct* found = find_area(mm, address, node);
    if (!found || BPF_CORE_READ(found, vm_mm) != mm) return;
    const __u64 start = BPF_CORE_READ(found, vm_start);
    const __u64 end = BPF_CORE_READ(found, vm_end);
    if (address < start || address >= end) return;
    const struct file* file = BPF_CORE_READ(found, vm_file);
    const __u64 flags = BPF_CORE_READ(found, vm_flags);
    // Programs and libraries are mapped privately; code that compilers map twice, to write and to execute, is
    // shared.
    if (file && !(flags & area_is_shared)) {
        area->file_offset = BPF_CORE_READ(found, vm_pgoff) << page_shift;
        read_identity(file, &area->file);
    } else if (start == (__u64)BPF_CORE_READ(mm, context.vdso)) {
        area->file.inode = unwind_vdso_inode;
    } else {
        area->can_run = flags & area_can_run;
    }
    area->end = end;
    area->start = start;
}
