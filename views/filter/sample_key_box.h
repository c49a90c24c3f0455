/// Chooses how samples are grouped: by process, thread or a label of the profile.
#pragma once

#include "model/analysis/samples/sample_groups.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace candela {

class SampleKeyBox : public QComboBox {
    Q_OBJECT
public:
    explicit SampleKeyBox(QWidget* parent = nullptr);

    /// Sets the offered keys, in order. The choice stays
    /// if it is still offered; else it becomes the first.
    void setKeys(std::vector<std::optional<SampleKey>> keys);
    const std::optional<SampleKey>& key() const { return m_key; }
    void choose(const std::optional<SampleKey>& key);

protected:
    virtual QString title(const std::optional<SampleKey>& key) const;

signals:
    /// Emitted when the user chose a key.
    void chosen(const std::optional<candela::SampleKey>& key);

private:
    std::vector<std::optional<SampleKey>> m_keys;
    std::optional<SampleKey> m_key;
};

/// "Process", "Thread", the label's key.
QString sampleKeyTitle(const SampleKey& key);
/// Whether keys may distinguish processes and threads of the same name. Not in a comparison, where numbers of
/// one profile mean nothing in the other.
enum class Numbers { Kept, LeftOut };
/// The keys in the order in which they are offered: first those that group many processes (name, executable),
/// then single processes and threads, then the labels of the profile.
std::vector<std::optional<SampleKey>> offeredSampleKeys(const Profile* profile, Numbers numbers);

} // namespace candela
