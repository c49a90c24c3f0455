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
        QTest::newRow("rust hash") << "core::fmt::write::h0123456789abcdef"
                                   << QStringList{"core::fmt::write", "fmt::write", "write"};
        QTest::newRow("operator new") << "operator new(unsigned long)" << QStringList{"operator new"};
        QTest::newRow("clone") << "ns::work(int) [clone .cold]" << QStringList{"ns::work", "work"};
        QTest::newRow("unbalanced") << "a<b<c::d" << QStringList{"a<…"};
    }
    void namesGetShorterStepByStep() {
        QFETCH(QString, name);
        QFETCH(QStringList, shorter);
        QCOMPARE(shorterNames(name.toStdString()), QStringList{name} + shorter);
    }
    void eachFormLeavesOutMore_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("forms"); // without hashes, … to the last part
        const auto same = [](const char* name) { return QStringList{name, name, name, name}; };
        for (const char* name : {"memcpy", "[libc-2.15.so]", "do_syscall_64", "foo.constprop.0",
                                 "Web Content", "f [clone .isra.0]", "<unknown>", "(garbage collector)"})
            QTest::newRow(name) << name << same(name);
        QTest::newRow("C++") << "std::vector<int, std::allocator<int> >::push_back(int const&)"
                             << QStringList{"std::vector<int, std::allocator<int> >::push_back(int const&)",
                                            "std::vector<…>::push_back", "vector<…>::push_back", "push_back"};
        QTest::newRow("parameters") << "draw(Scene<int>&)"
                                    << QStringList{"draw(Scene<int>&)", "draw", "draw", "draw"};
        QTest::newRow("anonymous") << "app::(anonymous namespace)::work(long)"
                                   << QStringList{"app::(anonymous namespace)::work(long)",
                                                  "app::(anonymous namespace)::work", "work", "work"};
        QTest::newRow("operator") << "app::Sorter::operator()(int) const"
                                  << QStringList{"app::Sorter::operator()(int) const",
                                                 "app::Sorter::operator()", "Sorter::operator()",
                                                 "operator()"};
        QTest::newRow("operator new")
            << "operator new(unsigned long)"
            << QStringList{"operator new(unsigned long)", "operator new", "operator new", "operator new"};
        QTest::newRow("rust") << "alloc::vec::Vec<T>::push::h0123456789abcdef"
                              << QStringList{"alloc::vec::Vec<T>::push", "alloc::vec::Vec<…>::push",
                                             "Vec<…>::push", "push"};
        QTest::newRow("rust v0") << "core[1e09bafa49c0ab55]::fmt::write"
                                 << QStringList{"core::fmt::write", "core::fmt::write", "fmt::write",
                                                "write"};
        QTest::newRow("no hash") << "a::h0123" << QStringList{"a::h0123", "a::h0123", "a::h0123", "h0123"};
        QTest::newRow("index") << "table[0123]::f"
                               << QStringList{"table[0123]::f", "table[0123]::f", "table[0123]::f", "f"};
        QTest::newRow("go") << "net/http.(*conn).serve"
                            << QStringList{"net/http.(*conn).serve", "net/http.(*conn).serve",
                                           "http.(*conn).serve", "http.(*conn).serve"};
        QTest::newRow("java") << "java.util.HashMap.get"
                              << QStringList{"java.util.HashMap.get", "java.util.HashMap.get", "HashMap.get",
                                             "get"};
    }
    void eachFormLeavesOutMore() {
        QFETCH(QString, name);
        QFETCH(QStringList, forms);
        const auto in = [&](NameForm form) {
            return QString::fromStdString(nameIn(form, name.toStdString()));
        };
        QCOMPARE(in(NameForm::Full), name);
        QCOMPARE((QStringList{in(NameForm::WithoutHashes), in(NameForm::WithoutTemplateArguments),
                              in(NameForm::WithoutNamespaces), in(NameForm::LastPart)}),
                 forms);
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
