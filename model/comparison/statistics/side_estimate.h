/// The size of a row on one side of a comparison, and its uncertainty.
#pragma once

#include "model/comparison/statistics/run_variation.h"

#include <limits>
#include <span>

namespace candela {

/// The weight of a row divided by its exposure (the total, seconds, units of work). Its uncertainty is given
/// as an effective count: the number of independent events whose sum would vary as much. The count is
/// infinite if the ratio is exact, for example that of a total to itself.
struct SideEstimate {
    double ratio = 0;          ///< weight divided by exposure
    double effectiveCount = 0; ///< 1 / relative variance of the ratio
    double unit = 0;           ///< the contribution of one sample to the ratio; 0: not known
    double degreesOfFreedom = std::numeric_limits<double>::infinity(); ///< of the estimated variance
};

/// A row in one unit: a block of time, or a run.
struct Observed {
    double weight = 0;
    double exposure = 0;
};

/// Facts about a row that the units do not show.
struct SampleCount {
    double samples = 0; ///< number of samples of the row; 0: not known
    double share = 0;   ///< share of a fixed whole, the total of which does not vary; 0: the whole is not
                        ///< fixed
    double unit = 0;    ///< the contribution of one sample to the ratio; 0: not known
};

/// The estimate from the blocks of time of one run, in their order. Blocks that follow each other resemble
/// each other, as programs have phases: the variance is that of the ratio of two sums (Cochran, Sampling
/// Techniques, 6.3), with the autocorrelation of its residuals summed up as Wolff does (Monte Carlo errors
/// with less errors, Comput. Phys. Commun. 156, 2004, doi:10.1016/S0010-4655(03)00467-3: automatic window,
/// bias correction). It is never below that of independent samples. There are at most as many degrees of
/// freedom as events.
SideEstimate estimateFromBlocks(std::span<const Observed> blocks, const SampleCount& count);

/// The estimate from several runs, two or more of which have an exposure: the variance of the ratio of two
/// sums over runs, together with the variance that rows are expected to have.
SideEstimate estimateFromRuns(std::span<const Observed> runs, const SampleCount& count,
                              const RunVariation& variation = {});
/// How much a row varies between runs; nothing if it has no weight.
RowVariance varianceOfRuns(std::span<const Observed> runs, const SampleCount& count);

/// The estimate from a count alone: its variance is assumed to be that of independent samples times
/// `dispersion`.
SideEstimate estimateFromCount(double weight, double exposure, const SampleCount& count, double dispersion);

} // namespace candela
