/// Stacks of pprof files with locations in every order that affects their storage, compared with the names of
/// each sample's locations, one by one.
#include <QTest>

#include "tests/pprof_builder.h"

#include <random>
#include <set>

using namespace candela;

namespace {

/// A file, and the names of its samples' stacks.
class NamedStacks {
public:
    NamedStacks() { m_file.valueType("samples", "count"); }

    PprofBuilder& file() { return m_file; }
    /// A location with these names, the outermost function first.
    void name(std::uint64_t location, std::vector<std::string> names) {
        m_names.emplace_back(location, std::move(names));
    }
    std::size_t locations() const { return m_names.size(); }

    /// Rows of the named locations, the root first.
    void sample(const std::vector<std::size_t>& rows) {
        std::vector<std::uint64_t> ids;
        std::string text;
        for (const auto row : rows) {
            ids.insert(ids.begin(), m_names[row].first);
            for (const auto& name : m_names[row].second) {
                text += ";" + name;
                m_expectedStacks.insert(text);
            }
        }
        m_file.sample(ids, {1});
        m_expected.push_back(text);
    }

    void compare() {
        const auto profile = m_file.read();
        QCOMPARE(profile.samples[0].size(), m_expected.size());
        std::vector<std::string> texts; // for each stack
        for (std::size_t row = 0; row < profile.stacks.size(); ++row) {
            const auto parent = profile.stacks.parent[row];
            const auto function = profile.frames.function[profile.stacks.frame[row].row()];
            const auto name =
                function ? profile.text(profile.functions[function.row()].name) : std::string_view("?");
            texts.push_back((parent ? texts[parent.row()] : "") + ";" + std::string(name));
        }
        for (std::size_t row = 0; row < m_expected.size(); ++row) {
            const auto stack = profile.samples[0].stack[row];
            QCOMPARE(stack ? texts[stack.row()] : "", m_expected[row]);
        }
        // Each stack is stored once, and only those that samples need.
        QVERIFY(std::set(texts.begin(), texts.end()) == m_expectedStacks);
        QCOMPARE(texts.size(), m_expectedStacks.size());
    }

private:
    PprofBuilder m_file;
    std::vector<std::pair<std::uint64_t, std::vector<std::string>>> m_names; // of locations
    std::vector<std::string> m_expected;
    std::set<std::string> m_expectedStacks;
};

void nameSingle(NamedStacks& stacks, int count) {
    for (int number = 0; number < count; ++number) {
        const auto name = "f" + std::to_string(number);
        stacks.name(stacks.file().named(name), {name});
    }
}

void addRandomSamples(NamedStacks& stacks, int count, unsigned seed) {
    std::mt19937 random(seed);
    for (int sample = 0; sample < count; ++sample) {
        std::vector<std::size_t> rows;
        for (auto depth = random() % 9; depth > 0; --depth)
            rows.push_back(random() % stacks.locations());
        stacks.sample(rows);
    }
}

} // namespace

class PprofStacksTest : public QObject {
    Q_OBJECT
private slots:
    void eachLocationIsAFrame() {
        NamedStacks stacks;
        nameSingle(stacks, 6);
        addRandomSamples(stacks, 3000, 1);
        stacks.compare();
    }

    void stacksThatAreNewThenKnownThenNew() {
        NamedStacks stacks;
        nameSingle(stacks, 400);
        for (const unsigned seed : {1u, 1u, 2u}) // the second time all of them are known
            addRandomSamples(stacks, 70'000, seed);
        stacks.compare();
    }

    void severalLocationsAreOneFrame() {
        NamedStacks stacks;
        nameSingle(stacks, 4);
        for (std::uint64_t function = 1; function <= 4; ++function)
            stacks.name(stacks.file().location({function}), {"f" + std::to_string(function - 1)});
        addRandomSamples(stacks, 3000, 2);
        stacks.compare();
    }

    void someLocationsAreSeveralFrames() {
        NamedStacks stacks;
        nameSingle(stacks, 4);
        stacks.name(stacks.file().location({2, 1}, 0, 0x77), {"f0", "f1"});
        stacks.name(stacks.file().location({3, 2, 1}, 0, 0x78), {"f0", "f1", "f2"});
        // Frames of locations differ by address, but equal stacks must not be stored twice here.
        std::mt19937 random(3);
        for (int sample = 0; sample < 2000; ++sample) {
            std::vector<std::size_t> rows{random() % 2 == 0 ? std::size_t{4} : std::size_t{5}};
            for (auto depth = random() % 5; depth > 0; --depth)
                rows.push_back(1 + random() % 3);
            if (rows.front() == 5) rows.insert(rows.begin(), 3);
            stacks.sample(rows);
        }
        stacks.compare();
    }

    void theFileLacksSomeLocations() {
        NamedStacks stacks;
        nameSingle(stacks, 4);
        stacks.name(98, {"?"});
        stacks.name(99, {"?"});
        addRandomSamples(stacks, 3000, 4);
        stacks.compare();
        const auto profile = stacks.file().read();
        QVERIFY(std::ranges::any_of(profile.warnings, [](const std::string& warning) {
            return warning.starts_with("Frames at locations that the file does not hold: ");
        }));
    }

    void idsMayBeLarge() {
        NamedStacks stacks;
        nameSingle(stacks, 3);
        for (const std::uint64_t id : {std::uint64_t{1} << 31, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
            stacks.file().numberLocationsFrom(id);
            const auto name = "f" + std::to_string(id);
            stacks.name(stacks.file().named(name), {name});
        }
        addRandomSamples(stacks, 3000, 5);
        stacks.compare();
    }
};

QTEST_GUILESS_MAIN(PprofStacksTest)
#include "pprof_stacks_test.moc"
