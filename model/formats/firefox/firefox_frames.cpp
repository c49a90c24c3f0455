#include "model/formats/firefox/firefox_frames.h"

#include "model/formats/encoding/text_numbers.h"
#include "model/formats/firefox/gecko_location.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace candela {

namespace {

/// "0x12ab" is code without a name. With leading zeros it is a name that a tool generated (callgrind).
bool isAddress(std::string_view name) {
    return name.starts_with("0x") && name.size() > 2 && (name[2] != '0' || name.size() == 3) &&
           name.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

std::uint64_t addressIn(std::string_view name) {
    std::uint64_t address = 0;
    std::from_chars(name.data() + 2, name.data() + name.size(), address, 16);
    return address;
}

std::int32_t kernelCategory(const FirefoxFile& file) {
    const auto found = std::ranges::find(file.categories, "Kernel");
    return found == file.categories.end() ? -1 : static_cast<std::int32_t>(found - file.categories.begin());
}

} // namespace

FirefoxLibraries::FirefoxLibraries(const std::vector<FirefoxLibrary>& libraries, ProfileBuilder& builder)
    : m_libraries(libraries), m_builder(builder) {
    for (std::size_t row = 0; row < libraries.size(); ++row) {
        if (libraries[row].end > libraries[row].start)
            m_byStart.emplace_back(libraries[row].start, static_cast<std::int32_t>(row));
    }
    std::ranges::sort(m_byStart);
}

MappingIndex FirefoxLibraries::mapping(std::int32_t row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_libraries.size()) return {};
    auto& known = m_mappings[row];
    if (known) return known;
    const auto& library = m_libraries[static_cast<std::size_t>(row)];
    known = m_builder.mapping({.path = m_builder.string(library.path),
                               .buildId = m_builder.string(library.buildId),
                               .start = library.start,
                               .end = library.end,
                               .fileOffset = library.offset});
    return known;
}

MappingIndex FirefoxLibraries::mappingAt(std::uint64_t address) {
    const auto next =
        std::ranges::upper_bound(m_byStart, address, {}, &std::pair<std::uint64_t, std::int32_t>::first);
    if (next == m_byStart.begin()) return {};
    const auto row = std::prev(next)->second;
    return address < m_libraries[static_cast<std::size_t>(row)].end ? mapping(row) : MappingIndex();
}

FirefoxFrames::FirefoxFrames(const FirefoxTables& own, const FirefoxFile& file, FirefoxLibraries& libraries,
                             JsonDocument& document, ProfileBuilder& builder)
    : m_tables(own.hasFrames() ? own : file.shared),
      m_functions(own.functionName.empty() ? file.shared : own),
      m_resources(own.resourceLibrary.empty() ? file.shared : own),
      m_symbols(own.nativeSymbolLibrary.empty() ? file.shared : own),
      m_sources(own.sourceFile.empty() ? file.shared : own),
      m_strings(own.strings.empty() ? file.shared : own), m_libraries(libraries), m_document(document),
      m_builder(builder), m_frames(m_tables.frameCount()), m_internedStrings(m_strings.strings.size()),
      m_functionsByRow(m_functions.functionName.size()), m_kernelCategory(kernelCategory(file)) {}

FrameIndex FirefoxFrames::frame(std::int32_t row) {
    Frame frame;
    frame.kind = FrameKind::Unknown;
    if (row < 0 || static_cast<std::size_t>(row) >= m_frames.size()) {
        m_isIncomplete = true;
        return m_builder.frame(frame);
    }
    auto& known = m_frames[static_cast<std::size_t>(row)];
    if (known.isNone()) known = m_builder.frame(makeFrame(static_cast<std::size_t>(row)));
    return known;
}

std::string_view FirefoxFrames::text(std::int32_t row) {
    if (row >= 0 && static_cast<std::size_t>(row) < m_strings.strings.size())
        return m_document.unescaped(m_strings.strings[static_cast<std::size_t>(row)]);
    m_isIncomplete = true;
    return {};
}

StringIndex FirefoxFrames::string(std::int32_t row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_internedStrings.size())
        return m_builder.string(text(row));
    auto& known = m_internedStrings[static_cast<std::size_t>(row)];
    if (known.isNone()) known = m_builder.string(text(row));
    return known;
}

Frame FirefoxFrames::makeFrame(std::size_t row) {
    Frame frame;
    if (!m_tables.frameLocation.empty()) {
        frame = frameAtLocation(valueAt(m_tables.frameLocation, row));
        if (const auto line = lineNumber(valueAt(m_tables.frameLine, row))) frame.line = line;
        if (m_kernelCategory >= 0 && valueAt(m_tables.frameCategory, row) == m_kernelCategory)
            frame.kind = FrameKind::Kernel;
        return frame;
    }
    const auto function = valueAt(m_tables.frameFunction, row);
    const auto address = row < m_tables.frameAddress.size() ? m_tables.frameAddress[row] : -1;
    frame.mapping = mappingOf(row, function);
    if (address > 0) frame.address = static_cast<std::uint64_t>(address);
    frame.line = lineNumber(valueAt(m_tables.frameLine, row));
    const auto depth = valueAt(m_tables.frameInlineDepth, row);
    frame.inlineDepth = static_cast<std::uint16_t>(
        std::clamp<std::int32_t>(depth, 0, std::numeric_limits<std::uint16_t>::max()));
    frame.function = this->function(function, frame.mapping);
    frame.kind = kindOf(row, function);
    if (frame.function.isNone() && frame.mapping.isNone()) frame.kind = FrameKind::Unknown;
    return frame;
}

