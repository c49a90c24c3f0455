/// Java flight recordings that are damaged or malicious: one sentence, or the readable part with a warning;
/// never more work or memory than the file's size justifies.
#include "tests/jfr_writer.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

using Type = JfrChunkText::Type;
constexpr std::uint64_t huge = 0xffffffffffffffff;

bool isOneSentence(const std::string& text) {
    return !text.empty() && !text.ends_with('.') && text.find('\n') == std::string::npos;
}

/// What is wrong with the result; empty if it is a sentence, or a valid profile that is not large.
std::string problem(const std::string& file) {
    const auto profile = readText(file);
    if (!profile)
        return isOneSentence(profile.error().message) ? std::string()
                                                      : "no sentence: " + profile.error().message;
    if (const auto broken = check(*profile); !broken.empty()) return broken;
    if (profile->strings.byteSize() > 32 * file.size() + (1u << 20)) return "too many texts";
    if (profile->stacks.size() > file.size()) return "too many stacks";
    if (profile->samples[0].size() > file.size()) return "too many samples";
    return {};
}

/// "main 1" and the warnings, or why it can't be read.
std::string outcomeOf(const JfrChunkText& chunk) {
    const auto profile = readText(chunk.bytes());
    return profile ? profileToText(*profile) + warningsOf(*profile) + check(*profile)
                   : profile.error().message;
}

const std::string whole = "Program.main 1\n";
const std::string withDamage = whole + "The file is damaged or was cut off: this is what could be read.\n";

} // namespace

class JfrDamageTest : public QObject {
    Q_OBJECT

private slots:
    void whatTheTestsMakeIsARecording() { QCOMPARE(outcomeOf({}), whole); }

    void aFileThatIsCutAnywhereIsReadOrRefused() {
        const auto two = JfrChunkText().bytes() + JfrChunkText().bytes();
        for (std::size_t size = 0; size < two.size(); ++size)
            QCOMPARE(problem(two.substr(0, size)), std::string());
        const auto first = readText(two.substr(0, two.size() - 1));
        QVERIFY(first);
        QVERIFY(warningsOf(*first).find("cut off") != std::string::npos);
    }

    void aFileWithAnyByteChangedIsReadOrRefused() {
        auto bytes = JfrChunkText().bytes();
        for (auto& byte : bytes) {
            const auto before = byte;
            for (const int change : {0x01, 0x80, 0xff}) {
                byte = static_cast<char>(before ^ change);
                QCOMPARE(problem(bytes), std::string());
            }
            byte = before;
        }
    }

    void sizesBeyondTheFileAreReported() {
        JfrChunkText chunk;
        chunk.chunkSize = huge;
        QCOMPARE(outcomeOf(chunk),
                 whole + "The recording was not finished, or was cut off: its last part is missing.\n");
        chunk = {};
        chunk.chunkSize = 3;
        QVERIFY(outcomeOf(chunk).find("not finished") != std::string::npos);
        chunk = {};
        chunk.events.add(JfrBytes().number(1u << 30).number(Type::Sample));
        QCOMPARE(outcomeOf(chunk), withDamage);
        chunk = {};
        chunk.pools.push_back(JfrBytes().number(Type::Symbol).number(huge));
        QCOMPARE(outcomeOf(chunk), withDamage);
    }

