/// Reads a profile from the tables of a Firefox Profiler file: samples, CPU time between them, allocations.
#pragma once

#include "model/base/wrapping.h"
#include "model/formats/firefox/firefox_frames.h"
#include "model/formats/firefox/firefox_tables.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace candela {

class FirefoxReader {
public:
    FirefoxReader(const FirefoxFile& file, JsonDocument& document, ProfileBuilder& builder);

    /// Fails on files without threads, and when cancelled.
    Result<void> read(Task& task);

private:
    /// The code of a thread; threads without their own tables share the file's.
    struct Code {
        FirefoxFrames* frames = nullptr;
        FirefoxStacks* stacks = nullptr;
    };

    /// Converts a thread's times into those of the profile.
    struct Clock {
        std::int64_t shift = 0;
        bool hasTimes = true;

        std::int64_t time(std::int64_t own) const {
            return own == noTime || !hasTimes ? noTime : wrappingSum(own, shift);
        }
    };

    void findFirstTime();
    void addOrigin();
    std::int64_t offsetOf(const FirefoxThread& thread) const;
    Clock clockOf(const FirefoxThread& thread) const;
    Code codeOf(const FirefoxThread& thread);
    ProcessIndex processOf(const FirefoxThread& thread);
    ThreadIndex threadOf(const FirefoxThread& thread);
    Result<void> addSamples(const FirefoxThread& thread, const FirefoxSamples& samples, Code code,
                            ThreadIndex owner, ValueTypeIndex value, Task& task);
    void addCpuTime(const FirefoxThread& thread, Code code, ThreadIndex owner);
    FirefoxStacks::Categories categories() const;
    LabelSetIndex labelsOf(std::int32_t category);
    ValueTypeIndex valueOf(const FirefoxThread& thread);
    void warn();

    const FirefoxFile& m_file;
    JsonDocument& m_document;
    ProfileBuilder& m_builder;
    std::deque<FirefoxLibraries> m_libraries; // by process, followed by those of threads with their own
                                              // libraries
    std::unique_ptr<FirefoxFrames> m_sharedFrames;
    std::unique_ptr<FirefoxStacks> m_sharedStacks;
    std::unique_ptr<FirefoxFrames> m_ownFrames; // those of the current thread
    std::unique_ptr<FirefoxStacks> m_ownStacks;
    std::map<std::tuple<std::size_t, std::string, std::string>, ProcessIndex> m_processes;
    std::map<std::tuple<ProcessIndex, std::int32_t, std::string>, ThreadIndex> m_threads;
    std::size_t m_mainThreads = 0;       // number of main threads of processes without an id, so far
    std::vector<LabelSetIndex> m_labels; // by category; set when it is needed
    std::int64_t m_firstTime = 0;
    bool m_isIncomplete = false;
};

} // namespace candela
