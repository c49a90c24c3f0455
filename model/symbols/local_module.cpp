#include "model/symbols/local_module.h"

namespace candela {

Result<ModuleSymbols> openLocalModule(std::string_view path, std::string_view buildId,
                                      const DebugFileFinder& finder, const SymbolLimits& limits) {
    const auto file = finder.moduleFile(path);
    if (!file.isOpen()) return failure("is not on this machine");
    auto module = TRY(ModuleSymbols::create(file.get(), limits));
    if (!buildId.empty() && module.buildId() != buildId)
        return failure("is another build here than the one that was recorded");
    if (module.wantsDebugFile()) {
        for (const auto& candidate : finder.debugFiles(path, module.buildId(), module.debugLink())) {
            if (module.addDebugFile(candidate.get())) break;
        }
    }
    if (const auto link = module.supplementaryLink()) {
        if (const auto further = finder.supplementaryFile(*link); further.isOpen())
            static_cast<void>(module.addSupplementaryFile(further.get()));
    }
    return module;
}

} // namespace candela
