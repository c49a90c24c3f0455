/// Each profile through each format that is written and read: the parts that the format holds are the same
/// afterwards, and exactly the other parts are reported.
#include "model/formats/format.h"
#include "model/formats/output/profile_losses.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"
#include "tests/round_trip_profiles.h"

#include <fmt/format.h>

#include <QTest>

#include <map>

using namespace candela;

namespace {

using enum ProfilePart;

/// The parts that each format holds, listed here a second time on purpose.
struct HeldParts {
    const char* format;
    ProfilePart parts;
    bool hasValueTypes = true;
};
constexpr HeldParts heldParts[]{
    {"candela", Everything},
    {"pprof", Threads | Labels | Modules | ModuleAddresses | BuildIds | Addresses | Sources | StartLines |
                  RawNames | KernelMarks | InlineMarks | StartTime | Host | KernelVersion | Command |
                  Comments},
    {"otlp", Times | Threads | Cpus | Labels | Modules | ModuleAddresses | BuildIds | Addresses | Sources |
                 StartLines | RawNames | KernelMarks | ScriptMarks | InlineMarks | StartTime | Host},
    {"firefox", Times | Threads | Modules | BuildIds | Addresses | Sources | StartLines | KernelMarks |
                    ScriptMarks | InlineMarks | StartTime},
    {"speedscope", Times | Lasting | Threads | Sources},
    {"callgrind", Modules | Addresses | Sources | Command},
    {"folded", Nothing, false},
};

const HeldParts* heldBy(std::string_view format) {
    const auto found = std::ranges::find(heldParts, format, &HeldParts::format);
    return found == std::end(heldParts) ? nullptr : found;
}

struct Converted {
    Result<Profile> profile = failure("was not written");
    std::string losses; // each on a line
};

Converted through(std::string_view format, const Profile& profile) {
    Output output;
    Task task;
    Converted result;
    if (const auto done = findFormat(format)->write(profile, output, task); !done) return result;
    for (const auto& loss : output.losses())
        result.losses += loss + "\n";
    auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
    result.profile = readProfile(input, task);
    return result;
}

/// Whether stacks and weights are complete; if not, the remaining parts are not compared.
bool isWhole(const std::string& losses) {
    return losses.find("but no stacks") == std::string::npos &&
           losses.find("below zero") == std::string::npos &&
           losses.find("they became") == std::string::npos &&
           losses.find("lines of others") == std::string::npos;
}

bool hasAllTimes(const std::string& losses) {
    return losses.find("times for all samples") == std::string::npos;
}

ProfilePart without(ProfilePart parts, ProfilePart part) {
    return static_cast<ProfilePart>(static_cast<unsigned>(parts) & ~static_cast<unsigned>(part));
}

/// A profile's samples as text with only some of the parts; equal samples are added up.
class PartialDump {
public:
    PartialDump(const Profile& profile, ProfilePart parts, bool namesNoStack)
        : m_profile(profile), m_parts(parts), m_namesNoStack(namesNoStack) {}

    std::map<std::string, std::int64_t> samples(ValueTypeIndex value) const {
        std::map<std::string, std::int64_t> sums;
        const auto& table = m_profile.samples[value.row()];
        for (std::size_t row = 0; row < table.size(); ++row)
            sums[sample(table, row)] += table.weight[row];
        std::erase_if(sums, [](const auto& line) { return line.second == 0; });
        return sums;
    }

private:
    bool has(ProfilePart part) const { return contains(m_parts, part); }
    std::string text(StringIndex index) const { return std::string(m_profile.text(index)); }

    std::string sample(const SampleTable& table, std::size_t row) const {
        std::string line;
        if (has(Times)) line += fmt::format("at {} ", table.timeAt(row));
        if (has(Lasting) && table.lasts) line += "lasting ";
        if (has(Cpus)) line += fmt::format("cpu {} ", table.cpuAt(row));
        if (has(StackEnds)) line += fmt::format("{} ", stackEndName(table.stackEndAt(row)));
        std::vector<std::string> labels = labelsOf(table.labelsAt(row));
        if (const auto index = table.threadAt(row)) {
            const auto& thread = m_profile.threads[index.row()];
            const auto& process = m_profile.processes[thread.process.row()];
            if (has(Threads))
                line += fmt::format("{} {} / {} {} ", process.pid, text(process.name), thread.tid,
                                    text(thread.name));
            if (has(Lives)) line += fmt::format("from {} to {} ", process.startTime, process.endTime);
            for (const auto set : {thread.labels, process.labels})
                for (auto& label : labelsOf(set))
                    labels.push_back(std::move(label));
        }
        std::ranges::sort(labels);
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        if (has(Labels)) line += fmt::format("{{{}}} ", fmt::join(labels, ", "));
        if (table.stack[row].isNone() && m_namesNoStack) line += noStack();
        for (auto stack = table.stack[row]; stack; stack = m_profile.stacks.parent[stack.row()])
            line += "< " + frame(m_profile.stacks.frame[stack.row()].row());
        return line;
    }
    std::vector<std::string> labelsOf(LabelSetIndex set) const {
        std::vector<std::string> lines;
        for (const auto& label : m_profile.labelsOf(set))
            lines.push_back(label.text
                                ? fmt::format("{}={}", text(label.key), text(label.text))
                                : fmt::format("{}={} {}", text(label.key), label.number, text(label.unit)));
        return lines;
    }
    /// The frame that writers use for samples without any.
    std::string noStack() const {
        return fmt::format("< [no stack] {}{}{}{}{}", has(Sources) ? " " : "",
                           has(StartLines) ? "from 0 " : "", has(Sources) ? ":0 " : "",
                           has(Addresses) ? "0x0 " : "", has(InlineMarks) ? "depth 0 " : "");
    }
    std::string frame(std::size_t row) const {
        const auto& frames = m_profile.frames;
        std::string line;
        auto mapping = frames.mapping[row];
        if (const auto index = frames.function[row]) {
            const auto& function = m_profile.functions[index.row()];
            line += text(function.name) + " ";
            if (has(RawNames) && text(function.rawName) != text(function.name))
                line += "raw " + text(function.rawName) + " ";
            if (has(Sources)) line += text(function.file) + " ";
            if (has(StartLines)) line += fmt::format("from {} ", function.startLine);
            if (!mapping) mapping = function.mapping;
        }
        if (has(Sources) && frames.function[row]) line += fmt::format(":{} ", frames.line[row]);
        if (!frames.function[row] && !has(Modules)) {
            const auto path = mapping ? m_profile.mappings[mapping.row()].path : StringIndex();
            line += unnamedCodeName(m_profile.text(path)) + " ";
            if (has(Sources)) line += fmt::format(" :{} ", frames.line[row]);
        }
        if (has(Addresses)) line += fmt::format("0x{:x} ", frames.address[row]);
        if (mapping) {
            const auto& module = m_profile.mappings[mapping.row()];
            if (has(Modules)) line += text(module.path) + " ";
            if (has(BuildIds)) line += text(module.buildId) + " ";
            if (has(ModuleAddresses))
                line += fmt::format("{:x}-{:x}+{:x} ", module.start, module.end, module.fileOffset);
        }
        const auto kind = frames.kind[row];
        if (has(KernelMarks)) line += kind == FrameKind::Kernel ? "kernel " : "";
        if (has(ScriptMarks)) line += kind == FrameKind::Interpreted ? "script " : "";
        if (has(InlineMarks)) line += fmt::format("depth {} ", frames.inlineDepth[row]);
        return line;
    }

