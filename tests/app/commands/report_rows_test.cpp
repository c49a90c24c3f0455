/// The rows of a report with negative weights, as in
/// differences of profiles, and with missing stacks.
#include "app/commands/profiles/report_rows.h"
#include "tests/profile_text.h"

#include <QTest>

#include <set>
#include <string_view>

using namespace candela;

namespace {

/// "name self total", one row per line, in the report's order.
std::string rowsOf(std::string_view text, const std::string& key, ReportOrder order = ReportOrder::BySelf) {
    const auto profile = std::make_shared<const Profile>(profileFromText(text));
    const auto report = makeReport(profile, ValueTypeIndex(0), {}, key, order);
    if (!report) return report.error().message;
    std::string lines;
    for (const auto& row : report->rows)
        lines +=
            std::string(row.name) + " " + std::to_string(row.self) + " " + std::to_string(row.total) + "\n";
    return lines;
}

} // namespace

class ReportRowsTest : public QObject {
    Q_OBJECT

private slots:
    void whatBecameLessIsSortedByItsMagnitude() {
        QCOMPARE(rowsOf("main;a 6\nmain;b -9\nmain;c 1\n", "function"),
                 std::string("b -9 -9\na 6 6\nc 1 1\nmain 0 -2\n"));
        QCOMPARE(rowsOf("main;a 6\nmain;b -9\nmain;c 1\n", "function", ReportOrder::ByTotal),
                 std::string("b -9 -9\na 6 6\nmain 0 -2\nc 1 1\n"));
    }

    void asManyRowsAreInOrderAsAreShown() {
        std::string text;
        for (int row = 0; row < 500; ++row)
            text += "f" + std::to_string(row) + " " + std::to_string(1 + row * 37 % 100) + "\n";
        const auto profile = std::make_shared<const Profile>(profileFromText(text));
        const auto all = makeReport(profile, ValueTypeIndex(0), {}, "function", ReportOrder::BySelf);
        const auto some = makeReport(profile, ValueTypeIndex(0), {}, "function", ReportOrder::BySelf, 7);
        QVERIFY(all && some);
        QCOMPARE(some->rows.size(), all->rows.size());
        for (std::size_t row = 0; row < 7; ++row)
            QVERIFY(some->rows[row].name == all->rows[row].name);
        std::set<std::string_view> names;
        for (const auto& row : some->rows)
            names.insert(row.name);
        QCOMPARE(names.size(), all->rows.size()); // the others are there, too
    }

    void sharesAreOfTheSumWithoutSigns() {
        const auto profile = std::make_shared<const Profile>(profileFromText("main;a 6\nmain;b -6\n -3\n"));
        const auto report = makeReport(profile, ValueTypeIndex(0), {}, "function", ReportOrder::BySelf);
        QVERIFY(report);
        QCOMPARE(report->total, std::int64_t(-3));
        QCOMPARE(report->magnitude, std::int64_t(15));
    }

    void samplesWithoutAStackHaveARowWhateverTheKey() {
        for (const std::string key : {"function", "module", "file", "line", "address", "stack"}) {
            const auto rows = rowsOf("main 5\n 7\n", key);
            QVERIFY2(rows.starts_with("[no stack] 7 7\n"), (key + ": " + rows).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(ReportRowsTest)
#include "report_rows_test.moc"
