#include "model/symbols/names/demangle.h"

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
        // OCaml 4 and 5
        add("camlT__alpha_167", "T.alpha_167");
        add("camlT.alpha_167", "T.alpha_167");
        add("camlStdlib__List__map_123", "Stdlib.List.map_123");
        add("camlStdlib__List.map_123", "Stdlib.List.map_123");
        add("camlStdlib__$40_178", "Stdlib.@_178");
        add("camlT__fun_245@plt", "T.fun_245@plt");
        // GHC
        add("Main_zdwalpha_info", "Main.$walpha");
        add("Main_main1_info", "Main.main1");
        add("Main_zdwgo_r3dE_info", "Main.$wgo_r3dE");
        add("zdwgo_r3dE_info", "$wgo_r3dE");
        add("base_GHCziBase_map_info", "base:GHC.Base.map");
        add("base_GHCziBase_zpzp_info", "base:GHC.Base.++");
        add("base_GHCziShow_zdfShowInteger1_info", "base:GHC.Show.$fShowInteger1");
        add("containerszm0zi6zi5zi1_DataziMapziInternal_insert_entry",
            "containers-0.6.5.1:Data.Map.Internal.insert");
        add("ghczmprim_GHCziTypes_ZC_con_info", "ghc-prim:GHC.Types.:");
        add("ghczmprim_GHCziTuple_Z3T_con_info", "ghc-prim:GHC.Tuple.(,,)");
        add("base_GHCziBase_z3bbU_info", "base:GHC.Base.λ");
    }
    void namesOfOtherLanguagesStay_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"caml_alloc_string",
                                 "camlT",
                                 "caml",
                                 "camlX$zz",
                                 "blizzard_info",
                                 "Fuzz_run_info",
                                 "Foo_bar_info",
                                 "zip_info",
                                 "Curl_ssl_info",
                                 "ZSTD_frame_info",
                                 "zlib_get_info",
                                 "_info",
                                 "info",
                                 "zd_info",
                                 "stg_ap_v_info",
                                 "get_Zone_info",
                                 "Main_zq0_info_",
                                 "Main_zk_info",
                                 "Main_Z99T_info",
                                 "Main_z_info",
                                 "x_Z1_info",
                                 "Main_z110000U_info"})
            QTest::newRow(name) << QString(name);
    }
    void namesOfOtherLanguagesStay() {
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(demangle(name.toStdString())), name);
    }
    void namesBecomeReadable() {
        QFETCH(QString, raw);
        QFETCH(QString, readable);
        QCOMPARE(QString::fromStdString(demangle(raw.toStdString())), readable);
    }
    void aNameThatWouldExplodeStaysAsItIs() {
        // Each level repeats the previous one twice: a million letters in full.
        std::string name = "_Z1fSt4pairIiiE";
        for (const char digit : std::string("02468ACEGIKMOQSUWY")) {
            const std::string before = std::string("S") + digit + "_";
            name += "St4pairI" + before + before + "E";
        }
        QCOMPARE(demangle(name), name);
        // As many lifetimes as a number of 62 digits can state; none of them is printed.
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
