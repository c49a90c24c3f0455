#include "app/window/widgets/desktop_colours.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QEventLoop>
#include <QFile>
#include <QTimer>

namespace candela {
namespace {

const QString service = "org.freedesktop.portal.Desktop";
const QString path = "/org/freedesktop/portal/desktop";
const QString settings = "org.freedesktop.portal.Settings";
const QString appearance = "org.freedesktop.appearance";
const QString colourScheme = "color-scheme";

} // namespace

QDBusConnection DesktopColours::sessionBus() {
    // If there is no address, the library might start a bus.
    const bool hasBus = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                        QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + "/bus");
    return hasBus ? QDBusConnection::sessionBus() : QDBusConnection(QString());
}

DesktopColours::DesktopColours(const QDBusConnection& given, QObject* parent) : QObject(parent) {
    auto bus = given;
    if (!bus.isConnected()) return;
    m_isAnswered = false;
    bus.connect(service, path, settings, "SettingChanged", this,
                SLOT(takeSetting(QString, QString, QDBusVariant)));
    auto question = QDBusMessage::createMethodCall(service, path, settings, "Read");
    question << appearance << colourScheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QVariant> reply = *answer;
        answer->deleteLater();
        m_isAnswered = true;
        take(reply.isError() ? QVariant() : reply.value());
    });
}

void DesktopColours::waitForAnswer(int milliseconds) {
    QEventLoop loop;
    QTimer timeout;
    timeout.setSingleShot(true);
    connect(&timeout, &QTimer::timeout, &loop, &QEventLoop::quit);
    connect(this, &DesktopColours::changed, &loop, &QEventLoop::quit);
    timeout.start(milliseconds);
    if (!m_isAnswered) loop.exec(QEventLoop::ExcludeUserInputEvents);
}

void DesktopColours::takeSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == appearance && key == colourScheme) take(value.variant());
}

/// Read() returns its value in two layers of variants.
void DesktopColours::take(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    m_wanted.reset();
    if (value.toUInt() == 1) m_wanted = ColourScheme::Dark;
    if (value.toUInt() == 2) m_wanted = ColourScheme::Light;
    emit changed();
}

} // namespace candela

#include "moc_desktop_colours.cpp"
