/// The files behind the source view: sources and programs that are missing, located elsewhere, or kept by the
/// capture. A view without them names what is missing.
#include <QTest>

#include "tests/profile_text.h"
#include "tests/views/source_window.h"
#include "views/session/message_stack.h"
#include "views/source/code_sources_menu.h"
#include "views/source/source_messages.h"

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace candela;

class SourceFilesTest : public QObject, SourceWindow {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = ChurnProgram::whyNot(); !why.isEmpty()) QSKIP(why.constData());
        keepSettings();
    }
    void init() { open(); }
    void cleanup() { close(); }

    void aSourceThatIsMissingIsNamedAndCanBeLocated() {
        QVERIFY(source().note().isEmpty());
        QDir(m_program->path(".")).mkdir("moved");
        QVERIFY(QFile::rename(m_program->path("mix.h"), m_program->path("moved/mix.h")));
        m_session->setProfile(m_program->profile());
        settle();
        QVERIFY2(source().note().contains(m_program->path("mix.h")) && source().note().contains("Files"),
                 qPrintable(source().note()));
        const int row = rowsByLine(source()).at("mix.h:5");
        QVERIFY(cellText(source(), row, textColumn).isEmpty());
        QVERIFY(!cellText(source(), row, static_cast<int>(AnnotationColumn::Self)).isEmpty());
        m_view->filesMenu()->locate(m_program->path("mix.h"), m_program->path("moved/mix.h"));
        settle();
        QCOMPARE(source().note(), QString());
        QCOMPARE(cellText(source(), rowsByLine(source()).at("mix.h:5"), textColumn),
                 QString("    value *= 0xff51afd7ed558ccdULL;"));
    }
    void aProgramThatIsMissingIsNamed() {
        const auto profile = m_program->profile();
        const auto expected = expectedSelves(InlinedCode::AtItsLine);
        QVERIFY(QFile::remove(m_program->program()));
        m_session->reset();
        m_session->setProfile(profile);
        settle();
        select("churn");
        QCOMPARE(code().model().rowCount(), 0);
        const auto message = codeMessage(*m_view->shown());
        QCOMPARE(message.title, QString("There is no machine code of churn"));
        QVERIFY2(message.hint.contains(m_program->program()) && message.hint.contains("Files"),
                 qPrintable(message.hint));
        QVERIFY(code().findChild<MessageStack*>()->currentIndex() == 1);
        // The lines are those in the profile's names.
        QCOMPARE(selfCells(), expected);
    }
    void withoutAddressesBothHalvesNameTheReason() {
        m_session->reset();
        m_session->setProfile(sharedProfile("main;draw 5\n"));
        settle();
        QCOMPARE(shownName(), QString("draw"));
        for (auto* pane : {&source(), &code()})
            QCOMPARE(pane->findChild<MessageStack*>()->currentIndex(), 1);
        QCOMPARE(codeMessage(*m_view->shown()).hint, QString("It has no addresses in this profile."));
    }
    void linesThatTheCaptureKeepsAreShownWithoutTheirFile() {
        auto profile = std::make_shared<Profile>(*m_program->profile());
        const auto churn = std::ranges::find_if(profile->functions, [&](const Function& function) {
            return profile->text(function.name) == "churn";
        });
        QVERIFY(churn != profile->functions.end());
        profile->sources.push_back(std::make_shared<const KeptSource>(
            KeptSource{churn->file, {{7, {"seventh line"}}, {9, {"ninth line", "tenth line"}}}}));
        QVERIFY(QFile::remove(m_program->path("churn.cpp")));
        m_session->setProfile(profile);
        settle();
        select("churn");
        QVERIFY2(cellText(source(), 0, numberColumn).endsWith("churn.cpp (from the capture)"),
                 qPrintable(cellText(source(), 0, numberColumn)));
        const auto rows = rowsByLine(source());
        QCOMPARE(cellText(source(), rows.at("churn.cpp:9"), textColumn), QString("ninth line"));
        QVERIFY(!rows.contains("churn.cpp:5"));
        QVERIFY(!sourceNote(*m_view->shown()).contains("churn.cpp"));
    }
};

QTEST_MAIN(SourceFilesTest)
#include "source_files_test.moc"
