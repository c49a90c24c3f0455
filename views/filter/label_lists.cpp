#include "views/filter/label_lists.h"

#include "model/analysis/samples/sample_groups.h"

#include <utility>

namespace candela {

void LabelLists::setProfiles(Profiles profiles) {
    m_profiles = std::move(profiles);
    m_keys.reset();
    m_values.clear();
    m_readsFormer = true;
}

void LabelLists::readKeys() {
    m_readsFormer = false;
    m_keysJob.start([own = m_profiles](Task& task) { return keysOf(own, task); },
                    [this, own = m_profiles](Texts keys) {
                        if (const auto arrived = std::exchange(m_keysArrived, nullptr)) arrived(keys);
                        if (own == m_profiles) m_keys = std::move(keys);
                    });
}

void LabelLists::withKeys(std::function<void(const Texts&)> arrived) {
    if (m_keys) return arrived(*m_keys);
    m_keysArrived = std::move(arrived);
    if (m_readsFormer || !m_keysJob.isRunning()) readKeys();
}

void LabelLists::withValues(const std::string& key, std::function<void(const Texts&)> arrived) {
    if (const auto known = m_values.find(key); known != m_values.end()) return arrived(known->second);
    m_valuesJob.start([own = m_profiles, key](Task& task) { return valuesOf(own, key, task); },
                      [this, key, own = m_profiles, arrived = std::move(arrived)](Texts values) {
                          arrived(values);
                          if (own == m_profiles) m_values.insert_or_assign(key, std::move(values));
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
