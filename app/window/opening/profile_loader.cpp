#include "app/window/opening/profile_loader.h"

#include "app/window/widgets/progress_steps.h"
#include "model/base/memory_scope.h"
#include "model/comparison/merge_profiles.h"
#include "model/formats/format.h"
#include "model/symbols/lookup/name_lookup.h"

#include <QPromise>
#include <QtConcurrent>

#include <map>

namespace candela {
namespace {

Result<SharedProfile> openOne(const QString& path, const OpeningLimit& limit, Task& task) {
    auto named = TRY(lookUpNames(TRY(readProfile(path.toStdString(), limit, task)), {}, task));
    return std::make_shared<const Profile>(std::move(named.profile));
}

Result<SharedProfile> partOf(const SharedProfile& profile, const TimeRanges& times, Task& task) {
    if (times.empty()) return profile;
    return std::make_shared<const Profile>(TRY(timePart(profile, times, task)));
}

/// Reads a file that is on both sides once.
class FileReader {
public:
    FileReader(const std::vector<SideFiles>& sides, const OpeningLimit& limit, const SharedProfile& opened,
               Task& task)
        : m_limit(limit), m_opened(opened), m_task(task) {
        for (const auto& side : sides)
            for (const auto& path : side.files)
                ++m_uses[path];
    }

    Result<SharedProfile> read(const QString& path) {
        if (m_opened) return m_opened;
        if (const auto known = m_read.find(path); known != m_read.end()) return known->second;
        auto profile = TRY(openOne(path, m_limit, m_task));
        if (m_uses[path] > 1) m_read[path] = profile;
        return profile;
    }

private:
    const OpeningLimit& m_limit;
    SharedProfile m_opened;
    Task& m_task;
    std::map<QString, int> m_uses;
    std::map<QString, SharedProfile> m_read; ///< only what is read again
};

/// The runs of a side as one profile.
struct AddedUp {
    SharedProfile profile;
    ComparedProfiles::SharedRuns runs; ///< null for one run
};

/// The same as a capture of a series.
SeriesProfile captureOf(const AddedUp& sum, const std::vector<SharedProfile>& runs) {
    SeriesProfile capture{.name = {}, .profile = sum.profile, .runs = sum.runs};
    for (const auto& run : sum.runs ? runs : std::vector<SharedProfile>())
        capture.begins.push_back(recordedRange(*run).begin);
    return capture;
}

Result<AddedUp> addUp(const std::vector<SharedProfile>& profiles, Task& task) {
    if (profiles.size() == 1) return AddedUp{profiles.front(), {}};
    auto whole = std::make_shared<const Profile>(TRY(mergeProfiles(profiles, task)));
    auto runs = std::make_shared<const SampleRuns>(runsOf(profiles, *whole));
    return AddedUp{std::move(whole), std::move(runs)};
}

} // namespace

ProfileLoader::ProfileLoader(QObject* parent) : QObject(parent) {
    connect(&m_watcher, &QFutureWatcher<Opened>::progressValueChanged, this,
            [this](int value) { emit progressed(double(value) / progressSteps); });
    connect(&m_watcher, &QFutureWatcher<Opened>::finished, this, &ProfileLoader::finish);
}

ProfileLoader::~ProfileLoader() {
    cancel();
}

ProfileLoader::Opened ProfileLoader::open(const std::vector<SideFiles>& sides, const OpeningLimit& limit,
                                          const SharedProfile& opened, Task& task) {
    double files = 0, done = 0;
    for (const auto& side : sides)
        files += double(side.files.size());
    FileReader reader(sides, limit, opened, task);
    Opened result;
    auto& loaded = result.profiles;
    std::vector<ComparedProfiles::SharedRuns> sideRuns;
    const bool areCompared = sides.size() == 2;
    for (const auto& side : sides) {
        std::vector<SharedProfile> whole, parts;
        for (const auto& path : side.files) {
            task.setRange(done / files, (done + 1) / files);
            auto part = withinMemory([&]() -> Result<SharedProfile> {
                whole.push_back(TRY(reader.read(path)));
                return partOf(whole.back(), side.times, task);
            });
            if (!part) return {{}, path, part.error()};
            parts.push_back(std::move(*part));
            done += 1;
        }
        auto sum = withinMemory([&] { return addUp(parts, task); });
        if (!sum) return {{}, side.files.join(", "), sum.error()};
        loaded.sides.push_back(sum->profile);
        sideRuns.push_back(sum->runs);
        if (sides.size() > 2) loaded.captures.push_back(captureOf(*sum, parts));
        // Now, because the runs alone are not kept.
        if (areCompared) loaded.facts.push_back(sideFactsOf(*sum->profile, parts, extentOf(side.times)));
        // A side of several files is shown alone as it is compared.
        loaded.whole.push_back(whole.size() == 1 ? whole.front() : sum->profile);
    }
    if (areCompared) {
        auto compared = withinMemory([&]() -> Result<ComparedProfiles> {
            return ComparedProfiles(loaded.sides[0], loaded.sides[1], sideRuns[0], sideRuns[1]);
        });
        if (!compared) return {{}, sides[0].files.join(", "), compared.error()};
        loaded.compared = std::move(*compared);
    }
    return result;
}

void ProfileLoader::start(const std::vector<SideFiles>& sides, const OpeningLimit& limit,
                          const SharedProfile& opened) {
    cancel();
    auto promise = std::make_shared<QPromise<Opened>>();
    promise->setProgressRange(0, progressSteps);
    m_task = std::make_shared<Task>(
        [promise](double share) { promise->setProgressValue(static_cast<int>(share * progressSteps)); });
    m_watcher.setFuture(promise->future());
    promise->start();
    QThreadPool::globalInstance()->start([promise, sides, limit, opened, task = m_task] {
        promise->addResult(open(sides, limit, opened, *task));
        promise->finish();
    });
}

void ProfileLoader::cancel() {
    if (!m_task) return;
    m_task->cancel();
    m_task.reset();
    m_watcher.setFuture(QFuture<Opened>()); // results that still arrive are dropped
}

void ProfileLoader::finish() {
    if (!m_task || m_watcher.future().resultCount() == 0) return;
    m_task.reset();
    const auto opened = m_watcher.result();
    if (!opened.profiles.sides.empty())
        emit loaded(opened.profiles);
    else if (opened.error.code != ErrorCode::Cancelled)
        emit failed(opened.path, opened.error);
}

} // namespace candela

#include "moc_profile_loader.cpp"
