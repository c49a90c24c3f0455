/// A library that is loaded when its functions are needed, not at every start of the program. It is never
/// unloaded.
#pragma once

#include <string>

namespace candela {

class SharedLibrary {
public:
    /// `name`: the library's soname. If it can't be loaded, it has no function.
    explicit SharedLibrary(const std::string& name);

    /// Sets `function` to the library's function of this name, or to null.
    template<typename Function>
    void find(Function*& function, const char* name) {
        function = reinterpret_cast<Function*>(address(name));
    }
    /// Whether all functions that were asked for were found.
    bool isComplete() const { return m_isComplete; }

private:
    void* address(const char* name);

    void* m_handle = nullptr;
    bool m_isComplete = true;
};

} // namespace candela
