/// The compiler that built a process's executable: model/symbols/elf/compiler.h finds it out in the symbol
/// child.
#include "recorder/metadata/all_providers.h"

namespace candela {

void describeCompiler(const Program& program, LabelList& labels) {
    labels.add("compiler", program.compiler);
}

} // namespace candela
