#include "model/formats/output.h"

#include "model/base/file.h"

namespace candela {

Result<void> Output::store(const std::string& path) const {
    return writeFile(path, m_bytes);
}

} // namespace candela
