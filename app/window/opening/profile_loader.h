/// Opens files in a worker. Emits progress, then exactly one of loaded() and failed(); after cancel()
/// neither.
#pragma once

#include "app/window/opening/side_files.h"
#include "model/base/result.h"
#include "model/base/task.h"
#include "model/comparison/compared_profiles.h"
#include "model/comparison/series/series_capture.h"
#include "model/comparison/side_facts.h"
#include "model/formats/input/opening_limit.h"
#include "model/profile/profile.h"
#include "views/session/view_state.h"

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace candela {

using SharedProfile = std::shared_ptr<const Profile>;

struct LoadedProfiles {
    std::vector<SharedProfile> sides;         ///< as many sides as were requested, each only in its times
    std::optional<ComparedProfiles> compared; ///< the form of two sides that is compared
    std::vector<SideFacts> facts = {};        ///< of two sides
    std::vector<SharedProfile> whole = {};    ///< of two sides: in all times
    std::vector<SeriesProfile> captures = {}; ///< more than two sides, without names
};

/// A capture that is open already, and how it is shown.
struct OpenedCapture {
    SharedProfile profile;
    ViewState view;
};

class ProfileLoader : public QObject {
    Q_OBJECT
public:
    explicit ProfileLoader(QObject* parent = nullptr);
    /// Cancels.
    ~ProfileLoader() override;

    /// One profile for each side; several files of a side are added up. All sides are parts of `opened`, if
    /// it is not null: no file is read then.
    void start(const std::vector<SideFiles>& sides, const OpeningLimit& limit = {},
               const SharedProfile& opened = {});
    void cancel();
    bool isRunning() const { return m_task != nullptr; }

signals:
    /// 0 to 1.
    void progressed(double share);
    void loaded(const candela::LoadedProfiles& profiles);
    /// `path` is the file that the error is about.
    void failed(const QString& path, const candela::Error& error);

private:
    struct Opened {
        LoadedProfiles profiles; ///< without sides if one failed
        QString path;            ///< path of the file that failed
        Error error;
    };
    static Opened open(const std::vector<SideFiles>& sides, const OpeningLimit& limit,
                       const SharedProfile& opened, Task& task);
    void finish();

    std::shared_ptr<Task> m_task; // the task of the running work; null if none runs
    QFutureWatcher<Opened> m_watcher;
};

} // namespace candela
