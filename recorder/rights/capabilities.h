/// The capabilities of this process. See capabilities(7).
#pragma once

#include <span>
#include <sys/capability.h>

namespace candela {

/// Whether the capability is effective.
bool hasCapability(cap_value_t capability);
/// Whether all sets are empty and none can be gained.
bool hasNoCapability();
/// Keeps the wanted capabilities that are permitted, makes them effective, and drops all others from every
/// set. Nothing that this process starts can have or gain capabilities.
void keepCapabilities(std::span<const cap_value_t> wanted);
/// Makes all permitted capabilities effective: after a change of user they are only permitted.
void useAllPermittedCapabilities();

/// While an object exists, no capability is effective: to check the user's own rights.
class WithoutCapabilities {
public:
    WithoutCapabilities();
    WithoutCapabilities(const WithoutCapabilities&) = delete;
    WithoutCapabilities& operator=(const WithoutCapabilities&) = delete;
    ~WithoutCapabilities() { useAllPermittedCapabilities(); }
};

} // namespace candela
