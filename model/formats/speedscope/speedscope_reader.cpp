#include "model/formats/speedscope/speedscope_reader.h"

#include "model/base/text/model_text.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t maximumValueTypes = 256;

} // namespace

Result<void> SpeedscopeReader::read() {
    walk(SpeedscopeProfile::Walk::First);
    const bool isIncomplete =
        std::ranges::any_of(m_profiles, [](const auto& profile) { return profile.isIncomplete(); });
    if (isIncomplete) walk(SpeedscopeProfile::Walk::Second);
    if (m_document.isCancelled()) return cancelled();
    if (std::ranges::none_of(m_profiles, [](const auto& profile) { return profile.isProfile(); }))
        return failure(m_document.end() == JsonEnd::Whole
                           ? ModelText::tr("it holds no profile")
                           : ModelText::tr("it is damaged before its first profile"));
    addProfiles();
    if (m_stacks.hasUnknownFrames())
        m_builder.addWarning(ModelText::tr("Some stacks refer to frames that the file does not hold."));
    if (m_document.end() != JsonEnd::Whole) m_builder.addWarning(m_document.endWarning());
    return {};
}

void SpeedscopeReader::walk(SpeedscopeProfile::Walk walk) {
    m_document.forEachField([&](JsonKey key, JsonValue value) {
        if (key == "profiles") {
            walkProfiles(value, walk);
        } else if (walk == SpeedscopeProfile::Walk::Second) {
            return;
        } else if (key == "shared") {
            value.forEachField([&](JsonKey sharedKey, JsonValue shared) {
                if (!(sharedKey == "frames")) return;
                m_hasFrames = shared.forEachItem([&](JsonValue frame) { m_stacks.addFrame(frame); });
            });
        } else if (key == "name") {
            m_name = value.text();
        } else if (key == "exporter") {
            if (const auto text = value.text(); !text.empty())
                m_builder.addComment("Written by " + std::string(text));
        } else if (key == "activeProfileIndex") {
            m_active = value.integer().value_or(-1);
        }
    });
}

void SpeedscopeReader::walkProfiles(JsonValue list, SpeedscopeProfile::Walk walk) {
    std::size_t row = 0;
    list.forEachItem([&](JsonValue value) {
        if (row == m_profiles.size()) m_profiles.emplace_back();
        auto& profile = m_profiles[row++];
        const bool hasFrames = m_hasFrames || walk == SpeedscopeProfile::Walk::Second;
        if (walk == SpeedscopeProfile::Walk::First || profile.isIncomplete())
            profile.read(value, m_stacks, hasFrames, walk);
    });
}

void SpeedscopeReader::addProfiles() {
    std::int64_t firstTime = std::numeric_limits<std::int64_t>::max();
    for (const auto& profile : m_profiles) {
        if (!profile.isProfile() || !profile.hasTimes()) continue;
        // The times in Candela's own files begin at the profile's start, those in other files at any time.
        firstTime = profile.origin() ? 0 : std::min(firstTime, profile.startTime());
        if (profile.origin()) break;
    }
    for (std::size_t row = 0; row < m_profiles.size(); ++row) {
        auto& profile = m_profiles[row];
        if (!profile.isProfile()) continue;
        const auto value = valueType(profile);
        if (static_cast<std::int64_t>(row) == m_active) m_builder.setDefaultValue(value);
        addSamples(profile, value, firstTime);
        for (auto& sentence : profile.warnings())
            m_builder.addWarning(std::move(sentence));
        profile = SpeedscopeProfile(); // releases the memory of what was copied
    }
}

ValueTypeIndex SpeedscopeReader::valueType(const SpeedscopeProfile& profile) {
    const std::pair key(profile.valueName(), profile.valueUnit());
    const auto found = m_values.find(key);
    if (found != m_values.end()) return found->second;
    if (m_values.size() == maximumValueTypes) return ValueTypeIndex(0);
    return m_values[key] = m_builder.valueType(key.first, key.second);
}

void SpeedscopeReader::addSamples(const SpeedscopeProfile& profile, ValueTypeIndex value,
                                  std::int64_t firstTime) {
    const auto threadIndex = thread(profile, value);
    const bool hasTimes = profile.hasTimes();
    auto time = hasTimes ? wrappingDifference(profile.startTime(), firstTime) : noTime;
    m_builder.reserveSamples(value, profile.size());
    for (std::size_t row = 0; row < profile.size(); ++row) {
        const auto weight = profile.weight(row);
        if (profile.stack(row)) {
            m_builder.addSample(value, {.stack = profile.stack(row),
                                        .weight = weight,
                                        .time = hasTimes ? time : profile.ownTime(row),
                                        .thread = threadIndex,
                                        .labels = {}});
        }
        if (hasTimes) {
            std::int64_t length = 0;
            if (__builtin_mul_overflow(weight, profile.timeFactor(), &length)) length = 0;
            time = wrappingSum(time, length);
        }
    }
    if (!profile.lasts()) return;
    m_builder.setLasts(value);
    if (hasTimes) m_builder.coverUntil(time); // nothing may run at the end
}

ProcessIndex SpeedscopeReader::process(std::int32_t pid, const std::string& name) {
    auto& known = m_processes[{pid, name}];
    if (known.isNone())
        known =
            m_builder.addProcess({.pid = pid, .parent = {}, .name = m_builder.string(name), .labels = {}});
    return known;
}

ThreadIndex SpeedscopeReader::thread(const SpeedscopeProfile& profile, ValueTypeIndex value) {
    std::string name = profile.name();
    std::int32_t tid = 0;
    ProcessIndex owner;
    if (const auto& origin = profile.origin()) {
        if (!origin->hasThread) return {};
        owner = process(origin->pid, origin->process);
        name = origin->thread;
        tid = origin->tid;
    } else {
        owner = process(0, m_name);
        // The same name with another unit is the same thread in another value type.
        tid = ++m_sameNames[{name, value}];
    }
    auto& known = m_threads[{owner, tid, name}];
    if (known.isNone()) {
        if (!profile.origin()) tid = static_cast<std::int32_t>(m_threads.size());
        known =
            m_builder.addThread({.process = owner, .tid = tid, .name = m_builder.string(name), .labels = {}});
    }
    return known;
}

} // namespace candela
