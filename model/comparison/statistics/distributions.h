/// Tails and quantiles of the distributions that comparisons need. Small tails stay exact: each is computed
/// as a tail, not as one minus the other one.
#pragma once

#include <limits>

namespace candela {

/// Stands for the degrees of freedom, or the count, of a value that is known without error.
constexpr double infinite = std::numeric_limits<double>::infinity();

/// P(Z > z) of the standard normal distribution.
double normalTail(double z);
/// The z whose normalTail() is `tail`, in 0…1. For tails that a double does not distinguish from 0, the
/// result is 38.
double normalQuantile(double tail);

/// P(T > t) of Student's distribution; infinitely many degrees of freedom are the normal distribution.
double studentTail(double t, double degreesOfFreedom);
/// The t whose studentTail() is `tail`.
double studentQuantile(double tail, double degreesOfFreedom);

/// P(X < x) of the beta distribution with a, b > 0: the regularized incomplete beta function.
double betaProbability(double x, double a, double b);
/// log(x / (1 - x)) of the x whose betaProbability() is `probability`, in 0…1, by Newton's method. It begins
/// at `start`, and no step is longer than `maximumStep`.
double betaLogOdds(double probability, double a, double b, double start, double maximumStep);

} // namespace candela
