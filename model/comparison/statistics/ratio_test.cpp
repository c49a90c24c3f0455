#include "model/comparison/statistics/ratio_test.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// Larger counts are replaced by this one, whose standard error is 0.003 %.
constexpr double maximumCount = 1e9;
/// Exact ratios that differ by less are equal: the difference is rounding.
constexpr double roundingOfRatio = 1e-9;
/// Beyond these counts, the signed root of the likelihood ratio (Barndorff-Nielsen, Biometrika 73, 1986) is
/// used for the binomial's tails, as it needs no series. Its error is at most about 1 / (6 √count) standard
/// deviations; far tails need larger counts. Exact tails begin half a count before the one that was seen.
constexpr double largeCount = 1000, largeCountOfInterval = 50;

double squareRoot(double value) {
    return std::sqrt(std::max(0.0, value));
}

/// The position of both sides' counts relative to the odds that a ratio implies, as a number with a standard
/// normal distribution: positive if there are more on the new side.
double signedRoot(double newCount, double base, double logit) {
    const double all = newCount + base;
    // Computes log p and log (1 - p) without losing precision near 0.
    const double logNew = -std::log1p(std::exp(-logit));
    const double logBase = -std::log1p(std::exp(logit));
    const double fit = (newCount > 0 ? newCount * std::log(newCount / all) : 0) +
                       (base > 0 ? base * std::log(base / all) : 0);
    const double root = squareRoot(2 * (fit - newCount * logNew - base * logBase));
    return newCount * std::exp(-logit) > base ? root : -root;
}

enum class Counting { Exact, Jeffreys };

double shareOf(double logit) {
    return 1 / (1 + std::exp(-logit));
}

/// The standard normal number whose upper tail is the probability of as many or more events on the new side.
double upwards(double newCount, double base, double logit, Counting counting) {
    if (newCount <= 0) return -infinite;
    if (std::min(newCount, base) > (counting == Counting::Exact ? largeCount : largeCountOfInterval))
        return counting == Counting::Exact ? signedRoot(newCount - 0.5, base + 0.5, logit)
                                           : signedRoot(newCount, base, logit);
    const double own = counting == Counting::Exact ? 0 : 0.5;
    const double gap = counting == Counting::Exact ? 1 : 0.5;
    return normalQuantile(betaProbability(shareOf(logit), newCount + own, base + gap));
}

/// The same for as many or fewer.
double downwards(double newCount, double base, double logit, Counting counting) {
    return upwards(base, newCount, -logit, counting);
}

double capped(double count) {
    return std::min(count, maximumCount);
}

double welchDegreesOfFreedom(const SideEstimate& base, const SideEstimate& newSide) {
    const double v = base.effectiveCount > 0 ? 1 / base.effectiveCount : 0;
    const double w = newSide.effectiveCount > 0 ? 1 / newSide.effectiveCount : 0;
    const double sum = v * v / base.degreesOfFreedom + w * w / newSide.degreesOfFreedom;
    return sum > 0 ? (v + w) * (v + w) / sum : infinite;
}

} // namespace

RatioTest::RatioTest(const SideEstimate& base, const SideEstimate& newSide)
    : m_base(base), m_newSide(newSide), m_degreesOfFreedom(welchDegreesOfFreedom(base, newSide)),
      m_unitRatio(1) {
    m_base.effectiveCount = capped(m_base.effectiveCount);
    m_newSide.effectiveCount = capped(m_newSide.effectiveCount);
    // If a side has no samples of the row, each of its events is assumed to have as many samples as an event
    // of the other side.
    const auto eventOf = [](const SideEstimate& side, const SideEstimate& other) {
        if (side.ratio > 0) return side.ratio / side.effectiveCount;
        const double event = other.ratio / other.effectiveCount;
        return side.unit > 0 && other.unit > 0 ? side.unit * event / other.unit : event;
    };
    if (isPossible()) m_unitRatio = eventOf(m_base, m_newSide) / eventOf(m_newSide, m_base);
}

double RatioTest::logitOf(double change) const {
    return std::log((1 + change) * m_unitRatio);
}

bool RatioTest::isExact() const {
    return std::min(m_base.effectiveCount, m_newSide.effectiveCount) >= maximumCount;
}

