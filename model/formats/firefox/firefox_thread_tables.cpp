#include "model/formats/firefox/firefox_thread_tables.h"

#include "model/analysis/grouping/grouping.h"
#include "model/formats/json/json_writing.h"

#include <fmt/format.h>

#include <iterator>

namespace candela {

namespace {

/// Larger numbers are not exact in JavaScript.
constexpr std::uint64_t maximumNumber = std::uint64_t{1} << 53;

/// A table as JSON: its columns, then its length.
class TableText {
public:
    TableText(std::string& json, std::string_view name, std::size_t size) : m_json(json), m_size(size) {
        fmt::format_to(std::back_inserter(m_json), "\"{}\":{{", name);
    }
    template<typename Cell>
    void column(std::string_view name, Cell&& cell) {
        fmt::format_to(std::back_inserter(m_json), "\"{}\":", name);
        appendArray(m_json, m_size,
                    [&](std::size_t row) { fmt::format_to(std::back_inserter(m_json), "{}", cell(row)); });
        m_json += ',';
    }
    /// "null" for -1, which other columns write as a number.
    template<typename Cell>
    void optionalColumn(std::string_view name, Cell&& cell) {
        column(name, [&](std::size_t row) {
            const std::int64_t value = cell(row);
            return value < 0 ? std::string("null") : std::to_string(value);
        });
    }
    void end() { fmt::format_to(std::back_inserter(m_json), "\"length\":{}}},", m_size); }

private:
    std::string& m_json;
    std::size_t m_size;
};

constexpr std::int64_t orNone(std::uint32_t line) {
    return line == 0 ? -1 : std::int64_t{line};
}

} // namespace

std::uint32_t FirefoxThreadTables::stack(StackIndex stack) {
    m_chain.clear();
    std::int64_t caller = -1;
    if (stack.isNone()) {
        const auto [found, isNew] =
            m_stackRows.try_emplace(stack, static_cast<std::uint32_t>(m_stacks.size()));
        if (isNew) m_stacks.emplace_back(-1, frame(FrameIndex()));
        return found->second;
    }
    for (; stack; stack = m_profile.stacks.parent[stack.row()]) {
        const auto known = m_stackRows.find(stack);
        if (known != m_stackRows.end()) {
            caller = known->second;
            break;
        }
        m_chain.push_back(stack);
    }
    for (auto link = m_chain.rbegin(); link != m_chain.rend(); ++link) {
        const auto row = m_stacks.size();
        m_stacks.emplace_back(caller, frame(m_profile.stacks.frame[link->row()]));
        m_stackRows.emplace(*link, static_cast<std::uint32_t>(row));
        caller = static_cast<std::int64_t>(row);
    }
    return static_cast<std::uint32_t>(caller);
}

std::uint32_t FirefoxThreadTables::frame(FrameIndex index) {
    const auto [found, isNew] = m_frameRows.try_emplace(index, static_cast<std::uint32_t>(m_frames.size()));
    if (!isNew) return found->second;
    if (index.isNone()) {
        m_functions.push_back({string("[no stack]"), -1, 0, -1, false});
        m_frames.push_back({-1, static_cast<std::uint32_t>(m_functions.size() - 1), 0, 0, Other});
        return found->second;
    }
    const auto row = index.row();
    const auto& frames = m_profile.frames;
    auto mapping = frames.mapping[row];
    if (mapping.isNone() && frames.function[row])
        mapping = m_profile.functions[frames.function[row].row()].mapping;
    const auto address = addressInLibrary(row, mapping);
    const auto kind = frames.kind[row];
    const auto category = kind == FrameKind::Kernel        ? Kernel
                          : kind == FrameKind::Interpreted ? Script
                          : kind == FrameKind::Unknown     ? Other
                                                           : User;
    const auto function = this->function(row, mapping, address);
    m_frames.push_back({address, function, frames.line[row], frames.inlineDepth[row], category});
    return found->second;
}

/// The address relative to the start of the library's file, as in debug information.
std::int64_t FirefoxThreadTables::addressInLibrary(std::size_t frame, MappingIndex mapping) {
    auto address = m_profile.frames.address[frame];
    if (address == 0) return -1;
    if (mapping) {
        const auto& row = m_profile.mappings[mapping.row()];
        if (address >= row.start && address < row.end) address = address - row.start + row.fileOffset;
    }
    if (address < maximumNumber) return static_cast<std::int64_t>(address);
    m_hasLeftOutAddresses = true;
    return -1;
}

std::uint32_t FirefoxThreadTables::function(std::size_t frame, MappingIndex mapping, std::int64_t address) {
    auto index = m_profile.frames.function[frame];
    if (index && m_profile.text(m_profile.functions[index.row()].name).empty()) index = {};
    const bool isScript = m_profile.frames.kind[frame] == FrameKind::Interpreted;
    const auto unnamedAt = index ? 0 : static_cast<std::uint64_t>(std::max<std::int64_t>(address, 0));
    const auto [found, isNew] = m_functionRows.try_emplace({index, mapping, unnamedAt, isScript},
                                                           static_cast<std::uint32_t>(m_functions.size()));
    if (!isNew) return found->second;
    FunctionRow row{0, -1, 0, resource(mapping), isScript};
    if (index) {
        const auto& function = m_profile.functions[index.row()];
        row.name = string(m_profile.text(function.name));
        if (const auto file = m_profile.text(function.file); !file.empty()) row.file = string(file);
        row.line = function.startLine;
    } else {
        row.name = string(fmt::format("0x{:x}", unnamedAt));
    }
    m_functions.push_back(row);
    return found->second;
}

std::int64_t FirefoxThreadTables::resource(MappingIndex mapping) {
    if (mapping.isNone()) return -1;
    const auto [found, isNew] =
        m_resourceRows.try_emplace(mapping, static_cast<std::uint32_t>(m_resources.size()));
    if (isNew) m_resources.push_back(mapping.row());
    return found->second;
}

std::uint32_t FirefoxThreadTables::string(std::string_view text) {
    const auto [found, isNew] =
        m_stringRows.try_emplace(std::string(text), static_cast<std::uint32_t>(m_strings.size()));
    if (isNew) m_strings.push_back(found->first);
    return found->second;
}

void FirefoxThreadTables::write(std::string& json) const {
    auto strings = m_strings;
    TableText stacks(json, "stackTable", m_stacks.size());
    stacks.optionalColumn("prefix", [&](std::size_t row) { return m_stacks[row].first; });
    stacks.column("frame", [&](std::size_t row) { return m_stacks[row].second; });
    stacks.end();

    const auto none = [](std::size_t) { return "null"; };
    TableText frames(json, "frameTable", m_frames.size());
    frames.column("address", [&](std::size_t row) { return m_frames[row].address; });
    frames.column("inlineDepth", [&](std::size_t row) { return m_frames[row].inlineDepth; });
    frames.column("category", [&](std::size_t row) { return static_cast<int>(m_frames[row].category); });
    frames.column("subcategory", [](std::size_t) { return 0; });
    frames.column("func", [&](std::size_t row) { return m_frames[row].function; });
    frames.column("nativeSymbol", none);
    frames.column("innerWindowID", none);
    frames.optionalColumn("line", [&](std::size_t row) { return orNone(m_frames[row].line); });
    frames.column("column", none);
    frames.end();

    TableText functions(json, "funcTable", m_functions.size());
    functions.column("name", [&](std::size_t row) { return m_functions[row].name; });
    functions.column("isJS", [&](std::size_t row) { return m_functions[row].isScript; });
    functions.column("relevantForJS", [](std::size_t) { return false; });
    functions.column("resource", [&](std::size_t row) { return m_functions[row].resource; });
    functions.optionalColumn("fileName", [&](std::size_t row) { return m_functions[row].file; });
    functions.optionalColumn("lineNumber", [&](std::size_t row) { return orNone(m_functions[row].line); });
    functions.column("columnNumber", none);
    functions.end();

    TableText resources(json, "resourceTable", m_resources.size());
    resources.column("lib", [&](std::size_t row) { return m_resources[row]; });
    resources.column("name", [&](std::size_t row) { // the name's text follows those of the functions
        const auto path = m_profile.text(m_profile.mappings[m_resources[row]].path);
        strings.emplace_back(lastPathPart(path));
        return strings.size() - 1;
    });
    resources.column("host", none);
    resources.column("type", [](std::size_t) { return 1; }); // a library
    resources.end();

    TableText symbols(json, "nativeSymbols", 0);
    for (const auto* column : {"address", "functionSize", "libIndex", "name"})
        symbols.column(column, none);
    symbols.end();

    json += "\"stringArray\":";
    appendArray(json, strings.size(), [&](std::size_t row) { appendJsonText(json, strings[row]); });
}

} // namespace candela
