/// A kernel program's skeleton, from open to loaded: what every probe does with its own.
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

/// libbpf speaks to a callback; the last of its warnings, for an error's hint.
std::string lastProgramMessage();
/// From now on libbpf keeps its words for lastProgramMessage().
void keepProgramMessages();

/// Gives a program of ours the tables of this name instead of its own. Before it is loaded.
Result<void> shareTable(bpf_object* object, const char* name, int descriptor);

/// What a program cost so far. Nothing while the kernel does not count.
ProbeCost programCost(const bpf_program* program);
/// Of several together.
ProbeCost programCost(std::initializer_list<const bpf_program*> programs);

Error loadError(int errorNumber);

/// Links a loaded program to a perf event, or to the tracepoint that it names itself.
/// The program reads the cookie with bpf_get_attach_cookie().
Result<FileDescriptor> linkToEvent(const bpf_program* program, int eventDescriptor, std::uint64_t cookie = 0);
Result<FileDescriptor> linkToTracepoint(const bpf_program* program);

/// Closes a skeleton: give it the skeleton's destroy function.
template<typename Skeleton, void (*destroy)(Skeleton*)>
struct DestroySkeleton {
    void operator()(Skeleton* skeleton) const { destroy(skeleton); }
};

} // namespace candela
