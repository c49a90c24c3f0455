#include "app/recording/live_recording.h"

namespace candela {

LiveRecording::LiveRecording(const QString& path, Existing existing, LiveView view,
                             std::unique_ptr<SourceKeeper> sources, QObject* parent)
    : QObject(parent), m_sink(std::make_unique<RecordingSink>(path, existing, view, std::move(sources))) {
    qRegisterMetaType<RecordingProgress>();
    qRegisterMetaType<RecordingFailure>();
    qRegisterMetaType<RecordedFile>();
    qRegisterMetaType<Error>();
    qRegisterMetaType<std::shared_ptr<const Profile>>();
    m_worker.moveToThread(&m_thread);
    m_thread.start();
}

LiveRecording::~LiveRecording() {
    // Queued after all data that was added.
    QMetaObject::invokeMethod(&m_worker, [this] { m_thread.quit(); });
    m_thread.wait();
}

void LiveRecording::add(const QByteArray& bytes) {
    m_backlog += bytes.size();
    QMetaObject::invokeMethod(&m_worker, [this, bytes] { work(bytes); });
}

void LiveRecording::work(const QByteArray& bytes) {
    if (!m_isBroken) {
        if (const auto added = m_sink->add(bytes); !added) {
            m_isBroken = true;
            emit writingFailed(added.error());
        }
    }
    m_backlog -= bytes.size();
    emit backlogShrank();
    if (m_isBroken) return;
    for (; m_failuresReported < m_sink->failures().size(); ++m_failuresReported)
        emit recorderFailed(m_sink->failures()[m_failuresReported]);
    if (m_sink->progress().segments != m_segmentsReported) {
        m_segmentsReported = m_sink->progress().segments;
        emit progressed(m_sink->progress(), m_sink->bytes());
    }
    if (m_backlog > 0) return; // snapshots can wait, the stream can't
    if (const auto profile = m_sink->snapshotIfDue(m_attention)) emit snapshotTaken(profile);
}

void LiveRecording::finish(StreamEnd end) {
    QMetaObject::invokeMethod(&m_worker, [this, end] { emit finished(m_sink->finish(end)); });
}

} // namespace candela

#include "moc_live_recording.cpp"
