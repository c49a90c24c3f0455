/// The control group: its path in the hierarchy of version 2, else the most specific one of version 1.
#include "recorder/metadata/all_providers.h"

namespace candela {

void describeCgroup(ObservedProcess& process, LabelList& labels) {
    labels.add("cgroup", process.cgroups().main());
}

} // namespace candela
