/// Computes what a view shows of a session, for one request after the other. While a recording runs,
/// snapshots may arrive faster than they can be computed, so one that is being computed is finished; any
/// other new request cancels what is being computed.
#pragma once

#include "model/base/memory_scope.h"
#include "model/base/result.h"
#include "views/session/latest_job.h"

#include <functional>
#include <memory>
#include <utility>

namespace candela {

/// Requests compare equal if their results do, and know whether they are of a later snapshot alone:
/// isSnapshotOf(). A computation may be called from any thread: compute(request, task).
template<typename Computation, typename Request, typename Computed>
class SnapshotJob {
public:
    /// `arrived` gets each result; `waiting` is called when a request waited for one. Both in the owner's
    /// thread.
    SnapshotJob(std::function<void(Result<Computed>)> arrived, std::function<void()> waiting)
        : m_computation(std::make_shared<Computation>()), m_arrived(std::move(arrived)),
          m_waiting(std::move(waiting)) {}

    /// Does nothing if the request is that of the last result, or of the one that is being computed.
    void request(const Request& wanted) {
        if (wanted == m_request && (isRunning() || m_hasResult)) return;
        m_isOutdated = isRunning() && wanted.isSnapshotOf(m_request);
        if (m_isOutdated) return;
        m_request = wanted;
        m_job.start(
            [computation = m_computation, wanted](Task& task) {
                return withinMemory([&] { return computation->compute(wanted, task); });
            },
            [this](Result<Computed> computed) {
                m_hasResult = computed.has_value();
                m_arrived(std::move(computed));
                if (std::exchange(m_isOutdated, false)) m_waiting();
            });
    }
    /// Forgets the last request, too.
    void cancel() {
        m_job.cancel();
        m_request = {};
        m_hasResult = m_isOutdated = false;
    }
    bool isRunning() const { return m_job.isRunning(); }

private:
    std::shared_ptr<Computation> m_computation;
    std::function<void(Result<Computed>)> m_arrived;
    std::function<void()> m_waiting;
    LatestJob<Result<Computed>> m_job;
    Request m_request;         ///< of the last result, or of the one that is being computed
    bool m_hasResult = false;  ///< of m_request
    bool m_isOutdated = false; ///< a later snapshot waits
};

} // namespace candela
