#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace candela {

namespace {

constexpr double maximumNormal = 38; // the tail beyond it is the smallest that a double distinguishes from 0
/// From this number of degrees of freedom on, the normal distribution is used instead of Student's: they
/// differ by less than 1e-5.
constexpr double manyDegreesOfFreedom = 1e5;

/// Newton's steps end here: the error after a step is about the square of the step.
constexpr double precision = 1e-7;

/// The continued fraction of the incomplete beta function, DLMF 8.17.22 (https://dlmf.nist.gov/8.17#v), by
/// Lentz's method. Converges in about the square root of max(a, b) steps for x < (a + 1) / (a + b + 2).
double betaFraction(double x, double a, double b) {
    constexpr double tiny = 1e-300, epsilon = 1e-13;
    constexpr int maximumSteps = 20'000;
    const auto away = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= maximumSteps; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away(1 + even * d);
        c = away(1 + even / c);
        fraction *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away(1 + odd * d);
        c = away(1 + odd / c);
        fraction *= d * c;
        if (std::abs(d * c - 1) < epsilon) break;
    }
    return fraction;
}

} // namespace

double normalTail(double z) {
    return 0.5 * std::erfc(z / std::sqrt(2.0));
}

double normalQuantile(double tail) {
    if (tail > 0.5) return -normalQuantile(1 - tail);
    if (tail <= normalTail(maximumNormal)) return maximumNormal;
    // Newton's method on the logarithm of the tail, which is nearly a parabola.
    double z = std::sqrt(std::max(0.0, -2 * std::log(2 * tail))) * (tail < 0.1 ? 0.95 : 0.8);
    for (int step = 0; step < 50; ++step) {
        const double here = normalTail(z);
        const double density = std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
        const double change = std::log(here / tail) * here / density;
        z = std::clamp(z + change, 0.0, maximumNormal);
        if (std::abs(change) < 1e-12) break;
    }
    return z;
}

double betaProbability(double x, double a, double b) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front =
        std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b));
    if (x < (a + 1) / (a + b + 2)) return front * betaFraction(x, a, b) / a;
    return 1 - front * betaFraction(1 - x, b, a) / b;
}

double betaLogOdds(double probability, double a, double b, double start, double maximumStep) {
    // The logarithm of the probability is concave, so that steps from below never go too far. A step that
    // leaves the bracket is replaced by its middle.
    const double ofBoth = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
    double logOdds = start, low = -infinite, high = infinite;
    for (int step = 0; step < 200; ++step) {
        const double x = 1 / (1 + std::exp(-logOdds)), rest = 1 / (1 + std::exp(logOdds));
        // Both the factor before the fraction and the derivative by the log-odds.
        const double front = std::exp(ofBoth + a * std::log(x) + b * std::log(rest));
        const double here = x < (a + 1) / (a + b + 2) ? front * betaFraction(x, a, b) / a
                                                      : 1 - front * betaFraction(rest, b, a) / b;
        (here < probability ? low : high) = logOdds;
        const double wanted =
            here > 0 && front > 0 ? std::log(probability / here) * here / front : maximumStep;
        double next = logOdds + std::clamp(wanted, -maximumStep, maximumStep);
        if (std::abs(wanted) < precision) return next;
        if (next <= low || next >= high) next = (low + high) / 2;
        logOdds = next;
    }
    return logOdds;
}

double studentTail(double t, double degreesOfFreedom) {
    if (degreesOfFreedom > manyDegreesOfFreedom) return normalTail(t);
    if (t < 0) return 1 - studentTail(-t, degreesOfFreedom);
    return 0.5 * betaProbability(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5);
}

double studentQuantile(double tail, double degreesOfFreedom) {
    if (degreesOfFreedom > manyDegreesOfFreedom) return normalQuantile(tail);
    if (tail > 0.5) return -studentQuantile(1 - tail, degreesOfFreedom);
    const double z = normalQuantile(tail);
    double low = 0, high = infinite, t = z;
    if (degreesOfFreedom > 5) {
        // The expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5).
        const double square = z * z;
        t += z * (square + 1) / (4 * degreesOfFreedom) +
             z * ((5 * square + 16) * square + 3) / (96 * degreesOfFreedom * degreesOfFreedom);
    } else {
        high = 2;
        while (studentTail(high, degreesOfFreedom) > tail && high < 1e12) {
            low = high;
            high *= 2;
        }
        t = std::clamp(t, low, high);
    }
    // Newton's method; a step that leaves the bracket is replaced by its middle.
    const double half = degreesOfFreedom / 2;
    const double front = std::lgamma(half + 0.5) - std::lgamma(half) - 0.5 * std::log(2 * half * M_PI);
    for (int step = 0; step < 200; ++step) {
        const double here = studentTail(t, degreesOfFreedom);
        (here > tail ? low : high) = t;
        const double density = std::exp(front - (half + 0.5) * std::log1p(t * t / degreesOfFreedom));
        double next = t + (here - tail) / density;
        if (std::abs(next - t) <= precision * std::max(1.0, t)) return next;
        if (!(next > low && next < high)) next = std::isfinite(high) ? (low + high) / 2 : 2 * t;
        t = next;
    }
    return t;
}

} // namespace candela
