/// The form of the record page: what is kept of functions is chosen with clicks, is in the plan and its
/// command line, and is remembered.
#include "app/window/record/process_picker.h"
#include "app/window/record/record_form.h"
#include "tests/window_settings.h"
#include "views/source/code_sources.h"
#include "views/widgets/choice_strip.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

QAbstractButton* buttonNamed(const RecordForm& form, const QString& text) {
    for (auto* button : form.findChildren<QAbstractButton*>())
        if (button->text() == text) return button;
    return nullptr;
}

} // namespace

class RecordFormTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;

    static void choose(const RecordForm& form, const QString& text) {
        auto* button = buttonNamed(form, text);
        QVERIFY2(button, qPrintable(text));
        QTest::mouseClick(button, Qt::LeftButton);
    }

private slots:
    void initTestCase() {
        keepEverythingIn(m_settings.path());
        QApplication::setOrganizationName("Candela");
        QApplication::setApplicationName("candela-test");
    }
    void init() { QSettings().clear(); }

    /// What a scope is explained with has no more room than its lines need, however high the window is.
    void noScopeLeavesAGap() {
        RecordForm form;
        form.resize(1400, 900);
        form.setScope(RecordingPlan::Scope::Machine);
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        const QLabel* words = nullptr;
        for (const auto* label : form.findChildren<QLabel*>())
            if (label->text().startsWith("Every process of every user")) words = label;
        QVERIFY(words);
        QTRY_COMPARE(words->height(), words->heightForWidth(words->width()));
        form.setScope(RecordingPlan::Scope::Processes);
        QTRY_VERIFY(form.processPicker()->height() > 250);
    }
    void enterStartsFromEachFieldOnce() {
        RecordForm form;
        form.setScope(RecordingPlan::Scope::Command);
        form.setCommand("make");
        form.show();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        QSignalSpy started(&form, &RecordForm::startWanted);
        int fields = 0;
        for (auto* field : form.findChildren<QWidget*>()) {
            const bool isField = qobject_cast<QLineEdit*>(field) || qobject_cast<QCheckBox*>(field) ||
                                 qobject_cast<QPushButton*>(field);
            if (!isField || !field->isVisible() || !field->isEnabled()) continue;
            if (form.processPicker()->isAncestorOf(field) || field->focusPolicy() == Qt::NoFocus) continue;
            field->setFocus();
            QTest::keyClick(field, Qt::Key_Return);
            QVERIFY2(started.size() == ++fields, field->metaObject()->className());
        }
        QVERIFY(fields >= 4);
        form.setScope(RecordingPlan::Scope::Processes);
        form.processPicker()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // the list's key
        QCOMPARE(started.size(), fields);
        form.setScope(RecordingPlan::Scope::Machine);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(started.size(), fields + 1);
    }
    void codeIsKeptUnlessSomethingElseIsChosen() {
        RecordForm form;
        form.show();
        form.setFile("/tmp/x.candela");
        QCOMPARE(form.plan()->kept, KeptOfFunctions::Code);
        QCOMPARE(equivalentCommand(*form.plan()), QString("candela record -o /tmp/x.candela"));
        choose(form, "Nothing");
        QCOMPARE(form.plan()->kept, KeptOfFunctions::Nothing);
        QCOMPARE(equivalentCommand(*form.plan()), QString("candela record -o /tmp/x.candela --no-code"));
        choose(form, "Code and source lines");
        QCOMPARE(form.plan()->kept, KeptOfFunctions::CodeAndSource);
        QCOMPARE(equivalentCommand(*form.plan()), QString("candela record -o /tmp/x.candela --keep-source"));
        choose(form, "Code");
        QCOMPARE(form.plan()->kept, KeptOfFunctions::Code);
    }
    void theChoiceIsRemembered() {
        {
            RecordForm form;
            form.show();
            choose(form, "Code and source lines");
            form.remember();
        }
        const RecordForm again;
        QCOMPARE(again.plan()->kept, KeptOfFunctions::CodeAndSource);
    }
    void aChoiceOfAnotherVersionIsTheNearestOne() {
        QSettings().setValue("record/kept", 17);
        const RecordForm form;
        QCOMPARE(form.plan()->kept, KeptOfFunctions::CodeAndSource);
    }
    void sourcesAreLookedForWhereTheUserMappedThem() {
        CodeSources sources;
        sources.mappings = {{"/build", "/home/me/checkout"}};
        storeCodeSources(sources);
        RecordForm form;
        form.show();
        form.setFile("/tmp/x.candela");
        QVERIFY(form.plan()->sourcePaths.empty());
        choose(form, "Code and source lines");
        QCOMPARE(form.plan()->sourcePaths.size(), std::size_t{1});
        QCOMPARE(equivalentCommand(*form.plan()),
                 QString("candela record -o /tmp/x.candela --keep-source --source-path "
                         "/build=/home/me/checkout"));
    }
};

QTEST_MAIN(RecordFormTest)
#include "record_form_test.moc"
