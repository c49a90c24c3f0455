#include "model/symbols/lookup/name_lookup.h"

#include "model/base/path_text.h"
#include "model/symbols/lookup/kept_code_around.h"
#include "model/symbols/lookup/kernel_code.h"
#include "model/symbols/lookup/lookup_files.h"
#include "model/symbols/lookup/nameless_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// The names in a file of a user's program.
class ModuleCode : public CodeNames {
public:
    ModuleCode(FoundModule found, AddressBase base) : m_symbols(std::move(found.symbols)), m_base(base) {
        source = std::move(found.source);
        match = found.match;
    }

    std::optional<std::uint64_t> addressIn(const Mapping& mapping, std::uint64_t address) const override {
        return addressInFile(m_symbols, m_base, mapping, address);
    }
    void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out) override {
        m_symbols.resolve(addresses, out);
    }

    std::optional<KeptCode> codeAround(std::uint64_t address) override {
        return keptCodeAround(m_symbols, address);
    }

private:
    ModuleSymbols m_symbols;
    AddressBase m_base;
};

/// Names that were found by path only, as one warning.
void warnOfPaths(Symbolized& result) {
    constexpr std::size_t shown = 3;
    std::string names;
    std::size_t count = 0;
    for (const auto& module : result.modules) {
        if (module.match != NameMatch::Path || module.named == 0) continue;
        if (++count <= shown) names.append(names.empty() ? "" : ", ").append(lastPathPart(module.path));
    }
    if (count == 0) return;
    if (count > shown) names += fmt::format(" and {} more", count - shown);
    result.profile.warnings.push_back(fmt::format(
        "The file does not state which builds it was recorded from: the names in {} are those of the files "
        "that are there now.",
        names));
}

void warnOfFolders(Profile& profile, std::span<const SymbolFolder> folders) {
    for (const auto& folder : folders) {
        if (folder.isIncomplete())
            profile.warnings.push_back(fmt::format(
                "{} is too large to be searched for symbols as a whole: a part of it was left out.",
                folder.path()));
    }
}

} // namespace

Result<Symbolized> lookUpNames(Profile profile, const LookupSources& sources, Task& task) {
    LookupStep step;
    step.modules = namelessCode(profile).size();
    if (step.modules == 0) return Symbolized{std::move(profile), {}};
    task.setProgress(0);
    const auto report = [&](std::uint64_t fetched, std::uint64_t size) {
        step.fetched = fetched;
        step.size = size;
        if (sources.onStep) sources.onStep(step);
    };
    const auto files = TRY(LookupFiles::open(sources, profile, report, task));
    const auto origin = profile.origin;
    KernelFinder kernels(files->modules(), origin, sources.root);
    const auto open = [&](const WantedModule& wanted, Task& work) -> Result<std::unique_ptr<CodeNames>> {
        ++step.number;
        step.module = wanted.path.empty() ? wanted.buildId : wanted.path;
        report(0, 0);
        if (wanted.kind == CodeKind::Kernel) return kernels.open(wanted, work);
        return std::make_unique<ModuleCode>(TRY(files->modules().open(wanted, work)), origin.addressBase);
    };
    auto result = TRY(symbolize(std::move(profile), open, task));
    warnOfPaths(result);
    warnOfFolders(result.profile, files->folders());
    return result;
}

LookupSummary summaryOf(const std::vector<ModuleLookup>& modules) {
    LookupSummary summary;
    for (const auto& module : modules) {
        summary.addresses += module.addresses;
        summary.named += module.named;
        if (module.named == 0) continue;
        const auto known =
            std::ranges::find(summary.sources, module.source, &std::pair<std::string, std::size_t>::first);
        if (known != summary.sources.end())
            known->second += module.named;
        else
            summary.sources.emplace_back(module.source, module.named);
    }
    std::ranges::stable_sort(summary.sources, std::ranges::greater(),
                             &std::pair<std::string, std::size_t>::second);
    return summary;
}

} // namespace candela
