#include "recorder/sandbox/perf_map_file.h"

namespace candela {

void PerfMapFile::refresh() {
    m_file.readOn([this](std::span<const std::byte> text) { return m_map.append(text); },
                  [this] { m_map = {}; });
}

} // namespace candela
