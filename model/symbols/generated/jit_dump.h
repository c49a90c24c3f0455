/// Functions that a just-in-time compiler recorded in a dump, jit-PID.dump, which `perf inject --jit` reads,
/// too (linux: tools/perf/Documentation/jitdump-specification.txt). The process maps the file as executable
/// to announce it to profilers.
#pragma once

#include "model/symbols/generated/code_ranges.h"
#include "model/symbols/names/symbolized_frame.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Whether a mapped file is such a dump: its path shows that.
bool isJitDump(std::string_view path);

class JitDump {
public:
    /// Adds what was written since the last call: whole records, of which the last one may be incomplete. The
    /// first bytes are the file's header. Returns how many bytes were used, or more if a record's code
    /// follows, which is skipped. Where code overlaps, the later record replaces the earlier one. A file of
    /// another byte order or version has no functions; functions beyond four million are ignored.
    std::uint64_t append(std::span<const std::byte> bytes);

    /// The function around an absolute address, with the file and first line of its source, if the dump has
    /// them; empty if there is none.
    SymbolizedFrames find(std::uint64_t address) const;
    std::size_t size() const { return m_functions.size(); }

private:
    struct Function {
        std::uint64_t name = 0; // offset in m_texts, like `file`: each text ends with '\0'
        std::uint64_t file = 0;
        std::uint32_t line = 0;
    };
    struct Source {
        std::uint64_t file = 0;
        std::uint32_t line = 0;
    };

    std::uint64_t appendHeader(std::span<const std::byte> bytes);
    bool addRecord(std::uint32_t kind, std::span<const std::byte> body);
    bool addCode(std::span<const std::byte> body);
    bool moveCode(std::span<const std::byte> body);
    bool addSource(std::span<const std::byte> body);
    void add(std::uint64_t begin, std::uint64_t size, const Function& function);
    std::uint64_t textAt(std::string_view text);
    const char* text(std::uint64_t offset) const { return m_texts.c_str() + offset; }

    enum class State : std::uint8_t { BeforeHeader, Records, NotUnderstood };

    State m_state = State::BeforeHeader;
    std::string m_texts = std::string(1, '\0');
    std::string m_lastFile; // path of the last file, whose text is at m_lastFileText
    std::uint64_t m_lastFileText = 0;
    std::vector<Function> m_functions;
    CodeRanges m_ranges;                                         // values are rows of m_functions
    absl::flat_hash_map<std::uint64_t, Source> m_waitingSources; // key: the start of the code that follows
};

} // namespace candela
