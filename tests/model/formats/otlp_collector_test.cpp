/// OTLP profiles as OpenTelemetry Collector's file exporter writes them: messages with their lengths before
/// them, and lines of JSON.
#include "model/formats/encoding/wire_writer.h"
#include "tests/nanoseconds.h"
#include "tests/otlp_json_releases.h"
#include "tests/otlp_json_text.h"
#include "tests/otlp_release_profile.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"
#include "tests/round_trip_profiles.h"

#include <QTest>

#include <zstd.h>

using namespace candela;

namespace {

constexpr std::int64_t collectionStart = 1'700'000'000 * second;
const std::string damaged = "The file is damaged or was cut off: this is what could be read.\n";

std::string written(const Profile& profile) {
    Output output;
    Task task;
    return findFormat("otlp")->write(profile, output, task) ? std::string(asText(output.bytes()))
                                                            : std::string();
}

Input inputOf(std::string_view text) {
    return Input::fromBytes("-", {asBytes(text).begin(), asBytes(text).end()});
}

std::string framed(std::string_view message) {
    std::string frame;
    for (int shift = 24; shift >= 0; shift -= 8)
        frame.push_back(static_cast<char>(message.size() >> shift & 0xff));
    return frame.append(message);
}

std::string packed(std::string_view text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1));
    return bytes;
}

/// A thread with a sample of that many nanoseconds one second after the start; the message lasts two seconds.
std::string message(std::int64_t began, std::int64_t weight) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto process =
        builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("app"), .labels = {}});
    const auto thread =
        builder.addThread({.process = process, .tid = 8, .name = builder.string("pool"), .labels = {}});
    const auto function =
        builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    builder.addSample(value,
                      {.stack = stack, .weight = weight, .time = second, .thread = thread, .labels = {}});
    builder.origin().startTime = began;
    builder.origin().duration = 2 * second;
    return written(builder.build());
}

/// Two messages, the later one first.
std::vector<std::string> twoMessages() {
    return {message(collectionStart + 10 * second, 5), message(collectionStart, 3)};
}

std::string frames(const std::vector<std::string>& messages) {
    std::string file;
    for (const auto& message : messages)
        file += framed(message);
    return file;
}

std::string lines(const std::vector<std::string>& messages, OtlpJsonStyle style = {}) {
    std::string file;
    for (const auto& message : messages)
        file += otlpJsonText(message, style) + "\n";
    return file;
}

} // namespace

class OtlpCollectorTest : public QObject {
    Q_OBJECT

private slots:
    void jsonOfEachReleasedVersionReadsTheSame_data() {
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        for (const auto& [version, text] : otlpJsonReleases())
            add(version, text);
        add("numbers as numbers",
            otlpJson(R"("sampleType":{"typeStrindex":"1","unitStrindex":2.0},"samples":[)"
                     R"({"stackIndex":1e0,"values":[12],"attributeIndices":["1"],)"
                     R"("timestampsUnixNano":[1700000001000000000]}],"timeUnixNano":)"
                     R"(1.7e18,"durationNano":"5e9","period":null)",
                     R"(,"dictionary":{)" + otlpTablesSince8("lines") + "}"));
    }
    void jsonOfEachReleasedVersionReadsTheSame() {
        QFETCH(QByteArray, text);
        QCOMPARE(otlpReleaseText(readText(text.toStdString())), expectedOtlpRelease);
    }

    void eachFormHoldsTheSame_data() {
        QTest::addColumn<int>("row");
        const auto all = roundTripProfiles();
        for (std::size_t row = 0; row < all.size(); ++row)
            QTest::newRow(all[row].first.c_str()) << int(row);
    }
    void eachFormHoldsTheSame() {
        QFETCH(int, row);
        const auto all = roundTripProfiles();
        const auto bytes = written(all[std::size_t(row)].second);
        const auto whole = readText(bytes);
        QCOMPARE(outcome(whole), std::string("otlp"));
        const auto same = [&](std::string_view file) {
            const auto read = readText(file);
            QCOMPARE(outcome(read), std::string("otlp"));
            QCOMPARE(dump(*read), dump(*whole));
        };
        same(framed(bytes));
        same(framed({}) + framed(bytes));
        same(framed(packed(bytes)));
        same(framed(packed(otlpJsonText(bytes))));
        same(otlpJsonText(bytes));
        same("\xef\xbb\xbf" + otlpJsonText(bytes) + "\r\n");
        for (const bool isSnakeCase : {false, true}) {
            for (const bool isBackwards : {false, true}) {
                for (const std::string_view space : {"", " ", "\n\t"}) {
                    for (const bool hasTextNumbers : {false, true})
                        same(otlpJsonText(bytes, {.isSnakeCase = isSnakeCase,
                                                  .hasTextNumbers = hasTextNumbers,
                                                  .isBackwards = isBackwards,
                                                  .space = space}));
                }
            }
        }
    }

