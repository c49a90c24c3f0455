/// Asks the providers about processes, on a thread beside the recorder's loop, because their reads may hang
/// (a process whose memory is locked, a directory server for user names). If a provider takes too long, its
/// thread is given up, and the process gets no label of it. A provider that does so repeatedly is disabled.
#pragma once

#include "recorder/metadata/provider.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

class PromptOpener;

class MetadataReader {
public:
    static constexpr std::size_t maximumWaiting = 4096;
    static constexpr std::int64_t maximumWorkTime = 1'000'000'000; ///< how long one provider may take for one
                                                                   ///< process
    static constexpr int maximumHangs = 3;                         ///< how often a provider may hang before
                                                                   ///< it is disabled

    struct Question {
        std::uint64_t number = 0; ///< repeated in the answer
        ProcessInQuestion process;
    };
    struct Answer {
        std::uint64_t number = 0;
        LabelList labels;
        std::int64_t readAt = 0; ///< CLOCK_MONOTONIC, before anything was read
        bool sawProcess = false; ///< false: it had exited; the labels are from the kernel alone
    };

    /// `opener` reads the memory of processes; without one (null) the reader does it itself, and may hang.
    explicit MetadataReader(std::span<const MetadataProvider> providers, PromptOpener* opener = nullptr);
    MetadataReader(const MetadataReader&) = delete;
    MetadataReader& operator=(const MetadataReader&) = delete;
    /// Ends the thread; waits for it half a second at most, because a provider may hang.
    ~MetadataReader();

    /// Asks a question. False: too many questions wait already.
    bool ask(const Question& question);
    /// The answers in the order of the questions, except those whose provider hung.
    std::vector<Answer> takeAnswers();
    /// To be called about ten times a second. Returns the names of the providers that are disabled from now
    /// on.
    std::vector<std::string_view> watch(std::int64_t now);

private:
    struct Work; // shared with the thread; a thread that hangs keeps its own

    void start(std::shared_ptr<Work> work);

    std::span<const MetadataProvider> m_providers;
    PromptOpener* m_opener;
    std::shared_ptr<Work> m_work;  // null: no thread was needed yet
    std::vector<Answer> m_answers; // answers of threads that hang
    std::vector<int> m_hangs;      // by provider
};

} // namespace candela
