/// Whatever Candela opens it can write in every format that it writes and reads, and opens that again: each
/// value type has the same total, and each function the same weight of its own. Over all pairs of files and
/// formats: of tests/fixtures, and of ../shared/corpus where that is at hand (CANDELA_CORPUS names another
/// folder).
#include "model/analysis/function_list.h"
#include "tests/read_text.h"

#include <QDir>
#include <QTest>

#include <map>

using namespace candela;

namespace {

using Weights = std::map<std::string, std::int64_t>;

std::shared_ptr<const Profile> shared(const Profile& profile) {
    return {&profile, [](auto*) {}};
}

/// Of each stack that the value has: what its samples add up to.
std::vector<std::int64_t> stackWeights(const Profile& profile, ValueTypeIndex value) {
    std::vector<std::int64_t> weights(profile.stacks.size() + 1); // the last is of samples without any
    const auto& table = profile.samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row)
        weights[table.stack[row] ? table.stack[row].row() : profile.stacks.size()] += table.weight[row];
    return weights;
}

/// By the name that views show. Callgrind's format has no costs below zero.
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

    /// Of the file that was opened last: rows of one file follow each other.
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
        const auto corpus = qEnvironmentVariable("CANDELA_CORPUS", QString(SOURCE_DIR) + "/../shared/corpus");
        if (QDir(corpus).exists())
            addFiles(QDir(corpus));
        else
            qInfo("The corpus is not at hand (../shared/corpus): only the fixtures are tried.");
    }
    void everyExportOpensAgain() {
        QFETCH(QString, path);
        QFETCH(QString, format);
        if (m_path != path.toStdString()) {
            m_path = path.toStdString();
            Task task;
            m_profile = readProfile(m_path, task);
        }
        if (!m_profile) return; // some of the corpus are damaged, or no profiles: corpus_test has which
        const bool hasValues = format != "folded";
        for (std::size_t value = 0; value < m_profile->samples.size(); ++value) {
            if (hasValues && value > 0) break;
            if (!hasValues) m_profile->defaultValue = ValueTypeIndex(value);
            QCOMPARE(QString::fromStdString(reopened(*m_profile, format.toStdString())), QString());
        }
    }

private:
    /// What is different once the profile was written and opened again; empty where nothing is.
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
            const auto changed = difference(expected, selfWeights(*again, same, format));
            if (!changed.empty()) return changed;
            std::int64_t total = 0;
            for (const auto& [name, weight] : expected)
                total += weight;
            if (again->totalWeight(same) != total) return "another total";
        }
        return "";
    }
};

QTEST_APPLESS_MAIN(ExportsTest)
#include "exports_test.moc"
