/// A recorder for tests: speaks the protocol on standard input (a socket), according to the script that
/// RECORDER_SCRIPT names. Its output is also written to the file RECORDER_COPY. The function that it samples
/// begins in line 2 of RECORDER_SOURCE, if that is set, and its samples are in line 4. With --describe it
/// announces a probe that no recorder has.
#include "model/recording/request_stream.h"
#include "model/recording/segment_writer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>

using namespace candela;

namespace {

constexpr int connection = STDIN_FILENO;

std::int64_t now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

void put(std::string_view bytes) {
    if (const char* path = std::getenv("RECORDER_COPY")) {
        auto* copy = std::fopen(path, "ab");
        if (!copy || std::fwrite(bytes.data(), 1, bytes.size(), copy) != bytes.size()) std::exit(1);
        std::fclose(copy);
    }
    while (!bytes.empty()) {
        const auto written = ::write(connection, bytes.data(), bytes.size());
        if (written <= 0) std::exit(1);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void put(SegmentWriter& writer, const recording::Segment& segment) {
    const auto bytes = writer.write(segment);
    put({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

/// Ten samples of one function in process 42, and one lost.
recording::Segment segmentNumber(std::uint64_t sequence, std::int64_t begin) {
    recording::Segment segment;
    segment.set_sequence(sequence);
    segment.set_recording_id(7);
    segment.set_recording_start_time(begin);
    segment.set_start_time(begin + static_cast<std::int64_t>(sequence) * 100'000'000);
    segment.set_end_time(segment.start_time() + 100'000'000);
    segment.mutable_machine()->set_host("scripted");
    segment.mutable_settings()->set_frequency(99);
    segment.mutable_recorder()->set_cpu_time(1'000'000 * (sequence + 1));
    segment.mutable_recorder()->set_peak_memory(10'000'000);
    if (sequence == 0) return segment;
    for (const auto* text : {"", "spin", "worker"})
        segment.add_strings(text);
    auto* process = segment.add_processes();
    process->set_pid(42);
    process->set_start_time(1);
    process->set_name(2);
    auto* thread = segment.add_threads();
    thread->set_process(0);
    thread->set_tid(42);
    thread->set_name(2);
    segment.add_functions()->set_name(1);
    segment.mutable_frames()->add_function_plus_one(1);
    if (const char* source = std::getenv("RECORDER_SOURCE")) {
        segment.add_strings(source);
        segment.mutable_functions(0)->set_file(3);
        segment.mutable_functions(0)->set_start_line(2);
        segment.mutable_frames()->add_line(4);
    }
    segment.mutable_stacks()->add_parent_plus_one(0);
    segment.mutable_stacks()->add_frame(0);
    auto* samples = segment.add_samples();
    samples->set_name("cpu");
    samples->set_unit("nanoseconds");
    samples->set_probe("cpu");
    for (int row = 0; row < 10; ++row) {
        samples->add_time_delta(1'000'000);
        samples->add_thread_plus_one(1);
        samples->add_stack_plus_one(1);
        samples->add_weight(10'101'010);
    }
    auto* loss = segment.add_losses();
    loss->set_reason("ring buffer full");
    loss->set_count(1);
    return segment;
}

class Client {
public:
    /// The next request within that time; `what_case` is not set if there was none. Exits when the input
    /// ends.
    recording::Request next(int milliseconds) {
        for (;;) {
            if (auto request = m_requests.next(); request && *request) return std::move(**request);
            pollfd wait{connection, POLLIN, 0};
            if (::poll(&wait, 1, milliseconds) <= 0) return {};
            std::byte bytes[4096];
            const auto got = ::read(connection, bytes, sizeof bytes);
            if (got <= 0) std::exit(0);
            m_requests.feed({bytes, static_cast<std::size_t>(got)});
        }
    }

private:
    RequestReader m_requests;
};

void refuse(SegmentWriter& writer, recording::Segment segment) {
    auto* failure = segment.add_failures();
    failure->set_code(recording::Failure::NOT_PERMITTED);
    failure->set_message("this user may not record other people's processes");
    failure->set_hint("Ask for it.");
    failure->set_is_fatal(true);
    put(writer, segment);
}

/// The answer to --describe, in the way that RECORDER_SCRIPT names.
int describe(std::string_view script) {
    if (script == "earlier") {
        std::fputs("candela-recorder: there is no option \"--describe\"\n", stderr);
        return 2;
    }
    if (script == "silent") ::pause();
    recording::Segment segment;
    auto& announcement = *segment.mutable_announcement();
    announcement.set_protocol_version(7);
    announcement.set_oldest_client(script == "too-new" ? 7 : 1);
    announcement.set_version("9.8.7");
    auto& cpu = *announcement.add_probes();
    cpu.set_name("cpu");
    cpu.set_title("CPU time");
    cpu.set_description("where CPU time goes");
    auto& invented = *announcement.add_probes();
    invented.set_name("tides");
    invented.set_title("Tides");
    invented.set_description("how high the water is");
    invented.set_cost("nothing");
    auto& level = *invented.add_values();
    level.set_name("level");
    level.set_unit("millimetres");
    level.set_kind(recording::GAUGE);
    auto& option = *invented.add_options();
    option.set_name("moons");
    option.set_description("how many to count");
    option.set_unit("moons");
    option.set_default_number(1);
    option.set_maximum(4);
    auto& impossible = *announcement.add_probes();
    impossible.set_name("stars");
    impossible.set_title("Stars");
    impossible.set_problem("there is a cloud");
    SegmentWriter writer;
    const auto bytes = writer.write(segment);
    std::fwrite(recordingMagic.data(), 1, recordingMagic.size(), stdout);
    std::fwrite(bytes->data(), 1, bytes->size(), stdout);
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    const char* named = std::getenv("RECORDER_SCRIPT");
    const std::string_view script = named ? named : "normal";
    if (count > 1 && std::string_view(arguments[1]) == "--describe") return describe(script);
    if (count > 1 && std::string_view(arguments[1]) == "--check-sandbox") return 2; // it has none
    if (script == "crash") {
        std::fputs("something broke here.\n", stderr);
        ::raise(SIGKILL);
    }
    if (script == "refuse-to-start") {
        std::fputs("a password is required\n", stderr);
        return 1;
    }
    Client client;
    const auto start = client.next(10'000);
    if (script == "silent")
        for (;;)
            client.next(1'000);
    SegmentWriter writer;
    const auto begin = now();
    put(recordingMagic);
    const bool isMachine = start.start().scope() == recording::Start::MACHINE;
    if (script == "failure" || (script == "failure-of-machine" && isMachine)) {
        refuse(writer, segmentNumber(0, begin));
        return 4;
    }
    const int seconds = static_cast<int>(start.start().maximum_seconds());
    for (std::uint64_t sequence = 0;; ++sequence) {
        auto segment = segmentNumber(sequence, begin);
        // Two segments claim to be a second each, so that tests of the time limit need not wait.
        const bool isOver = seconds > 0 && sequence >= static_cast<std::uint64_t>(seconds) * 2;
        const bool isKilledNow =
            (script == "killed" && sequence == 3) || (script == "killed-at-first" && sequence == 1);
        if (isKilledNow) {
            put(std::string_view("\x40\x00\x00\x00 cut", 8));
            ::raise(SIGKILL);
        }
        const auto request = isOver ? recording::Request() : client.next(20);
        if (isOver || request.has_stop()) {
            segment.set_is_last(true);
            put(writer, segment);
            return 0;
        }
        if (script == "stuck" && sequence == 2)
            for (;;)
                client.next(1'000);
        put(writer, segment);
    }
}
