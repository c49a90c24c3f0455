#include "recorder/base/processors.h"

#include "recorder/base/proc_files.h"

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

/// Reads "0-3,5,8-9", as linux: Documentation/admin-guide/cputopology.rst describes it.
std::vector<std::uint32_t> readList(std::string_view text) {
    std::vector<std::uint32_t> numbers;
    const char* next = text.data();
    const char* end = next + text.size();
    while (next < end) {
        std::uint32_t first = 0;
        auto read = std::from_chars(next, end, first);
        if (read.ec != std::errc()) break;
        std::uint32_t last = first;
        if (read.ptr < end && *read.ptr == '-') {
            read = std::from_chars(read.ptr + 1, end, last);
            if (read.ec != std::errc()) break;
        }
        if (last < first || last >= maximumProcessors) break;
        for (auto number = first; number <= last; ++number)
            numbers.push_back(number);
        next = read.ptr + 1; // the comma
    }
    return numbers;
}

} // namespace

std::vector<std::uint32_t> onlineProcessors() {
    return readList(readSystemFile("/sys/devices/system/cpu/online"));
}

std::vector<std::uint32_t> presentProcessors() {
    return readList(readSystemFile("/sys/devices/system/cpu/present"));
}

std::uint32_t possibleProcessors() {
    const auto numbers = readList(readSystemFile("/sys/devices/system/cpu/possible"));
    return numbers.empty() ? 1 : numbers.back() + 1;
}

std::string_view readProcessorModel(std::string_view processors) {
    constexpr std::string_view key = "model name";
    while (!processors.empty()) {
        const auto line = processors.substr(0, processors.find('\n'));
        const auto colon = line.find(": ");
        if (line.starts_with(key) && colon != std::string_view::npos) return line.substr(colon + 2);
        processors.remove_prefix(std::min(line.size() + 1, processors.size()));
    }
    return {};
}

std::string processorModel() {
    return std::string(readProcessorModel(readSystemFile("/proc/cpuinfo")));
}

ProcessorTimes processorTimes() {
    ProcessorTimes times;
    const auto text = readSystemFile("/proc/stat");
    const std::uint64_t nanosecondsPerTick = 1'000'000'000 / ticksPerSecond();
    std::string_view rest = text;
    while (rest.starts_with("cpu")) {
        const auto lineEnd = rest.find('\n');
        auto line = rest.substr(3, lineEnd - 3);
        rest = lineEnd == std::string_view::npos ? std::string_view() : rest.substr(lineEnd + 1);
        if (line.starts_with(' ')) continue; // the sum of all
        // processor, user, nice, system, idle, iowait, irq, softirq, steal
        std::uint64_t numbers[9] = {};
        const char* next = line.data();
        const char* end = next + line.size();
        for (auto& number : numbers) {
            while (next < end && *next == ' ')
                ++next;
            next = std::from_chars(next, end, number).ptr;
        }
        if (numbers[0] >= maximumProcessors) continue;
        if (times.idle.size() <= numbers[0]) {
            times.idle.resize(numbers[0] + 1);
            times.stolen.resize(numbers[0] + 1);
        }
        times.idle[numbers[0]] = (numbers[4] + numbers[5]) * nanosecondsPerTick;
        times.stolen[numbers[0]] = numbers[8] * nanosecondsPerTick;
    }
    return times;
}

} // namespace candela