    void severalMessagesBecomeOneProfile_data() {
        QTest::addColumn<QByteArray>("file");
        const auto two = twoMessages();
        QTest::newRow("frames") << QByteArray::fromStdString(frames(two));
        QTest::newRow("packed frames") << QByteArray::fromStdString(frames({packed(two[0]), packed(two[1])}));
        QTest::newRow("lines") << QByteArray::fromStdString(lines(two));
        QTest::newRow("objects of many lines")
            << QByteArray::fromStdString(lines(two, {.isBackwards = true, .space = "\n"}));
        QTest::newRow("empty lines") << QByteArray::fromStdString("\n\n" + otlpJsonText(two[0]) +
                                                                  " \r\n \n\n" + otlpJsonText(two[1]));
    }
    void severalMessagesBecomeOneProfile() {
        QFETCH(QByteArray, file);
        const auto profile = readText(file.toStdString());
        QCOMPARE(outcome(profile), std::string("otlp"));
        QCOMPARE(warningsOf(*profile), std::string());
        QCOMPARE(valuesOf(*profile), std::string("cpu [nanoseconds] 8 in 2\n"));
        QCOMPARE(profileToText(*profile), std::string("main 8\n"));
        QCOMPARE(profile->origin.startTime, collectionStart);
        QCOMPARE(profile->origin.duration, 12 * second);
        QCOMPARE(profile->samples[0].timeAt(0), second);
        QCOMPARE(profile->samples[0].timeAt(1), 11 * second);
        QCOMPARE(profile->processes.size(), std::size_t(1));
        QCOMPARE(profile->threads.size(), std::size_t(1));
    }

    void whatPrecedesACutIsKept_data() {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        const auto two = twoMessages();
        const auto add = [](const char* name, const std::string& first, const std::string& second) {
            QTest::newRow(name) << QByteArray::fromStdString(first) << QByteArray::fromStdString(second);
        };
        add("frames", framed(two[0]), framed(two[1]));
        add("packed frames", framed(packed(two[0])), framed(packed(two[1])));
        add("lines", lines({two[0]}), otlpJsonText(two[1]));
        OtlpJsonStyle style{.isDictionaryFirst = true, .space = "\n"};
        add("objects of many lines", lines({two[0]}, style), otlpJsonText(two[1], style));
    }
    void whatPrecedesACutIsKept() {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        const auto before = first.toStdString();
        for (std::size_t size = 0; size < before.size(); ++size) {
            const auto cut = readText(before.substr(0, size));
            if (cut) QCOMPARE(check(*cut), std::string());
        }
        const auto whole = before + second.toStdString();
        for (std::size_t size = before.size() + 1; size < whole.size(); ++size) {
            const auto cut = readText(whole.substr(0, size));
            QCOMPARE(outcome(cut), std::string("otlp"));
            // If the default value lost its samples, that is reported too.
            QVERIFY2(warningsOf(*cut).starts_with(damaged), warningsOf(*cut).c_str());
            const auto weight = cut->totalWeight(ValueTypeIndex(0));
            QVERIFY(weight == 5 || weight == 8);
            // A profile may end within its value type.
            for (std::size_t row = 1; row < cut->samples.size(); ++row)
                QCOMPARE(cut->samples[row].size(), std::size_t(0));
        }
    }

    void aDamagedLineCostsOnlyItself() {
        const auto two = twoMessages();
        auto bad = otlpJsonText(two[0]);
        bad.replace(bad.find("stackIndex") - 1, 1, "}");
        const auto read = readText(otlpJsonText(two[0]) + "\n" + bad + "\n" + lines(two));
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(warningsOf(*read), damaged);
        QCOMPARE(read->totalWeight(ValueTypeIndex(0)), std::int64_t(13));
    }

