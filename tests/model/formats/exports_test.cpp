/// Candela can write any profile that it opens in every format that it writes and reads, and can open the
/// result. Each value type has the same total, and each function the same self weight. The weights of each
/// process, thread and label, and the times, are the same, or the writer's losses name them. All pairs of
/// files and formats are tested: tests/fixtures, including the corpus.
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/profile/profile_builder.h"
#include "tests/corpus.h"
#include "tests/read_text.h"

#include <QDir>
#include <QTest>

#include <map>
#include <set>

using namespace candela;

namespace {

using Weights = std::map<std::string, std::int64_t>;

std::shared_ptr<const Profile> shared(const Profile& profile) {
    return {&profile, [](auto*) {}};
}

/// The sum of the samples of each stack of the value.
std::vector<std::int64_t> stackWeights(const Profile& profile, ValueTypeIndex value) {
    std::vector<std::int64_t> weights(profile.stacks.size() + 1); // the last is for samples without a stack
    const auto& table = profile.samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row)
        weights[table.stack[row] ? table.stack[row].row() : profile.stacks.size()] += table.weight[row];
    return weights;
}

/// Self weights by the name in views; without negative ones, which Callgrind's format can't hold.
Weights selfWeights(const Profile& profile, ValueTypeIndex value, std::string_view format) {
    const auto groups = groupFrames(shared(profile), Grouping::Function);
    const auto weights = stackWeights(profile, value);
    Weights sums;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (weights[row] == 0 || (weights[row] < 0 && format == "callgrind")) continue;
        const bool isStack = row < profile.stacks.size();
        auto name =
            isStack ? (*groups)[groups->groupOfFrame[profile.stacks.frame[row].row()]].name : "[no stack]";
        if (format == "folded") std::ranges::replace(name, ';', ':');
        sums[name] += weights[row];
    }
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
    return sums;
}

/// Removes the suffix " (module)" that an export may add to functions of one name.
void removeModules(Weights& weights, const Weights& expected) {
    Weights changed;
    for (const auto& [name, weight] : weights) {
        const auto end = name.ends_with(')') ? name.rfind(" (") : std::string::npos;
        const bool isLonger = end != std::string::npos && !expected.contains(name);
        changed[isLonger ? name.substr(0, end) : name] += weight;
    }
    weights = std::move(changed);
}

/// The self weight of each function, the smallest first: functions that were merged are visible here.
std::vector<std::int64_t> apart(const Profile& profile, ValueTypeIndex value, std::string_view format) {
    const auto groups = groupFrames(shared(profile), Grouping::Function);
    const auto weights = stackWeights(profile, value);
    std::map<FrameGroupIndex, std::int64_t> sums;
    for (std::size_t row = 0; row < profile.stacks.size(); ++row)
        if (weights[row] > 0 || format != "callgrind")
            sums[groups->groupOfFrame[profile.stacks.frame[row].row()]] += weights[row];
    if (weights.back() > 0) sums[{}] += weights.back();
    std::vector<std::int64_t> sorted;
    for (const auto& [group, weight] : sums)
        if (weight != 0) sorted.push_back(weight);
    std::ranges::sort(sorted);
    return sorted;
}

std::string difference(const Weights& expected, const Weights& actual) {
    for (const auto& [name, weight] : expected) {
        const auto found = actual.find(name);
        if (found == actual.end()) return "missing: " + name;
        if (found->second != weight)
            return name + ": " + std::to_string(found->second) + " for " + std::to_string(weight);
    }
    for (const auto& [name, weight] : actual) {
        if (!expected.contains(name)) return "added: " + name;
    }
    return "";
}

/// A part that a format either keeps or reports as lost: the words of that loss, and the key of each weight.
/// Sums of 0 are omitted.
struct KeptPart {
    const char* words;
    std::string (*keyOf)(const Profile&, const SampleTable&, std::size_t row);
};

std::string threadKey(const Profile& profile, const SampleTable& table, std::size_t row) {
    const auto thread = table.threadAt(row);
    if (!thread) return {};
    const auto& found = profile.threads[thread.row()];
    const auto& process = profile.processes[found.process.row()];
    return std::string(profile.text(process.name)) + " " + std::to_string(process.pid) + " / " +
           std::string(profile.text(found.name)) + " " + std::to_string(found.tid);
}

