/// The contents of a Firefox Profiler file as columns: rows refer to each other by number, -1 means none.
/// Both kinds of file fill the same tables. Formats: firefox-devtools/profiler, src/types/profile.ts
/// (processed) and docs-developer/gecko-profile-format.md (Gecko). Texts are views into the file, or into one
/// of the documents embedded in it as texts.
#pragma once

#include "model/formats/json/json_document.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

using FirefoxColumn = std::vector<std::int32_t>;

/// The value in a row of a column; the column may be missing or shorter than others.
inline std::int32_t valueAt(const FirefoxColumn& column, std::size_t row) {
    return row < column.size() ? column[row] : -1;
}

struct FirefoxLibrary {
    std::string path;
    std::string buildId;
    std::uint64_t start = 0; ///< Gecko files: the address where the library is mapped; else 0
    std::uint64_t end = 0;
    std::uint64_t offset = 0;
};

/// Tables about code: those of one thread, or shared by all threads.
struct FirefoxTables {
    std::vector<std::string_view> strings; ///< as in the file, with escapes; see JsonDocument::unescaped()

    FirefoxColumn stackPrefix, stackFrame, stackCategory;

    FirefoxColumn frameFunction, frameInlineDepth, frameLine, frameNativeSymbol, frameCategory;
    std::vector<std::int64_t> frameAddress; ///< offset from the start of the library; -1 for none
    FirefoxColumn frameLocation;            ///< Gecko: one string for everything, instead of a function

    FirefoxColumn functionName, functionResource, functionFile, functionSource, functionLine, functionIsJs;
    FirefoxColumn resourceLibrary, nativeSymbolLibrary, sourceFile;
    std::vector<FirefoxLibrary> libraries; ///< in old files each thread has its own

    bool hasStacks() const { return !stackFrame.empty(); }
    bool hasFrames() const { return frameCount() > 0; }
    std::size_t frameCount() const { return std::max(frameFunction.size(), frameLocation.size()); }
};

/// Samples, or allocations.
struct FirefoxSamples {
    FirefoxColumn stack;
    std::vector<std::int64_t> time;     ///< nanoseconds since the start of the thread's process
    std::vector<std::int64_t> weight;   ///< in the unit of weightType; empty: 1 each
    std::vector<std::int64_t> cpuDelta; ///< in the unit of the file's threadCPUDelta
    std::string weightType;             ///< "samples", "tracing-ms", "bytes"
};

struct FirefoxThread {
    std::string name, processName, processType;
    std::string pidText; ///< distinguishes processes of one pid
    std::int32_t pid = 0;
    std::int32_t tid = 0;
    std::size_t process = 0; ///< row in FirefoxFile
    std::int64_t registerTime = noTime;
    FirefoxTables tables;
    FirefoxSamples samples, jsAllocations, nativeAllocations;
    std::uint64_t markers = 0;
    std::string value, valueUnit; ///< Candela's own: the value type of the samples
    std::string ownName;          ///< Candela's own: without the value
    bool hasProcess = true;       ///< Candela's own: whether its samples belong to a thread
    bool hasTimes = true;
};

struct FirefoxProcess {
    std::optional<double> startTime; ///< milliseconds since 1970
    std::vector<FirefoxLibrary> libraries;
};

struct FirefoxFile {
    std::vector<std::unique_ptr<JsonDocument>> embedded; ///< subprocesses in old Gecko files, and libraries
    std::vector<FirefoxProcess> processes;               ///< processed files have a single entry
    std::vector<FirefoxThread> threads;
    FirefoxTables shared;
    std::vector<std::string> categories;
    std::string product, cpuUnit;
    double interval = 0; ///< milliseconds
    std::optional<std::int64_t> profilingStart, profilingEnd;
    bool isOurs = false;      ///< the file was written by Candela
    std::string defaultValue; ///< Candela's own: name of the default value type; may be empty
};

} // namespace candela
