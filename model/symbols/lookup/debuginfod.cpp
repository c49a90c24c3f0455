#include "model/symbols/lookup/debuginfod.h"

#include "model/symbols/lookup/shared_library.h"

#include <elfutils/debuginfod.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace candela {

namespace {

constexpr auto timeBetweenLooks = std::chrono::milliseconds(20);
constexpr std::uint64_t maximumDownloadSize = 8ull << 30;
constexpr int maximumFailures = 3;
constexpr const char* urlsVariable = DEBUGINFOD_URLS_ENV_VAR;

/// The functions of libdebuginfod that are used.
struct Library {
    decltype(&debuginfod_begin) begin = nullptr;
    decltype(&debuginfod_end) end = nullptr;
    decltype(&debuginfod_find_debuginfo) findDebugFile = nullptr;
    decltype(&debuginfod_find_executable) findProgram = nullptr;
    decltype(&debuginfod_find_source) findSource = nullptr;
    decltype(&debuginfod_set_progressfn) setProgress = nullptr;
    decltype(&debuginfod_set_user_data) setUserData = nullptr;
    decltype(&debuginfod_get_user_data) userData = nullptr;

    bool isComplete = false;

    static const Library& get() {
        static const Library library;
        return library;
    }

private:
    Library() {
        SharedLibrary library(DEBUGINFOD_SONAME);
        library.find(begin, "debuginfod_begin");
        library.find(end, "debuginfod_end");
        library.find(findDebugFile, "debuginfod_find_debuginfo");
        library.find(findProgram, "debuginfod_find_executable");
        library.find(findSource, "debuginfod_find_source");
        library.find(setProgress, "debuginfod_set_progressfn");
        library.find(setUserData, "debuginfod_set_user_data");
        library.find(userData, "debuginfod_get_user_data");
        isComplete = library.isComplete();
    }
};

/// The progress of a transfer, for the thread that waits for it.
struct TransferProgress {
    std::atomic<bool> isCancelled = false;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0;
};

/// The library calls it regularly; a result other than 0 stops the transfer.
int noteProgress(debuginfod_client* client, long done, long total) {
    auto* progress = static_cast<TransferProgress*>(Library::get().userData(client));
    progress->done = static_cast<std::uint64_t>(std::max(done, 0l));
    progress->total = static_cast<std::uint64_t>(std::max(total, 0l));
    const bool isTooLarge = progress->done > maximumDownloadSize || progress->total > maximumDownloadSize;
    return progress->isCancelled || isTooLarge ? 1 : 0;
}

/// Threads whose transfer is no longer waited for. The library checks its progress once a second, so they end
/// soon. The program does not exit before them, because the libraries that they run would be torn down.
class AbandonedThreads {
public:
    void add(std::jthread thread) {
        const std::lock_guard lock(m_mutex);
        m_threads.push_back(std::move(thread));
    }
    static AbandonedThreads& get() {
        Library::get(); // loaded first, so that its handlers for the program's end run when the threads have
                        // ended
        static AbandonedThreads threads;
        return threads;
    }

private:
    std::mutex m_mutex;
    std::vector<std::jthread> m_threads;
};

/// The servers that the system configures: each file is a list of addresses.
std::string systemServers() {
    std::string servers;
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator("/etc/debuginfod", error))
        if (entry.path().extension() == ".urls") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& path : files) {
        std::ifstream file(path);
        for (std::istream_iterator<std::string> word(file), end; word != end; ++word)
            servers.append(servers.empty() ? "" : " ").append(*word);
    }
    return servers;
}

std::string sentenceFor(int error) {
    if (error == ENOENT) return "is not at the debuginfod servers";
    if (error == ETIME || error == ETIMEDOUT) return "was not received from the debuginfod servers in time";
    return "could not be fetched from the debuginfod servers: " + systemErrorText(error);
}

} // namespace

/// One transfer: shared by the thread that waits for the file and the one that fetches it, which may outlive
/// the wait.
struct Debuginfod::Transfer {
    std::string buildId;
    Kind kind = Kind::Program;
    std::string sourcePath = {}; ///< empty: `kind` is requested, not a source file
    TransferProgress progress;
    std::mutex mutex;
    std::condition_variable ended;
    bool hasEnded = false;
    int result = -1; ///< a descriptor, or a negative errno

    ~Transfer() {
        if (result >= 0) FileDescriptor closed(result);
    }
    FileDescriptor takeFile() { return FileDescriptor(std::exchange(result, -1)); }
};

void Debuginfod::run(Transfer& transfer) {
    const auto& library = Library::get();
    int result = -ENOMEM;
    if (auto* client = library.begin()) {
        library.setUserData(client, &transfer.progress);
        library.setProgress(client, noteProgress);
        // A length of 0 means that the id is passed as a text.
        const auto* id = reinterpret_cast<const unsigned char*>(transfer.buildId.c_str());
        if (!transfer.sourcePath.empty())
            result = library.findSource(client, id, 0, transfer.sourcePath.c_str(), nullptr);
        else if (transfer.kind == Kind::Program)
            result = library.findProgram(client, id, 0, nullptr);
        else
            result = library.findDebugFile(client, id, 0, nullptr);
        library.end(client);
    }
    const std::lock_guard lock(transfer.mutex);
    transfer.result = result;
    transfer.hasEnded = true;
    transfer.ended.notify_all();
}

std::string Debuginfod::servers() {
    if (const char* urls = std::getenv(urlsVariable); urls && *urls) return urls;
    const auto servers = systemServers();
    return servers.empty() ? "https://debuginfod.elfutils.org/" : servers;
}

Result<Debuginfod> Debuginfod::create() {
    if (!Library::get().isComplete)
        return failure("libdebuginfod, which asks servers for debug files, is not installed",
                       ErrorCode::NotPossible, "install it: apt install libdebuginfod1");
    // The library reads the servers only from the variable.
    ::setenv(urlsVariable, servers().c_str(), 1);
    return Debuginfod();
}

Result<FileDescriptor> Debuginfod::fetch(std::string_view buildId, Kind kind, Task& task,
                                         const Progress& progress) {
    auto transfer = std::make_shared<Transfer>();
    transfer->buildId = buildId;
    transfer->kind = kind;
    return wait(std::move(transfer), task, progress);
}

Result<FileDescriptor> Debuginfod::fetchSource(std::string_view buildId, std::string_view path, Task& task,
                                               const Progress& progress) {
    auto transfer = std::make_shared<Transfer>();
    transfer->buildId = buildId;
    transfer->sourcePath = path;
    return wait(std::move(transfer), task, progress);
}

Result<FileDescriptor> Debuginfod::wait(std::shared_ptr<Transfer> transfer, Task& task,
                                        const Progress& progress) {
    if (m_failures >= maximumFailures)
        return failure("was not asked for, as the debuginfod servers do not answer");
    std::jthread thread([transfer] { run(*transfer); });
    std::unique_lock lock(transfer->mutex);
    while (!transfer->ended.wait_for(lock, timeBetweenLooks, [&] { return transfer->hasEnded; })) {
        if (task.isCancelled()) {
            transfer->progress.isCancelled = true;
            AbandonedThreads::get().add(std::move(thread));
            return cancelled();
        }
        if (progress) progress(transfer->progress.done, transfer->progress.total);
    }
    if (transfer->result >= 0) {
        m_failures = 0;
        return transfer->takeFile();
    }
    m_failures = transfer->result == -ENOENT ? 0 : m_failures + 1;
    return failure(sentenceFor(-transfer->result), ErrorCode::NotPossible);
}

} // namespace candela
