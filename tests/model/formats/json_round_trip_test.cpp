/// Profiles written and read in the JSON formats: parts that a format holds are the same, and parts that it
/// does not hold are reported.
#include "model/formats/format.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace candela;

namespace {

/// Two processes of one pid with threads, modules, lines, all kinds of frames, several value types.
Profile richProfile(bool hasOverlaps) {
    ProfileBuilder builder;
    const auto text = [&](std::string_view content) { return builder.string(content); };
    const auto module = builder.mapping(
        {.path = text("/usr/lib/libdraw.so.1"), .buildId = text("00112233445566778899aabbccddeeff01234567")});
    const auto kernel = builder.mapping({.path = text("[kernel.kallsyms]"), .buildId = text("")});
    const auto frame = [&](std::string_view name, std::string_view file, MappingIndex mapping,
                           FrameKind kind) {
        Frame row;
        row.function = builder.function({.name = text(name),
                                         .rawName = {},
                                         .file = file.empty() ? StringIndex() : text(file),
                                         .startLine = file.empty() ? 0u : 10u,
                                         .mapping = mapping});
        row.mapping = mapping;
        row.kind = kind;
        return row;
    };
    auto main = frame("main \"quoted\"\n\xc3\xa9", "src/main.c", {}, FrameKind::User);
    main.line = 12;
    auto draw = frame("draw(std::vector<int>&)", "", module, FrameKind::User);
    draw.address = 0x1234;
    auto inlined = frame("blit", "draw.h", module, FrameKind::Inlined);
    inlined.address = 0x1234;
    inlined.inlineDepth = 1;
    auto unnamed = Frame{.function = {}, .mapping = module, .address = 0x5678};
    const auto syscall = frame("do_syscall_64", "", kernel, FrameKind::Kernel);
    const auto script = frame("onClick", "https://x/y.js", {}, FrameKind::Interpreted);
    const auto stackOf = [&](std::initializer_list<Frame> frames) {
        StackIndex stack;
        for (const auto& row : frames)
            stack = builder.stack(stack, builder.frame(row));
        return stack;
    };
    const auto first = builder.addProcess({.pid = 12, .parent = {}, .name = text("browser"), .labels = {}});
    const auto second = builder.addProcess({.pid = 12, .parent = {}, .name = text("browser"), .labels = {}});
    const auto worker =
        builder.addThread({.process = first, .tid = 13, .name = text("worker"), .labels = {}});
    const auto other =
        builder.addThread({.process = second, .tid = 12, .name = text("browser"), .labels = {}});
    const auto cpu = builder.valueType("cpu", "nanoseconds");
    const auto bytes = builder.valueType("alloc_space", "bytes");
    const auto objects = builder.valueType("alloc_objects", "count");
    builder.valueType("empty", "count");
    builder.setDefaultValue(cpu);
    const auto add = [&](ValueTypeIndex value, StackIndex stack, std::int64_t weight, std::int64_t time,
                         ThreadIndex thread) {
        builder.addSample(value,
                          {.stack = stack, .weight = weight, .time = time, .thread = thread, .labels = {}});
    };
    add(cpu, stackOf({main, draw, inlined}), 1'000'001, 5, worker);
    add(cpu, stackOf({main, draw, unnamed}), 999'983, hasOverlaps ? 6 : 2'000'000, worker);
    add(cpu, stackOf({main, syscall}), 7, 3'000'000, worker);
    add(cpu, stackOf({script}), 1'000'000, 0, other);
    add(bytes, stackOf({main, draw}), 4096, noTime, worker);
    add(bytes, stackOf({main}), -77, noTime, worker);
    add(objects, stackOf({main, draw}), std::numeric_limits<std::int64_t>::max(), noTime, {});
    return builder.build();
}

struct ConvertedToJson {
    Profile profile;
    QStringList losses;
    QJsonObject json;
};

ConvertedToJson throughJson(const char* formatName, const Profile& profile) {
    const auto* format = findFormat(formatName);
    Output output;
    Task task;
    ConvertedToJson result;
    if (!format->write(profile, output, task)) return result;
    for (const auto& loss : output.losses())
        result.losses << QString::fromStdString(loss);
    auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
    auto again = readProfile(input, task);
    if (again) result.profile = std::move(*again);
    const QByteArray text(reinterpret_cast<const char*>(output.bytes().data()),
                          qsizetype(output.bytes().size()));
    result.json = QJsonDocument::fromJson(text).object();
    return result;
}

} // namespace

class JsonRoundTripTest : public QObject {
    Q_OBJECT

