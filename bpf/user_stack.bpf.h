// Walks the user stack of the current task: by unwind tables, where the code has them; by frame pointers
// else. Every decision is made from what the kernel knows at this moment, so nothing has to be announced
// before it runs.
#pragma once

#include "bpf/events.h"
#include "bpf/unwind_tables.bpf.h"

#include <bpf/bpf_tracing.h>

enum { remembered_areas = 8 };

// An area that this walk met, and the table of its file.
struct walked_area {
    __u64 start;
    __u64 end;
    __u64 file_offset;
    struct unwind_file file; // state unwind_file_empty where there is no table
};

struct user_walk {
    struct unwind_registers registers;
    __u64 innermost[17]; // by DWARF's numbers: registers that only the innermost frame knows
    const struct mm_struct* mm;
    __u64* frames;
    __u32 count;
    __u32 next_area;  // the place in `areas` to use next
    __u8 end;         // enum user_stack_end
    __u8 pc_is_exact; // pc is where something runs, not where a call returns to
    __u8 used_frame_pointers;
    __u8 table_was_missing;
    struct walked_area areas[remembered_areas];
    struct memory_area found;
    __u64 node[maple_node_words];
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct user_walk);
} user_walks SEC(".maps");

// Asks the recorder for the table of a file that no sample met before.
static __always_inline void want_file(const struct memory_area* area);

static __always_inline void look_up_file(struct user_walk* walk, struct walked_area* area) {
    area->file.state = unwind_file_empty;
    if (walk->found.file.inode == 0) return;
    struct unwind_file* known = bpf_map_lookup_elem(&unwind_files, &walk->found.file);
    if (known) {
        area->file = *known;
        known->last_used = (__u32)(bpf_ktime_get_ns() >> 30);
        return;
    }
    area->file.state = unwind_file_wanted;
    want_file(&walk->found);
}

// The area of an address, from those that this walk remembers or from the kernel's tree; null where nothing
// is mapped.
static __always_inline struct walked_area* area_of(struct user_walk* walk, __u64 address) {
    for (__u32 place = 0; place < remembered_areas; ++place) {
        struct walked_area* area = &walk->areas[place];
        if (address >= area->start && address < area->end) return area;
    }
    read_area(walk->mm, address, walk->node, &walk->found);
    if (walk->found.start == 0) return 0;
    struct walked_area* area = &walk->areas[walk->next_area++ & (remembered_areas - 1)];
    area->start = walk->found.start;
    area->end = walk->found.end;
    area->file_offset = walk->found.file_offset;
    look_up_file(walk, area);
    return area;
}

static __always_inline __u8 end_of(enum unwind_result result) {
    switch (result) {
    case UNWIND_COMPLETE:
        return user_stack_complete;
    case UNWIND_UNREADABLE:
        return user_stack_unreadable;
    default:
        return user_stack_no_unwind_data;
    }
}

// Steps to the caller. Returns 1 at the stack's end, as bpf_loop() asks for.
static long step_to_caller(__u32 frame, void* context) {
    struct user_walk* walk = context;
    if (walk->count >= maximum_frames) {
        walk->end = user_stack_too_deep;
        return 1;
    }
    struct unwind_registers* registers = &walk->registers;
    const __u64 place = registers->pc - (walk->pc_is_exact ? 0 : 1);
    walk->frames[walk->count++ & 127] = registers->pc;

    struct walked_area* area = area_of(walk, place);
    if (!area) {
        walk->end = user_stack_no_mapping;
        return 1;
    }
    struct unwind_row row;
    enum unwind_result result;
    if (area->file.state == unwind_file_ready &&
        find_row(&area->file, place - area->start + area->file_offset, &row)) {
        const __u64 other =
            frame == 0 && row.cfa_rule == UNWIND_CFA_REGISTER ? walk->innermost[row.fp_offset & 15] : 0;
        result = unwind_step(registers, &row, other, 0);
    } else {
        if (area->file.state == unwind_file_wanted) walk->table_was_missing = 1;
        walk->used_frame_pointers = 1;
        result = unwind_step_by_frame_pointer(registers, 0);
    }
    walk->pc_is_exact = result == UNWIND_STEPPED_SIGNAL;
    if (result == UNWIND_STEPPED || result == UNWIND_STEPPED_SIGNAL) return 0;
    walk->end = end_of(result);
    return 1;
}
