#include "views/comparison/change_text.h"

#include "model/base/units.h"
#include "views/text/plain_text.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

const QString minus = QStringLiteral("−");

QString signedText(double number, const QString& magnitude) {
    return (number < 0 ? minus : number > 0 ? QStringLiteral("+") : QString()) + magnitude;
}

/// Small ones get a decimal more, so that they do not all read alike.
QString percent(double share, const char* sign) {
    const double size = std::abs(share) * 100;
    const int decimals = size >= 1000 ? 0 : size > 0 && size < 0.095 ? 2 : 1;
    return QString::number(size, 'f', decimals) + " " + sign;
}

QString weightWords(double weight, const std::string& unit) {
    return plainText(formatWeight(std::llround(weight), unit));
}

} // namespace

double normalizedWeight(std::int64_t weight, const ComparisonSide& side, Normalize normalize) {
    const auto number = static_cast<double>(weight);
    switch (normalize) {
    case Normalize::Share:
        return side.weights.total == 0 ? 0 : number / static_cast<double>(side.weights.total);
    case Normalize::Duration:
        return side.duration <= 0 ? 0 : number / (static_cast<double>(side.duration) / 1e9);
    case Normalize::None:
        break;
    }
    return number;
}

QString sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison) {
    const double number = normalizedWeight(weight, side, comparison.normalize);
    switch (comparison.normalize) {
    case Normalize::Share:
        return QString::fromStdString(formatShare(number, 1));
    case Normalize::Duration:
        return weightWords(number, comparison.valueUnit) + "/s";
    case Normalize::None:
        break;
    }
    return weightWords(number, comparison.valueUnit);
}

QString differenceText(double difference, const Comparison& comparison) {
    if (comparison.normalize == Normalize::Share) return signedText(difference, percent(difference, "pp"));
    auto text = signedText(difference, weightWords(std::abs(difference), comparison.valueUnit));
    if (comparison.normalize == Normalize::Duration) text += "/s";
    return text;
}

QString changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight) {
    if (base == 0) return newWeight == 0 ? QString() : QObject::tr("new");
    if (newWeight == 0) return QObject::tr("removed");
    if (!change) return {};
    return signedText(*change, percent(*change, "%"));
}

double differenceScale(const Comparison& comparison) {
    double largest = 0;
    for (const auto& row : comparison.rows)
        largest = std::max({largest, std::abs(row.selfDifference), std::abs(row.totalDifference)});
    // Shares that differ by less than a percentage point are mostly noise: they stay pale.
    return comparison.normalize == Normalize::Share ? std::max(largest, 0.01) : largest;
}

} // namespace candela
