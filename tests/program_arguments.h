/// The argument array for exec(), from words.
#pragma once

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace candela {

class ProgramArguments {
public:
    explicit ProgramArguments(const QStringList& words) {
        for (const auto& word : words)
            m_texts.push_back(word.toLocal8Bit());
        for (auto& text : m_texts)
            m_pointers.push_back(text.data());
        m_pointers.push_back(nullptr);
    }
    ProgramArguments(const ProgramArguments&) = delete;
    ProgramArguments& operator=(const ProgramArguments&) = delete;

    const char* program() const { return m_pointers.front(); }
    char* const* data() const { return m_pointers.data(); }

private:
    std::vector<QByteArray> m_texts;
    std::vector<char*> m_pointers; // ends with a null
};

} // namespace candela
