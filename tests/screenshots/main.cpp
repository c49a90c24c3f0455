/// candela_screenshots DIR [CAPTURE]: each page of the window, in both themes, in the usual scale and in
/// twice that, with real captures and with made ones. If this user can't record, CAPTURE (or a stored one) is
/// shown, and the pictures of a running recording are left out.
#include "app/commands/window/run_window.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/language.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"
#include "tests/window_settings.h"
#include "views/widgets/layout_density.h"

#include <fmt/format.h>

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace candela;

namespace {

constexpr auto scaleVariable = "QT_SCALE_FACTOR"; // Qt reads it once, at its start
constexpr auto capturesVariable = "CANDELA_SCREENSHOTS_CAPTURES";

struct Look {
    Appearance::Choice colours;
    const char* name;
};
constexpr Look looks[] = {{Appearance::Choice::Light, "light"}, {Appearance::Choice::Dark, "dark"}};

struct Density {
    LayoutDensity density;
    const char* name;
};
/// Those besides the normal one.
constexpr Density densities[] = {{LayoutDensity::Compact, "compact"},
                                 {LayoutDensity::Comfortable, "comfortable"}};

void recordCaptures(Material& material) {
    const auto possible = canRecord(material.folder);
    material.canRecord = possible.has_value();
    if (!possible) {
        fmt::print(stderr, "candela_screenshots: {}; stored captures are shown\n", possible.error().message);
        return;
    }
    const auto keep = [&](const char* name, const QStringList& command, double seconds) {
        const auto made = recordCommand(material.folder, name, command, seconds);
        if (!made) fmt::print(stderr, "candela_screenshots: {}: {}\n", name, made.error().message);
    };
    keep("base.candela", {PROGRAMS "/workloads/two_builds_base", "20"}, 4);
    keep("slow.candela", {PROGRAMS "/workloads/two_builds_slow", "20"}, 4);
    keep(
        "compile.candela",
        {"sh", "-c",
         "printf '#include <regex>\\n#include <map>\\nbool f(const char* s, std::map<int, int>& m) { return "
         "std::regex_match(s, std::regex(\"a*\")) && m[1]; }' | g++ -std=c++20 -O2 -x c++ -c -o /dev/null -"},
        60);
}

/// The captures that are in the folder; for others, the given one.
void findCaptures(Material& material, const QString& given) {
    const auto stored = given.isEmpty() ? QString(FIXTURES "/formats/processes.candela") : given;
    const auto find = [&](const char* name) {
        const auto path = material.folder + "/" + name;
        return QFileInfo::exists(path) ? path : stored;
    };
    material.machine = find("machine.candela");
    material.base = find("base.candela");
    material.newCapture = find("slow.candela");
    material.compile = find("compile.candela");
}

/// Settings, and how files were left: both themes show the same.
void forgetEverything() {
    QSettings().clear();
    QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).removeRecursively();
}

void takeAll(const QDir& folder, Appearance& appearance, Material& material) {
    for (const auto& [colours, name] : looks) {
        forgetEverything();
        appearance.setChoice(colours);
        Photographer camera(folder, QString("-%1.png").arg(name));
        takeOpening(camera, material);
        takeCapture(camera, material);
        takeTransforms(camera, material);
        takeCallers(camera, material);
        takeTimes(camera, material);
        takeOverview(camera, material);
        takeMade(camera, material);
    }
}

/// On a display with small pixels, in each density whose sizes differ.
void takeDoubled(const QDir& folder, Appearance& appearance, const Material& material) {
    for (const auto& [colours, name] : looks) {
        forgetEverything();
        appearance.setChoice(colours);
        Photographer camera(folder, QString("-200-%1.png").arg(name));
        takeOverview(camera, material);
        for (const auto& [density, densityName] : densities) {
            setLayoutDensity(density);
            Photographer dense(folder, QString("-200-%1-%2.png").arg(densityName, name));
            takeViews(dense, material.compile, "compile");
            takeComparison(dense, material);
            setLayoutDensity(LayoutDensity::Normal);
        }
    }
}

/// Runs this program again on the same captures, with another scale.
int takeAtTwiceTheScale(const QString& program, const QDir& folder, const Material& material) {
    QProcess doubled;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(scaleVariable, "2");
    environment.insert(capturesVariable, material.folder);
    doubled.setProcessEnvironment(environment);
    doubled.setProcessChannelMode(QProcess::ForwardedChannels);
    doubled.start(program, {folder.path(), material.machine});
    doubled.waitForFinished(-1);
    return doubled.exitStatus() == QProcess::NormalExit ? doubled.exitCode() : 3;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2 || QString(argv[1]).startsWith('-')) {
        fmt::print(stderr, "candela_screenshots DIR [CAPTURE]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir settings, captures;
    keepEverythingIn(settings.path());
    QApplication application(argc, argv);
    nameApplication();
    Appearance appearance;   // the appearance that the program has
    const Language language; // and its words: "1 row", not "1 rows"
    const QDir folder(argv[1]);
    if (!folder.mkpath(".")) {
        fmt::print(stderr, "candela_screenshots: {} can't be made\n", argv[1]);
        return 3;
    }
    const auto existing = qEnvironmentVariable(capturesVariable);
    Material material;
    material.folder = existing.isEmpty() ? captures.path() : existing;
    if (existing.isEmpty()) recordCaptures(material);
    findCaptures(material, argc > 2 ? QString(argv[2]) : QString());
    const auto made = makeCaptures(captures.path());
    if (!made) {
        fmt::print(stderr, "candela_screenshots: {}\n", made.error().message);
        return 3;
    }
    material.made = *made;
    if (!existing.isEmpty()) {
        takeDoubled(folder, appearance, material);
        return 0;
    }
    takeAll(folder, appearance, material);
    return takeAtTwiceTheScale(QApplication::applicationFilePath(), folder, material);
}
