/// Recordings as text for tests, made without the code that writes profiles as recordings. A line is a
/// sample, "10/11 2500 main;draw;blit 12": pid/tid, milliseconds since the recording's start, stack, weight.
/// A pid may be followed by the start of its process in milliseconds: "10@2000/11". A line "---" ends a
/// segment; each is a second long.
#pragma once

#include "model/base/byte_reader.h"
#include "model/recording/recording_reader.h"
#include "model/recording/segment_writer.h"
#include "tests/nanoseconds.h"

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

inline constexpr std::int64_t testRecordingStart = 1'000'000'000'000;
inline constexpr std::int64_t millisecond = 1'000'000;

/// Builds one segment line by line.
class TextSegment {
public:
    explicit TextSegment(std::uint64_t sequence) {
        m_segment.set_sequence(sequence);
        m_segment.set_recording_id(77);
        m_segment.set_recording_start_time(testRecordingStart);
        m_segment.set_start_time(testRecordingStart + static_cast<std::int64_t>(sequence) * second);
        m_segment.set_end_time(m_segment.start_time() + second);
        m_lastTime = m_segment.start_time();
        m_segment.add_strings();
        auto& samples = *m_segment.add_samples();
        samples.set_name("cpu");
        samples.set_unit("nanoseconds");
    }

    void addLine(const std::string& line) {
        std::istringstream words(line);
        std::string who;
        std::string stack;
        std::int64_t time = 0;
        std::int64_t weight = 0;
        words >> who >> time >> stack >> weight;
        auto& samples = *m_segment.mutable_samples(0);
        const auto monotonic = testRecordingStart + time * millisecond;
        samples.add_time_delta(monotonic - std::exchange(m_lastTime, monotonic));
        samples.add_thread_plus_one(thread(who) + 1);
        samples.add_stack_plus_one(stackPlusOne(stack));
        samples.add_weight(weight);
    }

    recording::Segment take() { return std::move(m_segment); }

private:
    std::uint32_t string(const std::string& text) {
        const auto [found, isNew] = m_strings.try_emplace(text, m_segment.strings_size());
        if (isNew) m_segment.add_strings(text);
        return found->second;
    }
    std::uint32_t thread(const std::string& who) {
        const auto [found, isNew] = m_threads.try_emplace(who, m_segment.threads_size());
        if (!isNew) return found->second;
        const auto slash = who.find('/');
        auto& thread = *m_segment.add_threads();
        thread.set_process(process(who.substr(0, slash)));
        thread.set_tid(std::stoi(who.substr(slash + 1)));
        thread.set_name(string("thread-" + who.substr(slash + 1)));
        return found->second;
    }
    std::uint32_t process(const std::string& who) {
        const auto [found, isNew] = m_processes.try_emplace(who, m_segment.processes_size());
        if (!isNew) return found->second;
        const auto at = who.find('@');
        auto& process = *m_segment.add_processes();
        process.set_pid(std::stoi(who.substr(0, at)));
        const auto start = at == who.npos ? -5 : std::stoll(who.substr(at + 1));
        process.set_start_time(testRecordingStart + start * millisecond);
        process.set_name(string("process-" + who.substr(0, at)));
        return found->second;
    }
    std::uint32_t function(const std::string& name) {
        const auto [found, isNew] = m_functions.try_emplace(name, m_segment.functions_size());
        if (!isNew) return found->second;
        m_segment.add_functions()->set_name(string(name));
        m_segment.mutable_frames()->add_function_plus_one(found->second + 1);
        return found->second;
    }
    std::uint32_t stackPlusOne(const std::string& text) {
        std::istringstream names(text);
        std::uint32_t parent = 0;
        for (std::string name; std::getline(names, name, ';');) {
            auto& stacks = *m_segment.mutable_stacks();
            const auto [found, isNew] =
                m_stacks.try_emplace(std::pair(parent, function(name)), stacks.frame_size() + 1);
            if (isNew) {
                stacks.add_parent_plus_one(parent);
                stacks.add_frame(found->first.second);
            }
            parent = found->second;
        }
        return parent;
    }

    recording::Segment m_segment;
    std::int64_t m_lastTime = 0;
    std::map<std::string, std::uint32_t> m_strings{{"", 0}};
    std::map<std::string, std::uint32_t> m_processes;
    std::map<std::string, std::uint32_t> m_threads;
    std::map<std::string, std::uint32_t> m_functions;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_stacks;
};

/// The segments of a text; the last one is marked as the last of the recording.
inline std::vector<recording::Segment> segmentsFromText(std::string_view text) {
    std::vector<recording::Segment> segments;
    std::istringstream lines{std::string(text)};
    TextSegment segment(0);
    for (std::string line; std::getline(lines, line);) {
        if (line == "---") {
            segments.push_back(segment.take());
            segment = TextSegment(segments.size());
        } else if (!line.empty()) {
            segment.addLine(line);
        }
    }
    segments.push_back(segment.take());
    segments.back().set_is_last(true);
    return segments;
}

/// A segment's bytes in the stream: length and frame.
inline std::string segmentBytes(const recording::Segment& segment) {
    return std::string(asText(SegmentWriter().write(segment).value()));
}

inline std::string recordingBytes(const std::vector<recording::Segment>& segments) {
    std::string bytes(recordingMagic);
    for (const auto& segment : segments)
        bytes += segmentBytes(segment);
    return bytes;
}

inline std::string recordingFromText(std::string_view text) {
    return recordingBytes(segmentsFromText(text));
}

/// The result of reading a stream that arrives in pieces.
inline Profile readSegments(std::string_view bytes, std::size_t pieceSize = std::string_view::npos) {
    RecordingReader reader;
    while (!bytes.empty()) {
        reader.feed(asBytes(bytes.substr(0, pieceSize)));
        bytes.remove_prefix(std::min(bytes.size(), pieceSize));
    }
    return reader.finish();
}

} // namespace candela
