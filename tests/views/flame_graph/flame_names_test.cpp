/// Names in the boxes of a flame graph: their form, which the menu Look sets, and those that run from right
/// to left.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/session/call_node_text.h"
#include "views/text/glyph_text.h"
#include "views/widgets/choice_menu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace candela;

class FlameNamesTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    FlameCanvas& canvas() { return *m_view->canvas(); }

    void show(std::string_view text) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(900, 400);
        m_view->show();
        m_session->setProfile(sharedProfile(text));
        settle();
    }
    void choose(int form) {
        QTest::mouseClick(m_view->look(), Qt::LeftButton);
        auto* menu = m_view->look()->findChild<QMenu*>();
        QTest::mouseClick(menu, Qt::LeftButton, {},
                          menu->actionGeometry(m_view->look()->action("Names in boxes", form)).center());
    }
    QImage picture() { return canvas().viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); }
    /// From the first to the last column in which a box that fills the width has text.
    static std::pair<int, int> textSpan(const QImage& image, int row, double rowHeight) {
        const int top = static_cast<int>(row * rowHeight) + 2;
        const int bottom = static_cast<int>((row + 1) * rowHeight) - 3;
        std::pair<int, int> span{-1, -1};
        for (int x = 3; x < image.width() - 3; ++x)
            for (int y = top; y < bottom; ++y)
                if (qGray(image.pixel(x, y)) < 120) {
                    if (span.first < 0) span.first = x;
                    span.second = x;
                }
        return span;
    }

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() { QSettings().clear(); }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void theMenuLookShortensNamesInBoxesOnly() {
        const std::string name = "std::vector<int, std::allocator<int> >::push_back(int const&)";
        show(name + " 10\n");
        std::vector<int> widths;
        for (const int form : {0, 2, 3, 4}) {
            choose(form);
            const auto [first, last] = textSpan(picture(), 1, canvas().geometry().rowHeight);
            // As wide as the name in that form, without the share at the right end.
            const auto shown = QString::fromStdString(nameIn(static_cast<NameForm>(form), name));
            const int expected = canvas().fontMetrics().horizontalAdvance(shown);
            const auto part = picture().copy(0, 0, first + expected + 20, picture().height());
            const auto [from, to] = textSpan(part, 1, canvas().geometry().rowHeight);
            QVERIFY2(std::abs(to - from - expected) < 8, qPrintable(shown));
            QVERIFY(last > to);
            widths.push_back(to - from);
        }
        QVERIFY(std::ranges::is_sorted(widths, std::greater<>()));
        QCOMPARE(QSettings().value("flame/names").toInt(), 4);
        // Everything else has the full name.
        const auto node = findCallNode(*canvas().scene().tree, namedPath(Direction::TopDown, {name}));
        QVERIFY(canvas().toolTipText(node).contains(QString::fromStdString(name).toHtmlEscaped()));
        canvas().select(node);
        QVERIFY(canvas().selectionText().startsWith(QString::fromStdString(name)));
        QTest::keySequence(&canvas(), QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(name));
        // The next window opens with it, and keeps it when the font changes.
        show(name + " 10\n");
        const auto before = picture();
        auto font = canvas().font();
        font.setPointSizeF(font.pointSizeF() + 6);
        canvas().setFont(font);
        font.setPointSizeF(font.pointSizeF() - 6);
        canvas().setFont(font);
        QVERIFY(picture() == before);
    }
    void namesOfProcessesStayAsTheyAre() {
        auto groups = groupFrames(sharedProfile("a::b 1\n"), Grouping::Function);
        addRoots(*groups, std::vector<std::string>{"a::b"});
        GlyphNames names(QApplication::font());
        names.setForm(NameForm::LastPart);
        names.setGroups(groups);
        GlyphBatch batch;
        const auto function = names.append(FrameGroupIndex(0), {}, 500, batch);
        const auto root = names.append(groups->groupOfRoot(0), {}, 500, batch);
        QVERIFY(root > function);
    }
    void namesFromRightToLeftAreAtTheRight_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("Hebrew") << QString::fromUtf8("חישוב תמונה");
        QTest::newRow("Arabic") << QString::fromUtf8("حساب");
        QTest::newRow("mixed") << QString::fromUtf8("חישוב draw");
    }
    void namesFromRightToLeftAreAtTheRight() {
        QFETCH(QString, name);
        show("main;" + name.toStdString() + " 10\n");
        const auto height = canvas().geometry().rowHeight;
        const auto image = picture();
        const auto right = image.copy(image.width() / 2, 0, image.width() / 2, image.height());
        const auto [first, last] = textSpan(right, 2, height);
        const int width = canvas().fontMetrics().horizontalAdvance(name);
        QVERIFY(right.width() - last <= 10);
        QVERIFY2(std::abs(last - first - width) < 10, qPrintable(QString::number(last - first)));
        // The share is at the left instead.
        const auto share = textSpan(image.copy(0, 0, image.width() / 2, image.height()), 2, height);
        QVERIFY(share.first >= 0 && share.first < 10);
        // Letters are in the order in which text is written.
        QImage expected(width + 4, 40, QImage::Format_RGB32);
        expected.fill(Qt::white);
        QPainter painter(&expected);
        painter.setFont(canvas().font());
        painter.setLayoutDirection(Qt::RightToLeft);
        painter.drawText(QPointF(2, 28), name);
        painter.end();
        GlyphNames names(canvas().font());
        const auto groups = groupFrames(sharedProfile(name.toStdString() + " 1\n"), Grouping::Function);
        names.setGroups(groups);
        QImage drawn(expected.size(), QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter drawing(&drawn);
        drawing.setFont(canvas().font());
        GlyphBatch batch;
        const auto exact = static_cast<float>(QFontMetricsF(canvas().font()).horizontalAdvance(name));
        names.append(FrameGroupIndex(0), QPointF(2, 28), exact + 0.5F, batch);
        batch.paint(drawing, names.font());
        drawing.end();
        QVERIFY(drawn == expected);
    }
    void aCutNameFromRightToLeftHasItsEllipsisAtTheLeft() {
        const QString name = QString::fromUtf8("חישובתמונהגדולהמאודעםשםארוךמאוד");
        const auto groups = groupFrames(sharedProfile(name.toStdString() + " 1\n"), Grouping::Function);
        const QFont font = QApplication::font();
        const QFontMetrics metrics(font);
        const int width = metrics.horizontalAdvance(name) / 2;
        const auto drawn = [&](const auto& draw) {
            QImage image(width + 4, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setFont(font);
            draw(painter);
            return image;
        };
        const auto image = drawn([&](QPainter& painter) {
            GlyphNames names(font);
            names.setGroups(groups);
            GlyphBatch batch;
            names.append(FrameGroupIndex(0), QPointF(0, 28), static_cast<float>(width), batch);
            batch.paint(painter, names.font());
        });
        const auto dots = drawn([&](QPainter& painter) { painter.drawText(QPointF(0, 28), "…"); });
        // The lowest pixels of the left end are those of the ellipsis only.
        int low = 0;
        const int dotsWidth = metrics.horizontalAdvance("…");
        for (int x = 0; x < dotsWidth + 6; ++x)
            low += qGray(image.pixel(x, 27)) < 128;
        int expected = 0;
        for (int x = 0; x < dotsWidth + 6; ++x)
            expected += qGray(dots.pixel(x, 27)) < 128;
        QVERIFY(expected > 0);
        QVERIFY2(std::abs(low - expected) <= 1, qPrintable(QString("%1 %2").arg(low).arg(expected)));
        // And above them is nothing.
        for (int x = 2; x < dotsWidth - 2; ++x)
            for (int y = 10; y < 24; ++y)
                QVERIFY(qGray(image.pixel(x, y)) > 200);
    }
};

QTEST_MAIN(FlameNamesTest)
#include "flame_names_test.moc"
