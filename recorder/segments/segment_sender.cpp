#include "recorder/segments/segment_sender.h"

#include "model/base/text/model_text.h"
#include "model/base/version.h"
#include "model/recording/stream_limits.h"
#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sys/random.h>
#include <sys/utsname.h>
#include <utility>

namespace candela {

namespace {

std::uint64_t randomNumber() {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number)
        number = static_cast<std::uint64_t>(monotonicTime());
    return number;
}

void describeMachine(recording::Machine& machine) {
    utsname names{};
    if (::uname(&names) == 0) {
        machine.set_host(names.nodename);
        machine.set_kernel_release(names.release);
        machine.set_architecture(names.machine);
    }
    machine.set_processor(processorModel());
    machine.set_cpus(static_cast<std::uint32_t>(onlineProcessors().size()));
}

/// Functions with fewer hits are read at the recording's end, if there is room.
constexpr std::uint64_t hitsOfHotFunction = 4;

recording::Failure namesTooLate(std::uint64_t count) {
    recording::Failure failure;
    failure.set_code(recording::Failure::INTERNAL);
    constexpr auto one =
        ModelText::trLater("names are missing for {} address: the machine was too busy to find them in time");
    constexpr auto several = ModelText::trLater(
        "names are missing for {} addresses: the machine was too busy to find them in time");
    failure.set_message(count == 1 ? fmt::format(one, count) : fmt::format(several, count));
    failure.set_hint(std::string(ModelText::trLater(
        "if the recording is opened on this machine, their names are read from its files")));
    return failure;
}

/// The bytes that code adds to a segment, with its texts: about as many as its functions have alone,
/// compressed. Compressing each segment without code as well would cost as much as sending it.
std::size_t packedSize(const std::vector<KeptFunction>& functions) {
    std::size_t size = 0;
    for (const auto& function : functions)
        size += function.packedSize;
    return size;
}

/// The difference for each processor; 0 for a processor that is new.
std::vector<std::uint64_t> difference(const std::vector<std::uint64_t>& now,
                                      const std::vector<std::uint64_t>& before) {
    std::vector<std::uint64_t> passed(now.size());
    for (std::size_t processor = 0; processor < std::min(now.size(), before.size()); ++processor)
        passed[processor] = now[processor] > before[processor] ? now[processor] - before[processor] : 0;
    return passed;
}

} // namespace

recording::TableUse tableUse(const char* name, std::uint64_t used, std::uint64_t limit,
                             std::uint64_t evicted) {
    recording::TableUse table;
    table.set_name(name);
    table.set_used(used);
    table.set_limit(limit);
    table.set_evicted(evicted);
    return table;
}

