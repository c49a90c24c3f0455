// Walks the user stack of the current task: by unwind tables if its code has them, else by frame pointers.
// Every decision uses only what the kernel knows at this moment, so nothing has to be announced before it
// runs.
#pragma once

#include "bpf/events.h"
#include "bpf/unwind_tables.bpf.h"
#include "bpf/user_walk.bpf.h"

// Sends the request for a file's table. Returns 0 if there was room for it.
static __always_inline long request_table(struct user_walk* walk, const struct memory_area* area,
                                          const struct file_identity* file) {
    struct file_wanted_event* event = &walk->wanted;
    event->file = *file;
    event->start = area->start;
    event->end = area->end;
    event->pid = walk->space.pid;
    event->unused = 0;
    return bpf_ringbuf_output(&wanted_files, event, sizeof(*event), 0);
}

// Asks the recorder for the table of a file that no sample had before. `file` is on the stack.
static __always_inline void want_file(struct user_walk* walk, const struct memory_area* area,
                                      const struct file_identity* file) {
    const struct unwind_file wanted = {.state = unwind_file_wanted};
    if (bpf_map_update_elem(&unwind_files, file, &wanted, BPF_NOEXIST) != 0) return;
    if (request_table(walk, area, file) != 0)
        bpf_map_delete_elem(&unwind_files, file); // the next sample asks again
}

// Executable memory without a file: a just-in-time compiler filled it.
static __always_inline bool is_generated(const struct walked_area* walked) {
    return walked->area.file.inode == 0;
}

// Sets `file` to the identity of the mapped file. Generated code has no file: its identity is made from the
// process.
static __always_inline void identify(const struct user_walk* walk, const struct walked_area* walked,
                                     struct file_identity* file) {
    *file = walked->area.file;
    if (!is_generated(walked)) return;
    file->inode = walk->space.pid;
    file->changed = walk->space.process_start;
    file->device = UNWIND_GENERATED_DEVICE;
    file->generation = (__u32)walk->space.programs;
}

static __always_inline void look_up_file(struct user_walk* walk, struct walked_area* walked) {
    walked->is_file_known = true;
    walked->file.state = unwind_file_empty;
    // The address that an area's file offsets are relative to, if it has a file.
    walked->file.base = walked->area.start - walked->area.file_offset;
    if (is_generated(walked) && !walked->area.can_run) return;
    struct file_identity file; // before 6.2, a key can't be in a function's argument
    identify(walk, walked, &file);
    struct unwind_file* known = bpf_map_lookup_elem(&unwind_files, &file);
    if (known) {
        const __u64 base = walked->file.base;
        walked->file = *known;
        if (!is_generated(walked)) walked->file.base = base;
        // The next walk asks again whether the table exists.
        walked->is_file_known = walked->file.state != unwind_file_wanted;
        if (known->last_used != walk->now) known->last_used = walk->now;
        return;
    }
    walked->file.state = unwind_file_wanted;
    walked->is_file_known = false;
    want_file(walk, &walked->area, &file);
}

// The functions from here to step_to_caller() are global, so that the verifier checks each once, independent
// of its callers; their results are stored in the walk.

// The index in walk->areas of the area that contains the address, either remembered or from the kernel's
// tree; -1 if nothing is mapped.
__noinline int find_walked_area(struct user_walk* walk, __u64 address) {
    if (!walk) return -1;
    for (__u32 index = 0; index < remembered_areas; ++index) {
        struct walked_area* walked = &walk->areas[index];
        if (address < walked->area.start || address >= walked->area.end) continue;
        if (!walked->is_file_known) look_up_file(walk, walked);
        return (int)index;
    }
    const __u32 index = walk->next_area & (remembered_areas - 1);
    struct walked_area* walked = &walk->areas[index];
    read_area(walk->mm, address, &walk->node, &walked->area);
    if (walked->area.start == 0) return -1;
    ++walk->next_area;
    look_up_file(walk, walked);
    return (int)index;
}

static __always_inline struct remembered_row* slot_of_row(struct user_walk* walk, __u32 table, __u32 pc) {
    return &walk->rows[(pc ^ pc >> 11 ^ table * 0x9e5) & (remembered_rows - 1)];
}

static __always_inline bool is_row_of(const struct remembered_row* known, __u32 table, __u32 pc) {
    return known->table == table && known->row.pc == pc;
}

