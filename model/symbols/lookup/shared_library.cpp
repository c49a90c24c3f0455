#include "model/symbols/lookup/shared_library.h"

#include <dlfcn.h>

namespace candela {

SharedLibrary::SharedLibrary(const std::string& name)
    : m_handle(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)), m_isComplete(m_handle != nullptr) {}

void* SharedLibrary::address(const char* name) {
    void* found = m_handle ? ::dlsym(m_handle, name) : nullptr;
    if (!found) m_isComplete = false;
    return found;
}

} // namespace candela
