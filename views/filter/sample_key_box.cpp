#include "views/filter/sample_key_box.h"

#include "views/filter/label_titles.h"
#include "views/widgets/short_entries.h"

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
        addEntry(*this, title(key));
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
        return QObject::tr("Process");
    case SampleKey::Kind::ProcessName:
        return QObject::tr("Process name");
    case SampleKey::Kind::Executable:
        return QObject::tr("Executable");
    case SampleKey::Kind::Thread:
        return QObject::tr("Thread");
    case SampleKey::Kind::ThreadName:
        return QObject::tr("Thread name");
    case SampleKey::Kind::Label:
        return labelTitle(key.label);
    }
    return {};
}

std::vector<std::optional<SampleKey>> offeredSampleKeys(const Profile* profile, Numbers numbers) {
    using Kind = SampleKey::Kind;
    const SampleKey executable{Kind::Label, "executable"};
    const auto labels = profile ? labelKeys(*profile) : std::vector<LabelKey>();
    const auto isThere = [&](const SampleKey& key) {
        return std::ranges::any_of(labels, [&](const LabelKey& label) { return label.key == key.label; });
    };
    std::vector<std::optional<SampleKey>> keys{SampleKey{Kind::ProcessName}};
    if (isThere(executable)) keys.emplace_back(executable);
    if (numbers == Numbers::Kept) keys.emplace_back(SampleKey{Kind::Process});
    if (numbers == Numbers::Kept) keys.emplace_back(SampleKey{Kind::Thread});
    keys.emplace_back(SampleKey{Kind::ThreadName});
    for (const auto& label : labels) {
        if (label.key != executable.label) keys.emplace_back(SampleKey{Kind::Label, label.key});
    }
    return keys;
}

} // namespace candela

#include "moc_sample_key_box.cpp"
