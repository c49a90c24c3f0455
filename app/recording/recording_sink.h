/// Where a recording's bytes go: into the file as they come, unchanged, and through the reader that opens
/// files too, so that what is seen live is what the file holds. Belongs to one thread.
#pragma once

#include "model/base/file.h"
#include "model/recording/recording_reader.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <memory>
#include <optional>

namespace candela {

/// Whether the samples are kept in memory for the eyes, or only counted.
enum class LiveView { Wanted, NotWanted };

/// A recording that is over.
struct RecordedFile {
    QString path;
    std::uint64_t bytes = 0; ///< 0: nothing came, and there is no file
    RecordingProgress progress;
    std::vector<RecordingFailure> failures;
    std::vector<std::string> warnings;
    std::shared_ptr<const Profile> profile; ///< null where no live view was wanted or fits, or nothing came
};

class RecordingSink {
public:
    /// "-" is standard output. Touches nothing yet.
    RecordingSink(QString path, LiveView view);

    /// Whether the file could be made there: asked before the user is asked for a password.
    static Result<void> checkPath(const QString& path);

    /// The first bytes make the file; one that was there is replaced. Fails when the disk does.
    Result<void> add(const QByteArray& bytes);
    const RecordingProgress& progress() const { return m_reader->progress(); }
    const std::vector<RecordingFailure>& failures() const { return m_reader->failures(); }
    std::uint64_t bytes() const { return m_bytes; }

    /// What was read so far, about once a second and so seldom that copying takes a tenth of the time at
    /// most; else null, and null for good once there is no memory for a copy.
    std::shared_ptr<const Profile> snapshotIfDue();
    /// The end of the stream. Nothing may be added afterwards.
    RecordedFile finish();

private:
    using Clock = std::chrono::steady_clock;

    Result<void> createFile();

    QString m_path;
    LiveView m_view;
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    std::unique_ptr<RecordingReader> m_reader;
    std::uint64_t m_segmentsShown = 0;
    Clock::time_point m_nextSnapshot;
};

} // namespace candela
