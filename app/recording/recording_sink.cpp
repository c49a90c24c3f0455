#include "app/recording/recording_sink.h"

#include "app/recording/exact_text.h"
#include "model/base/byte_reader.h"
#include "model/base/memory_scope.h"
#include "model/base/new_file.h"
#include "model/base/text/model_text.h"
#include "model/recording/segment_writer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <unistd.h>

namespace candela {
namespace {

std::span<const std::byte> bytesOf(const QByteArray& bytes) {
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

Error recordingNotWritable(int number) {
    const bool isFull = number == ENOSPC || number == EDQUOT;
    return {"can't be written: " + systemErrorText(number),
            isFull ? "Free some space, or record to another disk." : "Choose another file for the recording.",
            ErrorCode::NotPossible};
}

} // namespace

RecordingSink::RecordingSink(QString path, Existing existing, LiveView view,
                             std::unique_ptr<SourceKeeper> sources)
    : m_path(std::move(path)), m_existing(existing), m_sources(std::move(sources)),
      m_reader(view == LiveView::Wanted ? RecordingReader::Purpose::LiveProfile
                                        : RecordingReader::Purpose::Status) {
    if (m_sources)
        m_reader.setObserver([this](const recording::Segment& segment) { m_sources->observe(segment); });
}

Result<void> RecordingSink::checkPath(const QString& path, Existing existing) {
    if (path == "-") return {};
    if (path.isEmpty()) return failure(ModelText::tr("the recording has no file name"), ErrorCode::Usage);
    const std::filesystem::path file = exactPath(path);
    std::error_code problem;
    const auto status = std::filesystem::status(file, problem);
    if (std::filesystem::is_directory(status))
        return failure(ModelText::tr("this is a folder"), ErrorCode::NotPossible,
                       ModelText::tr("Give a file name in it."));
    const auto folder = std::filesystem::absolute(file, problem).parent_path();
    if (!std::filesystem::is_directory(folder, problem)) return std::unexpected(notWritable(ENOENT));
    const bool isSpecial = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    if (::access((isSpecial ? file : folder).c_str(), W_OK) != 0)
        return std::unexpected(recordingNotWritable(errno));
    return checkReplaceable(file, existing);
}

Result<void> RecordingSink::createFile() {
    if (m_path != "-") {
        m_capture = TRY(CaptureFile::create(exactPath(m_path), m_existing));
        return {};
    }
    m_standardOutput = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!m_standardOutput.isOpen()) return std::unexpected(recordingNotWritable(errno));
    return {};
}

Result<void> RecordingSink::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return std::unexpected(recordingNotWritable(errno));
        m_bytes += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> RecordingSink::add(const QByteArray& bytes) {
    if (descriptor() < 0) TRY(createFile());
    TRY(write(bytesOf(bytes)));
    m_reader.feed(bytesOf(bytes));
    if (progress().samples > 0 && m_capture) return m_capture->takeName();
    return {};
}

std::shared_ptr<const Profile> RecordingSink::snapshotIfDue(Attention attention) {
    const auto segments = progress().segments;
    if (!m_reader.keepsSamples() || !m_canCopy || segments == m_segmentsShown) return nullptr;
    const RefreshPace::Duration now = std::chrono::steady_clock::now().time_since_epoch();
    const auto cpuTime = ownCpuTime();
    if (!m_pace.isDue(now, cpuTime, attention)) return nullptr;
    auto profile = withinMemory([&]() -> Result<std::shared_ptr<const Profile>> {
        return std::make_shared<const Profile>(m_reader.snapshot(maximumShownSamples));
    });
    m_canCopy = profile.has_value(); // otherwise, snapshots continue as long as one copy fits into memory
    if (!m_canCopy) return nullptr;
    m_segmentsShown = segments;
    m_pace.refreshed(now, cpuTime);
    return std::move(*profile);
}

/// Appends all or nothing, so that the recording stays whole if there is no room.
Result<void> RecordingSink::appendSources() {
    Task task;
    const auto segments = m_sources->segments(task);
    m_reader.setObserver({});
    SegmentWriter writer;
    std::string all;
    for (const auto& segment : segments)
        all += asText(TRY(writer.write(segment)));
    const auto before = m_bytes;
    if (auto written = write(asBytes(all)); !written) {
        if (m_capture && ::ftruncate(descriptor(), static_cast<off_t>(before)) == 0) m_bytes = before;
        return written;
    }
    m_reader.feed(asBytes(all));
    return {};
}

/// The profile of all samples; null if they were not kept, or if there is too little memory to sort them.
std::shared_ptr<const Profile> RecordingSink::takeProfile() {
    m_viewProblem = m_reader.memoryProblem();
    if (!m_reader.keepsSamples()) return nullptr;
    auto profile = withinMemory([&]() -> Result<Profile> { return m_reader.finish(); });
    if (!profile) {
        m_viewProblem = profile.error();
        return nullptr;
    }
    if (progress().segments == 0) return nullptr;
    profile->origin.file = exactPath(m_path);
    profile->origin.format = "candela";
    return std::make_shared<const Profile>(std::move(*profile));
}

RecordedFile RecordingSink::finish(StreamEnd end) {
    RecordedFile file;
    file.path = m_path;
    if (m_bytes == 0) return file;
    if (end == StreamEnd::Whole && progress().hasEnded && m_sources) {
        if (const auto appended = appendSources())
            file.sources = m_sources->counts();
        else
            file.sourceProblem = appended.error();
    }
    m_reader.end();
    // A recording in which nothing happened is a recording, too.
    if (end == StreamEnd::Whole && progress().hasEnded && m_capture) {
        if (const auto named = m_capture->takeName(); !named)
            file.warnings.push_back(exactPath(m_path) + ": " + named.error().message);
    }
    if (isKept()) file.bytes = m_bytes;
    m_capture.reset();
    m_standardOutput.reset();
    std::ranges::copy(m_reader.warnings(), std::back_inserter(file.warnings));
    file.progress = progress();
    file.failures = m_reader.failures();
    file.profile = takeProfile();
    if (m_viewProblem)
        file.warnings.insert(file.warnings.begin(), "To show it " + m_viewProblem->message + ".");
    return file;
}

} // namespace candela
