#include "recorder/opener/prompt_opener.h"

#include "recorder/proc_files.h"

#include <utility>

namespace candela {

PromptOpener::~PromptOpener() {
    drop();
}

bool PromptOpener::ensureOpener(std::int64_t now) {
    if (m_opener && !m_opener->isFree()) {
        const bool isBroken = !m_opener->receive();
        if (!isBroken && !m_opener->isFree() && now - m_lateSince < m_timeouts.late) return false;
        if (!isBroken && !m_opener->isFree()) giveUp(m_lateSubject, now); // that is no slowness any more
        if (isBroken || !m_opener->isFree()) drop();
    }
    if (m_opener) return true;
    auto child = m_supply.start();
    {
        const std::lock_guard lock(m_mutex);
        for (auto& failure : m_supply.takeFailures())
            m_failures.push_back(std::move(failure));
    }
    if (!child) return false;
    m_process = child->pid;
    m_opener = std::make_unique<OpenerProcess>(std::move(*child));
    return true;
}

void PromptOpener::drop() {
    if (!m_opener) return;
    m_supply.end(*m_opener);
    m_opener.reset();
    m_process = 0;
}

bool PromptOpener::mayWait(std::int64_t now) {
    if (now - m_periodBegin >= m_timeouts.period) {
        m_periodBegin = now;
        m_wasted = 0;
    }
    return m_wasted < m_timeouts.budget;
}

std::optional<OpeningAnswer> PromptOpener::ask(opening::Request message, const OpeningSubject& subject) {
    const std::lock_guard asking(m_asking);
    const auto begin = monotonicTime();
    if (m_hanging.isBlocked(subject, begin) || !mayWait(begin) || !ensureOpener(begin)) return std::nullopt;
    std::optional<OpeningAnswer> answer;
    message.set_number(++m_lastNumber);
    m_opener->add({std::move(message), subject, [&](OpeningAnswer* came) {
                       if (came) answer = std::move(*came);
                   }});
    while (!m_opener->isIdle()) {
        const bool hasMore = m_opener->wait(m_timeouts.answer);
        const auto waited = monotonicTime() - begin;
        if (hasMore && m_opener->receive()) continue;
        const bool isBusy = !hasMore && m_opener->isRunnable();
        if (isBusy && waited < m_timeouts.busy) continue;
        if (!hasMore) m_wasted += waited;
        if (isBusy) {
            letWork(subject, begin + waited);
        } else {
            if (!hasMore) giveUp(subject, begin + waited);
            drop();
        }
        return std::nullopt;
    }
    return answer;
}

/// Nobody hangs: the machine is busy, or there is much to read. A new opener would be later still, as it has
/// to start; what this one answers yet is ignored.
void PromptOpener::letWork(const OpeningSubject& subject, std::int64_t now) {
    m_opener->takeRequests();
    m_lateSince = now;
    m_lateSubject = subject;
    m_hanging.block(subject, now + m_timeouts.retry);
}

void PromptOpener::giveUp(const OpeningSubject& subject, std::int64_t now) {
    m_hanging.block(subject, now + m_timeouts.backoff);
    if (!m_hanging.isNew(subject)) return;
    const std::lock_guard lock(m_mutex);
    m_failures.push_back(hangs(subject));
}

std::vector<recording::Failure> PromptOpener::takeFailures() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_failures, {});
}

} // namespace candela
