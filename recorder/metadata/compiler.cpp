/// The compiler that built a process's executable; the symbol child finds it with
/// model/symbols/elf/compiler.h.
#include "recorder/metadata/all_providers.h"

namespace candela {

void describeCompiler(const Program& program, LabelList& labels) {
    labels.add("compiler", program.compiler);
}

} // namespace candela
