#include "model/analysis/samples/allocator_functions.h"

namespace candela {

const std::string& allocatorPattern() {
    static const std::string pattern =
        // Functions of C, with the prefixes that libraries give them and the endings of versions and of
        // parts.
        "^(__libc_|__GI_|__GI___|__GI___libc_|__|_int_)?(malloc|calloc|realloc|reallocarray|free|cfree|"
        "memalign"
        "|posix_memalign|aligned_alloc|valloc|pvalloc)([.@].*)?$"
        "|^operator (new|delete)(\\[\\])?(\\(|$)"
        "|^std::(__new_allocator|allocator|allocator_traits|__shared_count)<.*>::(de)?allocate\\b"
        "|^__gnu_cxx::(new_allocator|__alloc_traits)<.*::(de)?allocate\\b"
        // Parts of glibc.
        "|^(malloc_consolidate|malloc_printerr|unlink_chunk|sysmalloc|systrim|munmap_chunk|mremap_chunk"
        "|alloc_perturb|free_perturb|checked_request2size|_int_free_\\w+|tcache_\\w+|ptmalloc_\\w+|arena_"
        "get\\w*)"
        "([.@].*)?$"
        // Other libraries.
        "|^_?je_\\w+|^_?mi_(malloc|calloc|realloc|zalloc|free|heap|page|segment|arena)\\w*"
        "|^tc_(malloc|calloc|realloc|free|memalign|new|delete)\\w*|^tcmalloc::"
        // Go and Rust.
        "|^runtime\\.(mallocgc|mallocgc\\w+|newobject|makeslice)$"
        "|^__rust_(alloc|dealloc|realloc)|^__r(ust|dl|g)_(alloc|dealloc|realloc)|^alloc::alloc::";
    return pattern;
}

} // namespace candela
