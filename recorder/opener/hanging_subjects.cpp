#include "recorder/opener/hanging_subjects.h"

#include "model/base/text/model_text.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace candela {

namespace {

struct NamedProcess {
    std::int32_t pid;
    std::string name;
    std::uint32_t user;
};

/// None if the process has exited. These files of /proc take no lock that the process could hold.
std::optional<NamedProcess> namedProcess(std::int32_t pid) {
    auto name = readSystemFile(fmt::format("/proc/{}/comm", pid));
    if (name.ends_with('\n')) name.pop_back();
    const auto users = readUsers(readSystemFile(fmt::format("/proc/{}/status", pid)));
    if (name.empty() || !users) return {};
    return NamedProcess{pid, std::move(name), users->real};
}

std::string hangingMemory(std::int32_t pid) {
    const auto process = namedProcess(pid);
    if (!process)
        return ModelText::tr("what process {} has in memory can't be read: its provider does not answer",
                             pid);
    return ModelText::tr(
        "what process {} (\"{}\", user {}) has in memory can't be read: its provider does not answer", pid,
        process->name, process->user);
}

std::string hangingFile(const OpeningSubject& subject) {
    const auto process = subject.pid != 0 ? namedProcess(subject.pid) : std::nullopt;
    const auto device = fmt::format("{}:{}", subject.device >> 32, subject.device & 0xffffffff);
    const auto& path = subject.path;
    const bool hasDevice = subject.device != 0;
    if (hasDevice && process)
        return ModelText::tr(
            "\"{}\" on device {}, which process {} (\"{}\", user {}) uses, can't be read: its "
            "provider does not answer",
            path, device, process->pid, process->name, process->user);
    if (hasDevice && subject.pid != 0)
        return ModelText::tr(
            "\"{}\" on device {}, which process {} uses, can't be read: its provider does not answer", path,
            device, subject.pid);
    if (hasDevice)
        return ModelText::tr("\"{}\" on device {} can't be read: its provider does not answer", path, device);
    if (process)
        return ModelText::tr(
            "\"{}\", which process {} (\"{}\", user {}) uses, can't be read: its provider does "
            "not answer",
            path, process->pid, process->name, process->user);
    if (subject.pid != 0)
        return ModelText::tr("\"{}\", which process {} uses, can't be read: its provider does not answer",
                             path, subject.pid);
    return ModelText::tr("\"{}\" can't be read: its provider does not answer", path);
}

} // namespace

bool HangingSubjects::isBlocked(const OpeningSubject& subject, std::int64_t now) const {
    return std::ranges::any_of(
        m_entries, [&](const Entry& entry) { return entry.until > now && entry.subject.isAlike(subject); });
}

HangingSubjects::Entry& HangingSubjects::entryOf(const OpeningSubject& subject) {
    const auto found =
        std::ranges::find_if(m_entries, [&](const Entry& entry) { return entry.subject.isAlike(subject); });
    if (found != m_entries.end()) return *found;
    if (m_entries.size() >= maximumSubjects) m_entries.erase(m_entries.begin());
    return m_entries.emplace_back(subject);
}

void HangingSubjects::block(const OpeningSubject& subject, std::int64_t until) {
    entryOf(subject).until = until;
}

bool HangingSubjects::isNew(const OpeningSubject& subject) {
    return !std::exchange(entryOf(subject).isReported, true);
}

recording::Failure hangs(const OpeningSubject& subject) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(subject.path.empty() ? hangingMemory(subject.pid) : hangingFile(subject));
    failure.set_hint(
        ModelText::tr("names and stacks of its code may be missing, everything else is recorded; look for a "
                      "file system that hangs (FUSE, NFS), or end that process"));
    return failure;
}

recording::Failure tooManyHang(std::size_t openers) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(ModelText::tr("{} processes that open files for the recorder hang, which is the "
                                      "maximum: no further files are opened until one of them ends",
                                      openers));
    failure.set_hint(ModelText::tr(
        "code that is loaded meanwhile has no names, and its stacks are cut; look for file systems that "
        "hang (FUSE, NFS)"));
    return failure;
}

recording::Failure openersLost() {
    recording::Failure failure;
    failure.set_code(recording::Failure::INTERNAL);
    failure.set_message(
        ModelText::tr("the processes that open files for the recorder ended and can't be started again: "
                      "code that is loaded from now on has no names, and its stacks are cut"));
    failure.set_hint(ModelText::tr("the system's log may name who ended them; record again"));
    return failure;
}

recording::Failure copyTooLarge(const OpeningSubject& subject, std::uint64_t size) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(
        ModelText::tr("\"{}\" ({} MB) is on a file system that a program provides, and too large to be "
                      "copied from there",
                      subject.path, size / 1'000'000));
    failure.set_hint(ModelText::tr("its code has no names; a copy on a local disk has"));
    return failure;
}

} // namespace candela
