/// Names of functions come from untrusted files.
#include "model/symbols/names/demangle.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    candela::demangle(std::string_view(reinterpret_cast<const char*>(bytes), size));
    return 0;
}
