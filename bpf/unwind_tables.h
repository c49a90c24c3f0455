// The layout of unwind tables in the maps of bpf/unwind_tables.bpf.h: shared by the kernel programs and the
// recorder.
#ifndef CANDELA_BPF_UNWIND_TABLES_H
#define CANDELA_BPF_UNWIND_TABLES_H

#include "bpf/unwind.h"

#include <linux/types.h>

enum {
    unwind_chunk_rows = 640, // with the kernel's overhead a chunk is 8 KiB, an allocation size of the kernel
    unwind_chunk_buckets = 128,
    unwind_maximum_chunks = 32768, // the kernel maps' maximum; the recorder's own limit may be lower
    unwind_maximum_files = 16384,
    unwind_vdso_inode = 1, // with device 0: the vdso, which has no file
    unwind_use_shift = 30, // unwind_file.last_used counts in units of 2^30 nanoseconds
};

// A device that no file has: code that a process generated. Its inode is the pid, `changed` is the start of
// the process, `generation` counts its execs.
#define UNWIND_GENERATED_DEVICE 0xffffffffu

// The identity of a file in the kernel: another file with
// the same name, or the same file rewritten, differs.
struct file_identity {
    __u64 inode;
    __u64 changed;    // time of the last write: seconds and nanoseconds, mixed
    __u32 device;     // the kernel's number: 12 bits of major, 20 of minor
    __u32 generation; // distinguishes files that used one inode in turn
};

// Rows of one file, sorted by pc. Their code is divided into buckets of equal size, so that a search begins
// near its row.
struct unwind_chunk {
    __u32 first_pc;
    __u16 bucket_shift; // a bucket is 2^bucket_shift bytes of code
    // How many rows have a pc before each bucket; the last bucket extends to the chunk's end.
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
    unwind_file_empty = 2, // there is no unwind information: frame pointers are tried
};

struct unwind_file {
    __u32 state;
    __u32 directory_begin;
    __u32 directory_size;
    __u32 number; // number of the table; never reused
    // in units of unwind_use_shift, CLOCK_MONOTONIC; written by the programs, read for eviction
    __u32 last_used;
    // For generated code, which may have grown: whether to request the table again if it has no row, and
    // whether that was done. The recorder clears the first if a new table would not help.
    __u16 is_watched;
    __u16 is_asked_again;
    __u64 base; // for generated code: the address that its rows are relative to; set per file by programs
};

// A file that a program met for the first time, or whose table it wants to be made again, and where it is
// mapped now.
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
static_assert(sizeof(unwind_directory_entry) == 8, "values of a kernel map without space between them");
static_assert(sizeof(unwind_file) == 32, "a value of kernel maps: no padding");
static_assert(sizeof(file_wanted_event) == 48, "the layout is shared with kernel programs");
#endif

#endif
