/// OTLP profiles of each released version, written field by field, and those that Candela writes.
#include "model/formats/encoding/wire_writer.h"
#include "tests/nanoseconds.h"
#include "tests/otlp_release_profile.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

/// A message, built field by field.
class Message {
public:
    Message& number(std::uint32_t field, std::uint64_t value) {
        m_out.varint(field << 3);
        m_out.varint(value);
        return *this;
    }
    Message& fixed(std::uint32_t field, std::uint64_t value) {
        m_out.fixed64(field, value);
        return *this;
    }
    Message& text(std::uint32_t field, std::string_view value) {
        m_out.bytes(field, value);
        return *this;
    }
    Message& message(std::uint32_t field, const Message& value) { return text(field, value.bytes()); }
    Message& packed(std::uint32_t field, std::initializer_list<std::uint64_t> values) {
        WireWriter numbers;
        for (const auto value : values)
            numbers.varint(value);
        return text(field, numbers.bytes());
    }
    Message& packedFixed(std::uint32_t field, std::initializer_list<std::uint64_t> values) {
        WireWriter numbers;
        for (const auto value : values)
            numbers.fixed64(value);
        return text(field, numbers.bytes());
    }
    Message& texts(std::uint32_t field, std::initializer_list<std::string_view> values) {
        for (const auto value : values)
            text(field, value);
        return *this;
    }
    const std::string& bytes() const { return m_out.bytes(); }

private:
    WireWriter m_out;
};

constexpr std::uint64_t start = 1'700'000'000 * second;
const auto tableTexts = {std::string_view(),
                         std::string_view("cpu"),
                         std::string_view("nanoseconds"),
                         std::string_view("main"),
                         std::string_view("draw"),
                         std::string_view("/bin/app"),
                         std::string_view("thread.name"),
                         std::string_view("app.c")};

Message valueType() {
    return Message().number(1, 1).number(2, 2);
}
Message textValue(std::string_view text) {
    return Message().text(1, text);
}
Message keyValue(std::string_view key, std::string_view text) {
    return Message().text(1, key).message(2, textValue(text));
}
Message mapping() {
    return Message().number(1, 0x1000).number(2, 0x9000).number(4, 5);
}
Message function(std::uint64_t name) {
    return Message().number(1, name).number(3, 7);
}
Message line(std::uint64_t function, std::uint64_t line) {
    return Message().number(1, function).number(2, line);
}

/// A profile of a resource.
Message data(const Message& profile, const Message& attribute = keyValue("host.name", "build-7")) {
    const auto resource = Message().message(1, attribute);
    return Message().message(1, Message().message(1, resource).message(2, Message().message(2, profile)));
}

std::string version3() {
    Message profile;
    profile.message(1, valueType())
        .message(2, Message().number(8, 2).packed(2, {12}).packed(10, {0}).packed(13, {start + second}));
    profile.message(3, Message().number(1, 1).number(2, 0x1000).number(3, 0x9000).number(5, 5));
    for (const std::uint64_t row : {0, 1})
        profile.message(4, Message().number(3, 0x2000 + row).message(4, line(row, 40 + row)));
    profile.packed(15, {1, 0});
    profile.message(5, Message().number(1, 1).number(2, 3).number(4, 7))
        .message(5, Message().number(1, 2).number(2, 4).number(4, 7));
    profile.message(16, keyValue("thread.name", "pool"))
        .texts(6, tableTexts)
        .number(9, start)
        .number(10, 5 * second);
    return data(Message()
                    .text(1, "0123456789abcdef")
                    .fixed(2, start)
                    .fixed(3, start + second)
                    .message(8, profile))
        .bytes();
}

Message locationBefore8(std::uint64_t row) {
    return Message().number(1, 0).number(2, 0x2000 + row).message(3, line(row, 40 + row));
}