// Looks up an offset of an area's file in its table,
// and remembers the row. Returns 0 if there is none.
__noinline int remember_row(struct user_walk* walk, __u32 area_index, __u32 pc) {
    if (!walk) return 0;
    const struct unwind_file* file = &walk->areas[area_index & (remembered_areas - 1)].file;
    struct unwind_row* row = &walk->row;
    if (!find_row(file, pc, &walk->search, row) || row->cfa_rule == UNWIND_CFA_NONE) return 0;
    struct remembered_row* known = slot_of_row(walk, file->number, pc);
    known->table = file->number;
    known->row = *row;
    known->row.pc = pc;
    return 1;
}

static __always_inline __u8 end_of(int result) {
    switch (result) {
    case UNWIND_COMPLETE:
        return user_stack_complete;
    case UNWIND_UNREADABLE:
        return user_stack_unreadable;
    default:
        return user_stack_no_unwind_data;
    }
}

// Asks for a new table of the process's generated code, because it has no row for code that runs. Not a part
// of step_without_row(), so that their parts of the program's stack are not needed at once. Returns 0.
__noinline int want_again(struct user_walk* walk, __u32 area_index) {
    if (!walk) return 0;
    const struct walked_area* walked = &walk->areas[area_index & (remembered_areas - 1)];
    struct file_identity file;
    identify(walk, walked, &file);
    struct unwind_file* known = bpf_map_lookup_elem(&unwind_files, &file);
    if (!known || known->is_asked_again) return 0;
    known->is_asked_again = 1;
    if (request_table(walk, &walked->area, &file) != 0) known->is_asked_again = 0;
    return 0;
}

// A further result of step_without_row() besides enum unwind_result: the table has to be made again.
enum { step_waits = 100 };

// Handles code without a row. Generated code may be newer than its table.
__noinline int step_without_row(struct user_walk* walk, __u32 area_index) {
    if (!walk) return UNWIND_NO_INFORMATION;
    const struct walked_area* area = &walk->areas[area_index & (remembered_areas - 1)];
    if (is_generated(area) && area->file.is_watched) return step_waits;
    return unwind_step_without_row(
        &walk->registers, is_generated(area) ? UNWIND_CODE_GENERATED : UNWIND_CODE_OF_FILE, &walk->window);
}

// Steps to the caller of the code at the address: by the table's row, if there is one.
static __always_inline int step_from(struct user_walk* walk, __u32 area_index, __u64 address) {
    const struct walked_area* area = &walk->areas[area_index & (remembered_areas - 1)];
    const __u64 offset = address - area->file.base;
    if (area->file.state == unwind_file_ready && offset >> 32 == 0) {
        const __u32 pc = offset;
        const __u32 number = area->file.number;
        struct remembered_row* at_sp =
            &walk->rows_by_sp[walk->registers.sp >> sp_shift & (remembered_by_sp - 1)];
        const struct remembered_row* known = at_sp;
        bool is_known = is_row_of(known, number, pc);
        if (!is_known) {
            known = slot_of_row(walk, number, pc);
            is_known = is_row_of(known, number, pc) || remember_row(walk, area_index, pc);
            if (is_known) *at_sp = *known;
        }
        if (is_known) {
            const struct unwind_row row = known->row;
            return unwind_step(&walk->registers, &walk->saved, &row, &walk->window);
        }
    }
    return step_without_row(walk, area_index);
}

static __always_inline long end_walk(struct user_walk* walk, enum user_stack_end end) {
    walk->end = end;
    return 1;
}

// Whether a supposed return address is beyond the start of the program's stack: the first function has no
// caller, but unwind rules like all others.
static __always_inline bool is_behind_start(const struct user_walk* walk) {
    return walk->registers.sp == walk->registers.start_stack + sizeof(__u64);
}

// Ends the walk at an address that is not mapped. A process in exec has no code mapped any more, and so no
// stack.
static __always_inline long end_without_area(struct user_walk* walk, __u32 frame) {
    if (frame > 0 && walk->registers.is_chained) {
        --walk->count; // the value that led here was not a frame pointer
        return end_walk(walk, user_stack_no_unwind_data);
    }
    if (frame > 0 && is_behind_start(walk)) {
        --walk->count;
        return end_walk(walk, user_stack_complete);
    }
    if (frame > 0 || !walk->in_kernel) return end_walk(walk, user_stack_no_mapping);
    walk->count = 0;
    return end_walk(walk, user_stack_none);
}