    const Profile& m_profile;
    ProfilePart m_parts;
    bool m_namesNoStack;
};

} // namespace

class RoundTripsTest : public QObject {
    Q_OBJECT

    static std::vector<std::pair<std::string, Profile>> profiles() { return roundTripProfiles(); }

private slots:
    void everyFormatThatGoesBothWaysIsInTheTable() {
        for (const auto& format : allFormats())
            QCOMPARE(heldBy(format.name) != nullptr, format.read && format.write);
    }

    void whatTheFormatHoldsComesBack_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("row");
        const auto all = profiles();
        for (const auto& held : heldParts)
            for (std::size_t row = 0; row < all.size(); ++row)
                QTest::newRow(fmt::format("{}: {}", held.format, all[row].first).c_str())
                    << held.format << int(row);
    }
    void whatTheFormatHoldsComesBack() {
        QFETCH(QString, format);
        QFETCH(int, row);
        const auto original = std::move(profiles()[std::size_t(row)].second);
        QCOMPARE(check(original), std::string());
        const auto& held = *heldBy(format.toStdString());
        const auto again = through(held.format, original);
        QVERIFY2(again.profile, again.profile ? "" : again.profile.error().message.c_str());
        QCOMPARE(check(*again.profile), std::string());
        for (std::size_t value = 0; value < original.samples.size(); ++value) {
            if (!held.hasValueTypes && original.shownValue() != ValueTypeIndex(value)) continue;
            const auto& type = original.samples[value].type;
            auto target = again.profile->findValue(original.text(type.name));
            if (!held.hasValueTypes) target = ValueTypeIndex(0);
            QVERIFY2(target, std::string(original.text(type.name)).c_str());
            if (held.hasValueTypes)
                QCOMPARE(again.profile->text(again.profile->samples[target.row()].type.unit),
                         original.text(type.unit));
            auto parts = held.parts;
            if (!hasAllTimes(again.losses)) parts = without(without(parts, Times), Lasting);
            if (!isWhole(again.losses)) continue;
            const bool namesNoStack = again.losses.find("[no stack]") != std::string::npos;
            const auto expected = PartialDump(original, parts, namesNoStack).samples(ValueTypeIndex(value));
            const auto actual = PartialDump(*again.profile, parts, namesNoStack).samples(target);
            for (const auto& [line, weight] : expected) {
                const auto found = actual.find(line);
                QVERIFY2(found != actual.end(), ("missing: " + line).c_str());
                QVERIFY2(found->second == weight, line.c_str());
            }
            QCOMPARE(actual.size(), expected.size());
        }
        if (held.hasValueTypes)
            QCOMPARE(again.profile->samples[again.profile->shownValue().row()].size() > 0,
                     original.samples[original.shownValue().row()].size() > 0);
    }

    void whatIsLostIsReported_data() { whatTheFormatHoldsComesBack_data(); }
    void whatIsLostIsReported() {
        QFETCH(QString, format);
        QFETCH(int, row);
        const auto original = std::move(profiles()[std::size_t(row)].second);
        const auto& held = *heldBy(format.toStdString());
        const auto losses = through(held.format, original).losses;
        Output output;
        addLosses(original, "", held.parts, output);
        if (output.losses().empty())
            QVERIFY2(losses.find(": left out\n") == std::string::npos, losses.c_str());
        else
            QVERIFY2(losses.find(output.losses().front() + "\n") != std::string::npos, losses.c_str());
        QCOMPARE(losses.find("value type") != std::string::npos,
                 !held.hasValueTypes && original.samples.size() > 1);
    }
};

QTEST_APPLESS_MAIN(RoundTripsTest)
#include "round_trips_test.moc"
