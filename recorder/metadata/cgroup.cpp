/// The control group: its path in the hierarchy of version 2, else in the one of version 1 that says most.
#include "recorder/metadata/all_providers.h"

namespace candela {

void describeCgroup(ObservedProcess& process, LabelList& labels) {
    labels.add("cgroup", process.cgroups().main());
}

} // namespace candela
