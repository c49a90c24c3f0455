/// Where a recording's bytes go: into the file as they come, unchanged, and through the reader that opens
/// files too, once, so that what is seen live is what the file holds. Where memory runs out only the view
/// ends. Belongs to one thread.
#pragma once

#include "app/recording/refresh_pace.h"
#include "model/base/file.h"
#include "model/recording/recording_reader.h"

#include <QByteArray>
#include <QString>

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

    /// What was read so far where there is more of it than at the last call that gave something, and it is
    /// due (RefreshPace); else null. Null for good once there is no memory for the samples, or for a copy:
    /// the file goes on.
    std::shared_ptr<const Profile> snapshotIfDue(Attention attention);
    /// The end of the stream. Nothing may be added afterwards.
    RecordedFile finish();

private:
    Result<void> createFile();
    std::shared_ptr<const Profile> takeProfile();

    QString m_path;
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    RecordingReader m_reader;
    std::optional<Error> m_viewProblem;
    std::uint64_t m_segmentsShown = 0;
    bool m_canCopy = true; // there was memory for the last snapshot
    RefreshPace m_pace;
};

} // namespace candela
