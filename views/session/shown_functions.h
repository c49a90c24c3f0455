/// The functions that a view has shown, for back and forward.
#pragma once

#include "views/session/call_path.h"

#include <cstddef>
#include <vector>

namespace candela {

class ShownFunctions {
public:
    static constexpr std::size_t maximumFunctions = 200; ///< when there are more, the oldest are dropped

    /// Adds a function after the current one; functions after it are dropped.
    void add(const CallStep& function) {
        if (!m_functions.empty() && current() == function) return;
        if (!m_functions.empty()) m_functions.resize(m_position + 1);
        m_functions.push_back(function);
        if (m_functions.size() > maximumFunctions) m_functions.erase(m_functions.begin());
        m_position = m_functions.size() - 1;
    }
    void clear() { *this = {}; }
    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_functions.size(); }
    /// Must not be called if canGoBack() is false.
    const CallStep& goBack() { return m_functions[--m_position]; }
    const CallStep& goForward() { return m_functions[++m_position]; }
    const CallStep& current() const { return m_functions[m_position]; }

private:
    std::vector<CallStep> m_functions;
    std::size_t m_position = 0;
};

} // namespace candela
