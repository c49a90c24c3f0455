/// What the end of an ActiveRecording waits for: as long as somebody makes progress with it.
#include "recorder/active_recording.h"

#include <fmt/format.h>

namespace candela {

namespace {

/// What hangs uses no processor and answers nothing; who has to wait for a processor is not meant.
constexpr std::int64_t longestStandstill = 40'000'000;

} // namespace

void ActiveRecording::watchProgress(std::int64_t now) {
    if (isProgressing(now)) m_progressAt = now;
    m_isHurried = m_isHurried || now - m_progressAt > longestStandstill;
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
    failure.set_message(
        fmt::format("the recording ended before {} addresses of code had names, because whoever "
                    "reads or provides their files does not answer",
                    unnamed));
    failure.set_hint("look for a file system that hangs (FUSE, NFS)");
    report(std::move(failure));
}

} // namespace candela
