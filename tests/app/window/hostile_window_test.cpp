/// Names that attackers choose, in every widget of the window: labels, tooltips, tables, menus, titles.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/capture/names_panel.h"
#include "app/window/compare/compare_page.h"
#include "model/formats/export_profile.h"
#include "tests/app/window/window_fixture.h"
#include "tests/hostile_names.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QTextDocument>

#include <algorithm>

using namespace candela;

namespace {

/// The problem of a text; empty if it is safe to show.
QString problemOf(const QString& text, const QString& where, bool mayBeRich) {
    const auto found = hostilityIn(text.toStdString());
    if (!found.empty()) return where + ": " + QString::fromStdString(found) + " in " + text.toHtmlEscaped();
    if (!mayBeRich || !Qt::mightBeRichText(text)) return {};
    // Our own rich text contains names as plain text.
    QTextDocument document;
    document.setHtml(text);
    const bool hasImage = document.toHtml().contains("<img");
    const bool hasScript = text.contains("<script", Qt::CaseInsensitive);
    return hasImage || hasScript ? where + ": markup in " + text : QString();
}

QString problemIn(const QAbstractItemModel& model, const QModelIndex& parent, int depth) {
    for (int row = 0; row < std::min(model.rowCount(parent), 100); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const auto index = model.index(row, column, parent);
            for (const auto role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole}) {
                const auto problem =
                    problemOf(index.data(role).toString(), "a cell", role == Qt::ToolTipRole);
                if (!problem.isEmpty()) return problem;
            }
            if (depth < 40 && column == 0)
                if (const auto problem = problemIn(model, index, depth + 1); !problem.isEmpty())
                    return problem;
        }
    }
    return {};
}

QString problemIn(QWidget& window) {
    auto widgets = window.findChildren<QWidget*>();
    widgets.prepend(&window);
    for (const auto* widget : widgets) {
        const QString name = widget->metaObject()->className();
        for (const auto& [text, isRich] : {std::pair(widget->toolTip(), true),
                                           {widget->accessibleName(), false},
                                           {widget->accessibleDescription(), false},
                                           {widget->windowTitle(), false}}) {
            if (const auto problem = problemOf(text, name, isRich); !problem.isEmpty()) return problem;
        }
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            const auto problem = problemOf(label->text(), name, label->textFormat() != Qt::PlainText);
            if (!problem.isEmpty()) return problem;
        }
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model())
            if (const auto problem = problemIn(*view->model(), {}, 0); !problem.isEmpty()) return problem;
    }
    for (const auto* action : window.findChildren<QAction*>()) {
        for (const auto& text : {action->text(), action->toolTip()})
            if (const auto problem = problemOf(text, "an action", true); !problem.isEmpty()) return problem;
    }
    return {};
}

} // namespace

class HostileWindowTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_base = store("base<img src=x>\x1b[31m.candela", hostileProfile());
        m_new = store("new\nSECOND LINE OF A NAME.candela", hostileProfile(2));
    }
    void noViewOfACaptureShowsHostileText() {
        WindowFixture fixture;
        fixture.window->openFiles({m_base});
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<CapturePage>(*fixture.window), 30'000);
        auto* page = shownPage<CapturePage>(*fixture.window);
        for (const auto& view : allViews()) {
            page->showView(QString::fromUtf8(view.name.data(), qsizetype(view.name.size())));
            QTRY_VERIFY_WITH_TIMEOUT(!page->session().shown().isEmpty(), 30'000);
            QTest::qWait(0);
            const auto problem = problemIn(*fixture.window);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }
    void noComparisonShowsHostileText() {
        WindowFixture fixture;
        fixture.window->compareFiles({m_base}, {m_new});
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<ComparePage>(*fixture.window), 30'000);
        QTest::qWait(0);
        const auto problem = problemIn(*fixture.window);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    void noErrorShowsHostileText() {
        WindowFixture fixture;
        fixture.window->openFiles({m_folder.filePath("missing<img src=x>\x1b[31m\nSECOND LINE OF A NAME")});
        const auto isReported = [&] {
            const auto labels = fixture.window->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [](auto* label) { return label->text().contains("missing"); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReported(), 30'000);
        const auto problem = problemIn(*fixture.window);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    void aTooltipIsNeverMarkup() {
        for (const auto& name : hostileNames()) {
            const auto toolTip = plainToolTip(plainText(name));
            QCOMPARE(problemOf(toolTip, "a tooltip", true), QString());
            QTextDocument document;
            if (Qt::mightBeRichText(toolTip))
                document.setHtml(toolTip);
            else
                document.setPlainText(toolTip);
            QCOMPARE(document.toPlainText(), plainText(name));
        }
    }

private:
    QString store(const QString& name, const Profile& profile) {
        const auto path = m_folder.filePath(name);
        Task task;
        const bool isStored =
            storeProfile(profile, *findFormat("candela"), path.toStdString(), task).has_value();
        return isStored ? path : QString();
    }

    QTemporaryDir m_folder;
    QString m_base, m_new;
};

QTEST_MAIN(HostileWindowTest)
#include "hostile_window_test.moc"
