/// The colours of a flame graph's boxes, and the legend that explains them.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/flame/flame_picture.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/widgets/choice_menu.h"

#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

using namespace candela;

class FlameColoursTest : public QObject {
    Q_OBJECT

    const QTemporaryDir m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    void show(std::string_view text) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(1000, 600);
        m_view->show();
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(text)));
        settle();
    }

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() { QSettings().clear(); }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }

    void modulesKeepTheirColoursInTheNextSnapshot() {
        const auto coloursOf = [this] {
            std::map<std::string, QRgb> colours;
            const auto palette = coloursByModule(m_session->shown())->palette(Theme::of(ColourScheme::Light));
            const auto& scene = m_view->canvas()->scene();
            for (std::size_t row = 0; row < scene.layout.boxes.size(); ++row) {
                const auto group = scene.tree->group(scene.layout.boxes[row].node);
                colours[scene.tree->groups()[group].name] = palette[scene.tones[row]].rgb();
            }
            return colours;
        };
        show("main@app;draw@libdraw.so 60\nmain@app;read@libio.so 5\nmain@app;copy@libc.so.6 1\n");
        const auto before = coloursOf();
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(
            "main@app;draw@libdraw.so 61\nmain@app;read@libio.so 900\nmain@app;copy@libc.so.6 300\n")));
        settle();
        QCOMPARE(coloursOf(), before);
        QStringList entries;
        for (const auto& entry : m_view->canvas()->legend())
            entries << entry.text;
        QCOMPARE(entries,
                 (QStringList{"libio.so  71.4 %", "libc.so.6  23.8 %", "libdraw.so  4.8 %", "app  0.0 %"}));
    }
    void theLegendHasTheSharesOfWhatTheFilterKeeps() {
        show("main@app;draw@libdraw.so 60\nmain@app;read@libio.so 20\nmain@app;load@libload.so 20\n");
        Filter filter;
        filter.ignore = "draw";
        m_session->setFilter(filter);
        settle();
        QStringList entries;
        for (const auto& entry : m_view->canvas()->legend())
            entries << entry.text;
        QCOMPARE(entries.mid(0, 2), (QStringList{"libio.so  50.0 %", "libload.so  50.0 %"}));
    }
    void theMenuLookColoursBySelfWeight() {
        show("main;draw;blit 60\nmain;load;blit 30\nmain;load 10\n");
        auto* button = m_view->look();
        QTest::mouseClick(button, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        menu->setActiveAction(button->action("Colour", 2));
        QTest::keyClick(menu, Qt::Key_Return);
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto strength = [&](const std::vector<std::string>& names) {
            const auto& scene = m_view->canvas()->scene();
            const auto node = findCallNode(*scene.tree, namedPath(Direction::TopDown, names));
            const auto* box = scene.boxOf(node);
            return scene.tones[static_cast<std::size_t>(box - scene.layout.boxes.data())];
        };
        const auto palette = coloursBySelf(m_session->shown())->palette(theme);
        QCOMPARE(palette[strength({"main"})], theme.same);
        QCOMPARE(palette[strength({"main", "draw"})], theme.same);
        QCOMPARE(palette[strength({"main", "draw", "blit"})], theme.more);
        QCOMPARE(palette[strength({"main", "load", "blit"})], theme.more); // that of its function
        QVERIFY(strength({"main", "load"}) > 0 && strength({"main", "load"}) < palette.size() / 2);
        QStringList entries;
        for (const auto& entry : m_view->canvas()->legend())
            entries << entry.text;
        QCOMPARE(entries, (QStringList{"No self weight", "90.0 % in blit"}));
        // With another filter, another function is the heaviest.
        Filter filter;
        filter.ignore = "blit";
        m_session->setFilter(filter);
        settle();
        QCOMPARE(m_view->canvas()->legend()[1].text, QString("100.0 % in load"));
        QCOMPARE(palette[strength({"main", "load"})], theme.more);
    }
    void aPictureNamesItsColoursBelowTheGraph() {
        show("main@app;draw@libdraw.so 60\nmain@app;read@[kernel] 30\nmain@app 10\n");
        const auto& shown = m_session->shown();
        const auto image = flamePicture(shown, "title", 800, ColourScheme::Light);
        // Below the last box there are only the page's colour and the legend.
        const int line = QFontMetrics(QGuiApplication::font()).height();
        std::set<QRgb> colours;
        for (int y = image.height() - 12 - line; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        const auto entries = coloursByModule(shown)->legend(Theme::of(ColourScheme::Light));
        QCOMPARE(entries.size(), 3U);
        for (const auto& entry : entries)
            QVERIFY2(colours.contains(entry.colour.rgb()), qPrintable(entry.text));
    }
    void whatBecameMoreAndLessHaveAColourEach() {
        show("main@app;draw@libdraw.so 60\nmain@app;load@app -90\nsame@app;a@app 5\nsame@app;b@app -5\n");
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto palette = coloursByModule(m_session->shown())->palette(theme);
        const auto& scene = m_view->canvas()->scene();
        std::map<std::string, QRgb> colours;
        for (std::size_t row = 0; row < scene.layout.boxes.size(); ++row) {
            const auto group = scene.tree->group(scene.layout.boxes[row].node);
            colours[scene.tree->groups()[group].name] = palette[scene.tones[row]].rgb();
        }
        const std::map<std::string, QRgb> expected{{"main", theme.less.rgb()}, {"draw", theme.more.rgb()},
                                                   {"load", theme.less.rgb()}, {"same", theme.same.rgb()},
                                                   {"a", theme.more.rgb()},    {"b", theme.less.rgb()}};
        QCOMPARE(colours, expected);
        QStringList entries;
        for (const auto& entry : m_view->canvas()->legend())
            entries << entry.text;
        QCOMPARE(entries, (QStringList{"More", "Less"}));
    }
};

QTEST_MAIN(FlameColoursTest)
#include "flame_colours_test.moc"