std::string version5() {
    Message profile;
    profile.message(1, valueType())
        .message(2, Message().number(2, 2).packed(3, {12}).packed(4, {0}).packed(6, {start + second}));
    profile.message(3, mapping())
        .message(4, locationBefore8(0))
        .message(4, locationBefore8(1))
        .packed(5, {1, 0});
    profile.message(6, function(3)).message(6, function(4)).message(7, keyValue("thread.name", "pool"));
    profile.texts(10, tableTexts).number(11, start).number(12, 5 * second).text(17, "0123456789abcdef");
    return data(profile).bytes();
}

Message profileBefore8() {
    Message profile;
    profile.message(1, valueType())
        .message(2, Message().number(2, 2).packed(3, {12}).packed(4, {0}).packed(6, {start + second}));
    return profile.packed(3, {1, 0}).number(4, start).number(5, 5 * second);
}

std::string version6() {
    auto message = data(profileBefore8());
    message.message(2, mapping()).message(3, locationBefore8(0)).message(3, locationBefore8(1));
    message.message(4, function(3))
        .message(4, function(4))
        .texts(6, tableTexts)
        .message(7, keyValue("thread.name", "pool"));
    return message.bytes();
}

std::string version7() {
    Message tables;
    tables.message(1, mapping()).message(2, locationBefore8(0)).message(2, locationBefore8(1));
    tables.message(3, function(3))
        .message(3, function(4))
        .texts(5, tableTexts)
        .message(6, keyValue("thread.name", "pool"));
    return data(profileBefore8()).message(2, tables).bytes();
}

Message dictionary() {
    Message tables;
    tables.message(1, {}).message(1, mapping()).message(2, {});
    for (const std::uint64_t row : {1, 2})
        tables.message(2, Message().number(1, 1).number(2, 0x1fff + row).message(3, line(row, 39 + row)));
    tables.message(3, {}).message(3, function(3)).message(3, function(4)).texts(5, tableTexts);
    tables.message(6, {}).message(6, Message().number(1, 6).message(2, textValue("pool")));
    return tables.message(7, {}).message(7, Message().packed(1, {2, 1}));
}

std::string version9() {
    Message profile;
    profile.message(1, valueType())
        .message(2, Message().number(1, 1).packed(2, {12}).packed(3, {1}).packedFixed(5, {start + second}));
    return data(profile.fixed(3, start).number(4, 5 * second)).message(2, dictionary()).bytes();
}

std::string version10() {
    Message profile;
    profile.message(1, valueType())
        .message(2, Message().number(1, 1).packed(2, {1}).packed(4, {12}).packedFixed(5, {start + second}));
    return data(profile.fixed(3, start).number(4, 5 * second)).message(2, dictionary()).bytes();
}

Result<Profile> again(const Profile& profile) {
    Output output;
    Task task;
    if (!findFormat("otlp")->write(profile, output, task)) return failure("is not written");
    return readText(asText(output.bytes()));
}

} // namespace

