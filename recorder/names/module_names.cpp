#include "recorder/names/module_names.h"

#include <absl/hash/hash.h>

#include <algorithm>

namespace candela {

void ModuleNames::setLayout(std::string buildId, std::vector<LoadedPart> parts) {
    m_buildId = std::move(buildId);
    m_parts = std::move(parts);
    m_hasLayout = true;
}

void ModuleNames::setPlainLayout() {
    m_parts = {{0, ~std::uint64_t{0}, 0}};
    m_hasLayout = true;
    m_isPlain = true;
}

std::optional<std::uint64_t> ModuleNames::addressOf(std::uint64_t fileOffset) const {
    for (const auto& part : m_parts) {
        if (fileOffset >= part.fileOffset && fileOffset - part.fileOffset < part.size)
            return part.address + (fileOffset - part.fileOffset);
    }
    return std::nullopt;
}

std::optional<ModuleNames::AddressRange> ModuleNames::addressRange() const {
    if (m_isPlain || m_parts.empty()) return std::nullopt;
    AddressRange range{~std::uint64_t{0}, 0, 0};
    for (const auto& part : m_parts) {
        if (part.address < range.start) {
            range.start = part.address;
            range.fileOffset = part.fileOffset;
        }
        range.end = std::max(range.end, part.address + part.size);
    }
    return range;
}

void ModuleNames::add(std::uint64_t fileOffset, std::span<const NamedLine> lines) {
    const Lines added{static_cast<std::uint32_t>(m_names.lines.size()),
                      static_cast<std::uint32_t>(lines.size())};
    if (m_names.linesAt.try_emplace(fileOffset, added).second)
        m_names.lines.insert(m_names.lines.end(), lines.begin(), lines.end());
}

std::optional<std::span<const NamedLine>> ModuleNames::Names::find(std::uint64_t fileOffset) const {
    const auto found = linesAt.find(fileOffset);
    if (found == linesAt.end()) return std::nullopt;
    return std::span(lines).subspan(found->second.first, found->second.count);
}

std::span<const NamedLine> ModuleNames::find(std::uint64_t fileOffset) const {
    if (const auto known = m_names.find(fileOffset)) return *known;
    return m_older.find(fileOffset).value_or(std::span<const NamedLine>());
}

std::uint32_t ModuleNames::intern(const NamedFunctionView& function) {
    const auto row = m_names.firstFunction + static_cast<std::uint32_t>(m_names.functions.size());
    const auto [found, isNew] =
        m_names.functionRows.try_emplace(absl::Hash<NamedFunctionView>()(function), row);
    if (!isNew && NamedFunctionView(this->function(found->second)) == function) return found->second;
    m_names.textBytes += function.name.size() + function.rawName.size() + function.file.size();
    m_names.functions.push_back({std::string(function.name), std::string(function.rawName),
                                 std::string(function.file), function.startLine});
    return row;
}

const NamedFunction& ModuleNames::function(std::uint32_t row) const {
    const auto& names = row - m_names.firstFunction < m_names.functions.size() ? m_names : m_older;
    return names.functions[row - names.firstFunction];
}

std::size_t ModuleNames::Names::memory() const {
    constexpr std::size_t offsetBytes =
        2 * (sizeof(std::uint64_t) + sizeof(Lines)); // twice, because half of the slots are empty
    constexpr std::size_t functionBytes =
        2 * (sizeof(NamedFunction) + sizeof(std::size_t) + sizeof(std::uint32_t));
    return linesAt.size() * offsetBytes + lines.size() * sizeof(NamedLine) +
           functions.size() * functionBytes + textBytes;
}

std::size_t ModuleNames::memory() const {
    return m_names.memory() + m_older.memory();
}

void ModuleNames::askAgain() {
    const auto next = m_names.firstFunction + static_cast<std::uint32_t>(m_names.functions.size());
    m_older = std::move(m_names);
    m_names = {};
    m_names.firstFunction = next;
}

} // namespace candela
