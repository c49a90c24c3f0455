#include "recorder/metadata/metadata_reader.h"

#include "recorder/base/clock.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace candela {

namespace {

/// The maximum time to wait for threads at exit.
constexpr std::chrono::milliseconds shutdownTimeout(500);

} // namespace

struct MetadataReader::Work {
    struct Task {
        Question question;
        std::vector<bool> isSkipped; // by provider
    };
    struct Current {
        Task task;
        std::size_t provider = 0;
        std::int64_t since = 0;
    };

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Task> tasks;
    std::vector<Answer> answers;
    std::optional<Current> current;
    PromptOpener* opener = nullptr;
    bool isEnding = false;
    bool isEnded = false;

    /// The thread: takes one task after the other.
    static void run(const std::shared_ptr<Work>& work, std::span<const MetadataProvider> providers);
    std::optional<Task> next();
    bool begin(std::size_t provider);
    bool describe(const Task& task, std::span<const MetadataProvider> providers, CgroupTree& cgroups);
};

void MetadataReader::Work::run(const std::shared_ptr<Work>& work,
                               std::span<const MetadataProvider> providers) {
    try {
        CgroupTree cgroups;
        while (const auto task = work->next()) {
            if (!work->describe(*task, providers, cgroups)) break;
        }
    } catch (const std::exception&) {
        // If memory is short, the processes get no labels.
    }
    const std::lock_guard lock(work->mutex);
    work->isEnded = true;
    work->changed.notify_all();
}

std::optional<MetadataReader::Work::Task> MetadataReader::Work::next() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return isEnding || !tasks.empty(); });
    if (isEnding) return std::nullopt;
    auto task = std::move(tasks.front());
    tasks.pop_front();
    current = Current{task, 0, monotonicTime()};
    return task;
}

/// To be called before a provider runs. False: this thread hung, and the reader has given it up.
bool MetadataReader::Work::begin(std::size_t provider) {
    const std::lock_guard lock(mutex);
    if (isEnding) return false;
    current->provider = provider;
    current->since = monotonicTime();
    return true;
}

bool MetadataReader::Work::describe(const Task& task, std::span<const MetadataProvider> providers,
                                    CgroupTree& cgroups) {
    Answer answer;
    answer.number = task.question.number;
    answer.readAt = monotonicTime();
    const auto& process = task.question.process;
    auto observed = opener ? ObservedProcess(*opener, process, cgroups)
                           : ObservedProcess(openProcessFolder(process), process, cgroups);
    answer.sawProcess = observed.isThere();
    for (std::size_t row = 0; row < providers.size(); ++row) {
        if (!providers[row].describeProcess || task.isSkipped[row]) continue;
        if (!begin(row)) return false;
        try {
            providers[row].describeProcess(observed, answer.labels);
        } catch (const std::exception&) {
            // A provider that throws has still added the labels so far.
        }
    }
    const std::lock_guard lock(mutex);
    if (isEnding) return false;
    current.reset();
    answers.push_back(std::move(answer));
    return true;
}

MetadataReader::MetadataReader(std::span<const MetadataProvider> providers, PromptOpener* opener)
    : m_providers(providers), m_opener(opener), m_hangs(providers.size()) {}

MetadataReader::~MetadataReader() {
    if (!m_work) return;
    std::unique_lock lock(m_work->mutex);
    m_work->isEnding = true;
    m_work->changed.notify_all();
    m_work->changed.wait_for(lock, shutdownTimeout, [this] { return m_work->isEnded; });
}

void MetadataReader::start(std::shared_ptr<Work> work) {
    m_work = std::move(work);
    m_work->opener = m_opener;
    // The thread owns all that it uses, because a thread that hangs is not waited for.
    std::thread([work = m_work, providers = m_providers] { Work::run(work, providers); }).detach();
}

bool MetadataReader::ask(const Question& question) {
    // The thread is started only when it is needed: by then the recorder has given up rights that the thread
    // would inherit.
    if (!m_work) start(std::make_shared<Work>());
    std::vector<bool> isSkipped;
    for (const auto hangs : m_hangs)
        isSkipped.push_back(hangs >= maximumHangs);
    const std::lock_guard lock(m_work->mutex);
    if (m_work->tasks.size() >= maximumWaiting) return false;
    m_work->tasks.push_back({question, std::move(isSkipped)});
    m_work->changed.notify_all();
    return true;
}

std::vector<MetadataReader::Answer> MetadataReader::takeAnswers() {
    auto answers = std::exchange(m_answers, {});
    if (!m_work) return answers;
    const std::lock_guard lock(m_work->mutex);
    for (auto& answer : m_work->answers)
        answers.push_back(std::move(answer));
    m_work->answers.clear();
    return answers;
}

std::vector<std::string_view> MetadataReader::watch(std::int64_t now) {
    if (!m_work) return {};
    auto next = std::make_shared<Work>();
    std::size_t hanging = 0;
    {
        const std::lock_guard lock(m_work->mutex);
        if (!m_work->current || now - m_work->current->since < maximumWorkTime) return {};
        hanging = m_work->current->provider;
        m_work->isEnding = true;
        for (auto& answer : m_work->answers)
            m_answers.push_back(std::move(answer));
        next->tasks = std::move(m_work->tasks);
        next->tasks.push_front(std::move(m_work->current->task));
    }
    next->tasks.front().isSkipped[hanging] = true;
    std::vector<std::string_view> givenUp;
    if (++m_hangs[hanging] == maximumHangs) {
        for (auto& task : next->tasks)
            task.isSkipped[hanging] = true;
        givenUp.push_back(m_providers[hanging].name);
    }
    start(std::move(next));
    return givenUp;
}

} // namespace candela
