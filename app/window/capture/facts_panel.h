/// The panel beside the views: the content of the capture and how complete it is.
#pragma once

#include "model/base/result.h"
#include "views/session/latest_job.h"

#include <QScrollArea>

#include <memory>

namespace candela {

struct Completeness;
struct Profile;

class FactsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit FactsPanel(QWidget* parent = nullptr);

    /// Computes the texts in a worker; they appear later.
    void setProfile(const std::shared_ptr<const Profile>& profile);

private:
    void fill(const Profile& profile, const Completeness& completeness);

    LatestJob<Result<Completeness>> m_job;
};

} // namespace candela
