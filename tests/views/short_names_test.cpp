/// Shorter forms of function names.
#include "views/text/short_names.h"

#include <QFont>
#include <QTest>

using namespace candela;

class ShortNamesTest : public QObject {
    Q_OBJECT
private slots:
    void namesGetShorterStepByStep_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("shorter");
        QTest::newRow("plain") << "memcpy" << QStringList{};
        QTest::newRow("bracketed") << "[libc-2.15.so]" << QStringList{};
        QTest::newRow("parameters") << "draw(int, char const*)" << QStringList{"draw"};
        QTest::newRow("template") << "std::vector<int, std::allocator<int> >::push_back(int const&)"
                                  << QStringList{"std::vector<int, std::allocator<int> >::push_back",
                                                 "std::vector<…>::push_back", "vector<…>::push_back",
                                                 "push_back"};
        QTest::newRow("return type") << "void std::sort<int*>(int*, int*)"
                                     << QStringList{"void std::sort<int*>", "void std::sort<…>",
                                                    "std::sort<…>", "sort<…>"};
        QTest::newRow("call operator")
            << "Sorter::operator()(int) const" << QStringList{"Sorter::operator()", "operator()"};
        QTest::newRow("shift operator")
            << "std::operator<<(std::ostream&, int)" << QStringList{"std::operator<<", "operator<<"};
        QTest::newRow("anonymous namespace")
            << "(anonymous namespace)::work(long)" << QStringList{"(anonymous namespace)::work", "work"};
        QTest::newRow("rust") << "<alloc::vec::Vec<T> as core::ops::Drop>::drop" << QStringList{"drop"};
        QTest::newRow("go") << "net/http.(*conn).serve" << QStringList{"http.(*conn).serve"};
        QTest::newRow("lambda") << "run()::{lambda(int)#1}::operator()(int) const"
                                << QStringList{"run()::{lambda(int)#1}::operator()",
                                               "{lambda(int)#1}::operator()", "operator()"};
        QTest::newRow("unbalanced") << "a<b<c::d" << QStringList{"a<…"};
    }
    void namesGetShorterStepByStep() {
        QFETCH(QString, name);
        QFETCH(QStringList, shorter);
        QCOMPARE(shorterNames(name.toStdString()), QStringList{name} + shorter);
    }
    void asManyTemplateArgumentsStayAsThereIsRoomFor() {
        const QString name = "std::vector<int, std::allocator<int> >::push_back(int const&)";
        const QFontMetrics metrics{QFont()};
        const auto fitting = [&](const QString& like) {
            return fittingName(name, metrics, metrics.horizontalAdvance(like));
        };
        QCOMPARE(fitting(name), name);
        QCOMPARE(fitting("std::vector<int, std::allocator<int> >::push_back"),
                 QString("std::vector<int, std::allocator<int> >::push_back"));
        QCOMPARE(fitting("std::vector<int, std…>::push_back"), QString("std::vector<int, std…>::push_back"));
        QCOMPARE(fitting("std::vector<…>::push_back"), QString("std::vector<…>::push_back"));
        QCOMPARE(fitting("push_back"), QString("push_back"));
        QVERIFY(fitting("push_").endsWith("…"));
    }
};

QTEST_MAIN(ShortNamesTest)
#include "short_names_test.moc"
