#include "views/filter/label_lists.h"

#include "model/analysis/samples/sample_groups.h"

#include <utility>

namespace candela {

void LabelLists::setProfiles(Profiles profiles) {
    m_profiles = std::move(profiles);
    m_keys.reset();
    m_values.clear();
    m_keysArrived = nullptr;
    m_valuesJob.cancel();
    m_keysJob.start([own = m_profiles](Task& task) { return keysOf(own, task); },
                    [this](Texts keys) {
                        m_keys = std::move(keys);
                        if (const auto arrived = std::exchange(m_keysArrived, nullptr)) arrived(*m_keys);
                    });
}

void LabelLists::withKeys(std::function<void(const Texts&)> arrived) {
    if (m_keys) return arrived(*m_keys);
    m_keysArrived = std::move(arrived);
}

void LabelLists::withValues(const std::string& key, std::function<void(const Texts&)> arrived) {
    if (const auto known = m_values.find(key); known != m_values.end()) return arrived(known->second);
    m_valuesJob.start([own = m_profiles, key](Task& task) { return valuesOf(own, key, task); },
                      [this, key, arrived = std::move(arrived)](Texts values) {
                          arrived(m_values.insert_or_assign(key, std::move(values)).first->second);
                      });
}

LabelLists::Texts LabelLists::keysOf(const Profiles& profiles, const Task& task) {
    Texts keys;
    for (const auto& profile : profiles) {
        if (task.isCancelled()) break;
        keys.merge(labelKeyNames(*profile));
    }
    return keys;
}

LabelLists::Texts LabelLists::valuesOf(const Profiles& profiles, const std::string& key, const Task& task) {
    Texts values;
    for (const auto& profile : profiles) {
        if (task.isCancelled()) break;
        for (auto& value : labelValues(*profile, key))
            values.insert(std::move(value));
    }
    return values;
}

} // namespace candela
