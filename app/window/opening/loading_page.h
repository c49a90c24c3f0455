/// The page that is shown while files are opened: what is being opened, the progress, and Cancel.
#pragma once

#include "app/window/opening/page.h"
#include "app/window/opening/profile_loader.h"

class QProgressBar;

namespace candela {

class LoadingPage : public Page {
    Q_OBJECT
public:
    /// Starts opening; see ProfileLoader::start().
    LoadingPage(std::vector<QStringList> sides, const OpeningLimit& limit, QWidget* parent = nullptr);

    const std::vector<QStringList>& sides() const { return m_sides; }
    QString title() const override;
    QString path() const override;

signals:
    void loaded(const candela::LoadedProfiles& profiles);
    void failed(const QString& path, const candela::Error& error);
    void cancelled();

private:
    QString description() const;
    void showProgress(double share);

    std::vector<QStringList> m_sides;
    ProfileLoader m_loader;
    QProgressBar* m_progress;
};

} // namespace candela
