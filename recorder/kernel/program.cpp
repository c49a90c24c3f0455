#include "recorder/kernel/program.h"

#include "model/base/text/model_text.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace candela {

namespace {

std::string& lastMessage() {
    static std::string message; // the recorder has one thread
    return message;
}

int keepMessage(libbpf_print_level level, const char* format, va_list arguments) {
    if (level != LIBBPF_WARN) return 0;
    char text[512];
    std::vsnprintf(text, sizeof text, format, arguments);
    lastMessage() = text;
    while (!lastMessage().empty() && lastMessage().back() == '\n')
        lastMessage().pop_back();
    return 0;
}

} // namespace

std::string lastProgramMessage() {
    return lastMessage();
}

void keepProgramMessages() {
    libbpf_set_print(keepMessage);
}

Result<void> shareTable(bpf_object* object, const char* name, int descriptor) {
    auto* map = bpf_object__find_map_by_name(object, name);
    if (!map) return {}; // the program does not use this table
    if (const int error = bpf_map__reuse_fd(map, descriptor); error != 0)
        return std::unexpected(loadError(-error));
    return {};
}

ProbeCost programCost(const bpf_program* program) {
    bpf_prog_info information{};
    std::uint32_t size = sizeof information;
    if (bpf_obj_get_info_by_fd(bpf_program__fd(program), &information, &size) != 0) return {};
    return {information.run_time_ns, information.run_cnt};
}

ProbeCost programCost(std::initializer_list<const bpf_program*> programs) {
    ProbeCost sum;
    for (const auto* program : programs) {
        const auto cost = programCost(program);
        sum.runTime += cost.runTime;
        sum.runCount += cost.runCount;
    }
    return sum;
}

Error loadError(int errorNumber) {
    if (errorNumber == EPERM || errorNumber == EACCES)
        return {ModelText::tr("the kernel does not allow loading the sampling program"),
                ModelText::tr("this needs root, or CAP_BPF and CAP_PERFMON"), ErrorCode::NotPermitted};
    // If memory is short, libbpf also reports "not found".
    const bool areTypesMissing = ::access("/sys/kernel/btf/vmlinux", R_OK) != 0;
    if ((errorNumber == ESRCH || errorNumber == ENOENT) && areTypesMissing)
        return {ModelText::tr("the kernel does not describe its types (BTF)"),
                ModelText::tr("it must be built with CONFIG_DEBUG_INFO_BTF, as all large distributions do"),
                ErrorCode::NotPossible};
    return {ModelText::tr("the kernel refused the sampling program: {}", systemErrorText(errorNumber)),
            lastProgramMessage(), ErrorCode::NotPossible};
}

Result<FileDescriptor> linkToEvent(const bpf_program* program, int eventDescriptor, std::uint64_t cookie) {
    bpf_link_create_opts options{};
    options.sz = sizeof options;
    options.perf_event.bpf_cookie = cookie;
    FileDescriptor link(bpf_link_create(bpf_program__fd(program), eventDescriptor, BPF_PERF_EVENT, &options));
    if (!link.isOpen()) return std::unexpected(loadError(errno));
    return link;
}

Result<FileDescriptor> linkToTracepoint(const bpf_program* program) {
    FileDescriptor link(bpf_raw_tracepoint_open(nullptr, bpf_program__fd(program)));
    if (!link.isOpen()) return std::unexpected(loadError(errno));
    return link;
}

} // namespace candela
