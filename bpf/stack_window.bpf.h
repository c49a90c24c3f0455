// Reads words of the current process's stack by way of a window, as a read of user memory costs the same for
// a word as for many, and the frames of a stack lie one behind the other.
#pragma once

#include <linux/bpf.h>
#include <linux/types.h>

#include <bpf/bpf_helpers.h>

enum {
    stack_page_bytes = 4096,
    window_words = 64,
    window_bytes = window_words * 8,
    window_below = 64, // registers are saved below the return address, which is read first
};

struct stack_window {
    __u64 start; // of what was read; 0: nothing
    __u64 word;  // the result
    __u64 words[window_words];
};

// Leaves the word at the address in window->word. Returns 0 if it could be read. Global, so that the verifier
// checks it once. A window never reaches into the page above, which may not be there.
__noinline int read_stack_word(struct stack_window* window, __u64 address) {
    if (!window) return -1;
    __u64 offset = address - window->start;
    if (offset >= window_bytes || offset % 8 != 0) {
        const __u64 highest = (address | (stack_page_bytes - 1)) + 1 - window_bytes;
        const __u64 start = address - window_below;
        window->start = start < highest ? start : highest;
        offset = address - window->start;
        if (address % 8 != 0 ||
            bpf_probe_read_user(window->words, sizeof(window->words), (const void*)window->start) != 0) {
            window->start = 0;
            return (int)bpf_probe_read_user(&window->word, sizeof(window->word), (const void*)address);
        }
    }
    window->word = window->words[offset / 8 & (window_words - 1)];
    return 0;
}
