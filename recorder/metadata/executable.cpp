/// The file that a process executes, and its build id.
#include "recorder/metadata/all_providers.h"

namespace candela {

void describeExecutable(const Program& program, LabelList& labels) {
    labels.add("executable", program.path);
    labels.add("executable.build_id", program.buildId);
}

} // namespace candela
