/// The capabilities of this process. See capabilities(7).
#pragma once

#include <span>
#include <sys/capability.h>

namespace candela {

/// Whether it is in effect.
bool hasCapability(cap_value_t capability);
/// Whether there is none in any set, and no way to gain one.
bool hasNoCapability();
/// Keeps those of the wanted ones that are permitted, in effect, and drops all others from every set. Nothing
/// that this process starts can have or gain any.
void keepCapabilities(std::span<const cap_value_t> wanted);
/// Puts those in effect that are permitted: a change of the user leaves them permitted alone.
void useAllPermittedCapabilities();

/// While it lives, none is in effect: to try what the user may do without.
class WithoutCapabilities {
public:
    WithoutCapabilities();
    WithoutCapabilities(const WithoutCapabilities&) = delete;
    WithoutCapabilities& operator=(const WithoutCapabilities&) = delete;
    ~WithoutCapabilities() { useAllPermittedCapabilities(); }
};

} // namespace candela
