#include "model/formats/speedscope/speedscope_profile.h"

#include "model/base/text/model_text.h"
#include "model/base/wrapping.h"
#include "model/formats/json/json_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::int64_t thousand = 1000;

std::int32_t smallNumber(JsonValue value) {
    const auto number = value.integer().value_or(0);
    const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                      number <= std::numeric_limits<std::int32_t>::max();
    return fits ? static_cast<std::int32_t>(number) : 0;
}

} // namespace

struct SpeedscopeProfile::Event {
    bool isCall = false;
    std::uint64_t frame = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::int64_t> time;
};

std::int64_t SpeedscopeProfile::factor() const {
    if (hasOwnUnit()) return 1;
    if (m_unit->nanoseconds > 0) return m_unit->nanoseconds;
    return m_hasFractions ? thousand : 1;
}

std::string SpeedscopeProfile::valueName() const {
    return m_origin ? m_origin->value : std::string(m_unit->value);
}

std::string SpeedscopeProfile::valueUnit() const {
    if (m_origin) return m_origin->unit;
    return m_hasFractions ? "thousandths" : std::string(m_unit->valueUnit);
}

std::int64_t SpeedscopeProfile::startTime() const {
    std::int64_t time = 0;
    if (__builtin_mul_overflow(m_start.value_or(0), timeFactor(), &time)) return 0;
    return time;
}

void SpeedscopeProfile::read(JsonValue profile, SpeedscopeStacks& stacks, bool hasFrames, Walk walk) {
    m_walk = walk;
    m_hasFrames = hasFrames;
    if (walk == Walk::Second) m_hasUnit = true;
    m_isIncomplete = false;
    profile.forEachField([&](JsonKey key, JsonValue value) { readField(key, value, stacks); });
    if (m_hasEvents && !m_isIncomplete) closeCalls();
}

void SpeedscopeProfile::readField(JsonKey key, JsonValue value, SpeedscopeStacks& stacks) {
    m_isProfile |= key == "samples" || key == "events";
    if (key == "name") {
        m_name = value.text();
    } else if (key == "unit") {
        m_unit = &speedscopeUnit(value.text());
        m_hasUnit = true;
    } else if (key == "candela") {
        readOrigin(value);
    } else if (m_hasEvents && (key == "samples" || key == "weights")) {
        return; // a profile with both samples and events is read as one of events
    } else if (key == "samples") {
        m_isIncomplete |= !m_hasFrames;
        if (!m_hasFrames) return;
        m_stacks.clear();
        value.forEachItem([&](JsonValue item) { stacks.addStack(item.rawArray(), m_stacks); });
        stacks.addPending(m_stacks);
    } else if (!m_hasUnit) {
        m_isIncomplete |= key == "startValue" || key == "endValue" || key == "weights" || key == "events";
    } else if (key == "startValue") {
        m_start = value.scaledTime(factor());
    } else if (key == "endValue") {
        m_end = value.scaledTime(factor());
    } else if (key == "weights") {
        readWeights(value);
    } else if (key == "events") {
        m_isIncomplete |= !m_hasFrames;
        if (m_hasFrames) readEvents(value, stacks);
    }
}

void SpeedscopeProfile::readOrigin(JsonValue value) {
    SpeedscopeOrigin origin;
    value.forEachField([&](JsonKey key, JsonValue field) {
        if (key == "value") {
            origin.value = field.text();
        } else if (key == "unit") {
            origin.unit = field.text();
        } else if (key == "process") {
            origin.process = field.text();
        } else if (key == "thread") {
            origin.thread = field.text();
            origin.hasThread = true;
        } else if (key == "pid") {
            origin.pid = smallNumber(field);
        } else if (key == "tid") {
            origin.tid = smallNumber(field);
        } else if (key == "times") {
            origin.hasTimes = field.isTrue();
        } else if (key == "lasts") {
            origin.lasts = field.isTrue();
        } else if (key == "starts") {
            readStarts(field, origin.starts);
        }
    });
    const auto before = factor();
    m_origin = std::move(origin);
    if (m_walk == Walk::First && factor() != before) m_isIncomplete = true;
}

/// Reads the starts: differences from the previous one, null for unknown ones. Differences that are too large
/// are not known either.
void SpeedscopeProfile::readStarts(JsonValue list, std::vector<std::int64_t>& starts) {
    readNumbers(list.rawArray(), 1, noTime, starts);
    std::int64_t now = 0;
    for (auto& start : starts) {
        if (start == std::numeric_limits<std::int64_t>::max()) start = noTime;
        if (start == noTime) continue;
        start = now = wrappingSum(now, start);
    }
}

