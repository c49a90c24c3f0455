#include "model/symbols/lookup/kept_code_around.h"

#include "model/profile/profile.h"

namespace candela {

std::optional<KeptCode> keptCodeAround(ModuleSymbols& symbols, std::uint64_t address) {
    KeptCode code;
    code.machine = symbols.machine();
    for (const auto& range : symbols.functionAround(address)) {
        const auto bytes = symbols.codeOf(range);
        if (!bytes.empty()) code.parts.push_back({range.begin, {bytes.begin(), bytes.end()}});
        if (code.size() > maximumKeptFunction) return std::nullopt;
    }
    if (code.parts.empty()) return std::nullopt;
    return code;
}

} // namespace candela
