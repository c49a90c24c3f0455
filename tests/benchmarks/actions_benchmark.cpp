#include "app/window/settings_menu.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/language.h"
#include "tests/app/window/action_walk.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "tests/window_settings.h"

#include <QTemporaryDir>

#include <fmt/format.h>

namespace candela {

/// How long the event loop stands still while each action runs on ten million samples: one line for each
/// action above the limit, and one for the others.
void benchmarkActions(Report& report) {
    constexpr double limit = 50; // milliseconds
    const QTemporaryDir settings;
    keepEverythingIn(settings.path());
    QApplication::setOrganizationName("Candela");
    QApplication::setApplicationName("candela-bench");
    const SyntheticRecording recording(SyntheticSize::Large);
    Appearance appearance{QDBusConnection(QString())};
    Language language;
    MainWindow window;
    addSettingsMenu(window, appearance, language);
    window.show();
    LoopWatch opening;
    const auto profile = std::make_shared<const Profile>(recording.build());
    opening.start();
    auto* page = new CapturePage("large", profile);
    window.pages()->addPage(page);
    if (!QTest::qWaitFor([page] { return !page->session().isBusy(); }, 120'000))
        return report.skip("actions", "the large profile was not shown within two minutes");
    const auto opened = opening.stop();
    ActionWalk walk(window, *page);
    auto walked = walk.walk();
    walked.push_back({"Window", "opening", opened, true});
    std::ranges::sort(walked, std::greater(), [](const WalkedAction& action) { return action.pause.busy; });
    std::vector<double> others;
    for (const auto& [where, name, pause, hasEnded] : walked) {
        if (pause.busy < limit)
            others.push_back(pause.busy);
        else
            report.values(fmt::format("actions: wall {:.0f} ms", pause.wall),
                          fmt::format("{}: {}", where.toStdString(), name.toStdString()), {pause.busy}, "ms");
    }
    report.values(fmt::format("actions: {} others", others.size()), recording.description(), others, "ms");
}

} // namespace candela
