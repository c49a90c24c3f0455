// The state of a walk of a user stack, and the stack of a sample. What most walks use first is near the
// beginning, because most samples find none of it in the processor's caches. What a walk found about areas
// and rows is kept for the next one on the same processor.
#pragma once

#include "bpf/events.h"
#include "bpf/memory_areas.bpf.h"
#include "bpf/unwind_tables.bpf.h"

enum {
    remembered_areas = 8,
    remembered_rows = 4096,
    remembered_by_sp = 512,
    sp_shift = 6,
};

// The result of an earlier look-up in a table on this processor. It is kept because callers far from the
// innermost frame repeat often, mostly at the same stack pointer: rows that are found by the stack
// pointer are next to each other, so a walk reads few lines and pages of memory for them. Table numbers are
// never reused, so this stays valid as long as the table.
struct remembered_row {
    __u32 table;           // 0: none
    struct unwind_row row; // the row's pc is the requested one
};

// An area that a walk reached, and the table of its file.
struct walked_area {
    struct memory_area area;
    struct unwind_file file; // state unwind_file_empty if there is no table
    bool is_file_known;
};

// The process whose areas are remembered. If the kernel counts changes of a process's areas, the remembered
// areas are valid while all of these fields stay the same.
struct walked_space {
    const struct mm_struct* mm;
    __u64 process_start;
    __u64 programs; // number of programs that the process has run (its execs)
    __u32 pid;
    __u32 sequence;
    __u32 file_changes; // unwind_changes: while it stays the same, so do the files' tables
    __u32 time;         // like unwind_file.last_used: each used file is marked once in that time
};

struct user_walk {
    struct unwind_registers registers;
    const struct mm_struct* mm;
    __u32 first_frame; // index in the sample's frames of the first one of the walk
    __u32 count;
    __u32 last_area;  // index in `areas` for the previous frame
    __u32 next_area;  // index in `areas` to use next
    __u8 end;         // enum user_stack_end
    __u8 pc_is_exact; // pc is the address of the next instruction, not a return address
    __u8 in_kernel;
    __u8 is_new; // the task may be returning from the system call that created it
    struct walked_space space;
    __u32 now; // what unwind_file.last_used counts
    struct search search;
    struct unwind_row row;
    __u64 copy_from;
    __u64 copy_end;
    __u32 copied;
    struct walked_area areas[remembered_areas];
    struct stack_window window;
    struct tree_node node;
    struct file_wanted_event wanted; // like `entered`, too large for the stack
#if defined(__TARGET_ARCH_x86)
    struct pt_regs entered; // too large for the stack: Linux 6.1 allows 512 bytes with all callees
#endif
    struct unwind_saved_frames saved;
    struct remembered_row rows_by_sp[remembered_by_sp]; // index: bits of the frame's stack pointer
    struct remembered_row rows[remembered_rows];        // index: slot_of_row()
};

// The stack of a sample: kernel frames, user frames, and what an unfinished walk needs, each directly behind
// the one before.
struct sample_stack {
    __u64 frames[maximum_frames + maximum_user_frames];
    struct unfinished_walk unfinished;
    __u8 copy[maximum_stack_copy + stack_page_bytes]; // a page more, because the verifier does not know that
                                                      // the last page is cut
};
