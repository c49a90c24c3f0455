#include "app/window/widgets/appearance.h"

#include <QApplication>
#include <QSettings>

#include <algorithm>

namespace candela {
namespace {

constexpr auto choiceKey = "window/appearance";
constexpr int answerTimeout = 200; // milliseconds; a later answer changes the colours of a window that is
                                   // already visible

} // namespace

Appearance::Appearance(QObject* parent) : Appearance(DesktopColours::sessionBus(), parent) {}

Appearance::Appearance(const QDBusConnection& bus, QObject* parent)
    : QObject(parent), m_desktop(bus), m_platformScheme(Theme::of(QApplication::palette()).scheme),
      m_choice(static_cast<Choice>(std::clamp(QSettings().value(choiceKey, 0).toInt(), 0, 2))) {
    if (m_choice == Choice::Desktop) m_desktop.waitForAnswer(answerTimeout);
    connect(&m_desktop, &DesktopColours::changed, this, &Appearance::apply);
    apply();
}

void Appearance::setChoice(Choice choice) {
    m_choice = choice;
    QSettings().setValue(choiceKey, static_cast<int>(choice));
    apply();
}

ColourScheme Appearance::scheme() const {
    if (m_choice == Choice::Desktop) return m_desktop.wanted().value_or(m_platformScheme);
    return m_choice == Choice::Dark ? ColourScheme::Dark : ColourScheme::Light;
}

void Appearance::apply() {
    Theme::apply(scheme());
}

} // namespace candela

#include "moc_appearance.cpp"
