#include "model/base/version.h"

namespace candela {

std::string_view programVersion() {
    return CANDELA_VERSION;
}

} // namespace candela
