#include "model/formats/firefox/firefox_file.h"

#include "model/base/units.h"
#include "model/formats/firefox/firefox_columns.h"

#include <charconv>
#include <limits>

namespace candela {

namespace {

/// "1234", "1234.1" and 1234: newer files write ids as texts, with a fraction that distinguishes processes of
/// one id.
std::int32_t idOf(JsonValue value) {
    const auto text = value.rawText();
    std::int64_t number = 0;
    if (text.empty())
        number = value.integer().value_or(0);
    else
        std::from_chars(text.data(), text.data() + text.size(), number);
    const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                      number <= std::numeric_limits<std::int32_t>::max();
    return fits ? static_cast<std::int32_t>(number) : 0;
}

/// `list` can be iterated: a value or a whole document.
template<typename List>
void readLibraries(List& list, std::vector<FirefoxLibrary>& libraries) {
    libraries.clear();
    list.forEachItem([&](JsonValue item) {
        FirefoxLibrary library;
        std::string name, breakpadId;
        item.forEachField([&](JsonKey key, JsonValue value) {
            if (key == "path")
                library.path = value.text();
            else if (key == "name")
                name = value.text();
            else if (key == "codeId")
                library.buildId = value.text();
            else if (key == "breakpadId")
                breakpadId = value.text();
            else if (key == "start")
                library.start = value.unsignedInteger().value_or(0);
            else if (key == "end")
                library.end = value.unsignedInteger().value_or(0);
            else if (key == "offset")
                library.offset = value.unsignedInteger().value_or(0);
        });
        if (library.path.empty()) library.path = name;
        if (library.buildId.empty()) library.buildId = breakpadId;
        libraries.push_back(std::move(library));
    });
}

std::uint64_t markerCount(JsonValue markers) {
    std::uint64_t count = 0;
    markers.forEachField([&](JsonKey key, JsonValue value) {
        if (key == "length") count = value.unsignedInteger().value_or(0);
        if (key == "data" && count == 0) value.forEachItem([&](JsonValue) { ++count; });
    });
    return count;
}

class FileReader {
public:
    FileReader(FirefoxFile& file, Task& task) : m_file(file), m_task(task) {}

    void read(JsonDocument& document, int level = 0) {
        const auto process = addProcess();
        document.forEachField([&](JsonKey key, JsonValue value) {
            if (key == "profile") // developer tools of old versions put the profile into an object
                value.forEachField(
                    [&](JsonKey inner, JsonValue field) { readField(inner, field, process, level); });
            else
                readField(key, value, process, level);
        });
    }

private:
    static constexpr int maximumLevels = 16; // nesting of processes in processes

    std::size_t addProcess() {
        m_file.processes.emplace_back();
        return m_file.processes.size() - 1;
    }

    void readField(JsonKey key, JsonValue value, std::size_t process, int level) {
        if (key == "meta") {
            value.forEachField([&](JsonKey meta, JsonValue field) { readMeta(meta, field, process); });
        } else if (key == "libs") {
            auto& libraries = m_file.processes[process].libraries;
            if (auto* text = embedded(value))
                readLibraries(*text, libraries);
            else
                readLibraries(value, libraries);
        } else if (key == "threads") {
            value.forEachItem([&](JsonValue thread) {
                // Before version 4, the profile of another process was a complete file inside a text.
                auto* subprocess = embedded(thread);
                if (!subprocess)
                    readThread(thread, process);
                else if (level < maximumLevels)
                    read(*subprocess, level + 1);
            });
        } else if (key == "shared") {
            value.forEachField(
                [&](JsonKey table, JsonValue columns) { readFirefoxTable(table, columns, m_file.shared); });
        } else if (key == "processes" && level < maximumLevels) {
            value.forEachItem([&](JsonValue item) {
                const auto child = addProcess();
                item.forEachField(
                    [&](JsonKey inner, JsonValue field) { readField(inner, field, child, level + 1); });
            });
        }
    }

