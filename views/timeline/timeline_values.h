/// Which values a timeline shows: the session's, and others with it.
#pragma once

#include "model/profile/profile.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace candela {

class TimelineValues {
public:
    /// The values that can be shown: those with samples that have times. In the profile's order.
    static std::vector<ValueTypeIndex> offered(const Profile& profile);

    /// The values to show, in the profile's order. Until the user chooses: `main`, which is the session's
    /// value, and the first value of each other kind. `main` is always included.
    std::vector<ValueTypeIndex> shown(const Profile& profile, ValueTypeIndex main) const;
    /// Stores the choice under the value's name, so that it also holds for newer snapshots and other
    /// profiles.
    void set(const Profile& profile, ValueTypeIndex value, bool isShown);

private:
    std::map<std::string, bool, std::less<>> m_chosen; // key: the value's name
};

} // namespace candela
