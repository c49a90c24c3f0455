#include "model/symbols/lookup/module_finder.h"

#include "model/base/path_text.h"
#include "model/base/regular_file.h"
#include "model/base/text/model_text.h"
#include "model/symbols/elf/build_id.h"
#include "model/symbols/lookup/running_kernel.h"

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>

namespace candela {

namespace {

constexpr std::string_view files = ModelText::trLater("files of this machine");
constexpr std::string_view debugFiles = ModelText::trLater("debug files of this machine");
constexpr std::string_view servers = "debuginfod";
constexpr auto notHere = ModelText::trLater("is not on this machine");

} // namespace

/// The search for one module: first for the module itself or a debug file in its place, then for further
/// files.
class ModuleFinder::Search {
public:
    Search(const ModuleFinder& finder, const WantedModule& wanted, ModuleUse use, Task& task)
        : m_finder(finder), m_wanted(wanted), m_use(use), m_task(task) {}

    Result<FoundModule> run() {
        findModule();
        if (!m_found) fetchModule();
        if (m_found) addDebugFiles();
        if (m_found) addSupplementaryFile();
        if (m_task.isCancelled()) return cancelled();
        if (!m_found) return failure(ModelText::translated(m_problem));
        return std::move(*m_found);
    }

private:
    void findModule() {
        if (m_wanted.path.starts_with('/'))
            tryModule(m_finder.m_local.moduleFile(m_wanted.path), files, NamedBy::Profile);
        for (const auto& folder : m_finder.m_folders) {
            for (const auto* file : filesIn(folder))
                tryModule(opened(*file), folder.path(), NamedBy::User);
        }
        if (m_found) return;
        for (const auto& file : m_finder.m_local.debugFiles({}, fullBuildId(m_wanted.buildId), {}))
            tryModule(file, debugFiles, NamedBy::Profile);
    }

    /// A debug file suffices if it has the addresses of the code.
    void fetchModule() {
        const auto id = fullBuildId(m_wanted.buildId);
        if (m_use == ModuleUse::Names) {
            tryModule(fetch(id, Debuginfod::Kind::DebugFile), servers, NamedBy::Profile);
            if (m_found && m_found->symbols.hasLayout()) return;
        }
        const auto program = fetch(id, Debuginfod::Kind::Program);
        if (!program.isOpen()) return;
        m_found.reset();
        tryModule(program, servers, NamedBy::Profile);
    }

    FileDescriptor fetch(const std::string& buildId, Debuginfod::Kind kind) {
        if (!m_finder.m_servers || buildId.empty() || m_task.isCancelled()) return {};
        auto file = m_finder.m_servers->fetch(buildId, kind, m_task, m_finder.m_progress);
        if (file) return std::move(*file);
        if (m_problem == notHere) m_problem = file.error().message;
        return {};
    }

    /// A module without a build id is searched by name.
    std::vector<const SymbolFolder::File*> filesIn(const SymbolFolder& folder) const {
        if (isBuildId(m_wanted.buildId)) return folder.filesOfBuild(m_wanted.buildId);
        return folder.filesNamed(lastPathPart(m_wanted.path));
    }

    static FileDescriptor opened(const SymbolFolder::File& file) {
        return openRegularFile(AT_FDCWD, file.path, Links::Follow); // it was a regular file when the folder
                                                                    // was read
    }

    /// What shows that this is the recorded file, if no build id decides it.
    enum class NamedBy { Profile, User };

    void tryModule(const FileDescriptor& file, std::string_view source, NamedBy namedBy) {
        if (m_found || !file.isOpen()) return;
        auto symbols = ModuleSymbols::create(file.get());
        if (!symbols) {
            m_problem = symbols.error().message;
            return;
        }
        const auto match = isBuildId(m_wanted.buildId) ? NameMatch::Build : NameMatch::Path;
        if (match == NameMatch::Build && !isSameBuild(m_wanted.buildId, symbols->buildId())) {
            m_problem = ModelText::trLater("is another build here than the one that was recorded");
            return;
        }
        if (match == NameMatch::Path && namedBy == NamedBy::Profile) {
            if (const auto allowed = m_finder.mayUseByPath(file.get(), symbols->buildId()); !allowed) {
                m_problem = allowed.error().message;
                return;
            }
        }
        if (m_use == ModuleUse::Code && !symbols->hasCode()) {
            if (m_problem == notHere)
                m_problem = ModelText::trLater("has its debug file here, but not its machine code");
            return;
        }
        m_found.emplace(std::move(*symbols), std::string(source), match);
    }

    void addDebugFiles() {
        const auto& symbols = m_found->symbols;
        for (const auto& file :
             m_finder.m_local.debugFiles(m_wanted.path, symbols.buildId(), symbols.debugLink()))
            tryDebugFile(file, debugFiles);
        for (const auto& folder : m_finder.m_folders) {
            for (const auto* file : folder.filesOfBuild(symbols.buildId()))
                tryDebugFile(opened(*file), folder.path());
            if (!symbols.buildId().empty() || !symbols.debugLink()) continue;
            for (const auto* file : folder.filesNamed(symbols.debugLink()->fileName))
                tryDebugFile(opened(*file), folder.path());
        }
        if (symbols.wantsDebugFile())
            tryDebugFile(fetch(symbols.buildId(), Debuginfod::Kind::DebugFile), servers);
    }

    /// The module checks whether it matches.
    void tryDebugFile(const FileDescriptor& file, std::string_view source) {
        if (!file.isOpen() || !m_found->symbols.wantsDebugFile()) return;
        if (m_found->symbols.addDebugFile(file.get())) m_found->source = source;
    }

    void addSupplementaryFile() {
        const auto link = m_found->symbols.supplementaryLink();
        if (!link) return;
        const auto add = [&](const FileDescriptor& file) {
            return file.isOpen() && m_found->symbols.addSupplementaryFile(file.get());
        };
        if (add(m_finder.m_local.supplementaryFile(*link))) return;
        for (const auto& folder : m_finder.m_folders) {
            for (const auto* file : folder.filesOfBuild(link->buildId))
                if (add(opened(*file))) return;
        }
        add(fetch(link->buildId, Debuginfod::Kind::DebugFile));
    }

    const ModuleFinder& m_finder;
    const WantedModule& m_wanted;
    ModuleUse m_use;
    Task& m_task;
    std::optional<FoundModule> m_found;
    std::string m_problem{notHere};
};

Result<FoundModule> ModuleFinder::open(const WantedModule& wanted, Task& task, ModuleUse use) const {
    return Search(*this, wanted, use, task).run();
}

Result<void> ModuleFinder::mayUseByPath(int descriptor, std::string_view localBuildId) const {
    if (m_where.provenance == Provenance::RecordedWithBuildIds && !localBuildId.empty())
        return failure(ModelText::tr("is not known to be what was recorded"));
    if (!m_where.host.empty() && m_where.host != ownHostName())
        return failure(ModelText::tr("was recorded on another machine, and its build is not known"));
    if (m_where.host.empty() && m_where.provenance == Provenance::Converted)
        return failure(ModelText::tr("may be of another machine, and its build is not known"));
    // The time at which the inode changed, not that of the contents, which packages set to the time of the
    // build.
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return failure(ModelText::tr("can't be read"));
    constexpr std::int64_t second = 1'000'000'000;
    if (m_where.startTime != noTime && status.st_ctim.tv_sec > m_where.startTime / second)
        return failure(ModelText::tr("was changed since it was recorded, and its build is not known"));
    return {};
}

} // namespace candela
