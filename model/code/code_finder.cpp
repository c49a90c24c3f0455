#include "model/code/code_finder.h"

#include "model/code/disassembly.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// Why no file can have the machine code of a frame; empty if a file may have it.
std::string whyNoFile(const Profile& profile, std::size_t frame) {
    const auto& frames = profile.frames;
    if (frames.kind[frame] == FrameKind::Kernel) return "is code of the kernel, which is not read";
    if (frames.kind[frame] == FrameKind::Interpreted) return "is interpreted: it has no machine code";
    if (!frames.mapping[frame] || frames.address[frame] == 0) return "has no addresses in this profile";
    const auto& mapping = profile.mappings[frames.mapping[frame].row()];
    const auto path = profile.text(mapping.path);
    if (path.empty() && profile.text(mapping.buildId).empty()) return "is in no file that the profile names";
    if (path.starts_with('[') || path.starts_with("//anon"))
        return fmt::format("is in {}, which is not a file", path.empty() ? "memory" : path);
    return {};
}

} // namespace

CodeFinder::Module& CodeFinder::moduleOf(MappingIndex index, Task& task) {
    const auto& mapping = m_profile->mappings[index.row()];
    const auto [entry, isNew] = m_modules.try_emplace({mapping.path, mapping.buildId});
    auto& module = entry->second;
    if (!isNew) return module;
    const WantedModule wanted{m_profile->text(mapping.path), m_profile->text(mapping.buildId),
                              CodeKind::User};
    auto found = m_files.modules().open(wanted, task, ModuleUse::Code);
    if (found)
        module.found.emplace(std::move(*found));
    else
        module.problem = found.error();
    return module;
}

std::shared_ptr<const FunctionCode> CodeFinder::functionAround(Module& module, std::string_view path,
                                                               std::uint64_t address, Functions functions) {
    for (const auto& function : module.functions) {
        if (function->covers(address)) return function;
    }
    if (functions == Functions::Known) return nullptr;
    auto& symbols = module.found->symbols;
    auto code = readFunctionCode(symbols, address);
    if (!code) return nullptr;
    nameTargets(*code, symbols);
    code->modulePath = path;
    code->source = module.found->source;
    code->isBuildKnown = module.found->match == NameMatch::Build;
    return module.functions.emplace_back(std::make_shared<const FunctionCode>(std::move(*code)));
}

Result<FoundCode> CodeFinder::find(FrameIndex frame, Task& task, Functions functions) {
    const auto row = frame.row();
    if (auto why = whyNoFile(*m_profile, row); !why.empty())
        return failure(std::move(why), ErrorCode::NotPossible);
    const auto mappingRow = m_profile->frames.mapping[row];
    const auto& mapping = m_profile->mappings[mappingRow.row()];
    auto& module = moduleOf(mappingRow, task);
    if (task.isCancelled()) return cancelled();
    const auto path = m_profile->text(mapping.path);
    const auto name = path.empty() ? m_profile->text(mapping.buildId) : path;
    if (!module.found)
        return failure(fmt::format("is in {}, which {}", name, module.problem.message),
                       ErrorCode::NotPossible,
                       "--symbols FOLDER names a folder that has the file, --debuginfod asks servers");
    const auto address = addressInFile(module.found->symbols, m_profile->origin.addressBase, mapping,
                                       m_profile->frames.address[row]);
    auto code = address ? functionAround(module, path, *address, functions) : nullptr;
    if (!code)
        return failure(fmt::format("is at {:#x} in {}, where no function is known",
                                   m_profile->frames.address[row], name),
                       ErrorCode::NotPossible);
    return FoundCode{std::move(code), *address};
}

} // namespace candela
