#include "recorder/kernel/event_opener.h"

#include "model/base/text/model_text.h"
#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/rights/capabilities.h"
#include "recorder/rights/file_rules.h"
#include "recorder/rights/helper_filters.h"
#include "recorder/rights/own_user.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace candela {

namespace {

template<typename T>
T readNumber(const std::string& path) {
    const auto text = readSystemFile(path);
    T number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

int openPerfEvent(perf_event_attr& attributes, pid_t pid, int processor) {
    return static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, pid, processor, -1, PERF_FLAG_FD_CLOEXEC));
}

void setSource(perf_event_attr& attributes, TickSource source) {
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    switch (source) {
    case TickSource::HardwareCycles:
        attributes.type = PERF_TYPE_HARDWARE;
        attributes.config = PERF_COUNT_HW_CPU_CYCLES;
        break;
    case TickSource::CpuClock:
        attributes.config = PERF_COUNT_SW_CPU_CLOCK;
        break;
    case TickSource::None:
        attributes.config = PERF_COUNT_SW_DUMMY;
        break;
    }
}

FileDescriptor openTicks(TickSource source, std::uint32_t processor, std::uint32_t frequency,
                         std::uint32_t ringBytes) {
    if (frequency == 0) source = TickSource::None;
    perf_event_attr attributes{};
    setSource(attributes, source);
    attributes.disabled = 1;
    if (source != TickSource::None) {
        // Idle processors tick too, although they are not sampled, so that the next sample weighs only the
        // time since the last tick.
        attributes.freq = 1;
        attributes.sample_freq = frequency;
    }
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
    attributes.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
    attributes.sample_id_all = 1;
    attributes.use_clockid = 1;
    attributes.clockid = CLOCK_MONOTONIC;
    if (ringBytes == 0) return FileDescriptor(openPerfEvent(attributes, -1, static_cast<int>(processor)));
    attributes.mmap = 1;
    attributes.mmap2 = 1;
    attributes.comm = 1;
    attributes.comm_exec = 1;
    attributes.task = 1;
    attributes.ksymbol = 1;
    attributes.watermark = 1;
    attributes.wakeup_watermark = ringBytes / 4;
    return FileDescriptor(openPerfEvent(attributes, -1, static_cast<int>(processor)));
}

FileDescriptor openCounted(CountedEvent counted, std::uint32_t processor, std::uint64_t period) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config =
        counted == CountedEvent::MajorFaults ? PERF_COUNT_SW_PAGE_FAULTS_MAJ : PERF_COUNT_SW_PAGE_FAULTS_MIN;
    attributes.sample_period = period;
    return FileDescriptor(openPerfEvent(attributes, -1, static_cast<int>(processor)));
}

/// Whether cycles are really counted: many virtual machines accept the event but never count.
bool countsCycles() {
    perf_event_attr attributes{};
    setSource(attributes, TickSource::HardwareCycles);
    attributes.exclude_kernel = 1;
    const FileDescriptor event(openPerfEvent(attributes, 0, -1));
    if (!event.isOpen()) return false;
    for (int round = 0; round < 10'000; ++round)
        asm volatile("" ::: "memory"); // gives the counter something to count
    std::uint64_t count = 0;
    return ::read(event.get(), &count, sizeof count) == sizeof count && count > 0;
}

Error openError(int number) {
    if (number != EACCES && number != EPERM)
        return {ModelText::tr("a perf event can't be opened: {}", systemErrorText(number)),
                {},
                ErrorCode::NotPossible};
    return {ModelText::tr("the kernel does not allow observing its processors"),
            neededEventRight() == EventRight::Administrator
                ? ModelText::tr(
                      "kernel.perf_event_paranoid demands root for it; 2 would be enough with CAP_PERFMON")
                : ModelText::tr("this needs root, or CAP_PERFMON"),
            ErrorCode::NotPermitted};
}

/// Keeps only the right to open events.
MissingProtections becomeAdministratorOnly() {
    auto missing = becomeUser(recorderUser());
    constexpr std::array administrator{CAP_SYS_ADMIN};
    keepCapabilities(administrator);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // changing the user cleared it
    missing.addUnless(FileRules().enforce(), Protection::FileRules);
    missing.add(filterCallsOfEventOpener());
    return missing;
}

} // namespace

struct EventOpener::Request {
    std::uint32_t processor = 0;
    std::uint32_t frequency = 0; // frequency of ticks
    std::uint32_t ringBytes = 0;
    std::uint32_t counted = 0; // a CountedEvent; 0: ticks
    std::uint64_t period = 0;  // number of events between two ticks
};