    /// Samples with their value types, times, threads and frames, without the parts for which the format has
    /// no field.
    static QStringList samplesOf(const Profile& profile, bool isSpeedscope) {
        QStringList lines;
        for (const auto& table : profile.samples) {
            for (std::size_t row = 0; row < table.size(); ++row) {
                auto line = QString("%1 [%2] %3 at %4")
                                .arg(QString::fromUtf8(profile.text(table.type.name).data(),
                                                       qsizetype(profile.text(table.type.name).size())))
                                .arg(QString::fromUtf8(profile.text(table.type.unit).data(),
                                                       qsizetype(profile.text(table.type.unit).size())))
                                .arg(table.weight[row])
                                .arg(table.timeAt(row));
                if (const auto thread = table.threadAt(row)) {
                    const auto& owner = profile.threads[thread.row()];
                    const auto& process = profile.processes[owner.process.row()];
                    line += QString(" in %1 %2 %3 %4")
                                .arg(process.pid)
                                .arg(owner.tid)
                                .arg(QString::fromStdString(std::string(profile.text(process.name))))
                                .arg(QString::fromStdString(std::string(profile.text(owner.name))));
                }
                for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
                    const auto frame = profile.stacks.frame[stack.row()].row();
                    const auto index = profile.frames.function[frame];
                    line += " < ";
                    if (!index) { // speedscope has no modules: such frames have the module's name
                        if (isSpeedscope) line += "[libdraw.so.1]@:0";
                        continue;
                    }
                    const auto& function = profile.functions[index.row()];
                    line += QString::fromStdString(std::string(profile.text(function.name)) + "@" +
                                                   std::string(profile.text(function.file)));
                    const auto number = profile.frames.line[frame] > 0 || !isSpeedscope
                                            ? profile.frames.line[frame]
                                            : function.startLine;
                    line += ":" + QString::number(number);
                }
                lines << line;
            }
        }
        lines.sort();
        return lines;
    }

private slots:
    void theFirefoxProfilersFormatKeepsAllButLabelsAndCpus() {
        const auto original = richProfile(true);
        const auto again = throughJson("firefox", original);
        QCOMPARE(check(again.profile), std::string());
        const auto linesOf = [](const Profile& profile) {
            return QString::fromStdString(dump(profile)).split('\n');
        };
        QCOMPARE(linesOf(again.profile), linesOf(original));
        QCOMPARE(again.losses, QStringList());
        QVERIFY(again.profile.warnings.empty());
    }

    void aFirefoxFileHasWhatItsViewerNeeds() {
        const auto json = throughJson("firefox", richProfile(true)).json;
        const auto meta = json["meta"].toObject();
        for (const auto* key :
             {"interval", "startTime", "processType", "product", "preprocessedProfileVersion", "extensions",
              "markerSchema", "categories", "version"})
            QVERIFY2(meta.contains(key), key);
        QCOMPARE(json["libs"].toArray()[0].toObject()["breakpadId"].toString(),
                 QString("33221100554477668899AABBCCDDEEFF0"));
        const auto threads = json["threads"].toArray();
        QCOMPARE(threads.size(), 5);
        for (const auto& value : threads) {
            const auto thread = value.toObject();
            const auto lengthOf = [&](const char* table) {
                return thread[table].toObject()["length"].toInt(-1);
            };
            // Each column has as many rows as its table states, and refers to existing rows.
            for (const auto* table : {"stackTable", "frameTable", "funcTable", "resourceTable",
                                      "nativeSymbols", "samples", "markers"}) {
                const auto columns = thread[table].toObject();
                for (auto column = columns.begin(); column != columns.end(); ++column) {
                    if (column->isArray()) QCOMPARE(column->toArray().size(), lengthOf(table));
                }
            }
            const auto strings = thread["stringArray"].toArray().size();
            const auto inRange = [&](const char* table, const char* column, qsizetype limit) {
                for (const auto& cell : thread[table].toObject()[column].toArray()) {
                    if (!cell.isNull() && cell.toInt() != -1 && (cell.toInt() < 0 || cell.toInt() >= limit))
                        return false;
                }
                return true;
            };
            QVERIFY(inRange("samples", "stack", lengthOf("stackTable")));
            QVERIFY(inRange("stackTable", "prefix", lengthOf("stackTable")));
            QVERIFY(inRange("stackTable", "frame", lengthOf("frameTable")));
            QVERIFY(inRange("frameTable", "func", lengthOf("funcTable")));
            QVERIFY(inRange("frameTable", "category", meta["categories"].toArray().size()));
            QVERIFY(inRange("funcTable", "name", strings));
            QVERIFY(inRange("funcTable", "fileName", strings));
            QVERIFY(inRange("funcTable", "resource", lengthOf("resourceTable")));
            QVERIFY(inRange("resourceTable", "name", strings));
            QVERIFY(inRange("resourceTable", "lib", json["libs"].toArray().size()));
        }
    }

