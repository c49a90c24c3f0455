/// The look of the whole application: Candela's own theme, light or dark like the desktop, or as chosen.
#pragma once

#include "app/window/widgets/desktop_colours.h"

#include <QObject>

namespace candela {

class Appearance : public QObject {
    Q_OBJECT
public:
    enum class Choice { Desktop, Light, Dark };

    /// Applies the remembered choice. Create it once, before the first window.
    explicit Appearance(QObject* parent = nullptr);
    /// The same with a given bus instead of the session's.
    explicit Appearance(const QDBusConnection& bus, QObject* parent = nullptr);

    Choice choice() const { return m_choice; }
    /// Remembered.
    void setChoice(Choice choice);
    ColourScheme scheme() const;

private:
    void apply();

    DesktopColours m_desktop;
    ColourScheme m_platformScheme; // scheme of the palette that the platform's theme set
    Choice m_choice = Choice::Desktop;
};

} // namespace candela
