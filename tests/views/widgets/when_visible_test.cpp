/// Hidden views do no work.
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/tables/functions_view.h"
#include "views/widgets/when_visible.h"

#include <QTest>

using namespace candela;

class WhenVisibleTest : public QObject {
    Q_OBJECT
private slots:
    void workWaitsUntilTheWidgetIsShown() {
        QWidget widget;
        int done = 0;
        WhenVisible work(&widget, [&] { ++done; });
        widget.show();
        QCOMPARE(done, 0);
        work.request();
        work.request();
        QCOMPARE(done, 2);
        widget.hide();
        widget.show();
        QCOMPARE(done, 2);
        widget.hide();
        work.request();
        QCOMPARE(done, 2);
        widget.show();
        QCOMPARE(done, 3);
    }
    void aHiddenViewTakesTheNewestOfManySnapshotsWhenItIsShown() {
        Session session;
        FunctionsView view(session);
        view.show();
        session.setProfile(std::make_shared<const Profile>(profileFromText("main 1\n")));
        settle();
        QCOMPARE(view.model().shown().total(), 1);
        view.hide();
        for (int snapshot = 2; snapshot < 5; ++snapshot) {
            session.setProfile(
                std::make_shared<const Profile>(profileFromText("main " + std::to_string(snapshot) + "\n")));
            settle();
            QCOMPARE(view.model().shown().total(), 1);
        }
        view.show();
        QCOMPARE(view.model().shown().total(), 4);
    }
};

QTEST_MAIN(WhenVisibleTest)
#include "when_visible_test.moc"
