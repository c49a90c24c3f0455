/// Shorter forms of a function's name, which two builds share although their whole names differ.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// A linkage name, or a name for people, without what compilers append: GCC's ".isra.0", ".constprop.1",
/// ".part.2", ".cold", ".lto_priv.3" (also as "[clone .isra.0]"), LLVM's ".llvm.123", ".__uniq.123", the hash
/// of Rust's legacy and the disambiguators of its v0 names. Other names are unchanged: a dot may be part of a
/// name of Go or Java.
std::string nameStem(std::string_view name);
/// Whether nameStem() removes more than a hash of Rust: the function is a part or a clone of another one.
bool isPartOrClone(std::string_view name);

/// A name for people without arguments, return type, template arguments, ABI tags and inline namespaces of
/// libraries: "ns::List::insert" for "void ns::List<int>::insert<long>(long) const".
std::string sourceName(std::string_view name);
/// The same without its scope: "insert"; "" for a lambda or another function without a name of its own.
std::string_view lastName(std::string_view sourceName);

/// A file name of a module without version: "libdraw.so" for "libdraw.so.1.2.3" or "libdraw-1.2.so".
std::string moduleStem(std::string_view fileName);

} // namespace candela
