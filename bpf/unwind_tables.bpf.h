// Unwind tables in kernel memory: the recorder fills them, samples read them. A table's rows are stored in
// chunks of one size; a chunk belongs to one file. A file's directory states the first offset of each of its
// chunks.
#pragma once

#include "bpf/stack_window.bpf.h"

// The context is a struct stack_window.
#define UNWIND_READ(context, address, value) read_stack_word(context, address, value)
#include "bpf/unwind_step.h"

#include "bpf/memory_areas.bpf.h"
#include "bpf/unwind_tables.h"

// Key: chunk number. Memory is allocated only for existing chunks. The recorder, which may create no maps
// once it runs, can add chunks.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __uint(max_entries, unwind_maximum_chunks);
    __type(key, __u32);
    __type(value, struct unwind_chunk);
} unwind_chunks SEC(".maps");

// Key: index. Each file has a run of entries, sorted by first_pc. The recorder writes them without a call of
// the kernel.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, unwind_maximum_chunks);
    __type(key, __u32);
    __type(value, struct unwind_directory_entry);
} unwind_directory SEC(".maps");

// The state of each known file. A program that meets a new one adds it as wanted and reports it once.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, unwind_maximum_files);
    __type(key, struct file_identity);
    __type(value, struct unwind_file);
} unwind_files SEC(".maps");

// Changes whenever the recorder removes a file from unwind_files, before the file's chunks are reused: what a
// program remembers about files is valid while this number stays the same.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u32);
} unwind_changes SEC(".maps");

// Requests for tables to the recorder.
struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, 64 * 1024);
} wanted_files SEC(".maps");

// Binary searches over a file's chunks (16,383 at most, which is 10 million rows) and unwind_chunk_rows.
enum { directory_steps = 15, chunk_steps = 11 };

// The state of a binary search. It is stored in a map's value, so that the verifier does not track it:
// otherwise the verifier would check every possible course of a search.
struct search {
    __u32 low;
    __u32 high;
};

// The number of the file's last chunk whose rows begin at or before pc; -1 if there is none.
static __always_inline long find_chunk(const struct unwind_file* file, __u32 pc,
                                       volatile struct search* search) {
    search->low = 0;
    search->high = file->directory_size;
    for (int step = 0; step < directory_steps; ++step) {
        const __u32 low = search->low, high = search->high;
        if (low >= high) break;
        const __u32 middle = (low + high) / 2;
        const __u32 index = file->directory_begin + middle;
        const struct unwind_directory_entry* entry = bpf_map_lookup_elem(&unwind_directory, &index);
        if (!entry) return -1;
        if (entry->first_pc <= pc)
            search->low = middle + 1;
        else
            search->high = middle;
    }
    if (search->low == 0) return -1;
    const __u32 index = file->directory_begin + search->low - 1;
    const struct unwind_directory_entry* entry = bpf_map_lookup_elem(&unwind_directory, &index);
    return entry ? (long)entry->chunk : -1;
}

// The row for pc, an offset in the file; false if there is none.
static __always_inline bool find_row(const struct unwind_file* file, __u32 pc, volatile struct search* search,
                                     struct unwind_row* row) {
    const long number = find_chunk(file, pc, search);
    if (number < 0) return false;
    const __u32 key = (__u32)number;
    const struct unwind_chunk* chunk = bpf_map_lookup_elem(&unwind_chunks, &key);
    if (!chunk) return false;
    __u32 bucket = (pc - chunk->first_pc) >> (chunk->bucket_shift & 31);
    if (bucket >= unwind_chunk_buckets) bucket = unwind_chunk_buckets - 1;
    barrier_var(bucket); // keeps the compiler from removing the mask, which the verifier needs
    bucket &= unwind_chunk_buckets - 1;
    search->low = chunk->rows_before[bucket];
    search->high = chunk->rows_before[bucket + 1];
    for (int step = 0; step < chunk_steps; ++step) {
        const __u32 low = search->low, high = search->high;
        if (low >= high) break;
        const __u32 middle = (low + high) / 2;
        if (middle >= unwind_chunk_rows) return false;
        if (chunk->rows[middle].pc <= pc)
            search->low = middle + 1;
        else
            search->high = middle;
    }
    const __u32 found = search->low - 1; // the maximum number if there is none
    if (found >= unwind_chunk_rows) return false;
    *row = chunk->rows[found];
    return true;
}
