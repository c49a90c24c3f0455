#include "model/formats/input/foreign_formats.h"

#include "model/base/byte_reader.h"
#include "model/base/text/model_text.h"
#include "model/formats/input/foreign_starts.h"

#include <algorithm>
#include <string_view>

namespace candela {

namespace {

using namespace std::string_view_literals;

/// Files that begin with these bytes.
struct ForeignMagic {
    std::string_view bytes;
    std::string_view message;
    std::string_view hint;
    std::size_t offset = 0;
};

constexpr std::string_view recordInstead =
    ModelText::trLater("Record the program instead: candela record -- PROGRAM");
constexpr std::string_view recordAllocations =
    ModelText::trLater("heaptrack PROGRAM records what Candela reads: who allocates, and how much");
constexpr std::string_view recordPython =
    ModelText::trLater("Record stacks with py-spy record --format speedscope");
constexpr std::string_view openTheOriginal = ModelText::trLater("Open the profile that it was made of");

const ForeignMagic magics[]{
    {"\xfd"
     "7zXZ\0"sv,
     ModelText::trLater("it is packed with xz, which Candela does not unpack"),
     ModelText::trLater("Unpack it first: xz -dk FILE")},
    {"BZh"sv, ModelText::trLater("it is packed with bzip2, which Candela does not unpack"),
     ModelText::trLater("Unpack it first: bzip2 -dk FILE")},
    {"\x04\x22\x4d\x18"sv, ModelText::trLater("it is packed with lz4, which Candela does not unpack"),
     ModelText::trLater("Unpack it first: lz4 -dk FILE")},
    {"LZIP"sv, ModelText::trLater("it is packed with lzip, which Candela does not unpack"),
     ModelText::trLater("Unpack it first: lzip -dk FILE")},
    {"\x1f\x9d"sv, ModelText::trLater("it is packed with compress, which Candela does not unpack"),
     ModelText::trLater("Unpack it first: gzip -dk FILE")},
    {"PK\x03\x04"sv, ModelText::trLater("this is a zip archive"),
     ModelText::trLater("Unpack it first (unzip FILE) and open the profile in it")},
    {"PK\x05\x06"sv, ModelText::trLater("this is an empty zip archive"), ""},
    {"7z\xbc\xaf\x27\x1c"sv, ModelText::trLater("this is a 7z archive"),
     ModelText::trLater("Unpack it first (7z x FILE) and open the profile in it")},
    {"Rar!\x1a\x07"sv, ModelText::trLater("this is a rar archive"),
     ModelText::trLater("Unpack it first (unrar x FILE) and open the profile in it")},
    {"ustar"sv, ModelText::trLater("this is a tar archive"),
     ModelText::trLater("Unpack it first (tar -xf FILE) and open the profile in it"), 257},
    {"Nettrace"sv, ModelText::trLater("this is a .nettrace file of .NET, which Candela does not read"),
     ModelText::trLater("Convert it: dotnet-trace convert --format Speedscope FILE")},
    {"gmon"sv,
     ModelText::trLater("this is what gprof's programs write (gmon.out): calls and counts without stacks"),
     ModelText::trLater(
         "See it with gprof PROGRAM FILE, or record the program instead: candela record -- PROGRAM")},
    {"\x5e\x97\xca\xfd"sv, ModelText::trLater("this is a recording of Sysprof, which Candela does not read"),
     ModelText::trLater("Open it with sysprof, or record with candela record")},
    {"\xfd\xca\x97\x5e"sv, ModelText::trLater("this is a recording of Sysprof, which Candela does not read"),
     ModelText::trLater("Open it with sysprof, or record with candela record")},
    {"tlZ\x04"sv, ModelText::trLater("this is a trace of Tracy, which Candela does not read"),
     ModelText::trLater("tracy-csvexport makes a table of it; record the program with candela record")},
    {"tZst"sv, ModelText::trLater("this is a trace of Tracy, which Candela does not read"),
     ModelText::trLater("tracy-csvexport makes a table of it; record the program with candela record")},
    {"tracy"sv, ModelText::trLater("this is a trace of Tracy, which Candela does not read"),
     ModelText::trLater("tracy-csvexport makes a table of it; record the program with candela record")},
    {"hdrb"sv, ModelText::trLater("this is an event log of GHC, which Candela does not read"),
     ModelText::trLater("Convert it: hs-speedscope FILE makes a speedscope profile of it")},
    {"JAVA PROFILE 1.0.1, created"sv,
     ModelText::trLater("this is what Java's HPROF agent (up to Java 8) writes as text"),
     ModelText::trLater(
         "Convert it: stackcollapse-hprof FILE (of hprof2flamegraph) makes folded stacks; or record with "
         "asprof -f FILE.jfr")},
    {"JAVA PROFILE "sv, ModelText::trLater("this is a heap dump of Java: objects, not what allocated them"),
     ModelText::trLater("Open it with VisualVM or Eclipse MAT; a flight recording (.jfr) shows allocations")},
    {"SQLite format 3\0"sv, ModelText::trLater("this is an SQLite database, not a profile"),
     ModelText::trLater(
         "Export a profile from the program that wrote it (Nsight Systems: nsys export --type json)")},
    {"\x17\x08\x44tracing"sv,
     ModelText::trLater("this is a recording of trace-cmd, which Candela does not read"),
     ModelText::trLater("See it with trace-cmd report FILE, or record with perf record or candela record")},
    {"\xc1\x1f\xfc\xc1"sv, ModelText::trLater("this is a trace of LTTng, which Candela does not read"),
     ModelText::trLater("See it with babeltrace2 or Trace Compass")},
    {"\x57\x1d\xd1\x75"sv,
     ModelText::trLater("this is the metadata of an LTTng trace, which Candela does not read"),
     ModelText::trLater("See the trace with babeltrace2 or Trace Compass")},
    {"memray"sv, ModelText::trLater("this is a recording of memray, which Candela does not read"),
     ModelText::trLater(
         "See it with memray flamegraph FILE, or record Python with py-spy record --format speedscope")},
    {"MOJ"sv, ModelText::trLater("this is a recording of Austin in its binary form"),
     ModelText::trLater("Convert it: mojo2austin FILE OUT")},
    {"MDMP"sv, ModelText::trLater("this is a crash dump of Windows, not a profile"), ""},
    {"!<arch>\n"sv, ModelText::trLater("this is a library of object files, not a profile"), recordInstead},
    {"MZ"sv, ModelText::trLater("this is a program of Windows, not a profile"), ""},
    {"\x89PNG\r\n"sv, ModelText::trLater("this is a picture, not a profile"), openTheOriginal},
    {"\xff\xd8\xff"sv, ModelText::trLater("this is a picture, not a profile"), openTheOriginal},
    {"GIF8"sv, ModelText::trLater("this is a picture, not a profile"), openTheOriginal},
    {"%PDF-"sv, ModelText::trLater("this is a PDF document, not a profile"), openTheOriginal},
    {"\x04\x08{"sv, ModelText::trLater("this is a dump of Ruby's stackprof, which Candela does not read"),
     ModelText::trLater("Record with rbspy record --format speedscope, or with the gem vernier")},
    {"version https://git-lfs.github.com/"sv,
     ModelText::trLater("it stands for a file that git LFS has not fetched"),
     ModelText::trLater("Fetch it: git lfs pull")},
    {"SIMPLEPERF"sv,
     ModelText::trLater(
         "this is what simpleperf report-sample writes (Android), which Candela does not read"),
     ModelText::trLater("Open the perf.data that simpleperf recorded")},
    {"*version\n"sv,
     ModelText::trLater("this is a trace of methods of the Android Runtime, which Candela does not read"),
     ModelText::trLater(
         "See it with Android Studio, or record with simpleperf: Candela opens its perf.data")},
    {"SLOW\xf1"sv,
     ModelText::trLater("this is a trace of methods of the Android Runtime, which Candela does not read"),
     ModelText::trLater(
         "See it with Android Studio, or record with simpleperf: Candela opens its perf.data")},
    {"SLOW\xf2"sv,
     ModelText::trLater("this is a trace of methods of the Android Runtime, which Candela does not read"),
     ModelText::trLater(
         "See it with Android Studio, or record with simpleperf: Candela opens its perf.data")},
    {"SLOW\xf3"sv,
     ModelText::trLater("this is a trace of methods of the Android Runtime, which Candela does not read"),
     ModelText::trLater(
         "See it with Android Studio, or record with simpleperf: Candela opens its perf.data")},
    {"/annex/objects/"sv, ModelText::trLater("it stands for a file that git-annex has not fetched"),
     ModelText::trLater("Fetch it: git annex get FILE")},
};

/// Texts that contain these words near their start, or near the end of leading comments.
struct ForeignText {
    std::string_view words;
    std::string_view message;
    std::string_view hint;
    bool isFirst = true; ///< the words must be at the very start
};

const ForeignText texts[]{
    {"\ntime_unit: ", ModelText::trLater("this is a heap profile of massif, which Candela does not read"),
     recordAllocations, false},
    {"v8-version,", ModelText::trLater("this is a log of V8 (node --prof), which Candela does not read"),
     ModelText::trLater("Record with node --cpu-prof: it writes a .cpuprofile")},
    {"Statistical profiling result from ",
     ModelText::trLater("this is what node --prof-process prints: a summary without stacks"),
     ModelText::trLater("Record with node --cpu-prof: it writes a .cpuprofile")},
    {"Analysis of sampling ",
     ModelText::trLater("this is what macOS's sample prints, which Candela does not read"),
     ModelText::trLater("Convert it: inferno-collapse-sample FILE, or stackcollapse-sample.awk")},
    {"--- Execution profile ---", ModelText::trLater("this is a summary of async-profiler"),
     ModelText::trLater("Record with -o collapsed or with -f FILE.jfr")},
    {"Time and Allocation Profiling Report",
     ModelText::trLater("this is a report of GHC's profiler, which Candela does not read"),
     ModelText::trLater("Convert it: inferno-collapse-ghcprof FILE, or stackcollapse-ghc.pl"), false},
    {"Full thread dump ", ModelText::trLater("this is a thread dump of Java: one moment, not a profile"),
     ModelText::trLater("Record a profile: asprof -d 10 -f FILE.jfr PID, or candela record -p PID"), false},
    {"# Overhead", ModelText::trLater("this is what perf report prints: a table without stacks"),
     ModelText::trLater("Open the perf.data that it was made of"), false},
    {"# Children      Self", ModelText::trLater("this is what perf report prints: a table without stacks"),
     ModelText::trLater("Open the perf.data that it was made of"), false},
    {"magic: SIMPLEPERF",
     ModelText::trLater(
         "this is what simpleperf report-sample prints (Android), which Candela does not read"),
     ModelText::trLater("Open the perf.data that simpleperf recorded")},
    {"Cmdline: /",
     ModelText::trLater("this is what simpleperf report prints (Android): a table without stacks"),
     ModelText::trLater("Open the perf.data that simpleperf recorded")},
    {"Source code & Disassembly of",
     ModelText::trLater("this is what perf annotate prints: lines and instructions, no stacks"),
     ModelText::trLater("Open the perf.data that it was made of"), false},
    {"Profile data file '",
     ModelText::trLater("this is what callgrind_annotate prints: tables without stacks"), openTheOriginal,
     false},
    {"-- Cachegrind profile", ModelText::trLater("this is what cg_annotate prints: tables without stacks"),
     openTheOriginal, false},
    {"ncalls  tottime", ModelText::trLater("this is what Python's pstats prints: a table without stacks"),
     recordPython, false},
    {"Timer unit: ",
     ModelText::trLater("this is what Python's line_profiler prints: times of lines, no stacks"),
     recordPython},
    {"PeriodType: ", ModelText::trLater("this is what go tool pprof -raw prints"), openTheOriginal},
    {"flamegraph([",
     ModelText::trLater("this is a flame graph of Ruby's stackprof, which Candela does not read"),
     ModelText::trLater("Record with rbspy record --format speedscope, or with the gem vernier")},
    {"Performance counter stats for",
     ModelText::trLater("this is what perf stat prints: sums without stacks"),
     ModelText::trLater("Record with perf record -g or candela record"), false},
    {"Showing nodes accounting for",
     ModelText::trLater("this is what go tool pprof prints: a table without stacks"),
     ModelText::trLater("Open the profile that it was made of"), false},
    {"Flat profile:", ModelText::trLater("this is what gprof prints: tables without stacks"), recordInstead},
    {"<svg", ModelText::trLater("this is a picture (SVG), not a profile"), openTheOriginal, false},
    {"<html",
     ModelText::trLater(
         "this is a web page: a picture of a profile, or what a server answered instead of one"),
     openTheOriginal, false},
    {"<HTML",
     ModelText::trLater(
         "this is a web page: a picture of a profile, or what a server answered instead of one"),
     openTheOriginal, false},
    {"<!DOCTYPE html",
     ModelText::trLater(
         "this is a web page: a picture of a profile, or what a server answered instead of one"),
     openTheOriginal, false},
    {"<!doctype html",
     ModelText::trLater(
         "this is a web page: a picture of a profile, or what a server answered instead of one"),
     openTheOriginal, false},
    {"<?xml", ModelText::trLater("this is XML, which Candela does not read"),
     ModelText::trLater("Of Xcode's Instruments: inferno-collapse-xctrace FILE makes folded stacks")},
};

/// JSON documents that contain this key.
struct ForeignJson {
    std::string_view key;
    std::string_view message;
    std::string_view hint;
};

const ForeignJson documents[]{
    {"flamebearer",
     ModelText::trLater("this is a flame graph of Pyroscope (JSON), which Candela does not read"),
     ModelText::trLater("Download the profile as pprof instead")},
    {"dhatFileVersion", ModelText::trLater("this is a heap profile of DHAT, which Candela does not read"),
     recordAllocations},
    {"ticks[].tm",
     ModelText::trLater(
         "this is a log of V8 (node --prof-process --preprocess), which Candela does not read"),
     ModelText::trLater("Record with node --cpu-prof: it writes a .cpuprofile")},
    // Near the beginning, and also where stackprof kept no raw samples.
    {"gc_samples",
     ModelText::trLater("this is a profile of Ruby's stackprof (JSON), which Candela does not read"),
     ModelText::trLater("Record with rbspy record --format speedscope, or with the gem vernier")},
    {"alloc_samples",
     ModelText::trLater("this is a profile of Python's Scalene, which Candela does not read"), recordPython},
};

Error errorOf(const auto& row) {
    return {ModelText::translated(row.message), ModelText::translated(row.hint), ErrorCode::BadInput};
}

/// The part of a text in which words are searched: perf's header can have any length.
std::string_view searchedPart(std::string_view text) {
    constexpr std::size_t wordsAreWithin = 4096;
    auto rest = text;
    while (rest.starts_with('#'))
        LineText::takeLine(rest);
    return text.substr(0, text.size() - rest.size() + wordsAreWithin);
}

} // namespace

std::optional<Error> foreignFormatError(const FileStart& start, const std::string& path) {
    if (auto error = foreignStartError(start.bytes())) return error;
    for (const auto& row : magics) {
        const auto bytes = asText(start.bytes());
        if (bytes.size() > row.offset && bytes.substr(row.offset).starts_with(row.bytes)) return errorOf(row);
    }
    if (path.ends_with(".br"))
        return Error{ModelText::tr("it is packed with Brotli, which Candela does not unpack"),
                     ModelText::tr("Unpack it first: brotli -dk FILE")};
    if (!start.isText()) return std::nullopt;
    if (start.looksLikeJson()) {
        for (const auto& row : documents) {
            if (start.json().has(row.key)) return errorOf(row);
        }
        return std::nullopt;
    }
    const auto text = searchedPart(start.text());
    const auto first = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    for (const auto& row : texts) {
        if (row.isFirst ? first.starts_with(row.words) : text.find(row.words) != text.npos)
            return errorOf(row);
    }
    return std::nullopt;
}

} // namespace candela
