/// Where a recording's bytes go: into the file as they come, unchanged, and through the reader that opens
/// files too, so that what is seen live is what the file holds. Where memory runs out only the view ends.
/// Belongs to one thread.
#pragma once

#include "model/base/file.h"
#include "model/recording/recording_reader.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <span>

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
    const RecordingProgress& progress() const { return m_reader.progress(); }
    const std::vector<RecordingFailure>& failures() const { return m_reader.failures(); }
    std::uint64_t bytes() const { return m_bytes; }

    /// What was read so far, about once a second and so seldom that copying takes a tenth of the time at
    /// most; else null. Null for good once there is no memory for the samples, or for a copy: the file goes on.
    std::shared_ptr<const Profile> snapshotIfDue();
    /// The end of the stream. Nothing may be added afterwards.
    RecordedFile finish();

private:
    using Clock = std::chrono::steady_clock;

    Result<void> createFile();

    void show(std::span<const std::byte> bytes);
    void endView(const Error& why);

    QString m_path;
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    RecordingReader m_reader{RecordingReader::Purpose::Status}; // needs the same memory all the time
    std::unique_ptr<RecordingReader> m_view; // null where none is wanted, or there is no memory for it
    std::optional<Error> m_viewProblem;
    std::uint64_t m_segmentsShown = 0;
    Clock::time_point m_nextSnapshot;
};

} // namespace candela