double RatioTest::chanceOfMore(double change) const {
    if (!isPossible()) return 1;
    if (isExact()) return m_newSide.ratio > (1 + change) * m_base.ratio * (1 + roundingOfRatio) ? 0 : 1;
    return studentTail(
        upwards(m_newSide.effectiveCount, m_base.effectiveCount, logitOf(change), Counting::Exact),
        m_degreesOfFreedom);
}

double RatioTest::chanceOfLess(double change) const {
    if (!isPossible()) return 1;
    if (isExact()) return m_newSide.ratio * (1 + roundingOfRatio) < (1 + change) * m_base.ratio ? 0 : 1;
    return studentTail(
        downwards(m_newSide.effectiveCount, m_base.effectiveCount, logitOf(change), Counting::Exact),
        m_degreesOfFreedom);
}

double RatioTest::chance() const {
    return std::min(1.0, 2 * std::min(chanceOfMore(0), chanceOfLess(0)));
}

ChangeInterval RatioTest::interval(double level) const {
    const double x = m_newSide.effectiveCount, y = m_base.effectiveCount;
    if (!isPossible()) return {};
    if (isExact()) {
        const double ratio = m_newSide.ratio / m_base.ratio - 1;
        const double change = std::abs(ratio) < roundingOfRatio ? 0 : ratio;
        return {change, change};
    }
    const double wanted = studentQuantile((1 - level) / 2, m_degreesOfFreedom);
    const double middle = std::log((x + 0.5) / (y + 0.5));
    const double error = squareRoot(1 / (x + 0.5) + 1 / (y + 0.5));
    const double tail = normalTail(wanted);
    if (tail <= 0) return {};
    // `distance` falls with `logit` if the direction is 1 and grows if it is -1. It is nearly a straight
    // line, so that the secant method needs few steps.
    const auto solve = [&](auto&& distance, double direction) {
        double near = middle, far = middle - direction * (wanted + 1) * error;
        for (int step = 0; step < 60 && distance(far) < wanted; ++step)
            far -= direction * (wanted + 1) * error;
        double nearValue = distance(near) - wanted, farValue = distance(far) - wanted;
        for (int step = 0; step < 100 && std::abs(far - near) > 1e-9; ++step) {
            double next = near - nearValue * (far - near) / (farValue - nearValue);
            // The interval is halved now and then, so that neither end stays the same.
            if (!std::isfinite(next) || step % 4 == 3) next = (near + far) / 2;
            const double value = distance(next) - wanted;
            if (std::abs(value) < 1e-9) return next;
            (value > 0 ? far : near) = next;
            (value > 0 ? farValue : nearValue) = value;
        }
        return (near + far) / 2;
    };
    // The log-odds below which as many or more events on the first side are that improbable.
    const auto logOddsOf = [&](double first, double second, double start) {
        return betaLogOdds(tail, first + 0.5, second + 0.5, start, (wanted + 1) * error);
    };
    const bool areFew = std::min(x, y) <= largeCountOfInterval;
    const auto lowest = [&] {
        if (areFew) return logOddsOf(x, y, middle - wanted * error);
        return solve([&](double logit) { return upwards(x, y, logit, Counting::Jeffreys); }, 1);
    };
    const auto highest = [&] {
        if (areFew) return -logOddsOf(y, x, -middle - wanted * error);
        return solve([&](double logit) { return downwards(x, y, logit, Counting::Jeffreys); }, -1);
    };
    ChangeInterval interval;
    if (x > 0) interval.low = std::exp(lowest()) / m_unitRatio - 1;
    if (y > 0) interval.high = std::exp(highest()) / m_unitRatio - 1;
    return interval;
}

double RatioTest::distance() const {
    if (!isPossible()) return 0;
    return std::abs(signedRoot(m_newSide.effectiveCount, m_base.effectiveCount, logitOf(0)));
}

double RatioTest::standardErrors(double factor) const {
    const double x = m_newSide.effectiveCount, y = m_base.effectiveCount;
    if (x <= 0 && y <= 0) return 0;
    return std::abs(std::log(factor)) / squareRoot(1 / (x + 0.5) + 1 / (y + 0.5));
}

} // namespace candela
