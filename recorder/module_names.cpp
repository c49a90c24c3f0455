#include "recorder/module_names.h"

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
    const Place place{static_cast<std::uint32_t>(m_lines.size()), static_cast<std::uint32_t>(lines.size())};
    if (m_places.try_emplace(fileOffset, place).second)
        m_lines.insert(m_lines.end(), lines.begin(), lines.end());
}

std::span<const NamedLine> ModuleNames::find(std::uint64_t fileOffset) const {
    const auto found = m_places.find(fileOffset);
    if (found == m_places.end()) return {};
    return std::span(m_lines).subspan(found->second.first, found->second.count);
}

std::uint32_t ModuleNames::intern(NamedFunction function) {
    const auto [place, isNew] =
        m_functionRows.try_emplace(function, static_cast<std::uint32_t>(m_functions.size()));
    if (isNew) {
        m_textBytes += function.name.size() + function.rawName.size() + function.file.size();
        m_functions.push_back(std::move(function));
    }
    return place->second;
}

std::size_t ModuleNames::memory() const {
    constexpr std::size_t placeBytes =
        2 * (sizeof(std::uint64_t) + sizeof(Place)); // half of the slots are empty
    constexpr std::size_t functionBytes = 3 * sizeof(NamedFunction);
    return m_places.size() * placeBytes + m_lines.size() * sizeof(NamedLine) +
           m_functions.size() * functionBytes + 2 * m_textBytes;
}

void ModuleNames::clearNames() {
    m_places = {};
    m_lines = {};
    m_functions = {};
    m_functionRows = {};
    m_textBytes = 0;
}

} // namespace candela
