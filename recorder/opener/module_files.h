/// Requests from openers the files that name and unwind code, and passes them on when they arrive. Answers
/// after the end of this object are dropped.
#pragma once

#include "recorder/opener/file_opener.h"
#include "recorder/opener/opened_file.h"
#include "recorder/processes/module_opener.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace candela {

class ModuleFiles {
public:
    /// A file on a file system that a program provides (FUSE) is copied to memory if it is no larger than
    /// this.
    static constexpr std::uint64_t maximumCopy = 128 << 20;

    /// `report` receives failures that users should know about.
    ModuleFiles(FileOpener& opener, std::function<void(recording::Failure)> report)
        : m_opener(opener), m_report(std::move(report)) {}
    ModuleFiles(const ModuleFiles&) = delete;
    ModuleFiles& operator=(const ModuleFiles&) = delete;

    struct Module {
        OpenedFile opened;           ///< not open: the file does not exist any more
        bool hasForeignRoot = false; ///< the process has another root than the recorder
    };
    /// Calls back later, never during this call; so do all others here. `copyRoom`: the maximum bytes of a
    /// copy.
    void open(const MappedModule& module, std::uint64_t copyRoom, std::function<void(Module)> callback);

    /// The files that name a process's generated code.
    struct Generated {
        FileDescriptor file; ///< the perf map or, with a library, the process's memory
        std::uint64_t javaLibrary = 0;
    };
    void openGenerated(std::int32_t pid, opening::OpenGenerated::What what,
                       std::function<void(Generated)> callback);

    struct DebugFiles {
        std::vector<FileDescriptor> files; ///< best first, at most four
        std::uint64_t copied = 0;          ///< bytes of them that are copies
    };
    /// Searches the root of a process for debug files of a module, with the path that the process sees; pid
    /// 0: the recorder's own root.
    void openDebugFiles(const opening::OpenDebugFiles& request, const FileIdentity& module,
                        std::uint64_t copyRoom, std::function<void(DebugFiles)> callback);
    void openSupplementaryFile(const opening::OpenSupplementaryFile& request, const FileIdentity& module,
                               std::uint64_t copyRoom, std::function<void(DebugFiles)> callback);

private:
    void ask(opening::Request request, OpeningSubject subject, std::function<void(OpeningAnswer*)> callback);
    void askForDebugFiles(opening::Request request, OpeningSubject subject,
                          std::function<void(DebugFiles)> callback);

    FileOpener& m_opener;
    std::function<void(recording::Failure)> m_report;
    std::shared_ptr<const bool> m_isThere = std::make_shared<const bool>(true);
};

} // namespace candela
