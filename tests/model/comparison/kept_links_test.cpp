/// Links by hand are kept for each pair of programs, whichever comparisons change them in which order.
#include "model/comparison/kept_links.h"

#include "model/profile/profile_builder.h"

#include <fmt/format.h>

#include <QTest>

using namespace candela;

namespace {

ProgramNames program(const std::string& name) {
    return {name, {name}};
}
HandLink linked(const char* base, const char* newName) {
    return {HandLinkKind::Link, base, newName};
}
HandLink separated(const char* base, const char* newName) {
    return {HandLinkKind::Unlink, base, newName};
}

/// Processes with these names and weights.
Profile profileOf(const std::vector<std::pair<const char*, std::int64_t>>& processes) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    std::int32_t pid = 10;
    for (const auto& [name, weight] : processes) {
        Process process;
        process.pid = pid++;
        process.name = builder.string(name);
        Thread thread;
        thread.process = builder.addProcess(process);
        thread.tid = process.pid;
        builder.addSample(value,
                          {.stack = {}, .weight = weight, .thread = builder.addThread(thread), .labels = {}});
    }
    return builder.build();
}

} // namespace

class KeptLinksTest : public QObject {
    Q_OBJECT

    const ProgramNames m_parser = program("parser"), m_lexer = program("lexer"), m_nameless;

private slots:
    void eachPairOfProgramsHasItsOwn() {
        KeptLinks kept;
        kept.change(m_parser, m_parser, {}, {linked("parse", "decode")});
        kept.change(m_lexer, m_lexer, {}, {linked("parse", "read"), separated("main", "run")});
        kept = KeptLinks::fromText(kept.text());
        QVERIFY(kept.linksOf(m_parser, m_parser) == HandLinks{linked("parse", "decode")});
        QVERIFY(kept.linksOf(m_lexer, m_lexer) ==
                (HandLinks{separated("main", "run"), linked("parse", "read")}));
        QVERIFY(kept.linksOf(m_parser, m_lexer).empty());
    }
    void whatIsUndoneIsNoLongerKept() {
        KeptLinks kept;
        const HandLinks one{linked("parse", "decode")}, two{linked("scan", "skim"), one.front()};
        kept.change(m_parser, m_parser, {}, one);
        kept.change(m_parser, m_parser, one, two);
        kept.change(m_parser, m_parser, two, one);
        QVERIFY(kept.linksOf(m_parser, m_parser) == one);
        kept.change(m_parser, m_parser, one, {});
        QCOMPARE(kept.text(), std::string());
    }
    void twoComparisonsOfOnePairBothKeepTheirs() {
        KeptLinks kept;
        // Both began without links, and know nothing of each other.
        kept.change(m_parser, m_parser, {}, {linked("parse", "decode")});
        kept.change(m_parser, m_parser, {}, {linked("draw", "paint")});
        QVERIFY(kept.linksOf(m_parser, m_parser) ==
                (HandLinks{linked("draw", "paint"), linked("parse", "decode")}));
        kept.change(m_parser, m_parser, {linked("draw", "paint")}, {});
        QVERIFY(kept.linksOf(m_parser, m_parser) == HandLinks{linked("parse", "decode")});
    }
    void theNewestOfTheSameTwoFunctionsHolds() {
        KeptLinks kept;
        kept.change(m_parser, m_parser, {}, {linked("parse", "decode")});
        kept.change(m_parser, m_parser, {}, {separated("parse", "decode")});
        QVERIFY(kept.linksOf(m_parser, m_parser) == HandLinks{separated("parse", "decode")});
    }
    void linksHoldWhereverBothProgramsRun() {
        KeptLinks kept;
        kept.change(m_parser, m_parser, {}, {linked("parse", "decode")});
        const ProgramNames machine{"lexer", {"lexer", "parser"}};
        QVERIFY(kept.linksOf(machine, machine) == HandLinks{linked("parse", "decode")});
        QVERIFY(kept.linksOf(machine, m_lexer).empty());
    }
    void ofProgramsWithoutANameTheyHoldEverywhere() {
        // As all links were kept before they had programs.
        const auto kept = KeptLinks::fromText("link: parse => decode\nno link\nunlink: a => b\n");
        const HandLinks expected{separated("a", "b"), linked("parse", "decode")};
        QVERIFY(kept.linksOf(m_nameless, m_nameless) == expected);
        QVERIFY(kept.linksOf(m_parser, m_lexer) == expected);
        QCOMPARE(kept.text(), std::string("link: parse => decode\nunlink: a => b\n"));
    }
    void namesThatAreNoLineAreNotKept() {
        KeptLinks kept;
        kept.change(m_parser, m_parser, {}, {linked("a\nb", "c"), linked("a", "c => d"), linked("x", "y")});
        kept = KeptLinks::fromText(kept.text());
        const auto links = kept.linksOf(m_parser, m_parser);
        QVERIFY(std::ranges::find(links, linked("x", "y")) != links.end());
        QVERIFY(std::ranges::none_of(links, [](const HandLink& known) { return known.base == "b"; }));
    }
    void theOldestOfThePairThatWasChangedLongestAgoAreDropped() {
        KeptLinks kept;
        HandLinks many;
        for (std::size_t number = 0; number < KeptLinks::maximumLinks; ++number)
            many.push_back({HandLinkKind::Link, fmt::format("base{}", number), fmt::format("new{}", number)});
        kept.change(m_parser, m_parser, {}, many);
        QCOMPARE(kept.linksOf(m_parser, m_parser).size(), KeptLinks::maximumLinks);
        kept.change(m_lexer, m_lexer, {}, {linked("parse", "decode"), linked("scan", "skim")});
        kept = KeptLinks::fromText(kept.text());
        const auto rest = kept.linksOf(m_parser, m_parser);
        QCOMPARE(rest.size(), KeptLinks::maximumLinks - 2);
        QCOMPARE(rest.back().base, std::string("base2"));
        QCOMPARE(kept.linksOf(m_lexer, m_lexer).size(), std::size_t(2));
    }
    void theMainProgramIsTheHeaviestOfAllItsProcesses() {
        const auto names =
            programNames(profileOf({{"make", 5}, {"clang-15", 4}, {"ld", 3}, {"clang-16", 4}}));
        QCOMPARE(names.main, std::string("clang"));
        QVERIFY(names.has("make") && names.has("ld") && names.has("") && !names.has("clang-15"));
    }
    void versionsAreNoPartOfAProgram() {
        QCOMPARE(programNames(profileOf({{"python3.11", 5}})).main, std::string("python"));
        QCOMPARE(programNames(profileOf({{"server-1.2.0", 5}, {"sh", 1}})).main, std::string("server"));
        QCOMPARE(programNames(profileOf({{"42", 5}})).main, std::string("42"));
    }
    void withoutProcessesTheFirstModuleIsTheProgram() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        for (const auto* path : {"[vdso]", "/usr/bin/parser-2", "/lib/libc.so.6"}) {
            const auto mapping = builder.mapping({.path = builder.string(path), .buildId = {}});
            const auto function = builder.function(
                {.name = builder.string(path), .rawName = {}, .file = {}, .mapping = mapping});
            const auto frame = builder.frame({.function = function, .mapping = mapping});
            builder.addSample(value,
                              {.stack = builder.stack({}, frame), .weight = 1, .thread = {}, .labels = {}});
        }
        QCOMPARE(programNames(builder.build()).main, std::string("parser"));
        QCOMPARE(programNames(Profile()).main, std::string());
    }
};

QTEST_GUILESS_MAIN(KeptLinksTest)
#include "kept_links_test.moc"
