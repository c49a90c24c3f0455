#include "model/formats/pprof/pprof_locations.h"

#include "model/formats/output/inlined_frames.h"
#include "model/formats/pprof/pprof_file.h"
#include "model/profile/start_name.h"

namespace candela {

PprofStrings::PprofStrings(const StringTable& strings) : m_strings(strings), m_numbers(strings.size()) {
    add({}); // the empty text has number 0
}

std::uint64_t PprofStrings::add(std::string_view text) {
    m_fields.bytes(pprof_field::StringTable, text);
    return m_count++;
}

std::uint64_t PprofStrings::number(StringIndex index) {
    if (m_strings[index].empty()) return 0;
    auto& number = m_numbers[index.row()];
    if (number == 0) number = add(m_strings[index]);
    return number;
}

std::uint64_t PprofStrings::number(std::string_view text) {
    if (text.empty()) return 0;
    const auto [found, isNew] = m_others.try_emplace(std::string(text), 0);
    if (isNew) found->second = add(text);
    return found->second;
}

std::uint64_t PprofStrings::presentNumber(StringIndex index) {
    if (const auto present = number(index); present != 0) return present;
    if (m_presentEmpty == 0) m_presentEmpty = add({});
    return m_presentEmpty;
}

PprofLocations::PprofLocations(const Profile& profile, PprofStrings& strings)
    : m_profile(profile), m_strings(strings), m_parts(profile.stacks.size()),
      m_functionIds(profile.functions.size()), m_mappingUses(profile.mappings.size()) {}

PprofLocations::StackPart PprofLocations::partAt(StackIndex leaf) {
    auto& part = m_parts[leaf.row()];
    if (part.location != 0) return part;
    const auto caller = takeLocation(m_profile, leaf, m_frames);
    part = {location(), caller};
    return part;
}

/// The id of the location with the current frames.
std::uint64_t PprofLocations::location() {
    const auto [found, isNew] = m_locationIds.try_emplace(m_frames, m_locationIds.size() + 1);
    if (isNew) writeLocation(found->second);
    return found->second;
}

void PprofLocations::writeLocation(std::uint64_t id) {
    const auto& frames = m_profile.frames;
    const auto outermost = m_frames.back().row();
    const auto mapping = frames.mapping[outermost];
    MappingUse use;
    WireWriter location;
    location.number(pprof_field::LocationRowId, id);
    if (mapping) location.number(pprof_field::LocationMapping, mapping.row() + std::uint64_t{1});
    location.number(pprof_field::Address, frames.address[outermost]);
    for (const auto frame : m_frames) {
        const auto functionIndex = frames.function[frame.row()];
        if (!functionIndex) continue;
        WireWriter line;
        line.number(pprof_field::LineFunction, function(functionIndex));
        line.number(pprof_field::LineNumber, frames.line[frame.row()]);
        location.message(pprof_field::Line, line);
        use.hasFunctions |= hasName(m_profile, frame.row());
        use.hasFileNames |= !m_profile.text(m_profile.functions[functionIndex.row()].file).empty();
        use.hasLineNumbers |= frames.line[frame.row()] != 0;
        use.hasInlineFrames |= frames.inlineDepth[frame.row()] > 0;
    }
    m_locations.message(pprof_field::Location, location);
    if (!mapping) return;
    auto& uses = m_mappingUses[mapping.row()];
    uses.hasFunctions |= use.hasFunctions;
    uses.hasFileNames |= use.hasFileNames;
    uses.hasLineNumbers |= use.hasLineNumbers;
    uses.hasInlineFrames |= use.hasInlineFrames;
}

std::uint64_t PprofLocations::function(FunctionIndex index) {
    auto& id = m_functionIds[index.row()];
    if (id != 0) return id;
    const auto& function = m_profile.functions[index.row()];
    const auto [found, isNew] = m_functionKeys.try_emplace(
        {function.name, function.rawName, function.file, function.startLine}, m_functionKeys.size() + 1);
    id = found->second;
    if (!isNew) return id;
    WireWriter message;
    message.number(pprof_field::FunctionId, id);
    message.number(pprof_field::Name, m_strings.number(function.name));
    message.number(pprof_field::SystemName, m_strings.number(function.rawName));
    message.number(pprof_field::FunctionFile, m_strings.number(function.file));
    message.number(pprof_field::StartLine, function.startLine);
    m_functions.message(pprof_field::Function, message);
    return id;
}

void PprofLocations::writeMapping(std::size_t row, WireWriter& out) {
    const auto& mapping = m_profile.mappings[row];
    const auto& use = m_mappingUses[row];
    WireWriter message;
    message.number(pprof_field::MappingId, row + 1);
    message.number(pprof_field::MemoryStart, mapping.start);
    message.number(pprof_field::MemoryLimit, mapping.end);
    message.number(pprof_field::FileOffset, mapping.fileOffset);
    message.number(pprof_field::FileName, m_strings.number(mapping.path));
    message.number(pprof_field::BuildId, m_strings.number(mapping.buildId));
    message.number(pprof_field::HasFunctions, use.hasFunctions);
    message.number(pprof_field::HasFileNames, use.hasFileNames);
    message.number(pprof_field::HasLineNumbers, use.hasLineNumbers);
    message.number(pprof_field::HasInlineFrames, use.hasInlineFrames);
    out.message(pprof_field::Mapping, message);
}

std::string PprofLocations::fields() {
    WireWriter mappings;
    for (std::size_t row = 0; row < m_profile.mappings.size(); ++row)
        writeMapping(row, mappings);
    return mappings.bytes() + m_locations.bytes() + m_functions.bytes();
}

} // namespace candela
