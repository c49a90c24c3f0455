/// The real user of a process, by name where this machine knows one.
#include "recorder/metadata/all_providers.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <pwd.h>

namespace candela {

namespace {

std::string nameOf(std::uint32_t user) {
    std::array<char, 4096> room;
    passwd entry{};
    passwd* found = nullptr;
    const bool isKnown = ::getpwuid_r(user, &entry, room.data(), room.size(), &found) == 0 && found;
    return isKnown ? std::string(entry.pw_name) : std::to_string(user);
}

} // namespace

void describeUser(ObservedProcess& process, LabelList& labels) {
    constexpr std::size_t maximumUsers = 1024;
    // Never destroyed: if memory is short, the C library can't end a thread that has destructors to run.
    thread_local auto& names = *new absl::flat_hash_map<std::uint32_t, std::string>;
    if (names.size() >= maximumUsers) names.clear();
    const auto [found, isNew] = names.try_emplace(process.user());
    if (isNew) found->second = nameOf(process.user());
    labels.add("user", found->second);
}

} // namespace candela
