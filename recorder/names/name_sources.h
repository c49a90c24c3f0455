/// How modules come by what the child reads their names from: files, debug files, perf maps, memory. Openers
/// bring it, later and in any order; an answer to a question that is not the module's last one is dropped.
/// What is known to kill children is not opened.
#pragma once

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

    /// Has the file of a module opened that is not known, through the process that maps it.
    void prefetch(ModuleNumber module, std::int32_t pid, const FileMapping& mapping);
    /// Has a module's file opened. It stays without one where too many are open, and is given up where there
    /// is none.
    void open(NamedModule& module, const LiveProcess& process);
    enum class Generated : std::uint8_t { PerfMap, All };
    /// Of generated code that was given up: what was not there before may be there by now.
    void openAgain(NamedModule& module, Generated sources);
    /// The child has the file open, and says which debug files it lacks.
    void addDebugFiles(NamedModule& module, const sandbox::Opened& opened);
    void addSupplementaryFile(NamedModule& module, const sandbox::Opened& opened);
    /// Searches for debug files that hang do not delay the others.
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

    /// A callback for openers that finds the module again, if it still waits for that answer.
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
    /// The same for modules that the child has open meanwhile: there should not be many.
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
    std::size_t m_searches = 0;    // for debug files, that are not answered
    std::int64_t m_searchedAt = 0; // the last answer, or the first search
};

} // namespace candela
