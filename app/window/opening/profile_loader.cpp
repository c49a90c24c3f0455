#include "app/window/opening/profile_loader.h"

#include "app/window/widgets/progress_steps.h"
#include "model/base/memory_scope.h"
#include "model/comparison/merge_profiles.h"
#include "model/formats/format.h"
#include "model/symbols/lookup/name_lookup.h"

#include <QPromise>
#include <QtConcurrent>

namespace candela {
namespace {

Result<SharedProfile> openOne(const QString& path, const OpeningLimit& limit, Task& task) {
    auto named = TRY(lookUpNames(TRY(readProfile(path.toStdString(), limit, task)), {}, task));
    return std::make_shared<const Profile>(std::move(named.profile));
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

ProfileLoader::Opened ProfileLoader::open(const std::vector<QStringList>& sides, const OpeningLimit& limit,
                                          Task& task) {
    double files = 0, done = 0;
    for (const auto& side : sides)
        files += double(side.size());
    Opened opened;
    std::vector<ComparedProfiles::SharedRuns> sideRuns;
    for (const auto& side : sides) {
        std::vector<SharedProfile> profiles;
        for (const auto& path : side) {
            task.setRange(done / files, (done + 1) / files);
            auto profile = withinMemory([&] { return openOne(path, limit, task); });
            if (!profile) return {{}, path, profile.error()};
            profiles.push_back(std::move(*profile));
            done += 1;
        }
        auto& runs = sideRuns.emplace_back();
        if (profiles.size() > 1) {
            auto merged = withinMemory([&] { return mergeProfiles(profiles, task); });
            if (!merged) return {{}, side.join(", "), merged.error()};
            const auto whole = std::make_shared<const Profile>(std::move(*merged));
            runs = std::make_shared<const SampleRuns>(runsOf(profiles, *whole));
            profiles.front() = whole;
        }
        opened.profiles.sides.push_back(profiles.front());
    }
    if (opened.profiles.sides.size() == 2) {
        auto compared = withinMemory([&]() -> Result<ComparedProfiles> {
            return ComparedProfiles(opened.profiles.sides[0], opened.profiles.sides[1], sideRuns[0],
                                    sideRuns[1]);
        });
        if (!compared) return {{}, sides[0].join(", "), compared.error()};
        opened.profiles.compared = std::move(*compared);
        for (const auto& side : opened.profiles.sides)
            opened.profiles.facts.push_back(sideFactsOf(*side));
    }
    return opened;
}

void ProfileLoader::start(const std::vector<QStringList>& sides, const OpeningLimit& limit) {
    cancel();
    auto promise = std::make_shared<QPromise<Opened>>();
    promise->setProgressRange(0, progressSteps);
    m_task = std::make_shared<Task>(
        [promise](double share) { promise->setProgressValue(static_cast<int>(share * progressSteps)); });
    m_watcher.setFuture(promise->future());
    promise->start();
    QThreadPool::globalInstance()->start([promise, sides, limit, task = m_task] {
        promise->addResult(open(sides, limit, *task));
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
