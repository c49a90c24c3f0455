/// Starts and ends openers, and counts those that can't end: the number that hang at a time is limited.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/opener_process.h"
#include "recorder/sandbox/fork_server.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

class OpenerSupply {
public:
    static constexpr std::size_t maximumOpeners = 8; ///< including those that were left behind

    explicit OpenerSupply(std::shared_ptr<ForkServer> forkServer) : m_forkServer(std::move(forkServer)) {}

    /// Starts an opener. None at the limit, if too many openers ended one after the other, or if the fork
    /// server has exited.
    std::optional<ForkServer::Child> start();
    /// Ends an opener. An opener that hangs in the kernel is left behind.
    void end(OpenerProcess& opener);
    /// Failures since the last call that users should know about.
    std::vector<recording::Failure> takeFailures() { return std::exchange(m_failures, {}); }
    MissingProtections missing() const { return m_missing; }

private:
    static constexpr int startsAtOnce = 50; // after these, one more every timeForAnotherStart
    static constexpr std::int64_t timeForAnotherStart = 2'000'000'000;

    bool mayStart();

    std::shared_ptr<ForkServer> m_forkServer;
    std::vector<FileDescriptor> m_leftBehind; // processes that were killed but have not ended
    std::size_t m_running = 0;
    std::vector<recording::Failure> m_failures;
    MissingProtections m_missing;
    int m_startsLeft = startsAtOnce;
    std::int64_t m_startedAt = 0;
    bool m_limitIsReported = false;
    bool m_lossIsReported = false;
};

} // namespace candela