/// The labels of the sample, its thread and its process as a key: formats may store all of them in one list.
std::string labelKey(const Profile& profile, const SampleTable& table, std::size_t row) {
    std::set<std::string> texts;
    const auto add = [&](LabelSetIndex set) {
        for (const auto& label : profile.labelsOf(set))
            texts.insert(std::string(profile.text(label.key)) + "=" + labelText(profile, label));
    };
    add(table.labelsAt(row));
    if (const auto thread = table.threadAt(row)) {
        add(profile.threads[thread.row()].labels);
        add(profile.processes[profile.threads[thread.row()].process.row()].labels);
    }
    std::string all;
    for (const auto& text : texts)
        all += text + " ";
    return all;
}

constexpr KeptPart keptParts[]{
    {"processes and threads", threadKey},
    {"labels", labelKey},
};

Weights weightsBy(const Profile& profile, ValueTypeIndex value, const KeptPart& part) {
    const auto& table = profile.samples[value.row()];
    Weights sums;
    for (std::size_t row = 0; row < table.size(); ++row)
        if (auto key = part.keyOf(profile, table, row); !key.empty()) sums[key] += table.weight[row];
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
    return sums;
}

/// The times of samples with a weight, relative to the first one; each time once.
std::vector<std::int64_t> times(const Profile& profile, ValueTypeIndex value) {
    const auto& table = profile.samples[value.row()];
    std::set<std::int64_t> found;
    for (std::size_t row = 0; row < table.size(); ++row)
        if (table.weight[row] != 0 && table.timeAt(row) != noTime) found.insert(table.timeAt(row));
    std::vector<std::int64_t> sinceFirst(found.begin(), found.end());
    for (auto& time : sinceFirst)
        time -= *found.begin();
    return sinceFirst;
}

/// Formats store fractions of milliseconds: times are equal up to a microsecond.
bool areSame(const std::vector<std::int64_t>& left, const std::vector<std::int64_t>& right) {
    return std::ranges::equal(
        left, right, [](std::int64_t one, std::int64_t other) { return std::abs(one - other) <= 1000; });
}

/// The parts that are neither kept nor reported; empty if there are none.
std::string silentLoss(const Profile& profile, const Profile& again, ValueTypeIndex value,
                       ValueTypeIndex same, const std::vector<std::string>& losses) {
    const auto isStated = [&](const char* words) {
        return std::ranges::any_of(
            losses, [&](const std::string& loss) { return loss.find(words) != std::string::npos; });
    };
    if (!isStated("times") && !areSame(times(profile, value), times(again, same))) return "times";
    for (const auto& part : keptParts) {
        if (isStated(part.words)) continue;
        const auto changed = difference(weightsBy(profile, value, part), weightsBy(again, same, part));
        if (!changed.empty()) return std::string(part.words) + ": " + changed;
    }
    return "";
}

bool hasNoSamples(const Profile& profile) {
    return std::ranges::all_of(profile.samples, [](const SampleTable& table) { return table.size() == 0; });
}

ValueTypeIndex sameValue(const Profile& profile, const Profile& original, ValueTypeIndex value) {
    const auto& type = original.samples[value.row()].type;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const auto& other = profile.samples[row].type;
        if (profile.text(other.name) == original.text(type.name) &&
            profile.text(other.unit) == original.text(type.unit))
            return ValueTypeIndex(row);
    }
    return {};
}

} // namespace

class ExportsTest : public QObject {
    Q_OBJECT

    /// The file that was opened last: rows of one file are consecutive.
    std::string m_path;
    Result<Profile> m_profile = failure("none");