    void speedscopeKeepsThreadsWeightsAndTimes() {
        for (const bool overlaps : {false, true}) {
            const auto original = richProfile(overlaps);
            const auto again = throughJson("speedscope", original);
            QCOMPARE(check(again.profile), std::string());
            QCOMPARE(samplesOf(again.profile, true), samplesOf(original, true));
            QCOMPARE(again.profile.samples.size(), original.samples.size());
            QCOMPARE(again.profile.defaultValue, original.defaultValue);
            QCOMPARE(
                again.losses,
                QStringList{"speedscope has no modules, build ids, addresses, first lines of functions, "
                            "marks of kernel frames, marks of interpreted frames and no marks of inlined "
                            "frames: left out"});
        }
    }

    /// speedscope computes shares from a profile's length, or from the sum of its weights if that is larger.
    void aSpeedscopeFilesLengthIsTheWeightOfItsSamples() {
        const auto original = richProfile(false);
        double total = 0;
        for (const auto& value : throughJson("speedscope", original).json["profiles"].toArray()) {
            const auto profile = value.toObject();
            double weight = 0;
            for (const auto& item : profile["weights"].toArray())
                weight += item.toDouble();
            QCOMPARE(profile["endValue"].toDouble() - profile["startValue"].toDouble(), weight);
            for (const auto& stack : profile["samples"].toArray())
                QVERIFY(!stack.toArray().isEmpty());
            total += weight;
        }
        double expected = 0;
        for (std::size_t row = 0; row < original.samples.size(); ++row)
            expected += double(original.totalWeight(ValueTypeIndex(row)));
        QCOMPARE(total, expected);
    }

    /// Older files have stacks without frames between samples.
    void olderSpeedscopeFilesStillOpen() {
        const auto profile = readText(
            R"json({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"candela",)json"
            R"json("shared":{"frames":[{"name":"main"}]},"profiles":[{"type":"sampled","name":"a (1) / b (2)",)json"
            R"json("unit":"nanoseconds","candela":{"value":"cpu","unit":"nanoseconds","pid":1,"process":"a",)json"
            R"json("tid":2,"thread":"b","times":true},"samples":[[0],[],[0]],"weights":[5,7,3],)json"
            R"json("startValue":100,"endValue":115}],"activeProfileIndex":0})json");
        QCOMPARE(outcome(profile), std::string("speedscope"));
        QCOMPARE(profile->samples[0].weight, (std::vector<std::int64_t>{5, 3}));
        QCOMPARE(profile->samples[0].timeAt(0), std::int64_t(100));
        QCOMPARE(profile->samples[0].timeAt(1), std::int64_t(112));
    }

    void aSpeedscopeFileHasWhatItsViewerNeeds() {
        const auto json = throughJson("speedscope", richProfile(false)).json;
        QCOMPARE(json["$schema"].toString(), QString("https://www.speedscope.app/file-format-schema.json"));
        const auto frames = json["shared"].toObject()["frames"].toArray().size();
        QCOMPARE(json["profiles"].toArray().size(), 5);
        for (const auto& value : json["profiles"].toArray()) {
            const auto profile = value.toObject();
            QCOMPARE(profile["type"].toString(), QString("sampled"));
            QVERIFY(profile["name"].isString() && profile["startValue"].isDouble() &&
                    profile["endValue"].isDouble());
            QVERIFY(QStringList({"none", "nanoseconds", "bytes"}).contains(profile["unit"].toString()));
            QCOMPARE(profile["samples"].toArray().size(), profile["weights"].toArray().size());
            for (const auto& stack : profile["samples"].toArray()) {
                for (const auto& frame : stack.toArray())
                    QVERIFY(frame.toInt(-1) >= 0 && frame.toInt() < frames);
            }
        }
    }

    void whatIsNotHeldIsReported_data() {
        QTest::addColumn<QByteArray>("format");
        QTest::newRow("speedscope") << QByteArray("speedscope");
        QTest::newRow("firefox") << QByteArray("firefox");
    }
    void whatIsNotHeldIsReported() {
        QFETCH(QByteArray, format);
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        builder.addSample(value, {.stack = {},
                                  .weight = 1,
                                  .thread = {},
                                  .cpu = 3,
                                  .labels = builder.labelSet({builder.textLabel("key", "text")}),
                                  .stackEnd = StackEnd::Complete});
        builder.addLoss("ring buffer full", 3);
        const auto losses = throughJson(format.constData(), builder.build()).losses.join('\n');
        for (const auto* part : {"CPU numbers", "labels", "stacks ended", "lost samples"})
            QVERIFY2(losses.contains(part), part);
    }
};

QTEST_APPLESS_MAIN(JsonRoundTripTest)
#include "json_round_trip_test.moc"
