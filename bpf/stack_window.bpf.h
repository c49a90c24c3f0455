// Reads words of the current process's stack through a window: a read of user memory costs the same for one
// word as for many, and the frames of a stack are adjacent.
#pragma once

#include <linux/bpf.h>
#include <linux/types.h>

#include <bpf/bpf_helpers.h>

enum {
    stack_page_bytes = 4096,
    window_words = 128,
    window_bytes = window_words * 8,
    window_below = 64, // the window begins this far below the first word: saved registers are below the
                       // return address, which is read first
};

struct stack_window {
    __u64 start; // start of the data in the window; 0: it is empty
    __u64 word;  // the result
    __u64 words[window_words];
};

// Moves the window to the address and stores the word there in window->word. Returns 0 if it could be read.
// Global, so that the verifier checks it once. A window never extends into the next page, which may not
// exist.
__noinline int move_stack_window(struct stack_window* window, __u64 address) {
    if (!window) return -1;
    const __u64 highest = (address | (stack_page_bytes - 1)) + 1 - window_bytes;
    const __u64 below = address - window_below;
    const __u64 start = below < highest ? below : highest;
    window->start = start;
    if (address % 8 != 0 ||
        bpf_probe_read_user(window->words, sizeof(window->words), (const void*)start) != 0) {
        window->start = 0;
        return (int)bpf_probe_read_user(&window->word, sizeof(window->word), (const void*)address);
    }
    window->word = window->words[(address - start) / 8 & (window_words - 1)];
    return 0;
}

// The word at the address. Returns 0 if it could be read.
static __always_inline int read_stack_word(struct stack_window* window, __u64 address, __u64* word) {
    const __u64 offset = address - window->start;
    if (offset < window_bytes && offset % 8 == 0) {
        __u32 number = offset / 8;
        barrier_var(number); // keeps the compiler from removing the mask, which the verifier needs
        *word = window->words[number & (window_words - 1)];
        return 0;
    }
    const int result = move_stack_window(window, address);
    *word = window->word;
    return result;
}