#if defined(__TARGET_ARCH_x86)
// A walk, and the sample that its frames belong to.
struct walked_stack {
    struct user_walk* walk;
    struct sample_stack* stack;
};

// Steps to the caller. Returns 1 at the stack's end, which ends bpf_loop().
static long step_to_caller(__u32 frame, void* context) {
    const struct walked_stack* walked = context;
    struct user_walk* walk = walked->walk;
    const __u32 index = walk->first_frame + walk->count;
    // The second condition bounds the index for the verifier.
    if (walk->count >= maximum_user_frames || index >= maximum_frames + maximum_user_frames)
        return end_walk(walk, user_stack_too_deep);
    const __u64 code_address = walk->registers.pc - (walk->pc_is_exact ? 0 : 1);
    // An interrupted pc is not a return address: it is adjusted to look like one.
    const __u64 recorded = walk->registers.pc + (frame > 0 && walk->pc_is_exact);
    walked->stack->frames[index] = recorded;
    ++walk->count;

    const __u32 last_area = walk->last_area;
    const struct walked_area* same = &walk->areas[last_area & (remembered_areas - 1)];
    const bool is_same =
        code_address >= same->area.start && code_address < same->area.end && same->is_file_known;
    const int area = is_same ? (int)last_area : find_walked_area(walk, code_address);
    if (area < 0) return end_without_area(walk, frame);
    walk->last_area = (__u32)area;
    if (walk->areas[area & (remembered_areas - 1)].file.state == unwind_file_wanted)
        return end_walk(walk, user_stack_table_missing);
    const int result = step_from(walk, (__u32)area, code_address);
    if (result == step_waits) {
        want_again(walk, (__u32)area);
        return end_walk(walk, user_stack_table_missing);
    }
    walk->pc_is_exact = result == UNWIND_STEPPED_SIGNAL;
    if (result == UNWIND_STEPPED || result == UNWIND_STEPPED_SIGNAL) return 0;
    return end_walk(walk, end_of(result));
}

enum { call_clone = 56, call_clone3 = 435 };
enum { changed_by_system_calls = 1 << 0 | 1 << 2 | 1 << 11 }; // rax, rcx and r11

static __always_inline void take_registers(struct unwind_registers* registers, const struct pt_regs* values) {
    registers->pc = values->rip;
    registers->sp = values->rsp;
    registers->fp = values->rbp;
    registers->others[0] = values->rax;
    registers->others[1] = values->rdx;
    registers->others[2] = values->rcx;
    registers->others[3] = values->rbx;
    registers->others[4] = values->rsi;
    registers->others[5] = values->rdi;
    registers->others[8] = values->r8;
    registers->others[9] = values->r9;
    registers->others[10] = values->r10;
    registers->others[11] = values->r11;
    registers->others[12] = values->r12;
    registers->others[13] = values->r13;
    registers->others[14] = values->r14;
    registers->others[15] = values->r15;
}

// Keeps the user registers if the processor was in user space. `interrupted`: those at the interrupt or fault
// that started the program; null if the kernel called it.
static __always_inline void keep_interrupted(const bpf_user_pt_regs_t* interrupted, struct user_walk* walk) {
    walk->in_kernel = !interrupted || (interrupted->cs & 3) != 3;
    if (walk->in_kernel) return;
    take_registers(&walk->registers, interrupted);
    walk->is_new = interrupted->rax == 0;
}

// The user registers at the interrupt, which are kept, or at the entry into the kernel.
static __always_inline bool read_user_registers(struct task_struct* task, struct user_walk* walk) {
    struct pt_regs* entered = &walk->entered;
    if (!walk->in_kernel) {
        enum { longest_way = 1000000 }; // nanoseconds
        walk->is_new &= task->se.sum_exec_runtime < longest_way;
        walk->registers.known = UNWIND_ALL_REGISTERS;
        return true;
    }
    const void* saved = (const void*)bpf_task_pt_regs(task);
    if (bpf_probe_read_kernel(entered, sizeof(*entered), saved) != 0 || (entered->cs & 3) != 3) return false;
    take_registers(&walk->registers, entered);
    // A system call changes three registers. An exception, which has no system call number, changes none.
    const bool is_system_call = (__s64)entered->orig_rax >= 0;
    walk->registers.known = UNWIND_ALL_REGISTERS & (is_system_call ? ~changed_by_system_calls : ~0u);
    // In the thread that called, this register holds an error until the call returns; in the new thread, 0.
    walk->is_new = entered->rax == 0 && (entered->orig_rax == call_clone || entered->orig_rax == call_clone3);
    return true;
}

