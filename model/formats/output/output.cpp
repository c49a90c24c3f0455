#include "model/formats/output/output.h"

#include "model/base/new_file.h"

namespace candela {

Result<void> Output::store(const std::string& path) const {
    constexpr mode_t ownerOnly = 0600;
    NewFile::Options options;
    if (m_readers == Readers::OwnerOnly) options.mode = ownerOnly;
    return writeNewFile(path, m_bytes, options);
}

} // namespace candela
