/// Colours of modules depend only on names, and text on them is readable.
#include "model/analysis/call_tree/module_tones.h"
#include "tests/model/analysis/call_tree_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <set>

using namespace candela;

namespace {

std::shared_ptr<const FrameGroups> groupsOf(std::string_view text) {
    return groupFrames(std::make_shared<const Profile>(profileFromText(text)), Grouping::Function);
}

std::size_t toneOf(const FrameGroups& groups, std::string_view name) {
    for (std::size_t row = 0; row < groups.size(); ++row)
        if (groups.groups[row].name == name) return candela::toneOf(groups, FrameGroupIndex(row));
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
    void theVersionOfALibraryDoesNotMatter() {
        QCOMPARE(moduleTone("libc.so.6"), moduleTone("libc.so.7"));
        QCOMPARE(moduleTone("libc.so"), moduleTone("libc.so.6"));
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
        const auto heaviest = heaviestModules(*groups, groupWeights(*groups, weights), 2);
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
