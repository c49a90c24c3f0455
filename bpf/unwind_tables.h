// How unwind tables lie in the maps of bpf/unwind_tables.bpf.h: shared by the programs and the recorder.
#ifndef CANDELA_BPF_UNWIND_TABLES_H
#define CANDELA_BPF_UNWIND_TABLES_H

#include <linux/types.h>

enum {
    unwind_chunk_rows = 4096,
    unwind_maximum_chunks = 8192, // 400 MB of rows if all were full; the recorder's own limit is far below
    unwind_maximum_files = 16384,
};

struct unwind_directory_entry {
    __u32 first_pc; // offset in the file
    __u32 chunk;
};

enum unwind_file_state {
    unwind_file_wanted = 0, // the recorder was told
    unwind_file_ready = 1,
    unwind_file_empty = 2, // has no unwind information: frame pointers are tried
};

struct unwind_file {
    __u32 state;
    __u32 directory_begin;
    __u32 directory_size;
    __u32 last_used; // seconds of CLOCK_MONOTONIC, written by the programs: what the recorder evicts by
};

#endif