// Keeps the remembered areas if they belong to this process and are unchanged. Global, so that its part of
// the program's stack is free during the walk. Returns 0 if the current thread has no memory of its own.
__noinline int begin_areas(struct user_walk* walk, const struct sample_event* event) {
    if (!walk || !event) return 0;
    const struct task_struct* task = bpf_get_current_task_btf();
    const struct mm_struct* mm = task->mm;
    if (!mm) return 0;
    walk->mm = mm;
    walk->registers.start_stack = mm->start_stack;
    const struct walked_space last = walk->space;
    const struct mm_struct___since_6_13* counted = (const void*)mm;
    const __u32 zero = 0;
    const __u32* file_changes = bpf_map_lookup_elem(&unwind_changes, &zero);
    bool are_the_same = false;
    walk->space.mm = walk->mm;
    walk->space.process_start = event->process_start;
    walk->space.programs = task->self_exec_id;
    walk->space.pid = event->pid;
    if (bpf_core_field_exists(counted->mm_lock_seq.sequence)) {
        walk->space.sequence = counted->mm_lock_seq.sequence;
        are_the_same = walk->space.sequence % 2 == 0 && walk->space.sequence == last.sequence &&
                       walk->space.mm == last.mm && walk->space.pid == last.pid &&
                       walk->space.process_start == last.process_start &&
                       walk->space.programs == last.programs;
    }
    walk->space.file_changes = file_changes ? *file_changes : 0;
    walk->space.time = walk->now;
    const bool are_files_the_same =
        walk->space.file_changes == last.file_changes && walk->space.time == last.time;
    for (__u32 index = 0; !are_the_same && index < remembered_areas; ++index)
        walk->areas[index].area.start = walk->areas[index].area.end = 0;
    for (__u32 index = 0; !are_files_the_same && index < remembered_areas; ++index)
        walk->areas[index].is_file_known = false;
    return 1;
}

// A new thread with its own stack begins after the system call that created it, and was not called by
// anything: its stack has no return address.
static __always_inline bool is_behind_system_call(struct user_walk* walk, __u64 pc) {
    enum { instruction_size = 2, instruction = 0x050f }; // syscall
    __u64* before = &walk->window.word;                  // scratch room
    *before = 0;
    return bpf_probe_read_user(before, instruction_size, (const void*)(pc - instruction_size)) == 0 &&
           *before == instruction;
}

// Walks the user stack of the current thread, whose registers keep_interrupted() has prepared. Stores the
// frames in `stack`, behind those of the kernel, innermost first, and the reason why they end in walk->end.
// Global, so that the verifier checks it once, not for each way to a sample. Returns 0.
__noinline int walk_user_stack(struct user_walk* walk, const struct sample_event* event,
                               struct sample_stack* stack) {
    if (!walk || !event || !stack) return 0;
    const __u32 first = event->kernel_frames;
    walk->first_frame = first;
    walk->count = 0;
    walk->end = user_stack_none;
    walk->now = event->time >> unwind_use_shift;
    walk->window.start = 0;
    walk->pc_is_exact = 1;
    walk->registers.in_memory = 0;
    walk->registers.steps = 0;
    walk->registers.is_chained = 0;
    __builtin_memset(walk->registers.unused, 0, sizeof(walk->registers.unused));
    walk->registers.settled = 0;
    if (!begin_areas(walk, event)) return 0;
    walk->end = user_stack_failed;
    if (!read_user_registers(bpf_get_current_task_btf(), walk)) return 0;
    walk->end = user_stack_too_deep;
    struct walked_stack walked = {walk, stack}; // bpf_loop() accepts a context on the stack only
    bpf_loop(maximum_user_frames + 1, step_to_caller, &walked, 0);
    // The condition on `first` bounds the index for the verifier.
    if (walk->is_new && walk->end != user_stack_complete && walk->end != user_stack_table_missing &&
        walk->count <= 2 && first <= maximum_frames && is_behind_system_call(walk, stack->frames[first])) {
        walk->count = 1;
        walk->end = user_stack_complete;
    }
    return 0;
}
#endif
