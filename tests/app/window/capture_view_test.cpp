/// The layout around the views: one strip for tabs, filter and search, and a timeline as high as its rows.
#include "app/window/capture/capture_view.h"
#include "model/profile/profile_builder.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSplitter>
#include <QTabBar>
#include <QTest>

using namespace candela;

namespace {

constexpr std::int64_t second = 1'000'000'000;

std::shared_ptr<const Profile> timedProfile(int processes) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto function =
        builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    for (int pid = 1; pid <= processes; ++pid) {
        const auto name = builder.string("process" + std::to_string(pid));
        const auto process = builder.addProcess({.pid = pid, .parent = {}, .name = name, .labels = {}});
        const auto thread = builder.addThread({.process = process, .tid = pid, .name = name, .labels = {}});
        for (int row = 0; row < 10; ++row)
            builder.addSample(
                value, {.stack = stack, .weight = 1, .time = row * second, .thread = thread, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.snapshot());
}

} // namespace

class CaptureViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<CaptureView> m_view;

    void show(std::shared_ptr<const Profile> profile) {
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<CaptureView>(*m_session);
        m_view->resize(1400, 900);
        m_view->show();
        if (profile) m_session->setProfile(std::move(profile));
        settle();
    }
    TimelineView& timeline() { return *m_view->findChild<TimelineView*>(); }
    QSplitter& splitter() { return *qobject_cast<QSplitter*>(timeline().parentWidget()); }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void tabsFilterAndSearchAreInOneLine() {
        show(timedProfile(1));
        const auto middle = [this](const QWidget* widget) {
            return widget->mapTo(m_view.get(), widget->rect().center()).y();
        };
        const int tabs = middle(m_view->findChild<QTabBar*>());
        QVERIFY(std::abs(middle(m_view->filterBar()->searchBox()) - tabs) <= 3);
        QVERIFY(m_view->filterBar()->height() < 40);
    }
    void theTimelineIsHiddenOnlyWhereNoSampleHasATime() {
        show(nullptr);
        QVERIFY(timeline().isVisible());
        ProfileBuilder begun; // a recording that has just begun
        begun.valueType("samples", "count");
        m_session->setProfile(std::make_shared<const Profile>(begun.snapshot()));
        QVERIFY(timeline().isVisible());
        m_session->setProfile(std::make_shared<const Profile>()); // the view states that it is empty
        QVERIFY(!timeline().isVisible());
        m_session->setProfile(sharedProfile("main;draw 5\n"));
        QVERIFY(!timeline().isVisible());
        m_session->setProfile(timedProfile(1));
        QVERIFY(timeline().isVisible());
    }
    void theTimelineIsAsHighAsItsRowsAndAThirdAtMost() {
        show(timedProfile(1));
        const auto few = splitter().sizes()[1];
        QVERIFY2(few < 180, qPrintable(QString::number(few)));
        const auto* canvas = timeline().canvas();
        QVERIFY(canvas->height() >= canvas->sizeHint().height());

        show(timedProfile(60));
        const auto sizes = splitter().sizes();
        QCOMPARE(sizes[1], (sizes[0] + sizes[1]) / 3);
    }
    void theHandleIsOnTheBorderOfTheTimeline() {
        show(timedProfile(1));
        for (const auto size : {QSize(800, 600), QSize(1000, 500), QSize(1400, 1000), QSize(800, 600)}) {
            m_view->resize(size);
            settle();
            m_session->setProfile(timedProfile(size.width() / 200));
            settle();
            const auto views = splitter().widget(0)->geometry(), below = splitter().widget(1)->geometry();
            const auto handle = splitter().handle(1)->geometry();
            QVERIFY2(handle.center().y() >= views.bottom() - 3 && handle.center().y() <= below.top() + 3,
                     qPrintable(QString("%1 between %2 and %3")
                                    .arg(handle.center().y())
                                    .arg(views.bottom())
                                    .arg(below.top())));
        }
    }
    void aHeightThatTheUserChoseStays() {
        show(timedProfile(1));
        auto* handle = splitter().handle(1);
        const auto middle = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, middle);
        // QTest::mouseMove() sends no pressed buttons.
        const auto end = middle - QPoint(0, 200);
        QMouseEvent move(QEvent::MouseMove, end, handle->mapToGlobal(end), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(handle, &move);
        QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
        const auto chosen = splitter().sizes();
        QVERIFY(chosen[1] > 300);
        m_session->setProfile(timedProfile(3));
        settle();
        QCOMPARE(splitter().sizes(), chosen);
    }
};

QTEST_MAIN(CaptureViewTest)
#include "capture_view_test.moc"
