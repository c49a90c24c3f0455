/// What the end of an ActiveRecording waits for: as long as somebody makes progress with it.
#include "recorder/active_recording.h"

#include <fmt/format.h>

namespace candela {

namespace {

/// What hangs uses no processor and answers nothing; who has to wait for a processor is not meant.
constexpr std::int64_t maximumStandstill = 40'000'000;
constexpr std::int64_t maximumReadTime = 500'000'000; // of a busy disk
constexpr std::int64_t maximumPause = 250'000'000;    // names wait for each other's files

} // namespace

void ActiveRecording::watchProgress(std::int64_t now) {
    if (isProgressing(now)) m_progressAt = now;
    const bool isReading = m_clients.names.isReadingFile() || m_clients.unwindTables.isReadingFile();
    const bool isHanging = m_clients.openers.files.waiting() > 0;
    const auto longest = isReading ? maximumReadTime : isHanging ? maximumStandstill : maximumPause;
    m_isStalled = m_isStalled || now - m_progressAt > longest;
}

bool ActiveRecording::isProgressing(std::int64_t now) {
    const auto before = m_left;
    m_left = {m_names.waiting(), m_unfinished->size(), m_labels.waiting(),
              static_cast<std::size_t>(m_sender->added() - m_sender->sent())};
    const auto& openers = m_clients.openers.files;
    return m_left != before || m_clients.names.isWorking(now) || m_clients.unwindTables.isWorking(now) ||
           (openers.waiting() > 0 && !openers.areAllHanging());
}

void ActiveRecording::reportUnnamed() {
    m_clients.openers.files.reportHanging();
    const auto unnamed = m_names.waiting();
    if (unnamed == 0 || m_isUnnamedReported) return;
    m_isUnnamedReported = true;
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    const bool isHanging = m_clients.openers.files.waiting() > 0;
    failure.set_message(fmt::format(
        "the recording ended before {} addresses of code had names, because {}", unnamed,
        isHanging ? "the provider of their files does not answer" : "their files could not be read in time"));
    failure.set_hint(
        isHanging ? "look for a file system that hangs (FUSE, NFS)"
                  : "where the recording is opened on this machine, their names are read from its files");
    report(std::move(failure));
}

} // namespace candela
