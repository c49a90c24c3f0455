/// Links by hand that are kept from comparison to comparison, for each pair of programs. What comparisons of
/// one pair, or of several, change in turns is kept of all of them.
#pragma once

#include "model/comparison/matching/hand_links.h"
#include "model/comparison/program_names.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class KeptLinks {
public:
    /// Of all pairs together. With more, the oldest of the pair that was changed longest ago are dropped.
    static constexpr std::size_t maximumLinks = 2000;

    /// Lines as in handLinksText(), after a line "programs: BASE => NEW" for each pair. Links before the
    /// first such line are of sides whose program has no name. Invalid lines are ignored.
    static KeptLinks fromText(std::string_view text);
    std::string text() const;

    /// The links of all pairs of programs that the sides have: those of their main programs first, the newest
    /// first, so that these win.
    HandLinks linksOf(const ProgramNames& base, const ProgramNames& newSide) const;
    /// What a comparison of the two main programs changed: adds what only `after` has, and removes what only
    /// `before` has. Links that the comparison did not change stay as they are.
    void change(const ProgramNames& base, const ProgramNames& newSide, const HandLinks& before,
                const HandLinks& after);

private:
    struct Pair {
        std::string base, newName;
        HandLinks links; ///< the newest last
    };
    /// Moves the pair to the end.
    Pair& latest(const std::string& base, const std::string& newName);
    void dropOldest();

    std::vector<Pair> m_pairs; ///< the last one was changed last
};

} // namespace candela
