#include "recorder/metadata/label_table.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <iterator>

namespace candela {

void LabelTable::ask(const SharedProcess& process, std::uint64_t cgroup, std::uint32_t user, Folder folder) {
    auto& known = process->metadata;
    const auto& identity = *process->identity;
    const ProcessInQuestion asked{folder == Folder::Look ? identity.pid : 0, identity.exactStart, cgroup,
                                  user};
    if (!m_reader.ask({m_lastQuestion + 1, asked})) return; // the next sample will ask again
    m_questions.erase(known.question);
    known.question = ++m_lastQuestion;
    known.askedAt = monotonicTime();
    known.cgroup = cgroup;
    known.user = user;
    m_questions.emplace(known.question, process);
}

std::vector<std::string_view> LabelTable::tick(std::int64_t now, std::int64_t eventsUntil) {
    auto givenUp = m_reader.watch(now);
    for (auto& answer : m_reader.takeAnswers())
        m_answers.push_back(std::move(answer));
    // A later answer may be about a program whose exec event the process table has not applied yet.
    const auto later = std::stable_partition(m_answers.begin(), m_answers.end(),
                                             [&](const auto& answer) { return answer.readAt < eventsUntil; });
    std::vector<MetadataReader::Answer> ready(std::make_move_iterator(m_answers.begin()),
                                              std::make_move_iterator(later));
    m_answers.erase(m_answers.begin(), later);
    for (auto& answer : ready)
        take(std::move(answer));
    return givenUp;
}

void LabelTable::take(MetadataReader::Answer answer) {
    const auto question = m_questions.find(answer.number);
    if (question == m_questions.end()) return; // another question was asked meanwhile
    const auto process = question->second.lock();
    m_questions.erase(question);
    if (!process) return;
    auto& known = process->metadata;
    known.question = 0;
    const auto end = process->identity->endTime;
    if (answer.sawProcess && end != 0 && answer.readAt >= end)
        return ask(process, known.cgroup, known.user, Folder::LeaveAlone);
    known.isKnown = true;
    if (!answer.sawProcess && known.labels) answer.labels.addMissing(*known.labels);
    if (known.labels && *known.labels == answer.labels) return;
    if (!known.labels) m_labelled.push_back(process);
    known.labels = std::make_shared<const LabelList>(std::move(answer.labels));
    m_memory += known.labels->memory();
}

bool LabelTable::isSettled(const LiveProcess& process, std::int64_t now) const {
    return process.metadata.question == 0 || now - process.metadata.askedAt >= answerTimeout;
}

LabelList LabelTable::labelsOf(const LiveProcess& process, const Program& program) const {
    LabelList labels;
    if (process.metadata.labels) labels = *process.metadata.labels;
    for (const auto& provider : m_providers) {
        if (provider.describeProgram) provider.describeProgram(program, labels);
    }
    return labels;
}

void LabelTable::endSegment(std::uint64_t segment, std::uint64_t firstWaiting) {
    m_segment = segment;
    if (m_memory <= maximumMemory) return;
    m_memory = 0;
    std::erase_if(m_labelled, [&](const std::weak_ptr<LiveProcess>& entry) {
        const auto process = entry.lock();
        if (!process || !process->metadata.labels) return true;
        auto& known = process->metadata;
        if (known.lastUse < firstWaiting) {
            known.labels.reset();
            known.isKnown = false;
            ++m_evicted;
            return true;
        }
        m_memory += known.labels->memory();
        return false;
    });
}

} // namespace candela
