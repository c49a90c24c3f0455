/// Which values a timeline shows: that of the session, and others with it.
#pragma once

#include "model/profile/profile.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace candela {

class TimelineValues {
public:
    /// Values that could be shown: those with samples that have times. In the profile's order.
    static std::vector<ValueTypeIndex> offered(const Profile& profile);

    /// In the profile's order. Until the user chose otherwise these are `main`, the session's value, and the
    /// first value of each other kind that was measured; `main` is always among them.
    std::vector<ValueTypeIndex> shown(const Profile& profile, ValueTypeIndex main) const;
    /// Remembered by the value's name, for newer snapshots and other profiles.
    void set(const Profile& profile, ValueTypeIndex value, bool isShown);

private:
    std::map<std::string, bool, std::less<>> m_chosen; // by name: what the user chose
};

} // namespace candela
