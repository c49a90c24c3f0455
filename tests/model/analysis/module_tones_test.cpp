/// Colours of modules: those with the most frames differ, all others depend on names alone.
#include "model/analysis/call_tree/module_tones.h"
#include "tests/model/analysis/call_tree_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>
#include <set>

using namespace candela;

namespace {

std::shared_ptr<const FrameGroups> groupsOf(std::string_view text) {
    return groupFrames(std::make_shared<const Profile>(profileFromText(text)), Grouping::Function);
}

std::size_t toneOf(const FrameGroups& groups, std::string_view name) {
    for (std::size_t row = 0; row < groups.size(); ++row)
        if (groups.groups[row].name == name) return ModuleTones(groups).of(FrameGroupIndex(row));
    qFatal("no such group");
}

} // namespace

class ModuleTonesTest : public QObject {
    Q_OBJECT
private slots:
    void aModuleKeepsItsToneWhateverItWeighs() {
        const auto early = groupsOf("main@app;draw@libdraw.so 1\nmain@app;read@libio.so 90\n");
        const auto late = groupsOf("start@ld.so;main@app;draw@libdraw.so 900\nmain@app;read@libio.so 90\n");
        for (const auto* name : {"main", "draw", "read"})
            QCOMPARE(toneOf(*early, name), toneOf(*late, name));
        QCOMPARE(toneOf(*early, "draw"), moduleTone("libdraw.so"));
    }
    void librariesKeepTheirTonesRatherThanPrograms() {
        // The dynamic linker and [vdso] have the tone of libc, and their names come before it.
        for (const auto* other : {"[vdso]", "ld-linux-x86-64.so.2"}) {
            QCOMPARE(moduleTone(other), moduleTone("libc.so.6"));
            const auto groups = groupsOf("start@" + std::string(other) + ";read@libc.so.6 1\n");
            QCOMPARE(toneOf(*groups, "read"), moduleTone("libc.so.6"));
            QVERIFY(toneOf(*groups, "start") != moduleTone("libc.so.6"));
        }
        QCOMPARE(moduleTone("java"), moduleTone("libz.so.1"));
        const auto groups = groupsOf("main@java;inflate@libz.so.1 1\n");
        QCOMPARE(toneOf(*groups, "inflate"), moduleTone("libz.so.1"));
        QVERIFY(toneOf(*groups, "main") != moduleTone("libz.so.1"));
        std::set<std::size_t> everywhere;
        const auto names = {"libc.so.6",    "libstdc++.so.6", "libm.so.6", "libgcc_s.so.1",
                            "libcrypto.so", "libssl.so",      "libz.so"};
        for (const auto* name : names)
            everywhere.insert(moduleTone(name));
        QCOMPARE(everywhere.size(), names.size());
    }
    void modulesWithTheMostFramesDiffer() {
        // As many as there are tones, several of them with the same moduleTone().
        std::string text;
        std::set<std::size_t> own;
        for (std::size_t number = 0; number < moduleTones.size(); ++number) {
            const auto module = "lib" + std::to_string(number) + ".so";
            own.insert(moduleTone(module));
            for (const auto* function : {"first", "second"})
                text += function + std::to_string(number) + "@" + module + " 1\n";
        }
        QVERIFY(own.size() < moduleTones.size());
        for (int number = 100; number < 150; ++number)
            text += "one@small" + std::to_string(number) + ".so 1000\n";
        const auto groups = groupsOf(text);
        std::set<std::size_t> found;
        std::size_t kept = 0;
        for (std::size_t number = 0; number < moduleTones.size(); ++number) {
            const auto tone = toneOf(*groups, "first" + std::to_string(number));
            QCOMPARE(toneOf(*groups, "second" + std::to_string(number)), tone);
            QVERIFY(found.insert(tone).second);
            kept += tone == moduleTone("lib" + std::to_string(number) + ".so");
        }
        QCOMPARE(kept, own.size());
        // With more modules than tones, the small ones keep theirs.
        QCOMPARE(candela::ModuleTones(*groups).of(FrameGroupIndex(groups->groups.size() - 1)),
                 moduleTone(groups->moduleName(FrameGroupIndex(groups->groups.size() - 1))));
    }
    void aModuleHasOneToneInAllGroupings() {
        const auto profile = std::make_shared<const Profile>(
            profileFromText("a@lib1.so;b@lib2.so 1\nc@lib3.so;d@lib4.so;e@lib5.so 1\nf@lib6.so 2\n"));
        std::map<std::string_view, std::set<std::size_t>> tones;
        for (const auto grouping : {Grouping::Function, Grouping::Module, Grouping::Address}) {
            const auto groups = groupFrames(profile, grouping);
            const ModuleTones known(*groups);
            for (std::size_t row = 0; row < groups->size(); ++row)
                tones[groups->moduleName(FrameGroupIndex(row))].insert(known.of(FrameGroupIndex(row)));
        }
        QCOMPARE(tones.size(), 6u);
        std::set<std::size_t> all;
        for (const auto& [name, found] : tones) {
            QCOMPARE(found.size(), 1u);
            all.insert(*found.begin());
        }
        QCOMPARE(all.size(), 6u);
    }
    void theVersionOfALibraryDoesNotMatter() {
        QCOMPARE(moduleTone("libc.so.6"), moduleTone("libc.so.7"));
        QCOMPARE(moduleTone("libc.so"), moduleTone("libc.so.6"));
        // The files of glibc before 2.34.
        for (const auto* library : {"libc", "libm"})
            QCOMPARE(moduleTone(std::string(library) + "-2.31.so"), moduleTone(std::string(library) + ".so"));
        QCOMPARE(moduleTone("libglib-2.0.so.0.6400"), moduleTone("libglib.so"));
        for (const auto* own :
             {"libx-1.so", "libx-64.so.2", "libx1.2.so", "libx-.so", "libx-1..so", "-1.2.so"})
            QCOMPARE(ModuleTones(*groupsOf("a@" + std::string(own) + " 1\n")).of(FrameGroupIndex(0)),
                     moduleTone(own));
        QVERIFY(moduleTone("libx-1.so") != moduleTone("libx.so"));
        QVERIFY(moduleTone("libx-64.so.2") != moduleTone("libx.so"));
    }
    void anOldLibcKeepsItsTone() {
        // They have one tone, and the name of the linker comes first.
        QCOMPARE(moduleTone("[vdso]"), moduleTone("libc-2.31.so"));
        const auto groups = groupsOf("start@[vdso];read@libc-2.31.so 1\n");
        QCOMPARE(toneOf(*groups, "read"), moduleTone("libc.so.6"));
        QVERIFY(toneOf(*groups, "start") != moduleTone("libc.so.6"));
    }
    void librariesOfOtherSystemsAreLibraries() {
        for (const std::string_view ending : {".dylib", ".dll"}) {
            // A program whose name comes before that of the library, and that has its tone.
            const auto library = "libz" + std::string(ending);
            std::string program;
            for (int number = 0; program.empty() || moduleTone(program) != moduleTone(library); ++number)
                program = "app" + std::to_string(number);
            const auto groups = groupsOf("main@" + program + ";draw@" + library + " 1\n");
            QCOMPARE(toneOf(*groups, "draw"), moduleTone(library));
            QVERIFY(toneOf(*groups, "main") != moduleTone(library));
        }
    }
    void withoutModulesNamespacesHaveColours() {
        const auto groups = groupsOf("main 1\nstd::sort<int>(a::b) 1\nnet/http.(*conn).serve 1\n");
        const auto nameOf = [&](std::size_t row) { return toneName(*groups, FrameGroupIndex(row)); };
        QCOMPARE(nameOf(0), std::string_view());
        QCOMPARE(nameOf(1), std::string_view("std"));
        QCOMPARE(nameOf(2), std::string_view("net/http"));
    }
    void namesAreSpreadOverAllTones() {
        std::set<std::size_t> tones;
        for (int number = 0; number < 200; ++number)
            tones.insert(moduleTone("lib" + std::to_string(number) + ".so"));
        QCOMPARE(tones.size(), moduleTones.size());
    }
    void theHeaviestModulesComeFirst() {
        const auto profile = std::make_shared<const Profile>(profileFromText(
            "main@app;draw@libdraw.so 30\nmain@app;blit@libdraw.so 25\nmain@app 60\nx@tiny.so 1\n"));
        const auto groups = groupFrames(profile, Grouping::Function);
        Task task;
        const auto weights = *SampleSelector(profile).stackWeights(ValueTypeIndex(0), {}, task);
        const auto heaviest =
            heaviestModules(*groups, groupTones(*groups), groupWeights(*groups, weights), 2);
        QCOMPARE(heaviest.size(), 2u);
        QCOMPARE(heaviest[0].name, std::string("app"));
        QCOMPARE(heaviest[0].weight, 60);
        QCOMPARE(heaviest[1].name, std::string("libdraw.so"));
        QCOMPARE(heaviest[1].weight, 55);
        QCOMPARE(heaviest[1].tone, moduleTone("libdraw.so"));
    }
};

QTEST_GUILESS_MAIN(ModuleTonesTest)
#include "module_tones_test.moc"
