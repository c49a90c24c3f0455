/// Reads callgrind's text line by line: names that are defined once and then referred to by number, positions
/// and costs relative to the previous line, several parts. Cachegrind's files are the same without calls.
/// Format: the Valgrind manual, "Callgrind Format Specification".
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/callgrind/callgrind_graph.h"

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The maximum number of events in a file, because each line may cost memory for all of them.
inline constexpr std::size_t maximumCallgrindEvents = 32;

/// The name that Candela's own files give the caller of all roots, which is not a real function.
inline constexpr std::string_view callgrindRootKey = "desc: Caller of all roots: ";

struct CallgrindEvent {
    std::string_view name;
    std::string_view unit; ///< empty: not stated
};

/// A part of the file: the costs of one thread between two dumps.
struct CallgrindPart {
    std::int32_t pid = 0;
    std::int32_t thread = 0; ///< 0: not stated
    std::int32_t number = 0; ///< 0: not stated
    std::string_view command;
    std::string_view creator;
    std::string_view rootName; ///< name of a function that only represents the start of stacks; may be empty
    std::vector<CallgrindEvent> events;
    std::vector<std::int64_t> totals; ///< as stated in the file; empty if it has none
    bool hasEnd = false;              ///< the part has the line "totals", which Valgrind and Candela write
                                      ///< last
    CallgrindGraph graph{0};

    /// Candela's own files have the unit in an event's long name.
    bool isOurs() const { return creator.starts_with("candela"); }
};

bool looksLikeCallgrind(std::string_view start);

class CallgrindFile {
public:
    explicit CallgrindFile(ProfileBuilder& builder) : m_builder(builder) {}

    /// Returns all parts that have costs. Warnings go to the builder. Fails if there are none, or when
    /// cancelled.
    Result<std::vector<CallgrindPart>> read(std::string_view text, Task& task);

private:
    using Names = absl::flat_hash_map<std::uint64_t, StringIndex>;
    enum class Kind { Own, Call, Jump };

    void readLine(std::string_view line);
    bool readHeader(std::string_view line);
    void readLongName(std::string_view value);
    void readEvents(std::string_view value);
    bool readPosition(std::string_view line);
    bool readCosts(std::string_view line);
    bool readNumber(std::string_view word, std::uint64_t& number) const;
    void beginPart();
    void endPart();
    CallgrindPart& part() { return m_parts.back(); }
    StringIndex name(std::string_view text, Names& names);
    std::uint32_t callee();

    ProfileBuilder& m_builder;
    std::vector<CallgrindPart> m_parts;
    bool m_hasBody = false; // the current part has lines besides its header
    bool m_hasLine = true;
    bool m_hasAddress = false;
    Names m_modules, m_files, m_functions;
    absl::flat_hash_map<std::string_view, CallgrindEvent> m_longNames;

    // The current position. An unknown name is empty; a name that is not stated is none.
    StringIndex m_module, m_file, m_functionFile, m_function;
    StringIndex m_calledModule, m_calledFile, m_calledFunction;
    std::optional<std::uint32_t> m_row; // the current function's row in the graph
    Kind m_kind = Kind::Own;            // kind of the next line of costs
    std::uint64_t m_address = 0;
    std::uint64_t m_line = 0;
    std::vector<std::uint64_t> m_costs; // costs of the previous line
    std::vector<std::int64_t> m_signedCosts;
    std::size_t m_others = 0;    // lines that could not be parsed
    std::size_t m_overflows = 0; // lines whose costs exceed the range
};

} // namespace candela
