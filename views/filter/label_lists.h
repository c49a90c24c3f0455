/// The labels of several captures: keys, and the values of each. Read off the GUI thread, because the label
/// sets of many captures take long, and kept.
#pragma once

#include "model/profile/profile.h"
#include "views/session/latest_job.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace candela {

class LabelLists {
public:
    using Profiles = std::vector<std::shared_ptr<const Profile>>;
    using Texts = std::set<std::string>;

    /// Forgets what was read of other profiles, and begins to read the keys.
    void setProfiles(Profiles profiles);
    const Profiles& profiles() const { return m_profiles; }

    /// Calls arrived() with the keys: at once if they are known, else later, unless someone else asks.
    void withKeys(std::function<void(const Texts&)> arrived);
    /// The same for the values of a key. Values that are read for another key do not arrive any more.
    void withValues(const std::string& key, std::function<void(const Texts&)> arrived);

    static Texts keysOf(const Profiles& profiles, const Task& task);
    static Texts valuesOf(const Profiles& profiles, const std::string& key, const Task& task);

private:
    Profiles m_profiles;
    std::optional<Texts> m_keys; ///< none: not read yet
    std::map<std::string, Texts> m_values;
    std::function<void(const Texts&)> m_keysArrived;
    LatestJob<Texts> m_keysJob, m_valuesJob;
};

} // namespace candela
