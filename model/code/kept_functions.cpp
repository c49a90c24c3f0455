#include "model/code/kept_functions.h"

#include "model/base/text/model_text.h"
#include <algorithm>

namespace candela {

namespace {

constexpr std::string_view captureSource = ModelText::trLater("the capture");

SymbolizedFrame symbolizedFrame(const Profile& profile, const Function& function, std::uint32_t line) {
    return {.name = std::string(profile.text(function.name)),
            .rawName = std::string(profile.text(function.rawName)),
            .file = std::string(profile.text(function.file)),
            .startLine = function.startLine,
            .line = line,
            .start = 0};
}

FunctionCode functionCode(const Profile& profile, const KeptCode& kept) {
    const auto& mapping = profile.mappings[kept.mapping.row()];
    FunctionCode code;
    code.modulePath = profile.text(mapping.path);
    code.buildId = profile.text(mapping.buildId);
    code.machine = kept.machine;
    code.isCut = kept.isCut;
    code.source = captureSource;
    for (const auto& part : kept.parts)
        code.parts.push_back({part.start, part.bytes});
    for (std::size_t row = 0; row < kept.lines.size(); ++row) {
        auto& lines = code.lines.emplace_back(CodeLines{kept.lines[row].address, {}});
        const auto end = row + 1 < kept.lines.size() ? kept.lines[row + 1].firstFrame : kept.frames.size();
        for (std::size_t frame = kept.lines[row].firstFrame; frame < end; ++frame)
            lines.frames.push_back(symbolizedFrame(profile, kept.functions[kept.frames[frame].function],
                                                   kept.frames[frame].line));
    }
    for (const auto& target : kept.targets)
        code.targets.emplace(target.address, profile.text(target.name));
    return code;
}

} // namespace

bool isOfCapture(const FunctionCode& code) {
    return code.source == captureSource;
}

KeptFunctions::KeptFunctions(const Profile& profile) : m_profile(profile) {
    for (std::size_t row = 0; row < profile.code.size(); ++row) {
        const auto& code = *profile.code[row];
        auto& parts = m_parts[keyOf(code.mapping)];
        for (const auto& part : code.parts)
            parts.push_back({part.start, part.start + part.bytes.size(), row});
    }
    for (auto& [key, parts] : m_parts)
        std::ranges::stable_sort(parts, {}, &Part::start);
}

KeptFunctions::ModuleKey KeptFunctions::keyOf(MappingIndex mapping) const {
    const auto& row = m_profile.mappings[mapping.row()];
    return {row.path, row.buildId};
}

std::shared_ptr<const FunctionCode> KeptFunctions::find(MappingIndex mapping, std::uint64_t address) {
    const auto module = m_parts.find(keyOf(mapping));
    if (module == m_parts.end()) return nullptr;
    const auto after = std::ranges::upper_bound(module->second, address, {}, &Part::start);
    if (after == module->second.begin() || address >= std::prev(after)->end) return nullptr;
    const auto row = std::prev(after)->code;
    auto& function = m_functions[row];
    if (!function)
        function = std::make_shared<const FunctionCode>(functionCode(m_profile, *m_profile.code[row]));
    return function;
}

} // namespace candela