FrameKind FirefoxFrames::kindOf(std::size_t row, std::int32_t function) const {
    if (m_kernelCategory >= 0 && valueAt(m_tables.frameCategory, row) == m_kernelCategory)
        return FrameKind::Kernel;
    if (valueAt(m_tables.frameInlineDepth, row) > 0) return FrameKind::Inlined;
    const bool isJs =
        function >= 0 && valueAt(m_functions.functionIsJs, static_cast<std::size_t>(function)) > 0;
    return isJs ? FrameKind::Interpreted : FrameKind::User;
}

/// The library of the machine code, else the one that the function refers to.
MappingIndex FirefoxFrames::mappingOf(std::size_t row, std::int32_t function) {
    const auto symbol = valueAt(m_tables.frameNativeSymbol, row);
    if (symbol >= 0) {
        const auto library = valueAt(m_symbols.nativeSymbolLibrary, static_cast<std::size_t>(symbol));
        if (const auto mapping = m_libraries.mapping(library)) return mapping;
    }
    if (function < 0) return {};
    const auto resource = valueAt(m_functions.functionResource, static_cast<std::size_t>(function));
    if (resource < 0) return {};
    return m_libraries.mapping(valueAt(m_resources.resourceLibrary, static_cast<std::size_t>(resource)));
}

FunctionIndex FirefoxFrames::function(std::int32_t row, MappingIndex mapping) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_functions.functionName.size()) {
        m_isIncomplete = true;
        return {};
    }
    const auto index = static_cast<std::size_t>(row);
    auto& first = m_functionsByRow[index];
    if (!first.isMade) first = {true, mapping, makeFunction(index, mapping)};
    if (first.mapping == mapping) return first.function;
    const auto [known, isNew] = m_otherFunctions.try_emplace({row, mapping}, FunctionIndex());
    if (isNew) known->second = makeFunction(index, mapping);
    return known->second;
}

FunctionIndex FirefoxFrames::makeFunction(std::size_t row, MappingIndex mapping) {
    const auto name = text(m_functions.functionName[row]);
    if (name.empty() || isAddress(name)) return {};
    Function function;
    function.name = m_builder.string(name); // few rows have the same name
    function.mapping = mapping;
    function.startLine = lineNumber(valueAt(m_functions.functionLine, row));
    auto file = valueAt(m_functions.functionFile, row);
    if (const auto source = valueAt(m_functions.functionSource, row); source >= 0)
        file = valueAt(m_sources.sourceFile, static_cast<std::size_t>(source));
    if (file >= 0) function.file = string(file);
    return m_builder.function(function);
}

/// A frame of a Gecko file: an address in the process, a function of a script with its file and line, or a
/// label.
Frame FirefoxFrames::frameAtLocation(std::int32_t row) {
    const auto [known, isNew] = m_locations.try_emplace(row, Frame());
    auto& frame = known->second;
    if (!isNew) return frame;
    const auto location = text(row);
    if (isAddress(location)) {
        frame.address = addressIn(location);
        frame.mapping = m_libraries.mappingAt(frame.address);
        if (frame.mapping.isNone()) frame.kind = FrameKind::Unknown;
        return frame;
    }
    const auto parsed = parseGeckoLocation(location);
    if (parsed.name.empty()) {
        frame.kind = FrameKind::Unknown;
        return frame;
    }
    Function function;
    function.name = m_builder.string(parsed.name);
    if (!parsed.file.empty()) {
        function.file = m_builder.string(parsed.file);
        function.startLine = parsed.line;
        frame.kind = FrameKind::Interpreted;
    }
    frame.function = m_builder.function(function);
    return frame;
}

StackIndex FirefoxStacks::stack(std::int32_t row) {
    StackIndex caller;
    std::int32_t category = -1;
    m_chain.clear();
    while (row >= 0) {
        const auto index = static_cast<std::size_t>(row);
        if (index >= m_stacks.size() || m_stacks[index] == openStack) {
            m_isIncomplete = true; // the caller's row is missing, or a row calls itself
            break;
        }
        if (m_stacks[index]) {
            caller = m_stacks[index];
            category = this->category(row);
            break;
        }
        m_stacks[index] = openStack;
        m_chain.push_back(row);
        row = valueAt(m_tables.stackPrefix, index);
    }
    for (auto link = m_chain.rbegin(); link != m_chain.rend(); ++link) {
        const auto index = static_cast<std::size_t>(*link);
        caller = m_builder.stack(caller, m_frames.frame(m_tables.stackFrame[index]));
        m_stacks[index] = caller;
        if (!m_categories.empty()) category = m_categories[index] = categoryOf(index, category);
    }
    return caller;
}

std::int32_t FirefoxStacks::categoryOf(std::size_t row, std::int32_t ofCaller) const {
    if (const auto own = valueAt(m_tables.stackCategory, row); own >= 0) return own;
    const auto ofFrame = m_frames.category(m_tables.stackFrame[row]);
    return ofFrame >= 0 ? ofFrame : ofCaller;
}

} // namespace candela
