/// The destination of a recording's bytes: unchanged into the file, and once through the same reader that
/// opens files, so that the live view shows the content of the file. The file gets its name with the first
/// samples. If memory runs out, only the view ends. Source lines, where they are wanted, are appended as
/// segments behind the recorder's last one. Used in one thread.
#pragma once

#include "app/recording/refresh_pace.h"
#include "app/recording/source_keeper.h"
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

/// How a recording's stream ended: a file without samples is kept only if the recording is complete.
enum class StreamEnd { Whole, Failed };

/// A finished recording.
struct RecordedFile {
    QString path;
    std::uint64_t bytes = 0; ///< 0: no file was written; an existing file of that name is unchanged
    RecordingProgress progress;
    std::vector<RecordingFailure> failures;
    std::vector<std::string> warnings;
    std::optional<KeptSourceCounts> sources; ///< none if no source lines were wanted, or the end is missing
    std::optional<Error> sourceProblem;      ///< why wanted source lines were not stored
    std::shared_ptr<const Profile> profile; ///< null if there was no live view, too little memory, or no data
};

class RecordingSink {
public:
    /// "-" is standard output. Does not touch the file system yet. Without a keeper, no source lines are
    /// kept.
    RecordingSink(QString path, Existing existing, LiveView view,
                  std::unique_ptr<SourceKeeper> sources = nullptr);

    /// Whether the file could be created; checked before the user is asked for a password.
    static Result<void> checkPath(const QString& path, Existing existing);

    /// The first bytes create the file, and the first samples give it its name. Fails if writing fails.
    Result<void> add(const QByteArray& bytes);
    const RecordingProgress& progress() const { return m_reader.progress(); }
    const std::vector<RecordingFailure>& failures() const { return m_reader.failures(); }
    std::uint64_t bytes() const { return m_bytes; }

    /// The view of a running recording shows about this many samples of each value, spread evenly over all
    /// samples. So the cost of a refresh does not grow with the recording.
    static constexpr std::size_t maximumShownSamples = 100'000;

    /// The data read so far, with at most maximumShownSamples, if there is more than in the last snapshot and
    /// a refresh is due (RefreshPace); else null. Always null after memory was short for the samples or for a
    /// copy; the file is still written.
    std::shared_ptr<const Profile> snapshotIfDue(Attention attention);
    /// The end of the stream. Nothing may be added after it.
    RecordedFile finish(StreamEnd end);

private:
    Result<void> createFile();
    Result<void> write(std::span<const std::byte> bytes);
    int descriptor() const { return m_capture ? m_capture->descriptor() : m_standardOutput.get(); }
    bool isKept() const { return m_capture ? m_capture->hasName() : m_standardOutput.isOpen(); }
    Result<void> appendSources();
    std::shared_ptr<const Profile> takeProfile();

    QString m_path;
    Existing m_existing;
    std::optional<CaptureFile> m_capture;
    FileDescriptor m_standardOutput; // used instead of m_capture for "-"
    std::uint64_t m_bytes = 0;
    std::unique_ptr<SourceKeeper> m_sources;
    RecordingReader m_reader;
    std::optional<Error> m_viewProblem;
    std::uint64_t m_segmentsShown = 0;
    bool m_canCopy = true; // there was enough memory for the last snapshot
    RefreshPace m_pace;
};

} // namespace candela
