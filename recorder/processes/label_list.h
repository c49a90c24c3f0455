/// The labels that providers give a process: a few keys with texts of bounded length, one line each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct ProcessLabel {
    std::string_view key; ///< a literal: "systemd.unit"
    std::string text;

    bool operator==(const ProcessLabel&) const = default;
};

class LabelList {
public:
    static constexpr std::size_t maximumText = 512; ///< bytes; longer texts are cut and end in "…"
    static constexpr std::size_t maximumLabels = 32;

    /// Replaces the text of an existing key. An empty text adds no label. Control characters become blanks.
    void add(std::string_view key, std::string_view text);
    /// Adds the labels of `other` whose keys this list lacks.
    void addMissing(const LabelList& other);
    /// The text of a key; empty if there is no such key.
    std::string_view find(std::string_view key) const;

    auto begin() const { return m_labels.begin(); }
    auto end() const { return m_labels.end(); }
    std::size_t size() const { return m_labels.size(); }
    bool isEmpty() const { return m_labels.empty(); }
    /// An estimate, in bytes.
    std::size_t memory() const;

    bool operator==(const LabelList&) const = default;

private:
    std::vector<ProcessLabel> m_labels;
};

} // namespace candela
