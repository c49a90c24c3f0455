/// The labels of captures: keys, and the values of each. Read off the GUI thread, because many label sets
/// take long, and kept.
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

    /// Forgets what was read of other profiles. A menu that waits for it still gets it: a running recording
    /// has other profiles each second.
    void setProfiles(Profiles profiles);
    /// Begins to read the keys.
    void readKeys();

    /// Calls arrived() with the keys: at once if they are known, else later, unless someone else asks.
    void withKeys(std::function<void(const Texts&)> arrived);
    /// The same for the values of a key. Values that are read for another key do not arrive any more.
    void withValues(const std::string& key, std::function<void(const Texts&)> arrived);

private:
    static Texts keysOf(const Profiles& profiles, const Task& task);
    static Texts valuesOf(const Profiles& profiles, const std::string& key, const Task& task);

    Profiles m_profiles;
    std::optional<Texts> m_keys; ///< none: not read yet
    std::map<std::string, Texts> m_values;
    std::function<void(const Texts&)> m_keysArrived;
    bool m_readsFormer = false; ///< a running job reads the keys of former profiles
    LatestJob<Texts> m_keysJob, m_valuesJob;
};

} // namespace candela