    static void addFiles(const QDir& top, const QString& folder = ".") {
        const QDir here(top.filePath(folder));
        for (const auto& file : here.entryList(QDir::Files, QDir::Name)) {
            if (file.endsWith(".expected") || file.endsWith(".go") || file.endsWith(".md")) continue;
            const auto path = QDir::cleanPath(folder + "/" + file);
            for (const auto& format : allFormats()) {
                if (!format.read || !format.write) continue;
                const auto name = QString::fromUtf8(format.name.data(), qsizetype(format.name.size()));
                QTest::newRow(qPrintable(path + " as " + name)) << top.filePath(path) << name;
            }
        }
        for (const auto& subfolder : here.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            addFiles(top, folder + "/" + subfolder);
    }

private slots:
    void everyExportOpensAgain_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("format");
        addFiles(QDir(QString(FIXTURES) + "/formats"));
        addFiles(QDir(corpusFolder()));
    }
    void everyExportOpensAgain() {
        QFETCH(QString, path);
        QFETCH(QString, format);
        if (m_path != path.toStdString()) {
            m_path = path.toStdString();
            Task task;
            m_profile = readProfile(m_path, task);
        }
        if (!m_profile) return; // some files of the corpus are damaged or no profiles, see corpus_test
        const bool hasValues = format != "folded";
        for (std::size_t value = 0; value < m_profile->samples.size(); ++value) {
            if (hasValues && value > 0) break;
            if (!hasValues) m_profile->defaultValue = ValueTypeIndex(value);
            QCOMPARE(QString::fromStdString(reopened(*m_profile, format.toStdString())), QString());
        }
    }

    /// The same rule for all formats (exported_names.h): by file, by module, and both.
    void functionsOfOneNameStayApart_data() {
        QTest::addColumn<QString>("format");
        for (const auto& format : allFormats())
            if (format.read && format.write)
                QTest::newRow(format.name.data()) << QString::fromStdString(std::string(format.name));
    }
    void functionsOfOneNameStayApart() {
        QFETCH(QString, format);
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto add = [&](const char* module, const char* file, std::int64_t weight) {
            const auto mapping = builder.mapping({.path = builder.string(module), .buildId = {}});
            const auto function = builder.function({.name = builder.string("work"),
                                                    .rawName = {},
                                                    .file = builder.string(file),
                                                    .mapping = mapping});
            builder.addSample(
                value, {.stack = builder.stack({}, builder.frame({.function = function, .mapping = mapping})),
                        .weight = weight,
                        .thread = {},
                        .labels = {}});
        };
        add("/lib/liba.so", "", 1'000'000);
        add("/lib/libb.so", "", 2'000'000);
        add("/lib/libc.so", "one.c", 4'000'000);
        add("/lib/libc.so", "two.c", 8'000'000);
        add("/lib/libd.so", "one.c", 16'000'000);
        const auto profile = builder.build();
        QCOMPARE(apart(profile, value, "").size(), 5u);
        Output output;
        Task task;
        QVERIFY(findFormat(format.toStdString())->write(profile, output, task));
        auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
        const auto again = readProfile(input, task);
        QVERIFY(again);
        QCOMPARE(apart(*again, ValueTypeIndex(0), ""), apart(profile, value, ""));
    }

private:
    /// The differences between a profile and the same profile written and opened again; empty if there are
    /// none.
    static std::string reopened(const Profile& profile, const std::string& format) {
        Output output;
        Task task;
        if (const auto done = findFormat(format)->write(profile, output, task); !done)
            return "not written: " + done.error().message;
        const auto& shown = profile.samples[profile.shownValue().row()];
        const bool isNothing = format == "folded" ? shown.size() == 0 : hasNoSamples(profile);
        auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
        const auto again = readProfile(input, task);
        if (isNothing && !again) return "";
        if (outcome(again) != format) return "not opened: " + outcome(again);
        for (std::size_t row = 0; row < profile.samples.size(); ++row) {
            const ValueTypeIndex value(row);
            if (format == "folded" && value != profile.shownValue()) continue;
            const auto same = format == "folded" ? ValueTypeIndex(0) : sameValue(*again, profile, value);
            if (!same) return "no value " + std::string(profile.text(profile.samples[row].type.name));
            const auto expected = selfWeights(profile, value, format);
            auto actual = selfWeights(*again, same, format);
            removeModules(actual, expected);
            const auto changed = difference(expected, actual);
            if (!changed.empty()) return changed;
            std::int64_t total = 0;
            for (const auto& [name, weight] : expected)
                total += weight;
            if (again->totalWeight(same) != total) return "another total";
            if (apart(profile, value, format) != apart(*again, same, format)) return "functions became one";
            const auto lost = silentLoss(profile, *again, value, same, output.losses());
            if (!lost.empty()) return lost;
        }
        return "";
    }
};

QTEST_APPLESS_MAIN(ExportsTest)
#include "exports_test.moc"
