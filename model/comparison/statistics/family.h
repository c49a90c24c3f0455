/// Many tests of one comparison: limits the probability that any of them reports a change that does not
/// exist.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace candela {

struct FamilyTest {
    double chance = 1; ///< the probability of a difference this large if nothing changed
    /// The size, in standard errors, of the change that a comparison should find (changeToFind).
    double standardErrors = 0;
    double degreesOfFreedom = 0;
    /// How much the row matters, of both sides together, which shows nothing of a change; 0: not known.
    double weight = 0;
};

/// The maximum probability that a comparison reports a change that does not exist, for any number of rows.
inline constexpr double familyLevel = 0.05;
/// The change that a comparison should find: 10 % more, in nine of ten comparisons if that is possible.
inline constexpr double changeToFind = 1.1;

/// The level that each of so many tests gets at least.
double minimumLevel(std::size_t tests);

/// Whether the test may find changeToFind, if its variance were known exactly, so that it gets more of the
/// level than all tests.
bool mayBeServed(const FamilyTest& test);

/// How much of the level the tests that are known so far leave to others. The level goes to those that need
/// least first.
class OpenLevel {
public:
    void add(const FamilyTest& test);
    /// False if a test with that many standard errors, or fewer, gets no more of the level than all tests.
    bool isLeftFor(double standardErrors) const;

private:
    std::vector<double> m_needs;
};

/// The chances of the tests, adjusted for the number of tests: a change is reported if the result is
/// familyLevel at most. The probability of any wrong report is then familyLevel at most, however the tests
/// depend on each other (Holm, Scand. J. Statist. 6, 1979, with weights), which is stricter than a false
/// discovery rate of that level.
///
/// The weights spend the level where it can find something (Spjøtvoll, Ann. Math. Statist. 43, 1972;
/// Wasserman and Roeder, arXiv:math/0604172): most of it goes to rows in which changeToFind can be found,
/// each as much as it needs, beginning with those that need least, which are the heavy ones. So the many
/// small rows of a profile do not hide a change of a large one. A twentieth is shared by all rows alike: they
/// report changes that are large enough. Half of what is left, where too little was recorded to find
/// changeToFind, goes to the tests of the largest weight first, so that callers come before what they call.
/// All this depends on how exactly rows are known and how heavy they are, not on how much they changed.
std::vector<double> familyChances(std::span<const FamilyTest> tests);

} // namespace candela
