/// Names of Java's classes without the parts that differ in each run.
#include "model/symbols/names/java_names.h"

#include <QTest>

using namespace candela;

class JavaNamesTest : public QObject {
    Q_OBJECT

private slots:
    void addressesHashesAndNumbersOfARunAreRemoved_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("stable");
        const std::pair<const char*, const char*> names[]{
            {"Main$$Lambda+0x0000024ca1007a20", "Main$$Lambda"},
            {"a/b/Main$$Lambda+0x00007f0ac4399b08/747620632", "a/b/Main$$Lambda"},
            {"a.b.Main$$Lambda$86+0x00007f3498036450.937773018", "a.b.Main$$Lambda"},
            {"kafka/server/KafkaApis$$Lambda$1368.0x000000080156d400", "kafka/server/KafkaApis$$Lambda"},
            {"java/util/regex/CharPredicates$$Lambda$20+0x800000029/1811044090",
             "java/util/regex/CharPredicates$$Lambda"},
            {"java.util.regex.CharPredicates$$Lambda$50/1694819250",
             "java.util.regex.CharPredicates$$Lambda"},
            {"Main$$Lambda.call", "Main$$Lambda.call"},
            {"kafka/log/LogValidator$$$Lambda$1377.0x000000080156f840", "kafka/log/LogValidator$$$Lambda"},
            {"java/lang/invoke/LambdaForm$MH+0x0000000800c12400/0x0000000800c12400",
             "java/lang/invoke/LambdaForm$MH"},
            {"java/lang/invoke/LambdaForm$DMH/1234567", "java/lang/invoke/LambdaForm$DMH"},
            {"jdk/internal/reflect/GeneratedMethodAccessor31",
             "jdk/internal/reflect/GeneratedMethodAccessor"},
            {"sun/reflect/GeneratedConstructorAccessor5", "sun/reflect/GeneratedConstructorAccessor"}};
        for (const auto& [name, stable] : names)
            QTest::newRow(name) << name << stable;
    }

    void addressesHashesAndNumbersOfARunAreRemoved() {
        QFETCH(QString, name);
        QFETCH(QString, stable);
        QCOMPARE(QString::fromStdString(stableClassName(name.toStdString())), stable);
    }

    void namesThatPeopleGaveStay() {
        for (const std::string name :
             {"", "+", "Main", "Main$1", "Main$1$2", "a/v2/Main", "a/b0x12/Main", "com.sun.proxy.$Proxy12",
              "My$$Lambda$", "Main$$Lambda$x", "Lambda$14", "a.0x", "x+0xzz"})
            QCOMPARE(stableClassName(name), name);
    }

    void methodsOfHiddenClassesAreTheSameInEveryRun() {
        QCOMPARE(stableMethodName("a.Main$$Lambda$14.0x0000000800c03000.run"),
                 std::string("a.Main$$Lambda.run"));
        QCOMPARE(stableMethodName("La/Main$$Lambda$14+0x0000000800c03000;::run"),
                 std::string("La/Main$$Lambda;::run"));
        QCOMPARE(stableMethodName("java/lang/invoke/LambdaForm$MH.0x0000000800c03000.invoke_[j]"),
                 std::string("java/lang/invoke/LambdaForm$MH.invoke_[j]"));
        for (const std::string name : {"GET /api/123/items", "/1234", "main.0x12", "std::map<1/2>"})
            QCOMPARE(stableMethodName(name), name);
    }

    void methodsThatWereInlinedAreTakenApart() {
        using Names = std::vector<std::string_view>;
        QVERIFY(inlinedMethods("LMain;::outer->Ljava/util/List;::add->LMain;::hash") ==
                (Names{"LMain;::outer", "Ljava/util/List;::add", "LMain;::hash"}));
        QVERIFY(inlinedMethods("a.Main::run(I)V->a.Main::work(I)V") ==
                (Names{"a.Main::run(I)V", "a.Main::work(I)V"}));
        for (const std::string_view name :
             {"", "->", "main", "LMain;::run", "std::unique_ptr<A>::operator->() const", "A::operator->",
              "A::b->", "->A::b", "f(decltype (A::b->B::c))", "LMain;::a->main"})
            QVERIFY(inlinedMethods(name) == Names{name});
    }
};

QTEST_APPLESS_MAIN(JavaNamesTest)
#include "java_names_test.moc"