    void offsetsThatLeadNowhereAreReported() {
        for (const std::uint64_t offset : {std::uint64_t{1}, std::uint64_t{100'000}, huge}) {
            JfrChunkText chunk;
            chunk.metadataOffset = offset;
            QCOMPARE(outcomeOf(chunk), std::string("it was not finished: its last part has no tables"));
            chunk = {};
            chunk.constantsOffset = offset;
            QCOMPARE(problem(chunk.bytes()), std::string());
        }
    }

    void withoutMetadataItIsRefused() {
        JfrChunkText chunk;
        chunk.hasMetadata = false;
        QCOMPARE(outcomeOf(chunk), std::string("it was not finished: its last part has no tables"));
        chunk = {};
        chunk.classes.clear();
        QCOMPARE(outcomeOf(chunk), std::string("it was not finished: its last part has no tables"));
    }

    void tablesOfConstantsThatFollowEachOtherInACircleEnd() {
        // Distances of minus one, of a later position, and so large that the sum overflows.
        for (const std::uint64_t step : {huge, std::uint64_t{1}, std::uint64_t{1} << 63}) {
            JfrChunkText chunk;
            chunk.stepToConstantsBefore = step;
            QCOMPARE(outcomeOf(chunk), withDamage);
        }
    }

    void tablesOfConstantsAtEveryByteAreReadOnce() {
        // Each byte begins a table that continues one byte earlier.
        JfrChunkText chunk;
        JfrBytes tables;
        for (int row = 0; row < 300'000; ++row)
            tables.byte(0xff);
        chunk.events.add(jfrEvent(99, tables));
        chunk.stepToConstantsBefore = huge;
        QCOMPARE(outcomeOf(chunk), withDamage);
    }

    void classesThatHoldThemselvesAreDamage() {
        JfrChunkText chunk;
        chunk.classes.push_back({50, "Self", {{"first", 50}, {"second", 50}}});
        chunk.classes.push_back({51, "One", {{"other", 52}}});
        chunk.classes.push_back({52, "Other", {{"one", 51}}});
        chunk.pools.push_back(JfrBytes().number(50).number(1).number(1).number(1));
        QCOMPARE(outcomeOf(chunk), withDamage);
        chunk.pools.back() = JfrBytes().number(51).number(1).number(1).number(1);
        QCOMPARE(outcomeOf(chunk), withDamage);
    }

    void classesOfNothingAreNotWalkedWithoutEnd() {
        // Each has a hundred of the next, and the last has none: 100^7 values without a byte.
        JfrChunkText chunk;
        for (std::uint64_t id = 100; id < 108; ++id) {
            JfrClassText type{id, "Level", {}};
            for (int field = 0; field < 100 && id < 107; ++field)
                type.fields.push_back({"next", id + 1});
            chunk.classes.push_back(type);
        }
        chunk.classes[Type::Sample - 1].fields.insert(chunk.classes[Type::Sample - 1].fields.begin(),
                                                      {"nothing", 100});
        QCOMPARE(outcomeOf(chunk), whole);
    }

    void constantsThatReferToThemselvesHaveNoText() {
        JfrChunkText chunk;
        // The text of Symbol 1 is the constant text 9, which is the constant text 9.
        chunk.pools[0] =
            JfrBytes().number(Type::Symbol).number(2).number(1).byte(2).number(9).number(2).text("main");
        chunk.pools.push_back(JfrBytes().number(Type::Text).number(1).number(9).byte(2).number(9));
        QCOMPARE(outcomeOf(chunk), std::string("main 1\n"));
    }

    void aLongNameThatManyShareIsNotCopiedForEach() {
        JfrChunkText chunk;
        constexpr std::uint64_t methods = 20'000;
        chunk.pools[0] = JfrBytes()
                             .number(Type::Symbol)
                             .number(2)
                             .number(1)
                             .text(std::string(200'000, 'x'))
                             .number(2)
                             .text("main");
        chunk.pools[2] = JfrBytes().number(Type::Method).number(methods);
        chunk.pools[3] = JfrBytes().number(Type::StackTrace).number(methods);
        chunk.events = {};
        for (std::uint64_t row = 1; row <= methods; ++row) {
            chunk.pools[2].number(row).number(1).number(1);
            chunk.pools[3].number(row).byte(0).number(1).number(row).number(7);
            chunk.events.add(jfrEvent(Type::Sample, JfrBytes().number(5).number(row)));
        }
        const auto file = chunk.bytes();
        QCOMPARE(problem(file), std::string());
        const auto profile = readText(file);
        QVERIFY(profile);
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(methods));
    }

    void eventsThatReachIntoOthersAreReadUpToTheirEnd() {
        // Each event of three bytes claims a list as long as the rest of the file.
        JfrChunkText chunk;
        auto& fields = chunk.classes[Type::Sample - 1].fields;
        fields.insert(fields.begin(), {"list", Type::Boolean, false, true});
        chunk.events = {};
        for (int row = 0; row < 100'000; ++row)
            chunk.events.add(JfrBytes().number(3).number(Type::Sample).number(100));
        QCOMPARE(problem(chunk.bytes()), std::string());
        QVERIFY(outcomeOf(chunk).find("no samples") != std::string::npos);
    }

    void manyTinyChunksAreReadInTheirTurn() {
        JfrChunkText tiny;
        tiny.hasMetadata = false;
        tiny.events = {};
        tiny.pools.clear();
        std::string file = JfrChunkText().bytes();
        for (int row = 0; row < 20'000; ++row)
            file += tiny.bytes();
        file += JfrChunkText().bytes();
        const auto profile = readText(file);
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(profileToText(*profile), std::string("Program.main 2\n"));
        QVERIFY(warningsOf(*profile).find("not finished") != std::string::npos);
    }

    void hugeNumbersFit() {
        JfrChunkText chunk;
        chunk.pools[3] =
            JfrBytes().number(Type::StackTrace).number(1).number(1).byte(0).number(1).number(1).number(huge);
        chunk.events = jfrEvent(Type::Sample, JfrBytes().number(huge).number(1));
        chunk.events.add(jfrEvent(Type::Sample, JfrBytes().number(huge >> 1).number(huge)));
        const auto profile = readText(chunk.bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(2));
    }
};

QTEST_APPLESS_MAIN(JfrDamageTest)
#include "jfr_damage_test.moc"
