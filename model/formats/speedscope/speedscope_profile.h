/// One profile of a speedscope file while it is read: stacks with weights, one after another.
/// Its fields may come in any order: what needs a field that is still to come waits for a second walk.
#pragma once

#include "model/formats/json/json_document.h"
#include "model/formats/speedscope/speedscope_stacks.h"
#include "model/formats/speedscope/speedscope_units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What Candela's own writer adds to a profile, in a field "candela" that others ignore.
struct SpeedscopeOrigin {
    std::string value, unit, process, thread;
    std::int32_t pid = 0;
    std::int32_t tid = 0;
    bool hasThread = false;
    bool hasTimes = false;            ///< samples begin where the one before ends, as files of before have it
    bool lasts = false;               ///< each sample lasts as long as it weighs
    std::vector<std::int64_t> starts; ///< of samples, in nanoseconds; noTime where one is not known
};

class SpeedscopeProfile {
public:
    /// Whether this is all that there will be to learn from, or a second walk follows.
    enum class Walk { First, Second };

    /// Reads what can be read now; stacks only if the file's frames are known already.
    void read(JsonValue profile, SpeedscopeStacks& stacks, bool hasFrames, Walk walk);
    /// Whether something waits for the second walk.
    bool isIncomplete() const { return m_isIncomplete; }

    /// Whether it has samples or events, be they none.
    bool isProfile() const { return m_isProfile; }

    const std::string& name() const { return m_name; }
    const std::optional<SpeedscopeOrigin>& origin() const { return m_origin; }
    std::string valueName() const;
    std::string valueUnit() const;
    /// Whether weights are times, so that each sample begins where the one before ends.
    bool hasTimes() const { return m_unit->nanoseconds > 0 && (!m_origin || m_origin->hasTimes); }
    /// Whether each sample lasts until the next (in the files of others: wherever there are times).
    bool lasts() const { return m_origin ? m_origin->lasts : hasTimes() && timeFactor() == 1; }
    /// Of the first sample, in nanoseconds, where there are times.
    std::int64_t startTime() const;
    /// The start of that sample where the file has it apart from the weights; noTime elsewhere.
    std::int64_t ownTime(std::size_t row) const {
        return m_origin && row < m_origin->starts.size() ? m_origin->starts[row] : noTime;
    }
    /// Nanoseconds that a weight of 1 stands for; 0 for anything but time.
    std::int64_t timeFactor() const { return hasOwnUnit() ? m_unit->nanoseconds : m_unit->nanoseconds > 0; }

    std::size_t size() const { return std::min(m_stacks.size(), m_weights.size()); }
    /// None where nothing ran.
    StackIndex stack(std::size_t row) const { return m_stacks[row]; }
    std::int64_t weight(std::size_t row) const { return m_weights[row]; }

    /// What was wrong with it, as whole sentences.
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
    /// Whether weights stay in the unit that the file gives them in.
    bool hasOwnUnit() const { return m_origin && m_origin->unit == m_unit->name; }
    std::int64_t factor() const;

    std::string m_name;
    const SpeedscopeUnit* m_unit = &speedscopeUnits[0];
    std::optional<SpeedscopeOrigin> m_origin;
    std::optional<std::int64_t> m_start, m_end; // as weights are
    std::vector<StackIndex> m_stacks;
    std::vector<std::int64_t> m_weights;
    std::vector<Call> m_calls; // that are open
    std::int64_t m_now = 0;    // of the last event
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
