#include "app/commands/doctor/doctor_checks.h"

#include "app/commands/doctor/doctor_installation.h"
#include "app/commands/doctor/doctor_rights.h"
#include "app/commands/doctor/doctor_sandbox.h"

#include <fmt/format.h>

#include <QFile>
#include <QFileInfo>

#include <optional>
#include <sys/utsname.h>
#include <unistd.h>

namespace candela {

namespace {

std::string firstLine(const char* path) {
    QFile file(QString::fromUtf8(path));
    if (!file.open(QFile::ReadOnly)) return {};
    return file.readLine(4096).trimmed().toStdString();
}

std::optional<long> number(const char* path) {
    bool isNumber = false;
    const long value = QByteArray::fromStdString(firstLine(path)).toLong(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

Check kernelVersion() {
    utsname name{};
    uname(&name);
    int major = 0, minor = 0;
    std::sscanf(name.release, "%d.%d", &major, &minor);
    Check check{"kernel", Finding::Good, fmt::format("Linux {} {}", name.release, name.machine), {}};
    if (major < 6 || (major == 6 && minor < 1)) {
        check.finding = Finding::Missing;
        check.todo = "install Linux 6.1 or later";
    }
    return check;
}

Check typeInformation() {
    if (QFileInfo("/sys/kernel/btf/vmlinux").isReadable())
        return {"BTF", Finding::Good, "the kernel describes its types (/sys/kernel/btf/vmlinux)", {}};
    return {"BTF", Finding::Missing, "the kernel does not describe its types",
            "boot a kernel built with CONFIG_DEBUG_INFO_BTF=y"};
}

Check traceFileSystem() {
    if (QFileInfo::exists("/sys/kernel/tracing/events") ||
        QFileInfo::exists("/sys/kernel/debug/tracing/events"))
        return {"tracefs", Finding::Good, "mounted", {}};
    return {"tracefs", Finding::Weak,
            "not mounted, or not readable by this user; the cpu probe does not need it",
            "for tracepoint probes: mount -t tracefs tracefs /sys/kernel/tracing"};
}

Check perfLimits() {
    const auto paranoid = number("/proc/sys/kernel/perf_event_paranoid");
    const auto rate = number("/proc/sys/kernel/perf_event_max_sample_rate");
    Check check{"perf limits",
                Finding::Good,
                fmt::format("perf_event_paranoid {}, at most {} samples a second on each CPU",
                            paranoid ? std::to_string(*paranoid) : "unknown",
                            rate ? std::to_string(*rate) : "unknown"),
                {}};
    if (!paranoid) {
        check.finding = Finding::Missing;
        check.text = "the kernel has no perf events";
        check.todo = "boot a kernel built with CONFIG_PERF_EVENTS=y";
    } else if (*paranoid > 2) {
        check.text += "; above 2 CAP_SYS_ADMIN is needed, which the recorder keeps in a process of its own";
        check.todo = "for a recorder with less rights: sysctl kernel.perf_event_paranoid=2";
    } else if (rate && *rate < 10000) {
        check.finding = Finding::Weak;
        check.todo = "for higher frequencies: sysctl kernel.perf_event_max_sample_rate=100000";
    }
    return check;
}

Check hardwareCycles() {
    for (const char* device : {"cpu", "cpu_core", "armv8_pmuv3_0"}) {
        if (QFileInfo::exists(QString("/sys/bus/event_source/devices/") + device))
            return {"hardware counters", Finding::Good, "cycles can be counted", {}};
    }
    return {"hardware counters", Finding::Weak, "none, probably in a virtual machine: the CPU clock is used",
            "let the virtual machine see the processor's counters, if you need cycles"};
}

Check kernelSymbols() {
    const auto first = firstLine("/proc/kallsyms");
    const bool isVisible = !first.empty() && first.find_first_not_of('0') < 16;
    if (isVisible) return {"kernel symbols", Finding::Good, "addresses are visible", {}};
    return {"kernel symbols", Finding::Weak, "addresses are hidden from this user (kptr_restrict)",
            "the recorder, which has SYSLOG, sees them unless kernel.kptr_restrict is 2: then its recordings "
            "name the kernel's functions, but without addresses; set it to 1 for these"};
}

} // namespace

std::vector<Check> machineChecks() {
    const auto here = RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal);
    const auto& recorder = here.namedRecorder.isEmpty() ? here.recorder : here.namedRecorder;
    const auto tried = triedSandbox(recorder);
    return {kernelVersion(),     typeInformation(), rightsCheck(machineCapabilities(), here),
            recorderCheck(here), traceFileSystem(), perfLimits(),
            hardwareCycles(),    kernelSymbols(),   tried ? *tried : sandboxCheck(sandboxGround()),
            polkitCheck(),       serviceCheck()};
}

} // namespace candela
