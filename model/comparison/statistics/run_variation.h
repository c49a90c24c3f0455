/// How much the rows of a comparison vary between runs: what many rows together show about each one.
#pragma once

#include <cstddef>
#include <span>

namespace candela {

/// The relative variances of one row's weight, of a single run.
struct RowVariance {
    double observed = 0;         ///< between the runs
    double sampling = 0;         ///< that independent samples would have; 0: samples can't be counted
    double degreesOfFreedom = 1; ///< runs minus 1
};

/// The variance that rows are expected to have, and how much it is worth beside a row's own few runs.
///
/// A few runs state a variance inexactly, and tests that rely on it alone find little. The variances of many
/// rows have a distribution of their own: empirical Bayes takes it as the prior of each row, worth as many
/// degrees of freedom as the rows are alike (Smyth, Stat. Appl. Genet. Mol. Biol. 3, 2004, Article 3). The
/// expectation is that of sampling plus one variation between runs for all rows. Where rows vary unequally,
/// the prior is worth little and each row stands for itself.
class RunVariation {
public:
    /// No expectation.
    RunVariation() = default;
    /// Of rows whose weights do not overlap. Fewer than `minimumRows` give no expectation.
    explicit RunVariation(std::span<const RowVariance> rows);

    static constexpr std::size_t minimumRows = 10;

    /// The row's variance together with the expectation. A row that varies much more than expected is left
    /// unchanged (as Phipson et al. do, Ann. Appl. Stat. 10, 2016).
    RowVariance of(const RowVariance& row) const;

    double betweenRuns() const { return m_betweenRuns; }
    double degreesOfFreedom() const { return m_degreesOfFreedom; }

private:
    double expected(const RowVariance& row) const { return m_factor * (row.sampling + m_betweenRuns); }

    double m_betweenRuns = 0;      ///< relative variance besides that of sampling
    double m_factor = 1;           ///< between the mean of logarithms and the prior's variance
    double m_degreesOfFreedom = 0; ///< 0: no expectation
};

} // namespace candela
