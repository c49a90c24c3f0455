// How unwind tables lie in the maps of bpf/unwind_tables.bpf.h: shared by the kernel programs and the
// recorder.
#ifndef CANDELA_BPF_UNWIND_TABLES_H
#define CANDELA_BPF_UNWIND_TABLES_H

#include "bpf/unwind.h"

#include <linux/types.h>

enum {
    unwind_chunk_rows = 640, // with what the kernel adds, a chunk takes 8 KiB, which it has a pool for
    unwind_chunk_buckets = 128,
    unwind_maximum_chunks = 32768, // what the kernel's maps can name; the recorder's own limit may be lower
    unwind_maximum_files = 16384,
    unwind_vdso_inode = 1, // with device 0: the vdso, which is no file
    unwind_use_shift = 30, // unwind_file.last_used counts in units of 2^30 nanoseconds
};

// What no file has: code that a process generated. Its inode is the process's number, `changed` when that
// started, `generation` counts the programs that it ran.
#define UNWIND_GENERATED_DEVICE 0xffffffffu

// Which file it is, as the kernel knows it: another one with the same name, or the same one written again,
// differs.
struct file_identity {
    __u64 inode;
    __u64 changed;    // when it was last written: seconds and nanoseconds, mixed
    __u32 device;     // the kernel's number: 12 bits of major, 20 of minor
    __u32 generation; // tells files apart that used one inode after the other
};

// Rows of one file, sorted by pc. The code that they are about is cut into buckets of one size, so that a
// search begins near the row that it looks for.
struct unwind_chunk {
    __u32 first_pc;
    __u16 bucket_shift; // a bucket is 2^bucket_shift bytes of code
    // Rows whose pc lies before a bucket; the last bucket goes on to the chunk's end.
    __u16 rows_before[unwind_chunk_buckets + 1];
    struct unwind_row rows[unwind_chunk_rows];
};

// A run of a file's rows.
struct unwind_directory_entry {
    __u32 first_pc; // offset in the file
    __u32 chunk;
};

enum unwind_file_state {
    unwind_file_wanted = 0, // the recorder was asked to make its table
    unwind_file_ready = 1,
    unwind_file_empty = 2, // has no unwind information: frame pointers are tried
};

struct unwind_file {
    __u32 state;
    __u32 directory_begin;
    __u32 directory_size;
    __u32 number; // of the table; no other one ever has it
    // CLOCK_MONOTONIC, see unwind_use_shift; written by the programs: what the recorder evicts by
    __u32 last_used;
    // Of generated code, of which there may be more by now: whether to ask for the table again where it has
    // no row (the recorder takes that back where asking does not help), and whether that was done.
    __u16 is_watched;
    __u16 is_asked_again;
    __u64 base; // of generated code: the address that its rows count from; programs have one for each file
};

// A file that a program met for the first time, or whose table it wants to have made again, and where it is
// mapped at this moment.
struct file_wanted_event {
    struct file_identity file;
    __u64 start;
    __u64 end;
    __u32 pid;
    __u32 unused;
};

#ifdef __cplusplus
static_assert(sizeof(file_identity) == 24, "a key of kernel maps: no padding");
static_assert(sizeof(unwind_chunk) == 264 + 12 * unwind_chunk_rows, "no padding");
static_assert(sizeof(unwind_file) == 32, "a value of kernel maps: no padding");
static_assert(sizeof(file_wanted_event) == 48, "the layout is shared with kernel programs");
#endif

#endif
