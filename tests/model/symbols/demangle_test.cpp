#include "model/symbols/demangle.h"

#include <QTest>

using namespace candela;

class DemangleTest : public QObject {
    Q_OBJECT
private slots:
    void namesBecomeReadable_data() {
        QTest::addColumn<QString>("raw");
        QTest::addColumn<QString>("readable");
        const auto add = [](const char* raw, const char* readable) {
            QTest::newRow(raw) << QString(raw) << QString(readable);
        };
        add("", "");
        add("main", "main");
        add("_ZN4draw4blitEiPKc", "draw::blit(int, char const*)");
        add("_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back(int&&)");
        add("_ZN4draw4blitEi.constprop.0", "draw::blit(int) [clone .constprop.0]");
        add("_ZN4draw4blitEi.part.3.cold", "draw::blit(int) [clone .part.3] [clone .cold]");
        add("_ZdlPvm@plt", "operator delete(void*, unsigned long)@plt");
        add("malloc@plt", "malloc@plt");
        add("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write");
        add("_RNvCs1234_7mycrate3foo", "mycrate::foo");
        add("_Zbroken", "_Zbroken");
        add("_Z", "_Z");
        add("_RNvCs1234_7mycrate12GLOBAL_STATE", "mycrate::GLOBAL_STATE");
        add("_R", "_R");
        add("_ZN4main17hookE", "_ZN4main17hookE");
        add("Z3foov", "Z3foov");
    }
    void namesBecomeReadable() {
        QFETCH(QString, raw);
        QFETCH(QString, readable);
        QCOMPARE(QString::fromStdString(demangle(raw.toStdString())), readable);
    }
    void aNameThatWouldExplodeStaysAsItIs() {
        // Each level repeats the one before it twice: a million letters if it were written out.
        std::string name = "_Z1fSt4pairIiiE";
        for (const char digit : std::string("02468ACEGIKMOQSUWY")) {
            const std::string before = std::string("S") + digit + "_";
            name += "St4pairI" + before + before + "E";
        }
        QCOMPARE(demangle(name), name);
        // As many lifetimes as fit into a number of 62 digits, of which nothing is printed.
        const std::string binder = "_RNvYYYYYYYYYXYYYYYYYYYYYYYYYYDGLOBAL_" + std::string(20, 'Y');
        QCOMPARE(demangle(binder), binder);
        const std::string deep = "_Z1f" + std::string(15000, 'P') + "i";
        QVERIFY(demangle(deep).size() <= 64 * 1024);
        const std::string huge = "_Z1f" + std::string(100000, 'P') + "i";
        QCOMPARE(demangle(huge), huge);
    }
};

QTEST_GUILESS_MAIN(DemangleTest)
#include "demangle_test.moc"
