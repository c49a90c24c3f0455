/// Verdicts and intervals of recordings with thousands of rows, most of which are not tested, compared with
/// tests of all of them.
#include "model/comparison/significance.h"
#include "model/comparison/statistics/distributions.h"
#include "model/comparison/statistics/family.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

#include <map>
#include <random>
#include <tuple>

using namespace candela;

namespace {

enum class Sizes {
    Skewed, ///< a few functions have most samples
    Alike,  ///< many have as many samples; the level is enough for those that change, which have a few more
};

/// Samples of many functions below a few callers. The heaviest are seen thousands of times, most a few times;
/// on the new side, some take longer. Samples come in bursts, as programs have phases, unless functions are
/// alike.
std::shared_ptr<const Profile> recorded(unsigned seed, bool isNew, Sizes sizes = Sizes::Skewed) {
    constexpr int functions = 1500, heavy = 120;
    const bool areAlike = sizes == Sizes::Alike;
    const int samples = areAlike ? 3000 * heavy : 120'000;
    const unsigned longest = areAlike ? 1 : 6;
    std::mt19937_64 random(seed);
    ProfileBuilder builder;
    const auto frameOf = [&](const std::string& name) {
        const auto function = builder.function(
            {.name = builder.string(name), .rawName = {}, .file = {}, .startLine = 0, .mapping = {}});
        return builder.frame({.function = function, .mapping = {}, .address = 0, .line = 0});
    };
    const auto main = builder.stack({}, frameOf("main"));
    std::vector<StackIndex> stacks;
    std::vector<double> costs;
    for (int number = 0; number < functions; ++number) {
        const auto caller = builder.stack(main, frameOf(fmt::format("caller{}", number % 40)));
        const auto only =
            number % 5 == 0 ? builder.stack(caller, frameOf(fmt::format("only{}", number))) : caller;
        stacks.push_back(builder.stack(only, frameOf(fmt::format("f{}", number))));
        const bool changes = number % 100 == 7;
        if (areAlike)
            costs.push_back((number < heavy ? 1 : 0.001) * (changes ? isNew ? 1.43 : 1.3 : 1));
        else
            costs.push_back((changes && isNew ? 1.6 : 1) / (number + 1));
    }
    std::discrete_distribution<std::size_t> function(costs.begin(), costs.end());
    const auto value = builder.valueType("cpu", "nanoseconds");
    for (std::int64_t sample = 0; sample < samples;) {
        const auto stack = random() % 50 == 0 ? StackIndex() : stacks[function(random)];
        for (auto left = 1 + random() % longest; left > 0 && sample < samples; --left, ++sample)
            builder.addSample(value, {.stack = stack,
                                      .weight = 1'000'000,
                                      .time = sample * 1'000'000,
                                      .thread = {},
                                      .cpu = 0,
                                      .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

double reach(const std::optional<ChangeInterval>& interval) {
    if (!interval) return infinite;
    return std::expm1(std::max(std::abs(std::log1p(interval->low)), std::abs(std::log1p(interval->high))));
}

struct Tested {
    std::optional<RatioTest> self, total;
};

/// The verdicts if each row is tested.
class AllTested {
public:
    explicit AllTested(const Comparison& comparison) : m_comparison(comparison) {
        RowTests tests(comparison);
        if (const auto whole = totalTest(comparison)) {
            m_family.push_back(
                {whole->chance(), whole->standardErrors(changeToFind), whole->degreesOfFreedom(), infinite});
            m_known[{comparison.base.weights.total, comparison.newSide.weights.total, m_family[0].chance,
                     m_family[0].standardErrors, m_family[0].degreesOfFreedom}] = 0;
        }
        for (const auto& row : comparison.rows) {
            m_tested.push_back({tests.of(row, Weighed::Self), tests.of(row, Weighed::Total)});
            add(m_tested.back().self, row.baseSelf, row.newSelf);
            add(m_tested.back().total, row.baseTotal, row.newTotal);
        }
        m_chances = familyChances(m_family);
    }

    Verdict verdict(std::size_t row, Weighed weighed) const {
        const auto& own = m_comparison.rows[row];
        const bool isSelf = weighed == Weighed::Self;
        const auto& test = isSelf ? m_tested[row].self : m_tested[row].total;
        if (m_chances[m_numbers[2 * row + (isSelf ? 0 : 1)]] <= familyLevel)
            return test->chanceOfMore(0) < test->chanceOfLess(0) ? Verdict::Slower : Verdict::Faster;
        const bool isThere = isSelf ? own.baseSelf || own.newSelf : own.baseTotal || own.newTotal;
        return !isThere || reach(interval(row, weighed)) <= sameWithin ? Verdict::Same : Verdict::Unknown;
    }
    /// That of both weights together.
    Verdict verdict(std::size_t row) const {
        for (const auto weighed : {Weighed::Total, Weighed::Self})
            if (const auto own = verdict(row, weighed); isChange(own)) return own;
        const bool areSame =
            verdict(row, Weighed::Self) == Verdict::Same && verdict(row, Weighed::Total) == Verdict::Same;
        return areSame ? Verdict::Same : Verdict::Unknown;
    }
    std::optional<ChangeInterval> interval(std::size_t row, Weighed weighed) const {
        const auto& test = weighed == Weighed::Self ? m_tested[row].self : m_tested[row].total;
        return test->isPossible() ? std::optional(test->interval(intervalLevel)) : std::nullopt;
    }

private:
    double familyWeight(std::int64_t base, std::int64_t newWeight) const {
        const auto weight = static_cast<double>(base + newWeight);
        const double share = weight / static_cast<double>(m_comparison.base.weights.total +
                                                          m_comparison.newSide.weights.total);
        return m_comparison.normalize == Normalize::Share ? share * (1 - share) : weight;
    }
    void add(const std::optional<RatioTest>& test, std::int64_t base, std::int64_t newWeight) {
        const double share = (normalizedWeight(base, m_comparison.base, Normalize::Share) +
                              normalizedWeight(newWeight, m_comparison.newSide, Normalize::Share)) /
                             2;
        const bool isShare = m_comparison.normalize == Normalize::Share;
        const double factor = isShare ? changeToFind / (1 + (changeToFind - 1) * share) : changeToFind;
        const FamilyTest entry{test->chance(), test->standardErrors(factor), test->degreesOfFreedom(),
                               familyWeight(base, newWeight)};
        const auto [found, isNew] = m_known.try_emplace(
            {base, newWeight, entry.chance, entry.standardErrors, entry.degreesOfFreedom}, m_family.size());
        if (isNew) m_family.push_back(entry);
        m_numbers.push_back(found->second);
    }

    const Comparison& m_comparison;
    std::vector<Tested> m_tested;
    std::vector<FamilyTest> m_family;
    std::map<std::tuple<std::int64_t, std::int64_t, double, double, double>, std::size_t> m_known;
    std::vector<std::size_t> m_numbers;
    std::vector<double> m_chances;
};

} // namespace

class JudgedRowsTest : public QObject {
    Q_OBJECT
private slots:
    void verdictsAreThoseOfTestingEachRow_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<Sizes>("sizes");
        QTest::addColumn<Normalize>("normalize");
        QTest::addColumn<bool>("areExchanged");
        for (unsigned seed = 1; seed <= 4; ++seed)
            QTest::addRow("skewed %u", seed) << seed << Sizes::Skewed << Normalize::Share << (seed == 4);
        for (unsigned seed = 1; seed <= 2; ++seed)
            QTest::addRow("alike %u", seed) << seed << Sizes::Alike << Normalize::Share << (seed == 2);
        QTest::addRow("as they are") << 1u << Sizes::Alike << Normalize::None << false;
    }
    void verdictsAreThoseOfTestingEachRow() {
        QFETCH(unsigned, seed);
        QFETCH(Sizes, sizes);
        QFETCH(Normalize, normalize);
        QFETCH(bool, areExchanged);
        auto base = recorded(seed, false, sizes), newSide = recorded(seed + 100, true, sizes);
        if (areExchanged) std::swap(base, newSide);
        const auto compared = compareWhole(base, newSide, Grouping::Function, {}, normalize);
        QVERIFY(compared.has_value());
        const auto& comparison = *compared;
        QVERIFY(comparison.rows.size() > 1500);
        const AllTested expected(comparison);
        std::map<Verdict, std::size_t> counts;
        for (std::size_t index = 0; index < comparison.rows.size(); ++index) {
            const auto& row = comparison.rows[index];
            QVERIFY2(row.selfVerdict == expected.verdict(index, Weighed::Self), row.name.c_str());
            QVERIFY2(row.totalVerdict == expected.verdict(index, Weighed::Total), row.name.c_str());
            QVERIFY2(row.verdict == expected.verdict(index), row.name.c_str());
            ++counts[row.totalVerdict];
            const auto& evidence = row.evidence();
            const auto total = expected.interval(index, Weighed::Total);
            QCOMPARE(evidence.totalInterval.has_value(), total.has_value());
            if (total) {
                QCOMPARE(evidence.totalInterval->low, total->low);
                QCOMPARE(evidence.totalInterval->high, total->high);
            }
        }
        // All kinds of rows are there.
        QVERIFY(counts[areExchanged ? Verdict::Faster : Verdict::Slower] > 0);
        QVERIFY(counts[Verdict::Same] > 0);
        QVERIFY(counts[Verdict::Unknown] > 1000);
    }
    void evidenceIsTheSameInWhateverOrderItIsComputed() {
        const auto base = recorded(1, false), newSide = recorded(2, true);
        const auto compared = [&] {
            return *compareWhole(base, newSide, Grouping::Function, {}, Normalize::Share);
        };
        const auto whole = compared(), parts = compared(), single = compared();
        const Task task;
        whole.evidences->complete(whole.rows, RowEvidences::Threads::All, task);
        parts.evidences->complete(std::span(parts.rows).first(parts.rows.size() / 3),
                                  RowEvidences::Threads::One, task);
        for (auto row = whole.rows.size(); row-- > 0;) {
            const auto& evidence = whole.rows[row].evidence();
            for (const auto* other : {&parts.rows[row].evidence(), &single.rows[row].evidence()}) {
                QCOMPARE(other->noChangeBeyond, evidence.noChangeBeyond);
                QCOMPARE(other->timesAsMuch, evidence.timesAsMuch);
                QCOMPARE(other->selfInterval.has_value(), evidence.selfInterval.has_value());
                if (evidence.selfInterval) QCOMPARE(other->selfInterval->low, evidence.selfInterval->low);
            }
        }
    }
    void aCancelledTaskComputesNothing() {
        const auto compared =
            *compareWhole(recorded(1, false), recorded(2, true), Grouping::Function, {}, Normalize::Share);
        Task task;
        task.cancel();
        compared.evidences->complete(compared.rows, RowEvidences::Threads::All, task);
        QVERIFY(std::isfinite(compared.rows.front().evidence().noChangeBeyond));
    }
};

QTEST_APPLESS_MAIN(JudgedRowsTest)
#include "judged_rows_test.moc"
