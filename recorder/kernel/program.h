/// The skeleton of a kernel program, from opened to loaded: the steps that all probes share.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/kernel/probe_cost.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

struct bpf_object;
struct bpf_program;

namespace candela {

/// The last warning of libbpf, for the hint of an error.
std::string lastProgramMessage();
/// From now on libbpf's warnings are kept for lastProgramMessage().
void keepProgramMessages();

/// Makes a program use the shared table of this name instead of its own. Call it before the program is
/// loaded.
Result<void> shareTable(bpf_object* object, const char* name, int descriptor);

/// The cost of a program so far. Zero unless the kernel's BPF statistics are on.
ProbeCost programCost(const bpf_program* program);
/// The cost of several programs together.
ProbeCost programCost(std::initializer_list<const bpf_program*> programs);

Error loadError(int errorNumber);

/// Links a loaded program to a perf event, or to the tracepoint that the program names. The program reads the
/// cookie with bpf_get_attach_cookie().
Result<FileDescriptor> linkToEvent(const bpf_program* program, int eventDescriptor, std::uint64_t cookie = 0);
Result<FileDescriptor> linkToTracepoint(const bpf_program* program);

/// Closes a skeleton: give it the skeleton's destroy function.
template<typename Skeleton, void (*destroy)(Skeleton*)>
struct DestroySkeleton {
    void operator()(Skeleton* skeleton) const { destroy(skeleton); }
};

} // namespace candela
