/// Whether the desktop prefers light or dark colours: read from the desktop portal
/// (org.freedesktop.portal.Settings, "color-scheme" of org.freedesktop.appearance: 1 dark, 2 light, 0
/// neither), and updated when it changes. Not known without a portal.
#pragma once

#include "views/widgets/theme.h"

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

#include <optional>

namespace candela {

class DesktopColours : public QObject {
    Q_OBJECT
public:
    /// Sends the request; the answer arrives later. A bus that is not connected gives none.
    explicit DesktopColours(const QDBusConnection& bus, QObject* parent = nullptr);
    /// The session's bus; not connected if the session has none.
    static QDBusConnection sessionBus();

    std::optional<ColourScheme> wanted() const { return m_wanted; }
    /// Runs the event loop until the answer arrives, at most for this time.
    void waitForAnswer(int milliseconds);

signals:
    void changed();

private slots:
    void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(QVariant value);

    std::optional<ColourScheme> m_wanted;
    bool m_isAnswered = true;
};

} // namespace candela