void SpeedscopeProfile::readWeights(JsonValue list) {
    m_weights.clear();
    double carry = 0;
    const auto scale = factor();
    const bool mayHaveFractions = m_unit->name == "none" && !m_hasFractions && !m_origin;
    list.forEachItem([&](JsonValue item) {
        const auto weight = item.scaled(scale, carry);
        m_hasBadWeights |= !weight;
        m_weights.push_back(weight.value_or(0));
        if (carry != 0 && mayHaveFractions) m_hasFractions = true;
    });
    if (mayHaveFractions && m_hasFractions && m_walk == Walk::First) m_isIncomplete = true;
}

void SpeedscopeProfile::readEvents(JsonValue list, SpeedscopeStacks& stacks) {
    m_hasEvents = true;
    m_stacks.clear();
    m_weights.clear();
    m_calls.clear();
    m_now = m_start.value_or(std::numeric_limits<std::int64_t>::min());
    list.forEachItem([&](JsonValue item) {
        Event event;
        item.forEachField([&](JsonKey key, JsonValue value) {
            if (key == "type")
                event.isCall = value.rawText() == "O";
            else if (key == "frame")
                event.frame = value.unsignedInteger().value_or(event.frame);
            else if (key == "at")
                event.time = value.scaledTime(factor());
        });
        addEvent(event, stacks);
    });
}

void SpeedscopeProfile::addEvent(const Event& event, SpeedscopeStacks& stacks) {
    if (event.time) {
        if (m_now == std::numeric_limits<std::int64_t>::min()) m_start = m_now = *event.time;
        m_goesBack |= *event.time < m_now;
        advance(*event.time);
    }
    const auto frame = stacks.frame(event.frame);
    if (event.isCall) {
        const auto caller = m_calls.empty() ? StackIndex() : m_calls.back().stack;
        m_calls.push_back({frame, stacks.child(caller, frame)});
    } else {
        returnFrom(frame);
    }
}

/// The time until then becomes a sample of the current stack.
void SpeedscopeProfile::advance(std::int64_t time) {
    if (time <= m_now) return;
    const auto stack = m_calls.empty() ? StackIndex() : m_calls.back().stack;
    if (!m_stacks.empty() && m_stacks.back() == stack) {
        m_weights.back() += time - m_now;
    } else {
        m_stacks.push_back(stack);
        m_weights.push_back(time - m_now);
    }
    m_now = time;
}

/// Ends a call. Callees that have not returned end with it.
void SpeedscopeProfile::returnFrom(FrameIndex frame) {
    const auto called =
        std::find_if(m_calls.rbegin(), m_calls.rend(), [&](const Call& call) { return call.frame == frame; });
    m_hasBadReturns |= called != m_calls.rbegin() || called == m_calls.rend();
    if (called == m_calls.rend()) return;
    m_calls.erase(std::prev(called.base()), m_calls.end());
}

void SpeedscopeProfile::closeCalls() {
    m_hasOpenCalls = !m_calls.empty();
    const bool hasTime = m_now != std::numeric_limits<std::int64_t>::min();
    if (m_end && m_hasOpenCalls && hasTime) advance(*m_end);
    m_calls.clear();
}

std::vector<std::string> SpeedscopeProfile::warnings() const {
    std::vector<std::string> sentences;
    if (!m_hasEvents && m_stacks.size() != m_weights.size())
        sentences.push_back(
            ModelText::tr("The profile \"{}\" has {} stacks, but {} weights: the surplus was left out.",
                          m_name, m_stacks.size(), m_weights.size()));
    if (m_hasBadWeights)
        sentences.push_back(ModelText::tr("The profile \"{}\" has weights that are not numbers.", m_name));
    if (m_hasBadReturns)
        sentences.push_back(ModelText::tr(
            "In the profile \"{}\" functions return that were not called last: their callees returned with "
            "them.",
            m_name));
    if (m_goesBack) sentences.push_back(ModelText::tr("In the profile \"{}\" time goes backwards.", m_name));
    if (m_hasOpenCalls)
        sentences.push_back(ModelText::tr(
            "In the profile \"{}\" functions do not return: they are counted up to its end.", m_name));
    if (m_hasFractions)
        sentences.emplace_back("The weights have fractions: they are counted in thousandths.");
    return sentences;
}

} // namespace candela
