#include "views/widgets/theme.h"

#include "views/widgets/outline_style.h"

#include <QApplication>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace candela {

namespace {

Theme lightTheme() {
    Theme theme;
    theme.scheme = ColourScheme::Light;
    theme.window = QColor(0xf4f5f7);
    theme.base = QColor(0xffffff);
    theme.raised = QColor(0xeceef1);
    theme.line = QColor(0xd9dce1);
    theme.text = QColor(0x1f2329);
    theme.mutedText = QColor(0x656d78);
    theme.accent = QColor(0x2563c9);
    theme.accentSoft = QColor(0xdde8fa);
    theme.match = QColor(0xe9a8e6);
    theme.matchEdge = QColor(0x9c2c97);
    theme.bar = QColor(0xbcd2f2);
    theme.barSelf = QColor(0xf2cf96);
    theme.density = QColor(0x5b8bd6);
    theme.warning = QColor(0xb3541e);
    theme.boxText = QColor(0x22262c);
    theme.boxMutedText = QColor(0x434952);
    theme.ancestor = QColor(0xe3e6ea);
    theme.merged = QColor(0xdfe2e7);
    theme.user = QColor(0xf3d08b);
    theme.kernel = QColor(0x9dbce6);
    theme.interpreted = QColor(0x93d2bd);
    theme.unknown = QColor(0xcdd1d7);
    std::ranges::transform(moduleTones, theme.modules.begin(),
                           [](ToneColour tone) { return QColor(tone.light); });
    theme.less = QColor(0x8dbcec);
    theme.same = QColor(0xe4e6ea);
    theme.more = QColor(0xf3a94e);
    return theme;
}

Theme darkTheme() {
    Theme theme;
    theme.scheme = ColourScheme::Dark;
    theme.window = QColor(0x1d2025);
    theme.base = QColor(0x16181c);
    theme.raised = QColor(0x282c33);
    theme.line = QColor(0x343941);
    theme.text = QColor(0xe3e6ea);
    theme.mutedText = QColor(0x969ea9);
    theme.accent = QColor(0x6aa2f5);
    theme.accentSoft = QColor(0x263b5c);
    theme.match = QColor(0x8a3f8a);
    theme.matchEdge = QColor(0xe58fe0);
    theme.bar = QColor(0x2f4a70);
    theme.barSelf = QColor(0x6b5128);
    theme.density = QColor(0x5a86c6);
    theme.warning = QColor(0xe39a5f);
    theme.boxText = QColor(0xf1f2f4);
    theme.boxMutedText = QColor(0xd2d6dc);
    theme.ancestor = QColor(0x2b2f36);
    theme.merged = QColor(0x30353d);
    theme.user = QColor(0x6f5424);
    theme.kernel = QColor(0x3a5b8c);
    theme.interpreted = QColor(0x285f4d);
    theme.unknown = QColor(0x4a4f58);
    std::ranges::transform(moduleTones, theme.modules.begin(),
                           [](ToneColour tone) { return QColor(tone.dark); });
    theme.less = QColor(0x2d5c98);
    theme.same = QColor(0x3b4048);
    theme.more = QColor(0x8c4d10);
    return theme;
}

} // namespace

const Theme& Theme::of(ColourScheme scheme) {
    static const Theme light = lightTheme();
    static const Theme dark = darkTheme();
    return scheme == ColourScheme::Dark ? dark : light;
}

const Theme& Theme::of(const QPalette& palette) {
    const bool isDark =
        palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    return of(isDark ? ColourScheme::Dark : ColourScheme::Light);
}

const Theme& Theme::of(const QWidget* widget) {
    return of(widget->palette());
}

QPalette Theme::palette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, mix(base, window, 0.5));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Button, raised);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, warning);
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, scheme == ColourScheme::Dark ? base : QColor(Qt::white));
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, mix(raised, base, scheme == ColourScheme::Dark ? 0.0 : 0.7));
    palette.setColor(QPalette::Midlight, mix(raised, line, 0.3));
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, mix(line, text, 0.25));
    palette.setColor(QPalette::Shadow, scheme == ColourScheme::Dark ? QColor(0x0c0d0f) : QColor(0xa0a5ad));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mix(mutedText, window, 0.4));
    return palette;
}

void Theme::apply(ColourScheme scheme) {
    if (!qobject_cast<OutlineStyle*>(QApplication::style())) QApplication::setStyle(new OutlineStyle);
    QApplication::setPalette(of(scheme).palette());
}

QColor Theme::mix(const QColor& from, const QColor& to, double share) {
    const auto between = [share](int left, int right) {
        return static_cast<int>(left + (right - left) * share + 0.5);
    };
    return QColor(between(from.red(), to.red()), between(from.green(), to.green()),
                  between(from.blue(), to.blue()), between(from.alpha(), to.alpha()));
}

} // namespace candela
