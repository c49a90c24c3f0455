/// The functions by which programs get and return memory, so that filters can leave their frames out.
#pragma once

#include <string>

namespace candela {

/// A pattern for Filter::hide. Matches the functions of C and C++, of glibc, jemalloc, mimalloc and tcmalloc,
/// and of the run time systems of Go and Rust; not those of the kernel.
const std::string& allocatorPattern();

} // namespace candela