    void aDictionaryOfMoreThanTheStartMayStandFirst() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        for (int row = 0; row < 500; ++row) {
            const auto name = builder.string(fmt::format("a function with a long name {}", row));
            const auto function = builder.function({.name = name, .rawName = {}, .file = {}, .mapping = {}});
            const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
            builder.addSample(value, {.stack = stack, .thread = {}, .labels = {}});
        }
        const auto profile = builder.build();
        for (const bool isSnakeCase : {false, true}) {
            const auto text =
                otlpJsonText(written(profile), {.isSnakeCase = isSnakeCase, .isBackwards = true});
            QVERIFY(text.find("samples") > Input::startSizes.front());
            QCOMPARE(outcome(readText(text)), std::string("otlp"));
            QCOMPARE(dump(*readText(text)), dump(profile));
        }
    }

    void keysAndTextsOfAResourceMayStandInTheTable() {
        auto text = newestOtlpJson();
        const std::string_view before = R"({"key":"host.name","value":{"stringValue":"build-7"}})";
        text.replace(text.find(before), before.size(),
                     R"({"keyStrindex":6,"key":"","value":{"stringValueStrindex":4}})");
        text.replace(text.find(R"("attributeIndices":[1])"), 22, R"("attributeIndices":[])");
        const auto read = readText(text);
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(read->text(read->threads[0].name), std::string_view("draw"));
        text = newestOtlpJson();
        text.insert(text.find(R"("value":{"stringValue":"build-7"})"), R"("keyStrindex":0,)");
        QCOMPARE(readText(text)->origin.host, std::string("build-7"));
    }

    void addressesOfTheKernelAreExact() {
        auto text = newestOtlpJson();
        text.replace(text.find(R"("8193")"), 6, R"("18446744071578845185")");
        const auto read = readText(text);
        QCOMPARE(outcome(read), std::string("otlp"));
        QVERIFY(std::ranges::find(read->frames.address, 0xffffffff81000001) != read->frames.address.end());
    }

    void whatIsNoNumberIsDamage() {
        auto text = newestOtlpJson();
        text.replace(text.find(R"("8193")"), 6, R"({"a":1})");
        QCOMPARE(warningsOf(*readText(text)), damaged);
    }

    void messagesOfOtherSignalsAreLeftOut() {
        const std::string spans = R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"}]}]}]})";
        const auto read = readText(newestOtlpJson() + "\n" + spans + "\n" + spans + "\n" + newestOtlpJson());
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(read->totalWeight(ValueTypeIndex(0)), std::int64_t(24));
        QCOMPARE(warningsOf(*read), std::string("Messages without profiles were left out: 2.\n"));
        const std::string unknown = "this is JSON, but none of the profiles that Candela knows";
        QCOMPARE(readText(spans).error().message, unknown);
        QCOMPARE(readText(R"({"resourceMetrics":[{}]})").error().message, unknown);
        QCOMPARE(readText(R"({"resourceProfiles":[]})").error().message,
                 std::string("it holds no profile of OpenTelemetry"));
    }

    void spansInTheWireFormAreNotTakenForProfiles() {
        WireWriter span;
        span.bytes(1, "\x93\x11\xfe-trace-id-16");
        span.bytes(2, "\x01-span-8");
        span.bytes(5, "GET /");
        span.fixed64(7, std::uint64_t(collectionStart));
        WireWriter scope, resource, data;
        scope.message(2, span);
        resource.message(2, scope);
        data.message(1, resource);
        const std::string unknown = "this is not a profile that Candela knows";
        QCOMPARE(readText(data.bytes()).error().message, unknown);
        QCOMPARE(readText(framed(data.bytes())).error().message, unknown);
        const auto read = readText(frames({twoMessages()[0], data.bytes()}));
        QCOMPARE(outcome(read), std::string("otlp"));
        QCOMPARE(warningsOf(*read), std::string("Messages without profiles were left out: 1.\n"));
    }

    void textsAreNoFrames() {
        QCOMPARE(outcome(readText("m 12\n")), std::string("folded"));
        QCOMPARE(outcome(readText("m 12\n\nmain 3\n")), std::string("folded"));
    }

    void readingIsCancelled() {
        const auto bytes = lines(twoMessages());
        auto input = inputOf(bytes);
        Task task;
        task.cancel();
        const auto read = readProfile(input, task);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
    }

    void packedFramesKeepToTheSizeLimit() {
        std::string many;
        while (many.size() < 1u << 20)
            many += message(collectionStart, 1);
        auto input = inputOf(framed(packed(many)));
        input.setSizeLimit(1u << 16);
        Task task;
        QVERIFY(readProfile(input, task).error().message.starts_with("it holds more"));
    }

    void progressGoesUpToTheEnd() {
        double last = 0;
        Task task([&](double share) {
            QVERIFY(share >= last && share <= 1);
            last = share;
        });
        std::vector<std::string> many(200, written(roundTripProfiles().front().second));
        const auto bytes = lines(many);
        auto input = inputOf(bytes);
        QVERIFY(readProfile(input, task));
        QVERIFY(last > 0.9);
    }
};

QTEST_APPLESS_MAIN(OtlpCollectorTest)
#include "otlp_collector_test.moc"
