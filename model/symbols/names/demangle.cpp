#include "model/symbols/names/demangle.h"

#include "model/symbols/names/functional_names.h"

#include <algorithm>
#include <csetjmp>
// libiberty declares basename() unless this macro states that the C library has it.
#define HAVE_DECL_BASENAME 1
#include <libiberty/demangle.h>

namespace candela {

namespace {

/// The maximum length of a linker name; longer ones exist only in malicious files.
constexpr std::size_t maximumRawName = 16 * 1024;
constexpr std::size_t maximumDemangledLength = 64 * 1024;

constexpr int style = DMGL_PARAMS | DMGL_ANSI;

/// The output of libiberty so far. With substitutions, a short name can grow exponentially, and libiberty has
/// no way to stop. A jump out of its callback is safe, because the callback forms keep everything on their
/// stack.
struct Output {
    std::string text;
    std::jmp_buf tooLong;
};

void append(const char* text, std::size_t size, void* opaque) {
    auto& output = *static_cast<Output*>(opaque);
    if (output.text.size() + size > maximumDemangledLength) std::longjmp(output.tooLong, 1);
    output.text.append(text, size);
}

/// A binder in Rust's v0 names ("F" or "D", then "G", a number with 62 digits, "_") states how many lifetimes
/// it binds. libiberty counts them one by one, even if it prints none, so the callback can't stop it. Real
/// ones bind a few. The same letters in an identifier count, too.
bool bindsTooMany(std::string_view name) {
    constexpr std::size_t maximumLifetimes = 10'000'000;
    const auto isDigit = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
               (letter >= 'A' && letter <= 'Z');
    };
    std::size_t lifetimes = 0;
    for (auto binder = name.find('G'); binder != std::string_view::npos;
         binder = name.find('G', binder + 1)) {
        if (binder == 0 || (name[binder - 1] != 'F' && name[binder - 1] != 'D')) continue;
        std::size_t bound = 1;
        auto digit = binder + 1;
        for (; digit < name.size() && isDigit(name[digit]) && bound < maximumLifetimes; ++digit)
            bound *= 62;
        const bool isNumber = bound >= maximumLifetimes || (digit < name.size() && name[digit] == '_');
        if (isNumber) lifetimes += bound;
        if (lifetimes >= maximumLifetimes) return true;
    }
    return false;
}

using Demangler = int (*)(const char*, int, demangle_callbackref, void*);

/// Demangles a name. False if the name is not of that language, or if its readable form is too long.
bool print(Demangler demangler, const char* name, Output& output) {
    output.text.clear();
    if (setjmp(output.tooLong) != 0) return false;
    return demangler(name, style, append, &output) != 0;
}

/// The readable form of a name that is neither C++ nor Rust.
std::string otherName(std::string_view rawName) {
    if (rawName.size() > maximumRawName) return std::string(rawName);
    const auto name = rawName.substr(0, rawName.find('@'));
    auto decoded = decodedOcamlName(name);
    if (!decoded) decoded = decodedHaskellName(name);
    return decoded ? decoded->append(rawName.substr(name.size())) : std::string(rawName);
}

} // namespace

std::string demangle(std::string_view rawName) {
    const bool mayBeRust = rawName.starts_with("_R") || rawName.find("17h") != std::string_view::npos;
    const bool mayBeMangled =
        rawName.starts_with("_Z") || rawName.starts_with("_R") || rawName.starts_with("_GLOBAL_");
    if (!mayBeMangled) return otherName(rawName);
    if (rawName.size() > maximumRawName) return std::string(rawName);
    const auto suffix = rawName.substr(std::min(rawName.find('@'), rawName.size()));
    const std::string name(rawName.substr(0, rawName.size() - suffix.size()));
    Output output;
    if ((mayBeRust && !bindsTooMany(name) && print(rust_demangle_callback, name.c_str(), output)) ||
        print(cplus_demangle_v3_callback, name.c_str(), output))
        return output.text.append(suffix);
    return std::string(rawName);
}

void setNames(SymbolizedFrame& frame, std::string_view rawName) {
    frame.name = demangle(rawName);
    frame.rawName = frame.name == rawName ? std::string_view() : rawName;
}

} // namespace candela
