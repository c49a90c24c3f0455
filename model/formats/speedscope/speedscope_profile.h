/// One profile of a speedscope file while it is read: consecutive stacks with weights. Its fields may be in
/// any order: parts that need a later field wait for a second walk.
#pragma once

#include "model/formats/json/json_document.h"
#include "model/formats/speedscope/speedscope_stacks.h"
#include "model/formats/speedscope/speedscope_units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What Candela's own writer adds to a profile, in a field "candela" that other readers ignore.
struct SpeedscopeOrigin {
    std::string value, unit, process, thread;
    std::int32_t pid = 0;
    std::int32_t tid = 0;
    bool hasThread = false;
    bool hasTimes = false;            ///< old files: samples begin where the previous ones end
    bool lasts = false;               ///< each sample lasts as long as its weight
    std::vector<std::int64_t> starts; ///< starts of samples, in nanoseconds; noTime if not known
};

class SpeedscopeProfile {
public:
    /// Which walk over the file it is. A second one follows the first if a part needed a later field.
    enum class Walk { First, Second };

    /// Reads the parts that can be read now; stacks only if the file's frames are known already.
    void read(JsonValue profile, SpeedscopeStacks& stacks, bool hasFrames, Walk walk);
    /// Whether a second walk is needed.
    bool isIncomplete() const { return m_isIncomplete; }

    /// Whether it has a list of samples or events, even an empty one.
    bool isProfile() const { return m_isProfile; }

    const std::string& name() const { return m_name; }
    const std::optional<SpeedscopeOrigin>& origin() const { return m_origin; }
    std::string valueName() const;
    std::string valueUnit() const;
    /// Whether weights are times, so that each sample begins where the previous one ends.
    bool hasTimes() const { return m_unit->nanoseconds > 0 && (!m_origin || m_origin->hasTimes); }
    /// Whether each sample lasts until the next (in files of other tools, whenever there are times).
    bool lasts() const { return m_origin ? m_origin->lasts : hasTimes() && timeFactor() == 1; }
    /// The start of the first sample, in nanoseconds, if there are times.
    std::int64_t startTime() const;
    /// The sample's start if the file states it apart from the weights; else noTime.
    std::int64_t ownTime(std::size_t row) const {
        return m_origin && row < m_origin->starts.size() ? m_origin->starts[row] : noTime;
    }
    /// Nanoseconds for a weight of 1; 0 if the unit is not time.
    std::int64_t timeFactor() const { return hasOwnUnit() ? m_unit->nanoseconds : m_unit->nanoseconds > 0; }

    std::size_t size() const { return std::min(m_stacks.size(), m_weights.size()); }
    /// The stack of a row; none if nothing ran.
    StackIndex stack(std::size_t row) const { return m_stacks[row]; }
    std::int64_t weight(std::size_t row) const { return m_weights[row]; }

    /// The problems, as complete sentences.
    std::vector<std::string> warnings() const;

private:
    struct Event;
    struct Call {
        FrameIndex frame;
        StackIndex stack;
    };

    void readField(JsonKey key, JsonValue value, SpeedscopeStacks& stacks);
    void readOrigin(JsonValue value);
    static void readStarts(JsonValue list, std::vector<std::int64_t>& starts);
    void readWeights(JsonValue list);
    void readEvents(JsonValue list, SpeedscopeStacks& stacks);
    void addEvent(const Event& event, SpeedscopeStacks& stacks);
    void returnFrom(FrameIndex frame);
    void advance(std::int64_t time);
    void closeCalls();
    /// Whether weights keep the unit that the file states.
    bool hasOwnUnit() const { return m_origin && m_origin->unit == m_unit->name; }
    std::int64_t factor() const;

    std::string m_name;
    const SpeedscopeUnit* m_unit = &speedscopeUnits[0];
    std::optional<SpeedscopeOrigin> m_origin;
    std::optional<std::int64_t> m_start, m_end; // in the unit of the weights
    std::vector<StackIndex> m_stacks;
    std::vector<std::int64_t> m_weights;
    std::vector<Call> m_calls; // the calls that are open
    std::int64_t m_now = 0;    // the time of the last event
    Walk m_walk = Walk::First;
    bool m_hasFrames = false;
    bool m_hasUnit = false;
    bool m_hasFractions = false;
    bool m_hasEvents = false;
    bool m_isIncomplete = false;
    bool m_isProfile = false;
    bool m_hasBadReturns = false;
    bool m_goesBack = false;
    bool m_hasOpenCalls = false;
    bool m_hasBadWeights = false;
};

} // namespace candela
