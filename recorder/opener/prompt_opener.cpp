#include "recorder/opener/prompt_opener.h"

#include "recorder/proc_files.h"

#include <utility>

namespace candela {

PromptOpener::~PromptOpener() {
    drop();
}

bool PromptOpener::ensureOpener() {
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
    if (m_hanging.isBlocked(subject, begin) || !mayWait(begin) || !ensureOpener()) return std::nullopt;
    std::optional<OpeningAnswer> answer;
    message.set_number(++m_lastNumber);
    m_opener->add({std::move(message), subject, [&](OpeningAnswer* came) {
                       if (came) answer = std::move(*came);
                   }});
    while (!m_opener->isIdle()) {
        const bool hasMore = m_opener->wait(m_timeouts.answer);
        const auto waited = monotonicTime() - begin;
        if (hasMore && m_opener->receive()) continue;
        if (!hasMore && waited < m_timeouts.busy && m_opener->isRunnable()) continue;
        if (!hasMore) giveUp(subject, waited, begin + waited);
        drop();
        return std::nullopt;
    }
    return answer;
}

void PromptOpener::giveUp(const OpeningSubject& subject, std::int64_t waited, std::int64_t now) {
    m_wasted += waited;
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
