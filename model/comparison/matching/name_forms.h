/// Shorter forms of a function's name, which two builds share although their whole names differ, and how
/// similar names are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Whether the letter is part of a word of C++ and the like: letters, digits, "_", "$", and all of other
/// scripts.
bool isWordLetter(char letter);

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
/// A name for people without the scopes of all names in it, and without what compilers append:
/// "List<Row>::insert(Row)" for "ns::List<ns::Row>::insert(ns::Row)". A lambda or closure keeps the name that
/// it is in: "parse::{{closure}}"; "" if it is in none.
std::string unscopedName(std::string_view name);

/// A file name of a module without version: "libdraw.so" for "libdraw.so.1.2.3" or "libdraw-1.2.so".
std::string moduleStem(std::string_view fileName);

/// Names as counts of their letter pairs, so that one is compared with many.
class LetterPairs {
public:
    struct Count {
        std::uint32_t pair = 0;  ///< its number, the same in all names
        std::uint32_t count = 0; ///< how often the name has it
    };
    using Counts = std::vector<Count>;

    /// Of capitals and small letters alike. Each pair once.
    Counts of(std::string_view name);
    /// How many pairs have a number.
    std::size_t size() const { return m_counts.size(); }

private:
    std::array<std::uint32_t, 1 << 16> m_numbers{}; // one more than a pair's number; 0: none yet
    std::vector<std::uint32_t> m_counts;            // by number; 0 between two calls
};

/// How similar two names are, 0 to 1: the part of their letter pairs that both have (Dice's coefficient).
double nameSimilarity(std::string_view left, std::string_view right);

/// One name that is compared with many.
class ComparedName {
public:
    /// The text outlives its use.
    void set(std::string_view name, const LetterPairs::Counts& counts, std::size_t pairs);
    double similarity(std::string_view other, const LetterPairs::Counts& counts) const;

private:
    std::string_view m_name;
    std::vector<std::uint32_t> m_set;    // the numbers of its pairs
    std::vector<std::uint32_t> m_counts; // by number
};

} // namespace candela
