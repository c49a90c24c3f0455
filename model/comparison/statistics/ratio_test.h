/// The ratio of one row between two sides: its value, its interval, and the probability of a difference as
/// large by chance.
#pragma once

#include "model/comparison/statistics/side_estimate.h"

namespace candela {

/// Ratio of new to base minus 1: 0.1 is 10 % more.
struct ChangeInterval {
    double low = -1;
    double high = std::numeric_limits<double>::infinity();
};

/// A test that takes both sides as counts of events, of which effectiveCount were seen: given their sum, the
/// number on one side is binomial (Przyborowski and Wilenski, Biometrika 31, 1940), also where one side has
/// none. Because the variances are estimates, the tails are those of Student's distribution, with the degrees
/// of freedom of Welch and Satterthwaite. The counts are corrected for samples that are not independent, as
/// Rao and Scott do (Biometrics 48, 1992).
class RatioTest {
public:
    RatioTest(const SideEstimate& base, const SideEstimate& newSide);

    /// Whether a side has any information about the row; else there is nothing to test.
    bool isPossible() const { return m_base.ratio > 0 || m_newSide.ratio > 0; }

    /// The probability of an increase as large as the one that was seen, if the true change is `change` or
    /// less. Never less than the exact probability for counts.
    double chanceOfMore(double change) const;
    /// The same for a decrease, if the true change is `change` or more.
    double chanceOfLess(double change) const;
    /// The same in either direction, if nothing changed.
    double chance() const;

    /// Contains the true change with that probability. Jeffreys' interval for the binomial (Brown, Cai and
    /// DasGupta, Statist. Sci. 16, 2001), which is not wider than needed for small counts.
    ChangeInterval interval(double level) const;

    /// How far the ratio is from 1, in standard errors: by a normal approximation, which makes it no less
    /// likely that something changed than chance() does.
    double distance() const;
    /// How many standard errors a change by this factor amounts to.
    double standardErrors(double factor) const;
    double degreesOfFreedom() const { return m_degreesOfFreedom; }

private:
    /// Whether neither side varies.
    bool isExact() const;
    double logitOf(double change) const;

    SideEstimate m_base, m_newSide;
    double m_degreesOfFreedom;
    double m_unitRatio; ///< unit of base divided by unit of new
};

} // namespace candela
