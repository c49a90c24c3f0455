#include "model/formats/pprof/pprof_frames.h"

#include "model/formats/encoding/text_numbers.h"
#include "model/symbols/names/demangle.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>

namespace candela {

namespace {

FrameKind kindOfMapping(std::string_view path) {
    return path.starts_with("[kernel") || path.starts_with("[guest.kernel") ? FrameKind::Kernel
                                                                            : FrameKind::User;
}

/// A function's name without its parameters, as drop_frames expects it; "(anonymous namespace)" and
/// "operator()" are kept.
std::string_view nameToMatch(std::string_view name) {
    constexpr std::string_view anonymous = "(anonymous namespace)";
    constexpr std::string_view callOperator = "operator";
    if (name.starts_with('.')) name.remove_prefix(1);
    for (auto position = name.find('('); position != std::string_view::npos;
         position = name.find('(', position)) {
        if (name.substr(position).starts_with(anonymous)) {
            position += anonymous.size();
        } else if (name.substr(0, position).ends_with(callOperator) &&
                   name.substr(position).starts_with("()")) {
            position += 2;
        } else {
            return name.substr(0, position);
        }
    }
    return name;
}

/// A regular expression that must match a whole text; none if it is empty or invalid.
std::unique_ptr<re2::RE2> wholeMatch(std::string_view pattern) {
    if (pattern.empty()) return nullptr;
    auto expression =
        std::make_unique<re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()), re2::RE2::Quiet);
    return expression->ok() ? std::move(expression) : nullptr;
}

} // namespace

PprofFrames::PprofFrames(const PprofFile& file, ProfileBuilder& builder)
    : m_file(file), m_builder(builder), m_mappingIds(file.mappings.size()),
      m_functionIds(file.functions.size()), m_locationIds(file.locations.size()),
      m_strings(file.strings.size()), m_functionNames(file.functions.size()) {
    addMappings();
    addFunctions();
    m_begin.reserve(m_file.locations.size() + 2);
    m_begin.push_back(0);
    for (std::uint32_t row = 0; row < m_file.locations.size(); ++row) {
        m_locationIds.add(m_file.locations[row].id, row);
        addLocation(m_file.locations[row]);
    }
    m_frames.push_back(m_builder.frame({.function = {}, .mapping = {}, .kind = FrameKind::Unknown}));
    m_begin.push_back(static_cast<std::uint32_t>(m_frames.size()));
    dropFrames();
}

StringIndex PprofFrames::string(std::uint64_t number) {
    if (number >= m_strings.size()) {
        m_isIncomplete = true;
        return m_builder.string({});
    }
    auto& index = m_strings[static_cast<std::size_t>(number)];
    if (index.isNone()) index = m_builder.string(m_file.text(number));
    return index;
}

void PprofFrames::addMappings() {
    m_mappings.reserve(m_file.mappings.size());
    for (const auto& mapping : m_file.mappings) {
        m_mappingIds.add(mapping.id, static_cast<std::uint32_t>(m_mappings.size()));
        m_mappings.push_back(m_builder.mapping({.path = string(mapping.file),
                                                .buildId = string(mapping.buildId),
                                                .start = mapping.start,
                                                .end = mapping.limit,
                                                .fileOffset = mapping.offset}));
    }
}

/// Old profilers of .NET leave out ids: then there is one function for each location, in the same order, with
/// the location's id.
void PprofFrames::addFunctions() {
    const auto& functions = m_file.functions;
    const bool haveIds =
        std::ranges::any_of(functions, [](const auto& function) { return function.id != 0; });
    const bool areParallel = functions.size() == m_file.locations.size();
    for (std::uint32_t row = 0; row < functions.size(); ++row)
        m_functionIds.add(haveIds       ? functions[row].id
                          : areParallel ? m_file.locations[row].id
                                        : row + std::uint64_t{1},
                          row);
}

