#include "model/profile/losses.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <tuple>

namespace candela {

namespace {

/// Reasons that do not count samples: of Candela's recorder, and of perf's files.
constexpr std::string_view otherReasons[]{
    ModelText::trLater("process events"),
    "news about processes", // name in files of older recorders
    ModelText::trLater("held back by the kernel"),
    ModelText::trLater("mappings without room"),
    ModelText::trLater("names without room"),
    ModelText::trLater("throttled"),
    ModelText::trLater("ends of threads not in the account of CPU time")};
constexpr std::string_view recordReasons[]{ModelText::trLater("ring buffer full"),
                                           ModelText::trLater("lost by perf")};

// "time from 3000000000 to 5000000000", "time after 7000000000"; nanoseconds.
constexpr std::string_view timeFrom = "time from ";
constexpr std::string_view timeTo = " to ";
constexpr std::string_view timeAfter = "time after ";

bool isOneOf(std::string_view reason, std::span<const std::string_view> reasons) {
    return std::ranges::find(reasons, reason) != reasons.end();
}

/// The number, if it is the whole text.
std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto* const last = text.data() + text.size();
    const auto [end, problem] = std::from_chars(text.data(), last, value);
    return problem == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

std::string pointInTime(std::int64_t time) {
    return time == 0 ? ModelText::tr("the start") : formatDuration(time);
}

std::string lineOf(const Loss& loss) {
    const auto count = formatCount(static_cast<std::int64_t>(loss.count));
    const auto reason = ModelText::translated(loss.reason);
    switch (lossKind(loss)) {
    case LossKind::Samples:
        if (loss.value.empty()) return fmt::format("{} ({})", formatSamples(loss.count), reason);
        return ModelText::tr("{} of {} ({})", formatSamples(loss.count), loss.value, reason);
    case LossKind::Records:
        return loss.count == 1 ? ModelText::tr("1 record ({})", reason)
                               : ModelText::tr("{} records ({})", count, reason);
    case LossKind::Time: {
        const auto time = *lostTime(loss);
        if (time.end == noTime) return ModelText::tr("all after {}", pointInTime(time.begin));
        return ModelText::tr("all from {} to {}", pointInTime(time.begin), pointInTime(time.end));
    }
    case LossKind::Other:
        break;
    }
    return fmt::format("{}: {}", reason, count);
}

/// Times in their order; the others by kind, then the largest first.
bool isBefore(const Loss& left, const Loss& right) {
    const auto leftTime = lostTime(left), rightTime = lostTime(right);
    if (leftTime && rightTime) return leftTime->begin < rightTime->begin;
    if (leftTime || rightTime) return leftTime.has_value();
    return std::tuple(lossKind(left), right.count) < std::tuple(lossKind(right), left.count);
}

std::vector<Loss> inOrder(std::vector<Loss> losses) {
    std::erase_if(losses, [](const Loss& loss) { return loss.count == 0; });
    std::ranges::stable_sort(losses, isBefore);
    return losses;
}

} // namespace

LossKind lossKind(const Loss& loss) {
    if (lostTime(loss)) return LossKind::Time;
    if (isOneOf(loss.reason, otherReasons)) return LossKind::Other;
    return isOneOf(loss.reason, recordReasons) ? LossKind::Records : LossKind::Samples;
}

void addLostTime(ProfileBuilder& builder, const LostTime& time) {
    if (time.end == noTime) return builder.addLoss(fmt::format("{}{}", timeAfter, time.begin), 1);
    const auto length = static_cast<std::uint64_t>(time.end) - static_cast<std::uint64_t>(time.begin);
    builder.addLoss(fmt::format("{}{}{}{}", timeFrom, time.begin, timeTo, time.end),
                    time.end > time.begin ? length : 1);
}

std::optional<LostTime> lostTime(const Loss& loss) {
    const std::string_view reason = loss.reason;
    if (reason.starts_with(timeAfter)) {
        const auto begin = number(reason.substr(timeAfter.size()));
        return begin ? std::optional(LostTime{*begin, noTime}) : std::nullopt;
    }
    const auto to = reason.find(timeTo, std::min(reason.size(), timeFrom.size()));
    if (!reason.starts_with(timeFrom) || to == std::string_view::npos) return std::nullopt;
    const auto begin = number(reason.substr(timeFrom.size(), to - timeFrom.size()));
    const auto end = number(reason.substr(to + timeTo.size()));
    return begin && end ? std::optional(LostTime{*begin, *end}) : std::nullopt;
}

std::vector<LostTime> lostTimes(const Profile& profile) {
    std::vector<LostTime> times;
    for (const auto& loss : profile.losses) {
        if (const auto time = lostTime(loss)) times.push_back(*time);
    }
    std::ranges::sort(times, {}, &LostTime::begin);
    return times;
}

std::uint64_t lostSamples(const std::vector<Loss>& losses) {
    std::uint64_t sum = 0;
    for (const auto& loss : losses) {
        if (lossKind(loss) == LossKind::Samples) sum += loss.count;
    }
    return sum;
}

std::optional<double> lostShare(const Profile& profile, const Loss& loss) {
    if (loss.weight == 0) return std::nullopt;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        if (profile.text(profile.samples[row].type.name) != loss.value) continue;
        const auto lost = static_cast<double>(loss.weight);
        const auto recorded = std::abs(static_cast<double>(profile.totalWeight(ValueTypeIndex(row))));
        return lost / (lost + recorded);
    }
    return std::nullopt;
}

std::vector<std::string> lossLines(const std::vector<Loss>& losses) {
    std::vector<std::string> lines;
    for (const auto& loss : inOrder(losses))
        lines.push_back(lineOf(loss));
    return lines;
}

std::vector<std::string> lossLines(const Profile& profile) {
    std::vector<std::string> lines;
    for (const auto& loss : inOrder(profile.losses)) {
        auto line = lineOf(loss);
        if (const auto share = lostShare(profile, loss))
            line += ModelText::tr(", {} of its weight", formatShare(*share, 1));
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace candela
