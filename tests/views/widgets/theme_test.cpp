/// Text is readable on every colour behind it, in both themes.
#include "views/flame/flame_colours.h"
#include "views/widgets/theme.h"

#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

#include <cmath>

using namespace candela;

namespace {

/// The luminance as WCAG 2 defines it.
double luminance(const QColor& colour) {
    const auto linear = [](double part) {
        return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& left, const QColor& right) {
    const auto [darker, lighter] = std::minmax({luminance(left), luminance(right)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void namesAndSharesAreReadableOnEveryBox() {
        constexpr double enough = 4.5; // WCAG 2, AA
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            const auto& theme = Theme::of(scheme);
            std::vector<QColor> boxes(theme.modules.begin(), theme.modules.end());
            boxes.insert(boxes.end(),
                         {theme.user, theme.kernel, theme.interpreted, theme.unknown, theme.match, theme.less,
                          theme.same, theme.more, Theme::mix(theme.same, theme.less, 0.5),
                          Theme::mix(theme.same, theme.more, 0.5)});
            for (const auto& box : boxes) {
                QVERIFY2(contrast(theme.boxText, box) >= enough, qPrintable(box.name()));
                QVERIFY2(contrast(theme.boxMutedText, box) >= enough, qPrintable(box.name()));
                // The colour of boxes that do not match a search.
                const auto dimmed = Theme::mix(box, theme.base, 0.62);
                QVERIFY2(contrast(theme.boxMutedText, dimmed) >= enough, qPrintable(box.name()));
            }
            for (const auto& bar : {theme.ancestor, theme.merged})
                QVERIFY2(contrast(theme.boxMutedText, bar) >= enough, qPrintable(bar.name()));
        }
    }
    void aButtonHasRoomBesideItsText() {
        Theme::apply(ColourScheme::Light);
        for (const auto* text : {"Open", "Compare the two selected"}) {
            const QPushButton button(text);
            const int width = button.fontMetrics().horizontalAdvance(text);
            QVERIFY2(button.sizeHint().width() >= width + 16, text);
        }
    }
    /// Fusion draws them darker than a dark window, and then they can't be seen.
    void separatorsAndTheFrameOfAMenuCanBeSeen() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            Theme::apply(scheme);
            QMenu menu;
            menu.addAction("         ");
            auto* separator = menu.addSeparator();
            menu.addAction("         ");
            menu.ensurePolished();
            menu.resize(menu.sizeHint());
            const auto picture = menu.grab().toImage();
            const auto line = menu.actionGeometry(separator);
            const auto behind = picture.pixelColor(menu.actionGeometry(menu.actions().front()).center());
            double found = 1;
            for (int y = line.top(); y <= line.bottom(); ++y)
                found = std::max(found, contrast(picture.pixelColor(line.center().x(), y), behind));
            QVERIFY2(found >= 1.3, qPrintable(QString::number(found)));
            const double frame = contrast(picture.pixelColor(0, line.center().y()), behind);
            QVERIFY2(frame >= 1.3, qPrintable(QString::number(frame)));
        }
    }
    void theChosenTabStandsOut() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            Theme::apply(scheme);
            QTabBar tabs;
            tabs.setDrawBase(false);
            tabs.setDocumentMode(true);
            for (int tab = 0; tab < 3; ++tab)
                tabs.addTab("       ");
            tabs.setCurrentIndex(1);
            tabs.resize(tabs.sizeHint());
            const auto picture = tabs.grab().toImage();
            const auto colourOf = [&](int tab) { return picture.pixelColor(tabs.tabRect(tab).center()); };
            QVERIFY2(contrast(colourOf(1), colourOf(0)) >= 1.15 && contrast(colourOf(1), colourOf(2)) >= 1.15,
                     qPrintable(colourOf(1).name() + " beside " + colourOf(2).name()));
        }
    }
    void noModuleLooksLikeTheKernel() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            const auto& theme = Theme::of(scheme);
            for (const auto& module : theme.modules)
                QVERIFY2(std::abs(module.hue() - theme.kernel.hue()) > 20, qPrintable(module.name()));
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
