/// Questions that the window asks before it does something costly: replacing a file, opening one beyond its
/// limit.
#include <QTest>

#include "app/window/opening/loading_page.h"
#include "app/window/record/record_form.h"
#include "tests/app/window/window_fixture.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <zlib.h>

using namespace candela;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// Ten million mappings of two bytes, in a file of some 20 kB.
bool writeBomb(const QString& path) {
    auto* file = ::gzopen(QFile::encodeName(path).constData(), "wb9");
    if (!file) return false;
    const auto head = QByteArray("\x0a\x04\x08\x01\x10\x02\x32\x00\x32\x03"
                                 "cpu\x32\x05"
                                 "count",
                                 20);
    const auto mappings = QByteArray("\x1a\x00", 2).repeated(10'000'000);
    const bool isWritten = ::gzwrite(file, head.data(), unsigned(head.size())) > 0 &&
                           ::gzwrite(file, mappings.data(), unsigned(mappings.size())) > 0;
    return ::gzclose(file) == Z_OK && isWritten;
}

QAbstractButton* buttonWith(const QWidget& window, const QString& text) {
    for (auto* button : window.findChildren<QAbstractButton*>())
        if (button->text() == text) return button;
    return nullptr;
}

} // namespace

class WindowQuestionsTest : public QObject {
    Q_OBJECT
private slots:
    void aFileThatIsNoRecordingIsReplacedAfterAQuestion() {
        WindowFixture fixture;
        auto* page = fixture.preparedRecordPage("normal");
        const auto path = fixture.write("out.candela", "my notes");
        int asked = 0;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                ++asked;
                box->button(QMessageBox::Cancel)->click();
            }
        });
        answer.start(10);
        emit page->form()->startWanted();
        QCOMPARE(asked, 1);
        QVERIFY(!page->isRecording());
        QCOMPARE(contents(path), "my notes");
    }
    void aFileBeyondItsLimitIsOpenedAfterAClick() {
        WindowFixture fixture;
        const auto path = fixture.pathOf("bomb.pb.gz");
        QVERIFY(writeBomb(path));
        fixture.window->openFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*fixture.window, "Open without limit"), 60'000);
        buttonWith(*fixture.window, "Open without limit")->click();
        auto* loading = shownPage<LoadingPage>(*fixture.window);
        QVERIFY(loading);
        buttonWith(*loading, "Cancel")->click();
    }
};

QTEST_MAIN(WindowQuestionsTest)
#include "window_questions_test.moc"
