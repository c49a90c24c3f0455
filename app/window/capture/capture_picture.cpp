#include "app/window/capture/capture_picture.h"

#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "views/flame/flame_picture.h"
#include "views/text/plain_text.h"

namespace candela {

namespace {

constexpr QSize pictureSize(440, 170); // pixels; about twice a card, so that it is sharp at 200 %

/// "candela · cpu, waiting".
QString kindOf(const Profile& profile) {
    constexpr std::size_t shownValues = 3;
    QStringList names;
    for (std::size_t row = 0; row < std::min(shownValues, profile.samples.size()); ++row)
        names << plainText(profile.text(profile.samples[row].type.name));
    return plainText(profile.origin.format) + " · " + names.join(", ");
}

RecentPicture pictureOf(const Shown& shown) {
    const auto& origin = shown.profile->origin;
    RecentPicture picture;
    picture.kind = kindOf(*shown.profile);
    if (origin.duration > 0) picture.duration = plainText(formatDuration(origin.duration));
    picture.host = plainText(origin.host);
    // Without memory for it, the file has no picture.
    const auto drawn = withinMemory([&]() -> Result<void> {
        picture.light = flameThumbnail(shown, pictureSize, ColourScheme::Light);
        picture.dark = flameThumbnail(shown, pictureSize, ColourScheme::Dark);
        return {};
    });
    if (!drawn) picture.light = picture.dark = QImage();
    return picture;
}

} // namespace

CapturePicture::CapturePicture(const Session& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &Session::weightsChanged, this, &CapturePicture::draw);
}

void CapturePicture::draw() {
    if (m_isStarted || m_session.shown().isEmpty()) return;
    m_isStarted = true;
    m_job.start([shown = m_session.shown()](Task&) { return pictureOf(shown); },
                [this](const RecentPicture& picture) { emit drawn(picture); });
}

} // namespace candela

#include "moc_capture_picture.cpp"
