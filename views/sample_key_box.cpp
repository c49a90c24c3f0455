#include "views/sample_key_box.h"

#include <algorithm>

namespace candela {

SampleKeyBox::SampleKeyBox(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this, [this](int row) {
        m_key = m_keys[static_cast<std::size_t>(row)];
        emit chosen(m_key);
    });
}

void SampleKeyBox::setKeys(std::vector<std::optional<SampleKey>> keys) {
    if (keys == m_keys) return;
    m_keys = std::move(keys);
    clear();
    for (const auto& key : m_keys)
        addItem(title(key));
    choose(m_key);
}

QString SampleKeyBox::title(const std::optional<SampleKey>& key) const {
    return key ? sampleKeyTitle(*key) : QString();
}

void SampleKeyBox::choose(const std::optional<SampleKey>& key) {
    if (m_keys.empty()) return;
    const auto found = std::ranges::find(m_keys, key);
    const auto row = found == m_keys.end() ? 0 : found - m_keys.begin();
    m_key = m_keys[static_cast<std::size_t>(row)];
    setCurrentIndex(static_cast<int>(row));
}

QString sampleKeyTitle(const SampleKey& key) {
    switch (key.kind) {
    case SampleKey::Kind::Process:
    case SampleKey::Kind::ProcessName:
        return QObject::tr("Process");
    case SampleKey::Kind::Thread:
    case SampleKey::Kind::ThreadName:
        return QObject::tr("Thread");
    case SampleKey::Kind::Executable:
        return QObject::tr("Executable");
    case SampleKey::Kind::Label:
        return QString::fromStdString(key.label);
    }
    return {};
}

std::vector<std::optional<SampleKey>> labelSampleKeys(const Profile* profile) {
    std::vector<std::optional<SampleKey>> keys;
    if (!profile) return keys;
    for (const auto& label : labelKeys(*profile))
        keys.push_back(SampleKey{SampleKey::Kind::Label, label.key});
    return keys;
}

} // namespace candela
