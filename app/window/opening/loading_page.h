/// The page that is shown while files are opened: what is being opened, the progress, and Cancel.
#pragma once

#include "app/window/opening/first_view.h"
#include "app/window/opening/page.h"
#include "app/window/opening/profile_loader.h"

#include <optional>

class QProgressBar;

namespace candela {

class LoadingPage : public Page {
    Q_OBJECT
public:
    /// Starts opening; see ProfileLoader::start().
    LoadingPage(std::vector<SideFiles> sides, const OpeningLimit& limit,
                std::optional<OpenedCapture> opened = {}, QWidget* parent = nullptr);

    const std::vector<SideFiles>& sides() const { return m_sides; }
    /// The capture whose parts are loaded; none: files are read.
    const std::optional<OpenedCapture>& opened() const { return m_opened; }
    /// What the opened page begins with, if it is a series or a comparison.
    const FirstView& firstView() const { return m_firstView; }
    void setFirstView(const FirstView& view) { m_firstView = view; }
    QString title() const override;
    QString path() const override;

signals:
    void loaded(const candela::LoadedProfiles& profiles);
    void failed(const QString& path, const candela::Error& error);
    void cancelled();

private:
    QString description() const;
    void showProgress(double share);

    std::vector<SideFiles> m_sides;
    std::optional<OpenedCapture> m_opened;
    FirstView m_firstView;
    ProfileLoader m_loader;
    QProgressBar* m_progress;
};

} // namespace candela