class OtlpTest : public QObject {
    Q_OBJECT

private slots:
    void eachReleasedVersionReadsTheSame_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("1.3") << QByteArray::fromStdString(version3());
        QTest::newRow("1.5") << QByteArray::fromStdString(version5());
        QTest::newRow("1.6") << QByteArray::fromStdString(version6());
        QTest::newRow("1.7") << QByteArray::fromStdString(version7());
        QTest::newRow("1.9") << QByteArray::fromStdString(version9());
        QTest::newRow("1.10") << QByteArray::fromStdString(version10());
        const auto dictionaryBytes = Message().message(2, dictionary()).bytes();
        const auto whole = version10();
        QTest::newRow("the dictionary first") << QByteArray::fromStdString(
            dictionaryBytes + whole.substr(0, whole.size() - dictionaryBytes.size()));
    }
    void eachReleasedVersionReadsTheSame() {
        QFETCH(QByteArray, bytes);
        QCOMPARE(otlpReleaseText(readText(bytes.toStdString())), expectedOtlpRelease);
    }

    void eachVersionIsReadUpToACut_data() { eachReleasedVersionReadsTheSame_data(); }
    void eachVersionIsReadUpToACut() {
        QFETCH(QByteArray, bytes);
        const auto whole = bytes.toStdString();
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto cut = readText(whole.substr(0, size));
            if (cut) QCOMPARE(check(*cut), std::string());
        }
    }

    void aLargeDictionaryMayStandFirst() {
        // The collector writes tables from the last to the first, and null rows with empty fields.
        auto tables = Message().message(4, Message().message(2, {}).message(1, {}).number(3, 0));
        for (int row = 0; row < 1000; ++row)
            tables.message(4, Message().text(1, "a link that nothing refers to"));
        tables.message(3, {}).message(3, function(3)).message(3, function(4)).texts(5, tableTexts);
        tables.message(2, {});
        for (const std::uint64_t row : {1, 2})
            tables.message(2, Message().number(2, 0x1fff + row).message(3, line(row, 39 + row)));
        tables.message(7, {}).message(7, Message().packed(1, {2, 1}));
        Message profile;
        profile.message(1, valueType()).message(2, Message().number(1, 1).packed(4, {12}));
        const auto read =
            readText(Message().message(2, tables).bytes() + data(profile.fixed(3, start)).bytes());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(profileToText(*read), std::string("main;draw 12\n"));
    }

    void profilesOfOneMessageShareItsStacks() {
        std::string bytes;
        for (const std::uint64_t weight : {12, 30}) {
            Message profile;
            profile.message(1, valueType()).message(2, Message().number(1, 1).packed(4, {weight}));
            bytes += data(profile.fixed(3, start)).bytes();
        }
        const auto read = readText(bytes + Message().message(2, dictionary()).bytes());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(read->stacks.size(), 2u);
        QCOMPARE(profileToText(*read), std::string("main;draw 42\n"));
    }

    void equalAttributesBesideOtherResourcesAreOtherThreads() {
        std::string bytes;
        const auto sample = Message().number(1, 1).packed(2, {1}).packed(4, {12});
        for (const std::uint64_t pid : {7, 8}) {
            const auto attribute = Message().text(1, "process.pid").message(2, Message().number(3, pid));
            bytes += data(Message().message(2, sample).message(2, sample), attribute).bytes();
        }
        const auto read = readText(bytes + Message().message(2, dictionary()).bytes());
        QVERIFY(read && read->processes.size() == 2);
        QCOMPARE(read->processes[1].pid, 8);
    }

    void messagesOfAnotherKindAreNotTakenForIt() {
        // Nested messages as in a profile, but with a number instead of the resource's attributes.
        const auto origin = Message().message(1, Message().number(1, 4));
        Message origins;
        for (int row = 0; row < 1000; ++row)
            origins.message(1, origin);
        QCOMPARE(readText(origins.bytes()).error().message,
                 std::string("this is not a profile that Candela knows"));
    }

    void timesWithoutWeightsCountOne() {
        Message profile;
        profile.message(1, valueType())
            .message(2, Message().number(1, 1).packedFixed(5, {start, start + 1, start + 2}));
        const auto read = readText(data(profile).message(2, dictionary()).bytes());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(valuesOf(*read), std::string("cpu [nanoseconds] 3 in 3\n"));
        QCOMPARE(read->samples[0].timeAt(2), std::int64_t(2));
    }

    void olderWeightsAreDividedAmongTheirTimes() {
        Message profile;
        profile.message(1, valueType())
            .message(2, Message().number(2, 2).packed(3, {11}).packed(6, {start, start + 1}));
        Message tables;
        tables.message(2, locationBefore8(0))
            .message(2, locationBefore8(1))
            .message(3, function(3))
            .message(3, function(4));
        tables.texts(5, tableTexts).message(6, keyValue("thread.name", "pool"));
        const auto read =
            readText(data(profile.packed(3, {1, 0}).number(4, start)).message(2, tables).bytes());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(read->samples[0].weight, (std::vector<std::int64_t>{6, 5}));
    }

    void whatIsWrittenReadsTheSame() {
        ProfileBuilder builder;
        const auto cpu = builder.valueType("cpu", "nanoseconds");
        const auto size = builder.valueType("size", "bytes");
        const auto mapping = builder.mapping(
            {.path = builder.string("/bin/a"), .buildId = builder.string("00ff"), .start = 16, .end = 99});
        const auto function = [&](const char* name) {
            return builder.function({.name = builder.string(name),
                                     .rawName = builder.string("_Z"),
                                     .file = builder.string("a.c"),
                                     .startLine = 3,
                                     .mapping = mapping});
        };
        const auto main = builder.stack(
            {}, builder.frame({.function = function("main"), .mapping = mapping, .address = 17, .line = 4}));
        const auto inner = builder.stack(main, builder.frame({.function = function("inner"),
                                                              .mapping = mapping,
                                                              .address = 17,
                                                              .line = 9,
                                                              .inlineDepth = 1,
                                                              .kind = FrameKind::Inlined}));
        const auto kernel = builder.stack(
            inner,
            builder.frame({.function = {}, .mapping = mapping, .address = 18, .kind = FrameKind::Kernel}));
        const auto process =
            builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("a"), .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = 8, .name = builder.string("pool"), .labels = {}});
        std::vector<Label> labels{builder.textLabel("route", "/x"),
                                  {builder.string("bytes"), {}, 0, builder.string("bytes")}};
        builder.addSample(cpu, {.stack = kernel,
                                .weight = 5,
                                .time = 100,
                                .thread = thread,
                                .cpu = 3,
                                .labels = builder.labelSet(labels)});
        builder.addSample(cpu, {.stack = inner, .weight = -2, .time = 50, .thread = thread, .labels = {}});
        builder.addSample(cpu, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
        builder.addSample(size, {.stack = main, .weight = 1ll << 62, .thread = {}, .labels = {}});
        builder.origin().startTime = std::int64_t(start);
        builder.origin().duration = 1000;
        builder.origin().period = 4;
        builder.origin().periodType = "cpu";
        builder.origin().periodUnit = "nanoseconds";
        builder.origin().host = "here";
        const auto profile = builder.build();
        const auto read = again(profile);
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(dump(*read), dump(profile));
    }

    void whatCantBeHeldIsReported() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        builder.addSample(value, {.stack = {}, .thread = {}, .labels = {}, .stackEnd = StackEnd::Complete});
        builder.addLoss("full", 1);
        builder.addComment("hello");
        Output output;
        Task task;
        QVERIFY(findFormat("otlp")->write(builder.build(), output, task));
        QCOMPARE(output.losses(),
                 std::vector<std::string>{"OTLP has no reasons why stacks ended, comments and no counts of "
                                          "lost samples and recorder costs: left out"});
    }

    void rowsThatAreNotThereAreDamage() {
        Message profile;
        profile.message(1, valueType()).message(2, Message().number(1, 1).packed(2, {99}).packed(4, {12}));
        Message tables;
        tables.texts(5, tableTexts).message(7, {}).message(7, Message().packed(1, {77, 0xffffffffffffffff}));
        const auto read = readText(data(profile).message(2, tables).bytes());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(read->warnings.size(), std::size_t(1));
        QCOMPARE(read->totalWeight(ValueTypeIndex(0)), std::int64_t(12));
    }

    void stacksThatShareAllLocationsAreCut() {
        Message profile;
        profile.message(1, valueType());
        WireWriter indices;
        for (int row = 0; row < 20'000; ++row)
            indices.varint(std::uint64_t(row % 2));
        for (std::uint64_t sample = 0; sample < 5'000; ++sample)
            profile.message(2, Message().number(1, sample).number(2, 20'000 - sample).packed(3, {1}));
        profile.text(3, indices.bytes()).number(4, start);
        Message tables;
        tables.message(2, locationBefore8(0))
            .message(2, locationBefore8(1))
            .message(3, function(3))
            .message(3, function(4));
        const auto bytes =
            data(profile).message(2, tables.texts(5, tableTexts).message(6, keyValue("a", "b"))).bytes();
        const auto read = readText(bytes);
        QCOMPARE(outcome(read), std::string("otlp"));
        QVERIFY(read->stacks.size() < 8 * bytes.size() + 100'000);
        QCOMPARE(read->totalWeight(ValueTypeIndex(0)), std::int64_t(5'000));
    }
};

QTEST_APPLESS_MAIN(OtlpTest)
#include "otlp_test.moc"
