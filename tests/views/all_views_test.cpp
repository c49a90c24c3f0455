/// Every view of the table with profiles of every size, in both themes: each paints something, without
/// warnings.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/session/message_stack.h"
#include "views/session/session.h"
#include "views/view.h"
#include "views/widgets/theme.h"

#include <QTest>

#include <functional>

using namespace candela;

namespace {

std::shared_ptr<const Profile> profileOf(const QString& size) {
    static const auto tiny =
        std::make_shared<const Profile>(profileFromText("main;draw;blit@libgui.so 12\nmain;read 3\n"));
    static const auto example = ExampleRecording().make(3000);
    static const auto huge = hugeProfile(200'000);
    if (size == "empty") return emptyProfile();
    if (size == "tiny") return tiny;
    if (size == "example") return example;
    if (size == "huge") return huge;
    return nullptr;
}

} // namespace

class AllViewsTest : public QObject {
    Q_OBJECT
private slots:
    void namesAreThereOnce() {
        QStringList names;
        for (const auto& view : allViews()) {
            QVERIFY(!titleOf(view).isEmpty());
            names << QString::fromUtf8(view.name.data(), static_cast<qsizetype>(view.name.size()));
        }
        QVERIFY(names.contains("flamegraph"));
        QCOMPARE(names.removeDuplicates(), 0);
    }
    void everyViewShowsEveryProfile_data() {
        QTest::addColumn<int>("view");
        QTest::addColumn<QString>("size");
        QTest::addColumn<bool>("isDark");
        for (std::size_t view = 0; view < allViews().size(); ++view)
            for (const QString size : {"none", "empty", "tiny", "example", "huge"})
                for (const bool isDark : {false, true})
                    QTest::addRow("%s %s %s", std::string(allViews()[view].name).c_str(), qPrintable(size),
                                  isDark ? "dark" : "light")
                        << static_cast<int>(view) << size << isDark;
    }
    void everyViewShowsEveryProfile() {
        QFETCH(int, view);
        QFETCH(QString, size);
        QFETCH(bool, isDark);
        const Warnings warnings;
        Theme::apply(isDark ? ColourScheme::Dark : ColourScheme::Light);
        Session session;
        const std::unique_ptr<QWidget> widget(
            allViews()[static_cast<std::size_t>(view)].create(session, nullptr));
        widget->resize(900, 600);
        widget->show();
        if (const auto profile = profileOf(size)) session.setProfile(profile);
        settle();
        QVERIFY(colourCount(*widget) > 10);
        QVERIFY(hasColour(*widget, Theme::of(isDark ? ColourScheme::Dark : ColourScheme::Light).base));
        const auto* stack = widget->findChild<MessageStack*>();
        QVERIFY(stack);
        const bool hasTimes = size == "example" || size == "huge";
        const auto name = allViews()[static_cast<std::size_t>(view)].name;
        const bool needsTimes = name == "timeline" || name == "flamechart" || name == "heatmap";
        const bool hasContent = needsTimes ? hasTimes : size != "none" && size != "empty";
        QCOMPARE(stack->currentIndex(), hasContent ? 0 : 1);
        QCOMPARE(Warnings::take(), QStringList());
    }
    void aFilterThatKeepsNothingIsExplained_data() {
        QTest::addColumn<int>("view");
        for (std::size_t view = 0; view < allViews().size(); ++view)
            QTest::addRow("%s", std::string(allViews()[view].name).c_str()) << static_cast<int>(view);
    }
    void aFilterThatKeepsNothingIsExplained() {
        QFETCH(int, view);
        Session session;
        const std::unique_ptr<QWidget> widget(
            allViews()[static_cast<std::size_t>(view)].create(session, nullptr));
        widget->resize(600, 400);
        session.setProfile(profileOf("example"));
        settle();
        const auto* stack = widget->findChild<MessageStack*>();
        QCOMPARE(stack->currentIndex(), 0);
        Filter filter;
        filter.process = "no such process";
        session.setFilter(filter);
        settle();
        QCOMPARE(stack->currentIndex(), 1);
        QCOMPARE(sessionMessage(session).title, QString("No sample passes the filters"));
        session.setFilter({});
        settle();
        QCOMPARE(stack->currentIndex(), 0);
    }
    /// As when a window opens a file: the view is created and has its profile before it gets its size.
    void aViewThatGetsItsSizeLaterShowsTheSame_data() { aFilterThatKeepsNothingIsExplained_data(); }
    void aViewThatGetsItsSizeLaterShowsTheSame() {
        QFETCH(int, view);
        Theme::apply(ColourScheme::Light);
        const auto pictureOf = [&](const std::function<void(Session&, QWidget&)>& show) {
            Session session;
            const std::unique_ptr<QWidget> widget(
                allViews()[static_cast<std::size_t>(view)].create(session, nullptr));
            show(session, *widget);
            settle();
            if (auto* focused = widget->focusWidget()) focused->clearFocus(); // its cursor may blink
            return widget->grab().toImage();
        };
        for (const QString size : {"tiny", "example", "huge"}) {
            const auto sizedFirst = pictureOf([&](Session& session, QWidget& widget) {
                widget.resize(1400, 700);
                widget.show();
                settle();
                session.setProfile(profileOf(size));
            });
            const auto sizedLater = pictureOf([&](Session& session, QWidget& widget) {
                session.setProfile(profileOf(size));
                widget.resize(1400, 700);
                widget.show();
            });
            const auto sizedLast = pictureOf([&](Session& session, QWidget& widget) {
                session.setProfile(profileOf(size));
                settle();
                widget.resize(1400, 700);
                widget.show();
            });
            QVERIFY2(sizedFirst == sizedLater, qPrintable(size));
            QVERIFY2(sizedFirst == sizedLast, qPrintable(size));
        }
    }
    void aChangeOfThePaletteReachesThePicture() {
        Theme::apply(ColourScheme::Light);
        Session session;
        const std::unique_ptr<QWidget> widget(allViews()[0].create(session, nullptr));
        widget->resize(600, 400);
        session.setProfile(profileOf("example"));
        settle();
        QVERIFY(hasColour(*widget, Theme::of(ColourScheme::Light).kernel));
        Theme::apply(ColourScheme::Dark);
        settle();
        QVERIFY(hasColour(*widget, Theme::of(ColourScheme::Dark).kernel));
        QVERIFY(!hasColour(*widget, Theme::of(ColourScheme::Light).kernel));
    }
};

QTEST_MAIN(AllViewsTest)
#include "all_views_test.moc"
