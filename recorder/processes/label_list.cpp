#include "recorder/processes/label_list.h"

#include <algorithm>

namespace candela {

namespace {

std::string cleanText(std::string_view text) {
    constexpr std::string_view mark = "…";
    std::string clean(text.substr(0, LabelList::maximumText));
    if (text.size() > clean.size()) {
        clean.resize(LabelList::maximumText - mark.size());
        // The cut is between characters: never within the bytes of one character.
        while (!clean.empty() && (static_cast<unsigned char>(clean.back()) & 0xc0) == 0x80)
            clean.pop_back();
        if (!clean.empty() && static_cast<unsigned char>(clean.back()) >= 0xc0) clean.pop_back();
        clean += mark;
    }
    std::replace_if(
        clean.begin(), clean.end(),
        [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f'; }, ' ');
    return clean;
}

} // namespace

void LabelList::add(std::string_view key, std::string_view text) {
    if (text.empty()) return;
    const auto known = std::ranges::find(m_labels, key, &ProcessLabel::key);
    if (known != m_labels.end())
        known->text = cleanText(text);
    else if (m_labels.size() < maximumLabels)
        m_labels.push_back({key, cleanText(text)});
}

void LabelList::addMissing(const LabelList& other) {
    for (const auto& label : other) {
        if (find(label.key).empty()) add(label.key, label.text);
    }
}

std::string_view LabelList::find(std::string_view key) const {
    const auto found = std::ranges::find(m_labels, key, &ProcessLabel::key);
    return found == m_labels.end() ? std::string_view() : found->text;
}

std::size_t LabelList::memory() const {
    std::size_t bytes = sizeof *this;
    for (const auto& label : m_labels)
        bytes += sizeof label + label.text.capacity();
    return bytes;
}

} // namespace candela