SegmentSender::SegmentSender(const Sampler& sampler, SegmentBuilder builder, NameTable& names,
                             const LabelTable& labels, Output& output)
    : m_sampler(sampler), m_builder(std::move(builder)), m_names(names), m_labels(labels), m_output(output) {
    auto& settings = *m_header.mutable_settings();
    settings.set_frequency(sampler.frequency());
    for (const auto& probe : sampler.probes())
        settings.add_probes(std::string(probe));
    if (sampler.usesTicks() && sampler.source() == TickSource::CpuClock) {
        settings.set_period(1'000'000'000 / std::max(1u, sampler.frequency()));
        settings.set_period_type("cpu");
        settings.set_period_unit("nanoseconds");
    }
}

void SegmentSender::begin(std::int64_t time, const Scope& scope) {
    m_header.set_format_version(recordingFormatVersion);
    m_header.set_written_by(std::string(programVersion()));
    m_header.set_recording_id(randomNumber());
    m_header.set_recording_start_time(time);
    m_header.set_recording_start_unix(clockTime(CLOCK_REALTIME) - (monotonicTime() - time));
    m_header.mutable_settings()->set_scope(scope.description());
    describeMachine(*m_header.mutable_machine());
    m_header.set_has_cpu_account(m_sampler.hasCpuAccount());
    m_timesBefore = processorTimes();
    m_output.send(std::as_bytes(std::span(recordingMagic)));
}

void SegmentSender::add(SegmentDraft draft, std::int64_t now) {
    auto times = processorTimes();
    ProcessorTimes passed{difference(times.idle, m_timesBefore.idle),
                          difference(times.stolen, m_timesBefore.stolen)};
    m_timesBefore = std::move(times);
    auto locations = draft.locations();
    m_waiting.push_back({std::move(draft), std::move(passed), std::move(locations), now});
    ++m_added;
}

bool SegmentSender::isSettled(WaitingSegment& waiting, std::int64_t now) {
    std::erase_if(waiting.unsettled,
                  [&](const CodeLocation& location) { return m_names.isSettled(location); });
    return waiting.unsettled.empty() && areLabelsSettled(waiting.draft, now);
}

bool SegmentSender::isReady(WaitingSegment& waiting, std::int64_t now) {
    if (isSettled(waiting, now)) return true;
    if (now - waiting.addedAt < maximumWait && m_waiting.size() <= maximumWaiting) return false;
    m_lateNames += waiting.unsettled.size();
    return true;
}

bool SegmentSender::areLabelsSettled(const SegmentDraft& draft, std::int64_t now) const {
    return std::ranges::all_of(draft.processes(), [&](const SharedProcess& entry) {
        const auto& process = *entry;
        return m_labels.isSettled(process, now) &&
               (process.executable.isNone() || m_names.isFileSettled(process.executable));
    });
}

void SegmentSender::addTables() {
    for (const auto& table : m_tables)
        *m_segment.add_tables() = table;
    const auto add = [&](const char* name, std::uint64_t used, std::uint64_t limit, std::uint64_t evicted) {
        *m_segment.add_tables() = tableUse(name, used, limit, evicted);
    };
    add("segments that wait for names", m_waiting.size(), maximumWaiting, 0);
    add("bytes that wait for the client", m_output.waitingBytes(), Output::maximumWaiting, 0);
    // Names that a segment did not wait for count as evicted: its frames were sent without them.
    add("names asked for", m_names.waiting(), NameTable::maximumWaiting, m_lateNames + m_names.unasked());
}

void SegmentSender::sendReady(std::int64_t now) {
    while (!m_waiting.empty() && isReady(m_waiting.front(), now))
        sendFirst(false);
}

bool SegmentSender::finish(std::int64_t now) {
    while (!m_waiting.empty() && isReady(m_waiting.front(), now))
        sendFirst(m_waiting.size() == 1);
    return m_waiting.empty();
}

void SegmentSender::sendFirst(bool isLast) {
    if (isLast && m_lateNames > 0) m_failures.push_back(namesTooLate(m_lateNames));
    auto& waiting = m_waiting.front();
    countHits(waiting);
    if (!isLast && !m_isLastCodeWanted) m_names.code().rank(hitsOfHotFunction);
    fill(waiting);
    m_segment.set_is_last(isLast);
    const auto strings = m_segment.strings_size();
    const auto mappings = m_segment.mappings_size();
    auto code = addCode(isLast);
    auto codeSize = packedSize(code);
    auto bytes = m_writer.write(m_segment);
    if (!bytes && !code.empty()) { // too large with code: samples matter more
        m_names.code().putBack(std::exchange(code, {}));
        codeSize = 0;
        m_segment.clear_code();
        m_segment.mutable_strings()->DeleteSubrange(strings, m_segment.strings_size() - strings);
        m_segment.mutable_mappings()->DeleteSubrange(mappings, m_segment.mappings_size() - mappings);
        bytes = m_writer.write(m_segment);
    }
    if (!bytes) {
        m_losses.putBack(m_segment);
        m_names.code().putBack(std::move(code));
        addLostSamples(waiting.draft, "segment too large");
    } else if (m_output.send(*bytes) == Output::Sent::ClientTooSlow) {
        m_losses.putBack(m_segment);
        m_names.code().putBack(std::move(code));
        addLostSamples(waiting.draft, "client reads too slowly");
    } else {
        m_plainBytes += bytes->size() - std::min(bytes->size(), codeSize);
        m_names.code().countSent(codeSize);
        if (!waiting.draft.samples().empty()) m_output.keep();
    }
    m_waiting.pop_front();
}

void SegmentSender::wantLastCode() {
    for (auto& waiting : m_waiting)
        countHits(waiting);
    // Code may take a share of the processor time until now, of which the last segment has only a part.
    m_usage.write(m_sampler.costs(), *m_segment.mutable_recorder());
    m_isLastCodeWanted = true;
    std::size_t bytes = 0;
    for (const auto& waiting : m_waiting)
        bytes += plainSize(waiting.draft);
    constexpr std::int64_t withAllAnswers = 0; // a time at which no answer is late
    // Its processes have all their labels then; ancestors without samples have those that are known now.
    m_isFirstBuilt = m_waiting.size() == 1 && isSettled(m_waiting.front(), withAllAnswers);
    setRecordingCost(bytes, CodeKeeper::Stage::Ending);
    m_names.code().rank(1);
    m_names.pump();
}

/// The size of a segment that waits, with the names that are known by now; 0 if it is too large.
std::size_t SegmentSender::plainSize(const SegmentDraft& draft) {
    m_segment = m_header;
    m_builder.build(draft, m_sampler.values(), m_segment);
    addTables();
    const auto bytes = m_writer.write(m_segment);
    return bytes ? bytes->size() : 0;
}

/// Functions that have no room in the last segment are left out, too.
void SegmentSender::setLeftOutCode() {
    m_names.code().leaveOutReady();
    for (auto& table : *m_segment.mutable_tables())
        if (table.name() == keptCodeTable) table.set_evicted(m_names.code().leftOut());
}

/// A sample hits the innermost function that is not of the kernel.
void SegmentSender::countHits(WaitingSegment& waiting) {
    if (std::exchange(waiting.isCounted, true)) return;
    const auto& draft = waiting.draft;
    std::vector<std::uint64_t> hits(draft.locations().size());
    for (const auto& sample : draft.samples()) {
        auto stack = sample.stack;
        while (stack != SegmentDraft::noRow &&
               draft.locations()[draft.stacks()[stack].location].kind == CodeKind::Kernel)
            stack = draft.stacks()[stack].parent;
        if (stack != SegmentDraft::noRow) ++hits[draft.stacks()[stack].location];
    }
    for (std::size_t row = 0; row < hits.size(); ++row) {
        if (hits[row] > 0) m_names.countHits(draft.locations()[row], hits[row]);
    }
    setRecordingCost(0, CodeKeeper::Stage::Recording);
}

/// `bytes`: the size of segments that are not sent yet.
void SegmentSender::setRecordingCost(std::size_t bytes, CodeKeeper::Stage stage) {
    m_names.code().setRecordingCost({m_plainBytes + bytes,
                                     m_waiting.back().draft.endTime() - m_header.recording_start_time(),
                                     m_usage.time()},
                                    stage);
}

/// Returns the code that was added to the segment.
std::vector<KeptFunction> SegmentSender::addCode(bool isLast) {
    if (!m_names.code().hasReady()) return {};
    constexpr std::size_t usual = 4 << 20;
    auto functions = m_names.code().takeReady(isLast ? CodeKeeper::maximumReady + usual : usual);
    m_builder.addCode(functions);
    if (isLast) setLeftOutCode();
    return functions;
}

void SegmentSender::addLostSamples(const SegmentDraft& draft, std::string_view reason) {
    std::vector<LossLedger::Sum> sums(m_sampler.values().size());
    for (const auto& sample : draft.samples()) {
        auto& sum = sums[sample.value];
        ++sum.count;
        sum.weight += static_cast<std::uint64_t>(sample.weight);
    }
    for (std::size_t value = 0; value < sums.size(); ++value)
        m_losses.add({reason, m_sampler.values()[value].value.name}, sums[value]);
}

void SegmentSender::fill(const WaitingSegment& waiting) {
    if (std::exchange(m_isFirstBuilt, false)) {
        m_segment.clear_tables();
    } else {
        m_segment = m_header;
        m_builder.build(waiting.draft, m_sampler.values(), m_segment);
    }
    m_segment.set_sequence(m_sequence++);
    m_segment.set_start_time(waiting.draft.startTime());
    m_segment.set_end_time(waiting.draft.endTime());
    if (!m_late.empty()) m_builder.addLateNames(std::exchange(m_late, {}));
    for (auto& failure : m_failures)
        *m_segment.add_failures() = std::move(failure);
    m_failures.clear();
    m_sampler.countLosses(m_losses);
    m_losses.write(m_segment);
    m_usage.write(m_sampler.costs(), *m_segment.mutable_recorder());
    m_segment.mutable_recorder()->set_code_time(m_names.code().time());
    addTables();
    for (const auto time : waiting.times.idle)
        m_segment.add_idle_time(time);
    for (const auto time : waiting.times.stolen)
        m_segment.add_stolen_time(time);
}

void SegmentSender::addLateNames(std::vector<LateNames> names) {
    std::ranges::move(names, std::back_inserter(m_late));
}

void SegmentSender::markModules(std::vector<bool>& isUsed) const {
    for (const auto& waiting : m_waiting)
        waiting.draft.markModules(isUsed);
}

} // namespace candela
