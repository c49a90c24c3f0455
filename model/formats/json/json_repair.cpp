#include "model/formats/json/json_repair.h"

#include "model/base/letters.h"

#include <vector>

namespace candela {

namespace {

class JsonMender {
public:
    explicit JsonMender(std::string_view source) : m_source(source) {}

    RepairedJson run(std::size_t padding) {
        m_result.text.reserve(m_source.size() + padding);
        while (m_position < m_source.size() && !m_hasEnded) {
            if (m_isInString)
                copyLetter();
            else
                copyMark();
        }
        if (!m_hasEnded) close();
        m_result.text.reserve(m_result.text.size() + padding);
        return std::move(m_result);
    }

private:
    void copyLetter() {
        const auto length = letterLength(m_source.substr(m_position));
        const auto letter = m_source[m_position];
        if (length == 0) {
            m_result.text += "\xef\xbf\xbd"; // the replacement character
            ++m_position;
        } else if (length == 1 && static_cast<unsigned char>(letter) < 0x20) {
            m_result.text += ' ';
            ++m_position;
        } else if (letter == '\\') {
            const auto pair = m_source.substr(m_position, 2);
            m_result.text += pair.size() == 2 && static_cast<unsigned char>(pair[1]) >= 0x20 && pair[1] > 0
                                 ? pair
                                 : std::string_view("?");
            m_position += pair.size() == 2 && pair[1] > 0 ? 2 : 1;
        } else {
            m_result.text += m_source.substr(m_position, length);
            m_position += length;
            m_isInString = letter != '"';
        }
    }

    void copyMark() {
        const auto letter = m_source[m_position++];
        const auto size = m_result.text.size();
        if (letter == ',' && !m_open.empty()) keep(size);
        // Outside of strings JSON is ASCII.
        m_result.text += letter > 0 ? letter : ' ';
        if (letter == '"') {
            m_isInString = true;
        } else if (letter == '{' || letter == '[') {
            m_open.push_back(letter == '{' ? '}' : ']');
            keep(size + 1);
        } else if (letter == '}' || letter == ']') {
            if (!m_open.empty()) m_open.pop_back();
            keep(size + 1);
            m_hasEnded = m_open.empty();
        }
    }

    /// Marks that the text up to here is complete if the open brackets are closed.
    void keep(std::size_t size) {
        m_kept = size;
        m_keptOpen = m_open.size();
    }

    void close() {
        m_result.isCutOff = true;
        // A comma in an inner object means that another value followed; one in the outermost array may be the
        // last.
        m_result.hasLost =
            m_open.size() > 1 || m_result.text.find_first_not_of(", \t\r\n", m_kept) != std::string::npos;
        m_result.text.resize(m_kept);
        // Nothing that was closed since then is dropped, so the outer brackets are still the same.
        for (auto level = m_keptOpen; level > 0; --level)
            m_result.text += m_open[level - 1];
    }

    std::string_view m_source;
    std::size_t m_position = 0;
    RepairedJson m_result;
    std::vector<char> m_open; // the closing brackets that the open arrays and objects need
    std::size_t m_kept = 0;
    std::size_t m_keptOpen = 0;
    bool m_isInString = false;
    bool m_hasEnded = false;
};

} // namespace

RepairedJson repairJson(std::string_view text, std::size_t padding) {
    return JsonMender(text).run(padding);
}

} // namespace candela