FileDescriptor EventOpener::openEvent(TickSource source, const Request& request) {
    return request.counted == 0 ? openTicks(source, request.processor, request.frequency, request.ringBytes)
                                : openCounted(CountedEvent{static_cast<std::uint8_t>(request.counted)},
                                              request.processor, request.period);
}

/// Runs in a process of its own, until the recorder closes the socket.
void EventOpener::serve(PacketSocket recorder, TickSource source) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, "candela-events");
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    constexpr int ours = STDERR_FILENO + 1;
    for (int standard = STDIN_FILENO; standard < ours; ++standard)
        ::dup2(nothing, standard);
    ::dup2(recorder.descriptor(), ours);
    ::close_range(ours + 1, ~0u, 0);
    PacketSocket socket{FileDescriptor(ours)};
    std::string packet;
    std::vector<FileDescriptor> none;
    const auto missing = becomeAdministratorOnly().bits();
    socket.send(std::as_bytes(std::span(&missing, 1)), {}, PacketSocket::Wait::Yes);
    while (socket.receive(packet, none, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        Request request;
        if (packet.size() != sizeof request) break;
        std::memcpy(&request, packet.data(), sizeof request);
        const auto event = openEvent(source, request);
        const int error = event.isOpen() ? 0 : errno;
        const int descriptor = event.get();
        const std::span<const int> sent(&descriptor, event.isOpen() ? 1 : 0);
        if (socket.send(std::as_bytes(std::span(&error, 1)), sent, PacketSocket::Wait::Yes) !=
            PacketSocket::Outcome::Done)
            break;
    }
    ::_exit(0);
}

/// Levels above 2 are not part of Linux: the kernels of Debian and Ubuntu have them, and demand CAP_SYS_ADMIN
/// there; CAP_PERFMON is not enough.
EventRight neededEventRight() {
    return readNumber<int>("/proc/sys/kernel/perf_event_paranoid") > 2 ? EventRight::Administrator
                                                                       : EventRight::Observer;
}

Result<std::unique_ptr<EventOpener>> EventOpener::create(EventRight right) {
    std::unique_ptr<EventOpener> opener(
        new EventOpener(countsCycles() ? TickSource::HardwareCycles : TickSource::CpuClock));
    const auto online = onlineProcessors();
    if (!openTicks(opener->m_source, online.empty() ? 0 : online.front(), 1, 4096).isOpen())
        return std::unexpected(openError(errno));
    if (right == EventRight::Observer) return opener;
    auto [ours, theirs] = TRY(PacketSocket::pair());
    const pid_t pid = ::fork();
    if (pid < 0)
        return failure(
            ModelText::tr("the process that opens perf events can't be started: {}", systemErrorText(errno)),
            ErrorCode::NotPossible);
    if (pid == 0) serve(std::move(theirs), opener->m_source);
    theirs.close();
    std::string packet;
    std::vector<FileDescriptor> none;
    std::uint32_t missing = 0;
    if (ours.receive(packet, none, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done ||
        packet.size() != sizeof missing)
        return failure(ModelText::tr("the process that opens perf events ended at once"),
                       ErrorCode::NotPossible);
    std::memcpy(&missing, packet.data(), sizeof missing);
    opener->m_missing = MissingProtections(missing);
    opener->m_process.emplace(std::move(ours));
    return opener;
}

Result<FileDescriptor> EventOpener::open(std::uint32_t processor, std::uint32_t frequency,
                                         std::uint32_t ringBytes) {
    return open({.processor = processor, .frequency = frequency, .ringBytes = ringBytes});
}

Result<FileDescriptor> EventOpener::openCounter(std::uint32_t processor, CountedEvent counted,
                                                std::uint64_t period) {
    return open({.processor = processor, .counted = static_cast<std::uint32_t>(counted), .period = period});
}

Result<FileDescriptor> EventOpener::open(const Request& request) {
    if (!m_process) {
        auto event = openEvent(m_source, request);
        if (!event.isOpen()) return std::unexpected(openError(errno));
        return event;
    }
    std::string answer;
    std::vector<FileDescriptor> events;
    const auto asked = std::as_bytes(std::span(&request, 1));
    if (m_process->send(asked, {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done ||
        m_process->receive(answer, events, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done)
        return failure(ModelText::tr("the process that opens perf events has exited"),
                       ErrorCode::NotPossible);
    int error = 0;
    if (answer.size() == sizeof error) std::memcpy(&error, answer.data(), sizeof error);
    if (events.size() != 1) return std::unexpected(openError(error));
    return std::move(events.front());
}

std::uint32_t maximumKernelFrequency() {
    return readNumber<std::uint32_t>("/proc/sys/kernel/perf_event_max_sample_rate");
}

} // namespace candela
