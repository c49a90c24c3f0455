/// Problems of a recording, except those of its sandbox, as reports to its users: what is missing, and why.
/// Each has a sentence about what is wrong and one about what to do. Times are nanoseconds.
#pragma once

#include "model/base/result.h"
#include "model/recording/recording.pb.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace candela {

recording::Failure kernelWithoutNames(const Error& problem);
recording::Failure kernelWithoutAddresses();
/// `frequency`: samples a second that the kernel allows.
recording::Failure frequencyLimited(std::uint32_t frequency);
recording::Failure cpuTimesUnreadable(const Error& problem);
recording::Failure labelsHang(std::string_view provider);
recording::Failure machineSuspended(std::int64_t length, std::int64_t sinceStart);
/// A processor was brought online and was not sampled for this time.
recording::Failure processorMissed(std::uint32_t processor, std::int64_t length, std::int64_t sinceStart);
enum class UnnamedBecause : std::uint8_t { ProviderHangs, FilesTookTooLong };
recording::Failure endedWithoutNames(std::size_t addresses, UnnamedBecause reason);

} // namespace candela