void PprofFrames::addLocation(const PprofLocation& location) {
    const auto mappingRow = m_mappingIds.find(location.mapping);
    Frame frame;
    frame.address = location.address;
    frame.kind = FrameKind::Unknown;
    if (mappingRow != PprofIds::none) {
        frame.mapping = m_mappings[mappingRow];
        frame.kind = kindOfMapping(m_file.text(m_file.mappings[mappingRow].file));
    }
    m_isIncomplete |= location.mapping != 0 && mappingRow == PprofIds::none;
    if (location.lineCount == 0) m_frames.push_back(m_builder.frame(frame));
    const auto outermostKind = frame.kind;
    for (std::uint32_t depth = 0; depth < location.lineCount; ++depth) {
        const auto& line = m_file.lines[location.firstLine + location.lineCount - 1 - depth];
        const auto functionRow = m_functionIds.find(line.function);
        const bool isNamed = functionRow != PprofIds::none;
        m_isIncomplete |= line.function != 0 && !isNamed;
        frame.function = isNamed ? function(functionRow, frame.mapping) : FunctionIndex();
        frame.line = lineNumber(line.line);
        frame.inlineDepth = static_cast<std::uint16_t>(std::min<std::uint32_t>(depth, 0xffff));
        frame.kind = depth > 0                                        ? FrameKind::Inlined
                     : isNamed && outermostKind == FrameKind::Unknown ? FrameKind::User
                                                                      : outermostKind;
        m_frames.push_back(m_builder.frame(frame));
    }
    m_begin.push_back(static_cast<std::uint32_t>(m_frames.size()));
}

FunctionIndex PprofFrames::function(std::uint32_t row, MappingIndex mapping) {
    const auto& function = m_file.functions[row];
    const bool hasRawName = !m_file.text(function.systemName).empty();
    return m_builder.function({.name = functionName(row),
                               .rawName = hasRawName ? string(function.systemName) : StringIndex(),
                               .file = string(function.file),
                               .startLine = lineNumber(function.startLine),
                               .mapping = mapping});
}

StringIndex PprofFrames::functionName(std::uint32_t row) {
    auto& known = m_functionNames[row];
    if (known) return known;
    const auto& function = m_file.functions[row];
    const auto name = m_file.text(function.name);
    const auto systemName = m_file.text(function.systemName);
    // pprof's own tool only demangles names that are still mangled.
    const bool isRaw = !systemName.empty() && (name.empty() || name == systemName);
    known = isRaw ? m_builder.string(demangle(systemName)) : string(function.name);
    return known;
}

void PprofFrames::dropFrames() {
    const auto drop = wholeMatch(m_file.text(m_file.dropFrames));
    if (!drop) return;
    const auto keep = wholeMatch(m_file.text(m_file.keepFrames));
    const auto isDropped = [&](std::uint64_t functionId) {
        const auto row = m_functionIds.find(functionId);
        if (row == PprofIds::none) return false;
        const auto name = nameToMatch(m_builder.text(functionName(row)));
        const re2::StringPiece text(name.data(), name.size());
        return !name.empty() && re2::RE2::FullMatch(text, *drop) &&
               !(keep && re2::RE2::FullMatch(text, *keep));
    };
    m_cut.assign(m_begin.size() - 1, PprofCut::None);
    std::vector<FrameIndex> kept;
    std::vector<std::uint32_t> begin{0};
    for (std::uint32_t row = 0; row + 1 < m_begin.size(); ++row) {
        const auto all = frames(row);
        std::size_t count = all.size();
        if (row < m_file.locations.size()) {
            const auto& location = m_file.locations[row];
            for (std::uint32_t depth = 0; depth < location.lineCount; ++depth) {
                if (!isDropped(m_file.lines[location.firstLine + location.lineCount - 1 - depth].function))
                    continue;
                m_cut[row] = depth == 0 ? PprofCut::Before : PprofCut::After;
                if (depth > 0) count = depth;
                break;
            }
        }
        kept.insert(kept.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        begin.push_back(static_cast<std::uint32_t>(kept.size()));
    }
    m_frames = std::move(kept);
    m_begin = std::move(begin);
}

} // namespace candela
