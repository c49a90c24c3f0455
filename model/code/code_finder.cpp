#include "model/code/code_finder.h"

#include "model/base/text/model_text.h"
#include "model/code/disassembly.h"
#include "model/profile/kept_counts.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// Why no file can have the machine code of a frame; empty if a file may have it.
std::string whyNoFile(const Profile& profile, std::size_t frame) {
    const auto& frames = profile.frames;
    if (frames.kind[frame] == FrameKind::Kernel)
        return ModelText::tr("is code of the kernel, which is not read");
    if (frames.kind[frame] == FrameKind::Interpreted)
        return ModelText::tr("is interpreted: it has no machine code");
    if (!frames.mapping[frame] || frames.address[frame] == 0)
        return ModelText::tr("has no addresses in this profile");
    const auto& mapping = profile.mappings[frames.mapping[frame].row()];
    const auto path = profile.text(mapping.path);
    if (path.empty() && profile.text(mapping.buildId).empty())
        return ModelText::tr("is in no file that the profile names");
    if (path.starts_with('[') || path.starts_with("//anon")) {
        const auto memory = path.empty() ? std::string_view("memory") : path;
        return ModelText::tr("is in {}, which is not a file", memory);
    }
    return {};
}

bool hasLines(const FunctionCode& code) {
    return std::ranges::any_of(code.lines, [](const CodeLines& lines) {
        return std::ranges::any_of(lines.frames,
                                   [](const SymbolizedFrame& frame) { return frame.line != 0; });
    });
}

} // namespace

CodeFinder::Module& CodeFinder::moduleOf(MappingIndex index, Task& task) {
    const auto& mapping = m_profile->mappings[index.row()];
    const auto [entry, isNew] = m_modules.try_emplace({mapping.path, mapping.buildId});
    auto& module = entry->second;
    if (!isNew) return module;
    const WantedModule wanted{m_profile->text(mapping.path), m_profile->text(mapping.buildId),
                              CodeKind::User};
    if (!m_files) {
        module.problem = {"is not looked for", {}, ErrorCode::NotPossible};
        return module;
    }
    auto found = m_files->modules().open(wanted, task, ModuleUse::Code);
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
    nameTargets(*code, disassembledTargets(*code), symbols);
    code->modulePath = path;
    code->source = module.found->source;
    code->isBuildKnown = module.found->match == NameMatch::Build;
    return module.functions.emplace_back(std::make_shared<const FunctionCode>(std::move(*code)));
}

/// The same as find(), but only from the file of the module.
Result<FoundCode> CodeFinder::findInFile(Module& module, std::size_t frame, Functions functions) const {
    const auto& mapping = m_profile->mappings[m_profile->frames.mapping[frame].row()];
    const auto path = m_profile->text(mapping.path);
    const auto name = path.empty() ? m_profile->text(mapping.buildId) : path;
    if (!module.found)
        return failure(ModelText::tr("is in {}, which {}", name, module.problem.message),
                       ErrorCode::NotPossible,
                       "--symbols FOLDER names a folder that has the file, --debuginfod asks servers");
    const auto address = addressInFile(module.found->symbols, m_profile->origin.addressBase, mapping,
                                       m_profile->frames.address[frame]);
    auto code = address ? functionAround(module, path, *address, functions) : nullptr;
    if (!code)
        return failure(ModelText::tr("is at {:#x} in {}, where no function is known",
                                     m_profile->frames.address[frame], name),
                       ErrorCode::NotPossible);
    return FoundCode{std::move(code), *address};
}

std::optional<FoundCode> CodeFinder::findKept(std::size_t frame, Functions functions) {
    const auto address = m_profile->frames.address[frame];
    if (!m_profile->frames.mapping[frame] || address == 0) return {};
    auto code = m_kept.find(m_profile->frames.mapping[frame], address);
    if (!code) return {};
    if (functions == Functions::Known && !m_returnedKept.contains(code.get())) return {};
    m_returnedKept.insert(code.get());
    return FoundCode{std::move(code), address};
}

Result<FoundCode> CodeFinder::find(FrameIndex frame, Task& task, Functions functions) {
    const auto row = frame.row();
    if (auto why = whyNoFile(*m_profile, row); !why.empty()) {
        if (auto kept = findKept(row, functions)) return std::move(*kept);
        return failure(std::move(why), ErrorCode::NotPossible);
    }
    auto& module = moduleOf(m_profile->frames.mapping[row], task);
    if (task.isCancelled()) return cancelled();
    auto found = findInFile(module, row, functions);
    if (found && found->code->isBuildKnown && hasLines(*found->code)) return found;
    auto kept = findKept(row, functions);
    if (!kept) {
        // The code of other profiles was read with their names, and was not chosen by a recorder.
        if (found || m_profile->code.empty() || !m_profile->hasRecorderUsage) return found;
        return failure(
            ModelText::tr("{}, and not among the code that the capture keeps: that of the functions hit "
                          "most, about {} % of the recording's bytes",
                          found.error().message, maximumKeptCodePercent),
            found.error().code, found.error().hint);
    }
    // The debug information that the recorder read may be missing now.
    const bool isBetter = !found || !found->code->isBuildKnown || hasLines(*kept->code);
    if (!isBetter) return found;
    return std::move(*kept);
}

} // namespace candela
