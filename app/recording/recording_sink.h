/// Where a recording's bytes go: into the file as they come, unchanged, and through the reader that opens
/// files too, once, so that what is seen live is what the file holds. The file takes its name with the first
/// samples. Where memory runs out only the view ends. Belongs to one thread.
#pragma once

#include "app/recording/refresh_pace.h"
#include "model/base/file.h"
#include "model/recording/capture_file.h"
#include "model/recording/recording_reader.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <span>

namespace candela {

/// Whether the samples are kept in memory for a live view, or only counted.
enum class LiveView { Wanted, NotWanted };

/// How a recording's stream ended: a file without samples is kept only where that is the whole recording.
enum class StreamEnd { Whole, Failed };

/// A recording that is over.
struct RecordedFile {
    QString path;
    std::uint64_t bytes = 0; ///< 0: there is no file; one that had its name is as it was
    RecordingProgress progress;
    std::vector<RecordingFailure> failures;
    std::vector<std::string> warnings;
    std::shared_ptr<const Profile> profile; ///< null where no live view was wanted or fits, or nothing came
};

class RecordingSink {
public:
    /// "-" is standard output. Touches nothing yet.
    RecordingSink(QString path, Existing existing, LiveView view);

    /// Whether the file could be made there: asked before the user is asked for a password.
    static Result<void> checkPath(const QString& path, Existing existing);

    /// The first bytes make the file, and the first samples name it. Fails when the disk does.
    Result<void> add(const QByteArray& bytes);
    const RecordingProgress& progress() const { return m_reader.progress(); }
    const std::vector<RecordingFailure>& failures() const { return m_reader.failures(); }
    std::uint64_t bytes() const { return m_bytes; }

    /// The view of a running recording shows about so many samples of each value, evenly chosen of all: what
    /// a refresh costs does not grow with the recording.
    static constexpr std::size_t maximumShownSamples = 100'000;

    /// What was read so far where there is more of it than at the last call that gave something, and it is
    /// due (RefreshPace), of at most maximumShownSamples; else null. Null for good once there is no memory for the samples, or for a copy:
    /// the file goes on.
    std::shared_ptr<const Profile> snapshotIfDue(Attention attention);
    /// The end of the stream. Nothing may be added afterwards.
    RecordedFile finish(StreamEnd end);

private:
    Result<void> createFile();
    Result<void> write(std::span<const std::byte> bytes);
    int descriptor() const { return m_capture ? m_capture->descriptor() : m_standardOutput.get(); }
    bool isKept() const { return m_capture ? m_capture->hasName() : m_standardOutput.isOpen(); }
    std::shared_ptr<const Profile> takeProfile();

    QString m_path;
    Existing m_existing;
    std::optional<CaptureFile> m_capture;
    FileDescriptor m_standardOutput; // instead of a capture
    std::uint64_t m_bytes = 0;
    RecordingReader m_reader;
    std::optional<Error> m_viewProblem;
    std::uint64_t m_segmentsShown = 0;
    bool m_canCopy = true; // there was memory for the last snapshot
    RefreshPace m_pace;
};

} // namespace candela
