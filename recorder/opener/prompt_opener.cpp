#include "recorder/opener/prompt_opener.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <utility>

namespace candela {

PromptOpener::~PromptOpener() {
    drop();
    for (auto& late : m_late)
        m_supply.end(*late.opener);
}

bool PromptOpener::ensureOpener() {
    if (m_opener) return true;
    // If processors are busy, a new opener would be later still, since it has to start first.
    if (std::ranges::any_of(m_late, &Late::wantsProcessor)) return false;
    auto child = m_supply.start();
    {
        const std::lock_guard lock(m_mutex);
        for (auto& failure : m_supply.takeFailures())
            m_failures.push_back(std::move(failure));
    }
    if (!child) return false;
    use(std::make_unique<OpenerProcess>(std::move(*child)));
    return true;
}

void PromptOpener::use(std::unique_ptr<OpenerProcess> opener) {
    m_opener = std::move(opener);
    m_process = m_opener->child().pid;
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
    watchLate(begin);
    if (m_hanging.isBlocked(subject, begin) || !mayWait(begin) || !ensureOpener()) return std::nullopt;
    std::optional<OpeningAnswer> answer;
    message.set_number(++m_lastNumber);
    m_opener->add({std::move(message), subject, [&](OpeningAnswer* received) {
                       if (received) answer = std::move(*received);
                   }});
    while (!m_opener->isIdle()) {
        if (m_opener->wait(m_timeouts.answer)) {
            if (m_opener->receive()) continue;
            drop();
            return std::nullopt;
        }
        const auto waited = monotonicTime() - begin;
        const bool wantsProcessor = m_opener->isRunnable();
        if (wantsProcessor && waited < m_timeouts.busy) continue;
        if (m_opener->wait(0)) continue; // the opener answered before its state was checked
        m_wasted += waited;
        setAside(subject, begin + waited, wantsProcessor);
        return std::nullopt;
    }
    return answer;
}

/// Its late answer is ignored.
void PromptOpener::setAside(const OpeningSubject& subject, std::int64_t now, bool wantsProcessor) {
    m_opener->takeRequests();
    m_late.push_back({std::move(m_opener), subject, now, wantsProcessor});
    m_process = 0;
    m_hanging.block(subject, now + m_timeouts.late);
}

void PromptOpener::watchLate(std::int64_t now) {
    std::erase_if(m_late, [&](Late& late) {
        const bool lives = late.opener->receive();
        const bool isDone = !lives || late.opener->isFree();
        if (!isDone && now - late.since < m_timeouts.late) return false;
        if (isDone)
            m_hanging.block(late.subject, now); // no longer
        else
            giveUp(late.subject, now);
        if (lives && isDone && !m_opener)
            use(std::move(late.opener));
        else
            m_supply.end(*late.opener);
        return true;
    });
}

void PromptOpener::giveUp(const OpeningSubject& subject, std::int64_t now) {
    m_hanging.block(subject, now + m_timeouts.backoff);
    if (!m_hanging.isNew(subject)) return;
    const std::lock_guard lock(m_mutex);
    m_failures.push_back(hangs(subject));
}

std::vector<recording::Failure> PromptOpener::takeFailures() {
    // If another thread is in ask(), that call checks the late openers itself.
    if (const std::unique_lock asking(m_asking, std::try_to_lock); asking.owns_lock())
        watchLate(monotonicTime());
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_failures, {});
}

} // namespace candela
