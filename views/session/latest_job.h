/// Runs computations off the GUI thread. A new start cancels the previous
/// one, and only the newest result arrives, in the owner's thread. The
/// work takes values and returns a value; nothing mutable is shared.
#pragma once

#include "model/base/task.h"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace candela {

template<typename T>
class LatestJob {
public:
    LatestJob() = default;
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;
    ~LatestJob() { cancel(); }

    /// `work` runs in a pool thread and should check its Task. `arrived` is called later in the thread that
    /// called start(), unless another start() or cancel() comes in between.
    void start(std::function<T(Task&)> work, std::function<void(T)> arrived) {
        cancel();
        m_task = std::make_shared<Task>();
        m_receiver = std::make_unique<QObject>();
        m_arrived = std::move(arrived);
        auto mailbox = std::make_shared<Mailbox>();
        mailbox->receiver = m_receiver.get();
        m_mailbox = mailbox;
        QThreadPool::globalInstance()->start([this, mailbox, task = m_task, work = std::move(work)] {
            if (task->isCancelled()) return;
            auto result = std::make_shared<T>(work(*task));
            const std::lock_guard lock(mailbox->mutex);
            if (!mailbox->receiver) return;
            QMetaObject::invokeMethod(
                mailbox->receiver, [this, result] { deliver(std::move(*result)); }, Qt::QueuedConnection);
        });
    }

    /// Cancels the work, which may still finish a step; its result does not arrive.
    void cancel() {
        if (!m_task) return;
        m_task->cancel();
        {
            const std::lock_guard lock(m_mailbox->mutex);
            m_mailbox->receiver = nullptr;
        }
        m_task.reset();
        m_mailbox.reset();
        m_receiver.reset(); // drops a result that is already queued
    }

    bool isRunning() const { return m_task != nullptr; }

private:
    /// Where a worker leaves its result; emptied if the result is no longer wanted.
    struct Mailbox {
        std::mutex mutex;
        QObject* receiver = nullptr;
    };

    void deliver(T result) {
        auto arrived = std::move(m_arrived);
        m_arrived = nullptr;
        m_task.reset();
        m_mailbox.reset();
        m_receiver.release()->deleteLater(); // not deleted here, because the receiver is executing this call
        arrived(std::move(result));
    }

    std::shared_ptr<Task> m_task;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<QObject> m_receiver;
    std::function<void(T)> m_arrived;
};

} // namespace candela
