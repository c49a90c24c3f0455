#include "recorder/metadata/all_providers.h"

#include <array>

namespace candela {

namespace {

constexpr std::array<MetadataProvider, 8> providers{{
    {"cgroup", describeCgroup, nullptr},
    {"systemd", describeSystemdUnit, nullptr},
    {"container", describeContainer, nullptr},
    {"kubernetes", describeKubernetesPod, nullptr},
    {"command line", describeCommandLine, nullptr},
    // The last provider that reads anything, because naming a user may ask a directory server.
    {"user", describeUser, nullptr},
    {"executable", nullptr, describeExecutable},
    {"compiler", nullptr, describeCompiler},
}};

} // namespace

std::span<const MetadataProvider> allProviders() {
    return providers;
}

} // namespace candela
