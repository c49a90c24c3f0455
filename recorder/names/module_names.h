/// Known facts about one module: its build id, the addresses of its file's bytes, the names of the requested
/// offsets so far. Filled with the symbol child's answers, which are untrusted.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A function with the fields of a segment's Function.
struct NamedFunction {
    std::string name;
    std::string rawName; ///< empty if it is the same as the name
    std::string file;
    std::uint32_t startLine = 0;
};

/// The same as views; valid as long as the texts are.
struct NamedFunctionView {
    std::string_view name;
    std::string_view rawName;
    std::string_view file;
    std::uint32_t startLine = 0;

    bool operator==(const NamedFunctionView&) const = default;
    NamedFunctionView() = default;
    NamedFunctionView(std::string_view functionName, std::string_view raw, std::string_view path,
                      std::uint32_t line)
        : name(functionName), rawName(raw), file(path), startLine(line) {}
    NamedFunctionView(const NamedFunction& function)
        : NamedFunctionView(function.name, function.rawName, function.file, function.startLine) {}

    template<typename H>
    friend H AbslHashValue(H state, const NamedFunctionView& function) {
        return H::combine(std::move(state), function.name, function.rawName, function.file,
                          function.startLine);
    }
};

/// A function at a file offset: a row of ModuleNames::function(), and the line in it.
struct NamedLine {
    std::uint32_t function = 0;
    std::uint32_t line = 0; ///< 0: not known
};

/// Bytes of the file, and their link addresses.
struct LoadedPart {
    std::uint64_t fileOffset = 0;
    std::uint64_t size = 0;
    std::uint64_t address = 0;
};

class ModuleNames {
public:
    /// The parts of an ELF file that are loaded. If none are known, file offsets can't be converted to
    /// addresses.
    void setLayout(std::string buildId, std::vector<LoadedPart> parts);
    /// To be called if file offsets are addresses already (generated code, a module that is not an ELF file).
    void setPlainLayout();
    const std::string& buildId() const { return m_buildId; }
    /// The compiler that built the file; empty if it is not known.
    void setCompiler(std::string compiler) { m_compiler = std::move(compiler); }
    const std::string& compiler() const { return m_compiler; }
    bool hasLayout() const { return m_hasLayout; }
    std::optional<std::uint64_t> addressOf(std::uint64_t fileOffset) const;
    /// The range from the first loaded address to the last; none if no file is behind the module.
    struct AddressRange {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::uint64_t fileOffset = 0; ///< file offset of `start`
    };
    std::optional<AddressRange> addressRange() const;

    /// Adds the functions at a file offset, innermost first; each but the last is inlined into the next. An
    /// empty list means that the offset has no name.
    void add(std::uint64_t fileOffset, std::span<const NamedLine> lines);
    bool knows(std::uint64_t fileOffset) const { return m_names.linesAt.contains(fileOffset); }
    std::span<const NamedLine> find(std::uint64_t fileOffset) const;

    /// The row of a function; equal functions share a row, unless another one has the same hash.
    std::uint32_t intern(const NamedFunctionView& function);
    const NamedFunction& function(std::uint32_t row) const;

    /// An estimate, in bytes.
    std::size_t memory() const;
    /// Makes every offset unknown, so that all are requested again. The old names are found until the new
    /// answers arrive or the next call.
    void askAgain();

    std::uint64_t lastUse = 0; ///< number of the segment that used it last

private:
    struct Lines {
        std::uint32_t first = 0; // row in `lines`
        std::uint32_t count = 0;
    };
    struct Names {
        absl::flat_hash_map<std::uint64_t, Lines> linesAt;
        std::vector<NamedLine> lines;
        std::vector<NamedFunction> functions;
        absl::flat_hash_map<std::size_t, std::uint32_t>
            functionRows;                // by hash, so that no text is kept twice
        std::uint32_t firstFunction = 0; // the row of functions[0]: old and new functions share no row
        std::size_t textBytes = 0;

        std::size_t memory() const;
        std::optional<std::span<const NamedLine>> find(std::uint64_t fileOffset) const;
    };

    std::string m_buildId;
    std::string m_compiler;
    std::vector<LoadedPart> m_parts;
    bool m_hasLayout = false;
    bool m_isPlain = false;
    Names m_names;
    Names m_older;
};

} // namespace candela
