/// Chooses by what samples are grouped: process, thread or a label that the profile has.
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

    /// In the order in which they are offered. What is chosen stays so as long as it is
    /// offered; else it is the first.
    void setKeys(std::vector<std::optional<SampleKey>> keys);
    const std::optional<SampleKey>& key() const { return m_key; }
    void choose(const std::optional<SampleKey>& key);

protected:
    virtual QString title(const std::optional<SampleKey>& key) const;

signals:
    /// By the user.
    void chosen(const std::optional<candela::SampleKey>& key);

private:
    std::vector<std::optional<SampleKey>> m_keys;
    std::optional<SampleKey> m_key;
};

/// "Process", "Thread", the label's key.
QString sampleKeyTitle(const SampleKey& key);
/// Whether keys may distinguish processes and threads of one name: not beside another profile, where their
/// numbers mean nothing.
enum class Numbers { Kept, LeftOut };
/// The keys in the order in which they are offered: what many processes have in common first (name,
/// executable), then single ones, then the labels that the profile has.
std::vector<std::optional<SampleKey>> offeredSampleKeys(const Profile* profile, Numbers numbers);

} // namespace candela
