/// A metadata provider: one source of labels for processes. If it fails or hangs, its labels are missing, but
/// never a sample: it reads on a thread of its own, after the samples were taken.
#pragma once

#include "recorder/metadata/observed_process.h"
#include "recorder/processes/label_list.h"

#include <span>
#include <string>
#include <string_view>

namespace candela {

/// Known facts about the file that a process executes.
struct Program {
    std::string path;
    std::string buildId;  ///< hexadecimal; empty: none, or not known yet
    std::string compiler; ///< "GCC 12.2.0"; empty: not known
};

struct MetadataProvider {
    std::string_view name;
    /// Adds labels of a process from /proc and the like. May take long; keeps no state between calls, except
    /// thread_local state. Null: none.
    void (*describeProcess)(ObservedProcess& process, LabelList& labels) = nullptr;
    /// Adds labels of a process from its program. Reads nothing, takes no time. Null: none.
    void (*describeProgram)(const Program& program, LabelList& labels) = nullptr;
};

/// All providers, in the order in which they are asked.
std::span<const MetadataProvider> allProviders();

} // namespace candela
