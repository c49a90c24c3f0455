/// A metadata provider: one source of labels for processes. It costs its labels when it fails or hangs, never
/// a sample: what it reads, it reads on a thread of its own kind, after the samples were taken.
#pragma once

#include "recorder/metadata/observed_process.h"
#include "recorder/processes/label_list.h"

#include <span>
#include <string>
#include <string_view>

namespace candela {

/// What is known of the file that a process executes.
struct Program {
    std::string path;
    std::string buildId;  ///< hexadecimal; empty: none, or not known yet
    std::string compiler; ///< "GCC 12.2.0"; empty: not known
};

struct MetadataProvider {
    std::string_view name;
    /// Gives labels of a process from /proc and the like. May take its time; no state outlives the call but
    /// thread_local. Null: there are none.
    void (*describeProcess)(ObservedProcess& process, LabelList& labels) = nullptr;
    /// Gives labels of a process from its program. Reads nothing, takes no time. Null: there are none.
    void (*describeProgram)(const Program& program, LabelList& labels) = nullptr;
};

/// In the order in which they are asked.
std::span<const MetadataProvider> allProviders();

} // namespace candela
