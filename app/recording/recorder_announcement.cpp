#include "app/recording/recorder_announcement.h"

#include "app/recording/byte_channel.h"
#include "model/base/byte_reader.h"
#include "model/base/text/model_text.h"
#include "model/recording/recorder_text.h"
#include "model/recording/request_stream.h"
#include "model/recording/segment_stream.h"

#include <fmt/format.h>

#include <QProcess>

#include <optional>

namespace candela {
namespace {

constexpr int timeout = 5'000; // milliseconds

Error noAnswer(const QString& name, const QString& why) {
    return {
        ModelText::tr("{} does not announce what it can record: {}", name.toStdString(), why.toStdString()),
        ModelText::tr("Run \"candela doctor\" to check this machine."), ErrorCode::NotPossible};
}

/// Recorders before protocol version 1 had no announcement, and one probe.
recording::Announcement announcementOfEarlier() {
    recording::Announcement announcement;
    auto& probe = *announcement.add_probes();
    probe.set_name("cpu");
    probe.set_title(std::string(ModelText::trLater("CPU time")));
    probe.set_description(
        std::string(ModelText::trLater("where CPU time goes: every CPU is sampled at a frequency")));
    return announcement;
}

/// The endpoint that needs no authentication.
std::optional<RecorderEndpoint> endpointToAsk(const RecorderEnvironment& here) {
    using Kind = RecorderEndpoint::Kind;
    if (here.namedRecorder.isEmpty() && !here.recorder.isEmpty())
        return RecorderEndpoint{Kind::Direct, here.recorder, {"--describe"}};
    auto endpoints = recorderEndpoints(here, {});
    if (endpoints.empty()) return {};
    auto& endpoint = endpoints.front();
    if (!endpoint.arguments.isEmpty() && endpoint.arguments.last() == "--stdio")
        endpoint.arguments.last() = "--describe";
    return endpoint;
}

Result<recording::Announcement> askService(const RecorderEndpoint& endpoint) {
    recording::Request request;
    request.mutable_describe();
    const auto bytes = TRY(writeRequest(request));
    const auto answer = ByteChannel::ask(endpoint.program, bytes, timeout);
    if (!answer)
        return std::unexpected(noAnswer(endpoint.name(), QString::fromStdString(answer.error().message)));
    return readAnnouncement(*answer);
}

Result<recording::Announcement> askProgram(const RecorderEndpoint& endpoint) {
    constexpr int wrongUsage = 2;
    QProcess recorder;
    recorder.setStandardInputFile(QProcess::nullDevice());
    recorder.start(endpoint.program, endpoint.arguments);
    if (!recorder.waitForFinished(timeout)) {
        const auto why = recorder.error() == QProcess::Timedout
                             ? QString::fromStdString(ModelText::tr("it does not answer"))
                             : recorder.errorString();
        recorder.kill();
        recorder.waitForFinished(timeout);
        return std::unexpected(noAnswer(endpoint.name(), why));
    }
    const auto stream = recorder.readAllStandardOutput();
    const bool isEarlier = recorder.exitStatus() == QProcess::NormalExit && recorder.exitCode() == wrongUsage;
    if (isEarlier && stream.isEmpty()) return announcementOfEarlier();
    if (stream.isEmpty())
        return std::unexpected(
            noAnswer(endpoint.name(),
                     QString::fromLocal8Bit(recorder.readAllStandardError()).trimmed().section('\n', 0, 0)));
    return readAnnouncement(stream);
}

} // namespace

Result<recording::Announcement> readAnnouncement(const QByteArray& stream) {
    SegmentStream segments;
    segments.feed(asBytes(std::string_view(stream.data(), static_cast<std::size_t>(stream.size()))));
    segments.end();
    recording::Segment segment;
    if (segments.next() != SegmentStream::Event::Segment ||
        !segment.ParseFromArray(segments.content().data(), static_cast<int>(segments.content().size())))
        return failure(ModelText::tr("the recorder's answer can't be understood"), ErrorCode::NotPossible);
    if (!segment.has_announcement() && segment.failures_size() > 0) {
        const auto& failure = segment.failures(0);
        // The recorder does not know this request.
        if (failure.code() == recording::Failure::BAD_REQUEST) return announcementOfEarlier();
        return std::unexpected(
            Error{recorderText(failure.message()), recorderText(failure.hint()), ErrorCode::NotPossible});
    }
    if (!segment.has_announcement())
        return failure(ModelText::tr("the recorder does not announce what it can record"),
                       ErrorCode::NotPossible);
    const auto& announcement = segment.announcement();
    if (announcement.oldest_client() > protocolVersion)
        return failure(
            ModelText::tr("the recorder is too new for this Candela: it is version {}, and serves no "
                          "client as old as this one",
                          announcement.version()),
            ErrorCode::NotPossible, ModelText::tr("Install the window and the recorder of one version."));
    return announcement;
}

Result<recording::Announcement> askRecorder(const RecorderEnvironment& here) {
    const auto endpoint = endpointToAsk(here);
    if (!endpoint)
        return failure(
            ModelText::tr("no recorder was found"), ErrorCode::NotPossible,
            ModelText::tr("Install Candela, or build it so that candela-recorder stands beside candela."));
    return endpoint->kind == RecorderEndpoint::Kind::Service ? askService(*endpoint) : askProgram(*endpoint);
}

} // namespace candela
