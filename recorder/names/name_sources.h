/// Brings modules the sources from which the child reads their names: files, debug files, perf maps, memory.
/// Openers provide these later and in any order; an answer that does not belong to the module's last request
/// is dropped. Files that have killed children are not opened.
#pragma once

#include "recorder/base/clock.h"
#include "recorder/names/named_modules.h"
#include "recorder/opener/module_files.h"
#include "recorder/processes/module_table.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace candela {

class NameSources {
public:
    /// `onAnswer` is called after each answer of an opener.
    NameSources(const ModuleTable& modules, NamedModules& named, const SuspectFiles& suspects,
                SymbolClient& client, ModuleFiles& files, std::function<void()> onAnswer)
        : m_modules(modules), m_named(named), m_suspects(suspects), m_client(client), m_files(files),
          m_onAnswer(std::move(onAnswer)) {}
    NameSources(const NameSources&) = delete;
    NameSources& operator=(const NameSources&) = delete;

    /// Requests the file of a module that is not known yet, through the process that maps it.
    void prefetch(ModuleNumber module, std::int32_t pid, const FileMapping& mapping);
    /// Requests a module's file. The module gets none while too many are open, and is given up if it has no
    /// file.
    void open(NamedModule& module, const LiveProcess& process);
    enum class Generated : std::uint8_t { PerfMap, All };
    /// Opens the sources of generated code that was given up: a source that did not exist before may exist
    /// now.
    void openAgain(NamedModule& module, Generated sources);
    /// To be called when the child has the file open and reports which debug files it lacks.
    void addDebugFiles(NamedModule& module, const sandbox::Opened& opened);
    void addSupplementaryFile(NamedModule& module, const sandbox::Opened& opened);
    /// Whether another search for debug files may begin: few run at once, except while some hang.
    bool hasRoomForSearch() const;

private:
    void askForFile(NamedModule& module, const MappedModule& mapped);
    void takeFile(NamedModule& module, ModuleFiles::Module found);
    void openGenerated(NamedModule& module, const LiveProcess* process, Generated sources);
    void askForGenerated(NamedModule& module, Generated sources);
    void takeGenerated(NamedModule& module, ModuleFiles::Generated found);
    void takeDebugFiles(NamedModule& module, const sandbox::Opened& opened, ModuleFiles::DebugFiles found);
    void takeSupplementaryFile(NamedModule& module, ModuleFiles::DebugFiles found);
    const MappedRange* jitDumpIn(const LiveProcess& process) const;
    FileDescriptor openFileOf(ModuleNumber module) const;

    /// A callback for openers that finds the module again, if it still waits for this answer.
    template<typename Answer, typename Take>
    std::function<void(Answer)> whenOpened(NamedModule& module, Take take) {
        module.openingTurn = ++m_openingTurns;
        return [this, number = NamedModules::requestNumber(module), turn = module.openingTurn,
                take = std::move(take)](Answer answer) {
            auto* waiting = m_named.findRequested(number);
            if (!waiting || waiting->openingTurn != turn) return;
            waiting->openingTurn = 0;
            take(*waiting, std::move(answer));
            m_onAnswer();
        };
    }
    /// The same for searches for debug files. The child has the modules open by then, so there should be few
    /// of them.
    template<typename Take>
    std::function<void(ModuleFiles::DebugFiles)> whenFound(NamedModule& module, Take take) {
        if (m_searches++ == 0) m_searchedAt = monotonicTime();
        return [this, opened = whenOpened<ModuleFiles::DebugFiles>(module, std::move(take))](
                   ModuleFiles::DebugFiles found) {
            --m_searches;
            m_searchedAt = monotonicTime();
            opened(std::move(found));
        };
    }

    const ModuleTable& m_modules;
    NamedModules& m_named;
    const SuspectFiles& m_suspects;
    SymbolClient& m_client;
    ModuleFiles& m_files;
    std::function<void()> m_onAnswer;
    std::uint64_t m_openingTurns = 0;
    std::size_t m_searches = 0;    // searches for debug files without an answer yet
    std::int64_t m_searchedAt = 0; // time of the last answer, or of the first search
};

} // namespace candela