    /// The document inside a text; null for other values and for texts that are not JSON.
    JsonDocument* embedded(JsonValue& value) {
        if (value.rawText().empty()) return nullptr;
        auto document = JsonDocument::fromText(std::string(value.text()), m_task);
        if (!document) return nullptr;
        m_file.embedded.push_back(std::move(*document));
        return m_file.embedded.back().get();
    }

    void readMeta(JsonKey key, JsonValue value, std::size_t process) {
        if (key == "startTime") m_file.processes[process].startTime = value.number();
        if (process != 0) return; // the first process is the one that profiles
        if (key == "interval") {
            m_file.interval = value.number().value_or(0);
        } else if (key == "product") {
            m_file.product = value.text();
        } else if (key == "profilingStartTime") {
            m_file.profilingStart = value.scaledTime(nanosecondsPerMillisecond);
        } else if (key == "profilingEndTime") {
            m_file.profilingEnd = value.scaledTime(nanosecondsPerMillisecond);
        } else if (key == "categories") {
            m_file.categories.clear();
            value.forEachItem([&](JsonValue category) {
                m_file.categories.emplace_back();
                category.forEachField([&](JsonKey field, JsonValue text) {
                    if (field == "name") m_file.categories.back() = text.text();
                });
            });
        } else if (key == "sampleUnits") {
            value.forEachField([&](JsonKey field, JsonValue unit) {
                if (field == "threadCPUDelta") m_file.cpuUnit = unit.text();
            });
        } else if (key == "candela") {
            m_file.isOurs = true;
            value.forEachField([&](JsonKey field, JsonValue text) {
                if (field == "default") m_file.defaultValue = text.text();
            });
        }
    }

    void readThread(JsonValue value, std::size_t process) {
        auto& thread = m_file.threads.emplace_back();
        thread.process = process;
        value.forEachField([&](JsonKey key, JsonValue field) { readThreadField(key, field, thread); });
    }

    void readThreadField(JsonKey key, JsonValue value, FirefoxThread& thread) {
        if (key == "name") {
            thread.name = value.text();
        } else if (key == "processName") {
            thread.processName = value.text();
        } else if (key == "processType") {
            thread.processType = value.text();
        } else if (key == "pid") {
            thread.pidText = value.rawText();
            thread.pid = idOf(value);
        } else if (key == "tid") {
            thread.tid = idOf(value);
        } else if (key == "registerTime") {
            thread.registerTime = value.scaledTime(nanosecondsPerMillisecond).value_or(noTime);
        } else if (key == "samples") {
            readFirefoxSamples(value, thread.samples);
        } else if (key == "jsAllocations") {
            readFirefoxSamples(value, thread.jsAllocations);
        } else if (key == "nativeAllocations") {
            readFirefoxSamples(value, thread.nativeAllocations);
        } else if (key == "markers") {
            thread.markers = markerCount(value);
        } else if (key == "libs") {
            readLibraries(value, thread.tables.libraries);
        } else if (key == "candela") {
            readOwn(value, thread);
        } else {
            readFirefoxTable(key, value, thread.tables);
        }
    }

    void readOwn(JsonValue value, FirefoxThread& thread) {
        value.forEachField([&](JsonKey key, JsonValue field) {
            if (key == "value")
                thread.value = field.text();
            else if (key == "unit")
                thread.valueUnit = field.text();
            else if (key == "thread")
                thread.ownName = field.text();
            else if (key == "threads")
                thread.hasProcess = field.isTrue();
            else if (key == "times")
                thread.hasTimes = field.isTrue();
        });
    }

    FirefoxFile& m_file;
    Task& m_task;
};

} // namespace

FirefoxFile readFirefoxFile(JsonDocument& document, Task& task) {
    FirefoxFile file;
    FileReader(file, task).read(document);
    return file;
}

} // namespace candela
