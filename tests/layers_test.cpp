/// Checks all sources: no include that ARCHITECTURE.md, section Layers, forbids, and no class with methods
/// defined in more than one file.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <map>
#include <set>

namespace {

/// A folder, the folders it may include from the root, and the libraries it may include with angle brackets.
/// The longest matching folder counts.
struct Layer {
    QString folder;
    QStringList mayInclude;
    QStringList libraries;
};

const QStringList allModel{"model/base", "model/profile", "model/analysis", "model/comparison"};

const std::vector<Layer> layers{
    {"model/base", {"model/base"}, {"fmt/", "absl/", "re2/"}},
    {"model/profile", {"model/base", "model/profile"}, {"fmt/", "absl/", "re2/"}},
    {"model/analysis", {"model/base", "model/profile", "model/analysis"}, {"fmt/", "absl/", "re2/"}},
    {"model/comparison", allModel, {"fmt/", "absl/", "re2/"}},
    {"model/recording",
     allModel + QStringList{"model/recording"},
     {"fmt/", "absl/", "google/protobuf/", "zstd"}},
    {"model/symbols",
     allModel + QStringList{"model/symbols"},
     {"fmt/", "absl/", "re2/", "libelf", "gelf", "elf", "dwarf", "elfutils/", "libiberty/", "capstone/",
      "lzma", "libdeflate"}},
    {"model/unwind",
     allModel + QStringList{"model/symbols", "model/unwind", "bpf/unwind.h", "bpf/unwind_step.h"},
     {"fmt/", "absl/", "re2/", "libelf", "gelf", "elf", "dwarf", "elfutils/", "libiberty/", "capstone/"}},
    {"model/code",
     allModel + QStringList{"model/symbols", "model/code"},
     {"fmt/", "absl/", "re2/", "elf", "capstone/"}},
    {"model/formats",
     allModel + QStringList{"model/formats", "model/recording", "model/symbols", "model/unwind"},
     {"fmt/", "absl/", "re2/", "google/protobuf/", "zstd", "libdeflate", "simdjson"}},
    {"bpf", {"bpf"}, {"bpf/", "vmlinux", "linux/"}},
    {"recorder",
     {"recorder", "bpf", "model/base", "model/recording", "model/symbols", "model/unwind", "model/profile",
      "model/code"},
     {"fmt/", "absl/", "google/protobuf/", "zstd", "bpf/", "systemd/", "sys/capability", "seccomp", "elf",
      "gelf", "libelf"}},
    {"views", allModel + QStringList{"views", "model/symbols", "model/code"}, {"fmt/", "absl/", "Q"}},
    {"app",
     allModel +
         QStringList{"app", "views", "model/formats", "model/symbols", "model/code", "model/recording"},
     {"fmt/", "absl/", "Q", "CLI/"}},
};

/// The rooms of a large folder, its sub-folders, the lowest first: a room may include itself and the rooms of
/// the levels below its own. "." has the folder's own files.
struct Rooms {
    QString folder;
    std::vector<QStringList> levels;
};

const std::vector<Rooms> allRooms{
    {"app", {{"recording"}, {"window"}, {"commands"}, {"."}}},
    {"app/commands",
     {{"arguments"},
      {"."},
      {"options", "output", "recording"},
      {"window"},
      {"completion", "doctor", "profiles"}}},
    {"app/window", {{"widgets"}, {"editor", "opening"}, {"capture"}, {"compare", "record", "series"}, {"."}}},
    {"recorder",
     {{"base", "rights"},
      {"client", "kernel", "processes", "sandbox"},
      {"opener", "samples"},
      {"metadata", "names", "unwind"},
      {"probes"},
      {"segments"},
      {"."}}},
    {"views",
     {{"text"},
      {"widgets"},
      {"session"},
      {"filter"},
      {"details", "flame", "source", "tables", "tracks"},
      {"timeline_rows"},
      {"timeline"},
      {"flame_graph"},
      {"callers", "comparison", "flame_chart", "heat_map", "series"},
      {"compared_code"},
      {"."}}},
    {"model/analysis",
     {{"grouping"}, {"transforms"}, {"samples"}, {"call_tree", "completeness"}, {"flame_chart", "heat_map"}}},
    {"model/comparison", {{"matching", "statistics"}, {"matched"}, {"."}, {"series"}}},
    {"model/symbols", {{"names"}, {"elf", "generated"}, {"dwarf"}, {"lookup"}}},
    {"model/unwind", {{"instructions"}, {"call_frames", "generated"}}},
    {"model/formats",
     {{"encoding", "output"},
      {"input"},
      {".", "json"},
      {"callgrind", "chrome", "firefox", "heaptrack", "jfr", "otlp", "perf_data", "pprof", "printed_stacks",
       "reports", "speedscope"}}},
};

/// Libraries that need a privilege or a toolkit: the layer must allow each include of one.
const QStringList watched{"Q",    "fmt/",     "absl/",          "re2/",       "google/protobuf/",
                          "zstd", "lzma",     "libdeflate",     "simdjson",   "libelf",
                          "gelf", "dwarf",    "elfutils/",      "libiberty/", "capstone/",
                          "bpf/", "systemd/", "sys/capability", "seccomp",    "CLI/"};

bool startsWithOne(const QString& text, const QStringList& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const QString& prefix) {
        return prefix == "Q" ? text.size() > 1 && text[0] == 'Q' && (text[1].isUpper() || text[1] == 't')
                             : text.startsWith(prefix);
    });
}

const Layer* layerOf(const QString& path) {
    const Layer* best = nullptr;
    for (const auto& layer : layers) {
        if (path.startsWith(layer.folder + "/") && (!best || layer.folder.size() > best->folder.size()))
            best = &layer;
    }
    return best;
}

/// The room of a folder that contains this file, "." for the folder's own files; empty for files of other
/// folders.
QString roomOf(const QString& folder, const QString& path) {
    if (!path.startsWith(folder + "/")) return {};
    const auto rest = path.mid(folder.size() + 1);
    return rest.contains('/') ? rest.section('/', 0, 0) : QString(".");
}

/// The level of a room, counted from the lowest; -1 if the table does not have it.
int levelOf(const Rooms& rooms, const QString& room) {
    for (std::size_t level = 0; level < rooms.levels.size(); ++level) {
        if (rooms.levels[level].contains(room)) return static_cast<int>(level);
    }
    return -1;
}

/// Reports a file that is in no room, and each include that does not lead to a lower room.
QStringList roomViolations(const QString& path, const QStringList& included) {
    QStringList found;
    for (const auto& rooms : allRooms) {
        const auto own = roomOf(rooms.folder, path);
        if (own.isEmpty()) continue;
        const auto ownLevel = levelOf(rooms, own);
        if (ownLevel < 0) found << path + " is in no room of " + rooms.folder;
        for (const auto& what : included) {
            const auto other = roomOf(rooms.folder, what);
            if (!other.isEmpty() && other != own && levelOf(rooms, other) >= ownLevel)
                found << path + " must not include \"" + what + "\": " + other + " is not below " + own;
        }
    }
    return found;
}

/// Reports the includes in this text that violate the file's layer or room.
QStringList violations(const QString& path, const QString& text) {
    QStringList found;
    QStringList ours;
    const auto* layer = layerOf(path);
    if (!layer) return {path + " is in no layer"};
    static const QRegularExpression include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])",
                                            QRegularExpression::MultilineOption);
    for (const auto& match : include.globalMatch(text)) {
        const auto what = match.captured(2);
        const bool isOurs = match.captured(1) == "\"";
        if (!isOurs) {
            if (startsWithOne(what, watched) && !startsWithOne(what, layer->libraries))
                found << path + " must not include <" + what + ">";
            continue;
        }
        if (what.endsWith(".moc") || what.startsWith("moc_")) continue;
        ours << what;
        const bool isAllowed =
            std::any_of(layer->mayInclude.begin(), layer->mayInclude.end(), [&](const QString& folder) {
                return what == folder || what.startsWith(folder + "/");
            });
        if (!isAllowed) found << path + " must not include \"" + what + "\"";
    }
    return found + roomViolations(path, ours);
}

/// The classes with methods defined in this text, with their outer classes: "Timeline::Slices". Classes that
/// the text itself declares belong to it, even if others have the same name.
QSet<QString> classesDefinedIn(const QString& text) {
    static const QRegularExpression comment(R"(//[^\n]*)");
    // At the start of a line, with the return type before it; ends at the opening parenthesis of the
    // parameters.
    static const QRegularExpression method(
        R"(^(?![\s#])[^;={}#\n]*?\b((?:[A-Z]\w*::)+)(?:~?[A-Za-z_]\w*|operator[^\n(]*)\()",
        QRegularExpression::MultilineOption);
    static const QRegularExpression declaration(R"(^\s*(?:class|struct)\s+([\w:]+)[^;()]*\{)",
                                                QRegularExpression::MultilineOption);
    const auto code = QString(text).remove(comment);
    QSet<QString> classes;
    for (const auto& match : method.globalMatch(code))
        classes << match.captured(1).chopped(2);
    for (const auto& match : declaration.globalMatch(code)) {
        const auto own = match.captured(1);
        classes.removeIf([&](const QString& name) { return (name + "::").startsWith(own + "::"); });
    }
    return classes;
}

/// Reports classes with methods in several of these files. Two top-level folders may have classes of the same
/// name.
QStringList cutClasses(const std::map<QString, QString>& texts) {
    std::map<QString, QStringList> files; // by class
    for (const auto& [path, text] : texts) {
        for (const auto& name : classesDefinedIn(text))
            files[path.section('/', 0, 0) + " " + name] << path;
    }
    QStringList found;
    for (const auto& [name, paths] : files) {
        if (paths.size() > 1) found << name.section(' ', 1) + " is cut over " + paths.join(" and ");
    }
    return found;
}

} // namespace

class LayersTest : public QObject {
    Q_OBJECT
private slots:
    void everyIncludeIsAllowed() {
        QStringList found;
        int files = 0;
        for (const QString folder : {"model", "bpf", "recorder", "views", "app"}) {
            QDirIterator walk(QString(SOURCE_DIR "/") + folder, {"*.h", "*.cpp", "*.c"}, QDir::Files,
                              QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY(file.open(QFile::ReadOnly));
                found += violations(QDir(SOURCE_DIR).relativeFilePath(file.fileName()),
                                    QString::fromUtf8(file.readAll()));
                ++files;
            }
        }
        QVERIFY(files > 10);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
    }
    void everyClassWithSignalsIsCompiledWithMocsOutput() {
        int headers = 0;
        for (const QString folder : {"views", "app"}) {
            QDirIterator walk(QString(SOURCE_DIR "/") + folder, {"*.h"}, QDir::Files,
                              QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY(file.open(QFile::ReadOnly));
                if (!file.readAll().contains("    Q_OBJECT\n")) continue;
                ++headers;
                const auto include = "\n#include \"moc_" + QFileInfo(file).baseName() + ".cpp\"\n";
                bool isIncluded = false;
                for (QDirIterator sources(QFileInfo(file).path(), {"*.cpp"}); sources.hasNext();) {
                    QFile source(sources.next());
                    QVERIFY(source.open(QFile::ReadOnly));
                    isIncluded |= source.readAll().contains(include.toUtf8());
                }
                QVERIFY2(isIncluded,
                         qPrintable("no source file beside " + file.fileName() + " has" + include));
            }
        }
        QVERIFY(headers > 10);
    }
    void everyRoomHasFiles() {
        for (const auto& rooms : allRooms) {
            for (const auto& level : rooms.levels) {
                for (const auto& room : level) {
                    const QDir folder(QString(SOURCE_DIR "/") + rooms.folder + "/" + room);
                    QVERIFY2(folder.exists() && !folder.isEmpty(), qPrintable(folder.path()));
                }
            }
        }
    }
    void noFolderHasMoreFilesThanOneCanSurvey() {
        constexpr int maximumFiles = 35;
        std::map<QString, int> files;
        for (const QString folder : {"app", "bpf", "model", "recorder", "tests", "views"}) {
            QDirIterator walk(QString(SOURCE_DIR "/") + folder, {"*.h", "*.cpp", "*.c", "*.proto"},
                              QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                walk.next();
                const auto path = QDir(SOURCE_DIR).relativeFilePath(walk.fileInfo().path());
                if (!path.startsWith("tests/fixtures") && !path.startsWith("tests/fuzz/corpus"))
                    ++files[path];
            }
        }
        QVERIFY(files.size() > 10);
        for (const auto& [folder, count] : files) {
            QVERIFY2(count <= maximumFiles,
                     qPrintable(folder + " has " + QString::number(count) + " files: make rooms of it"));
        }
    }
    void everyClassIsDefinedInOneFile() {
        std::map<QString, QString> texts;
        for (const QString folder : {"app", "model", "recorder", "views"}) {
            QDirIterator walk(QString(SOURCE_DIR "/") + folder, {"*.cpp"}, QDir::Files,
                              QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                QVERIFY(file.open(QFile::ReadOnly));
                texts[QDir(SOURCE_DIR).relativeFilePath(file.fileName())] = QString::fromUtf8(file.readAll());
            }
        }
        QVERIFY(texts.size() > 10);
        const auto found = cutClasses(texts);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
    }
    void aClassThatIsCutOverTwoFilesIsSeen() {
        const QString constructor = "Engine::Engine(Fuel& fuel)\n    : m_fuel(fuel) {}\n";
        const QString method = "std::optional<Engine::Speed> Engine::speedAt(Time time) const {\n}\n";
        const auto isSeen = [](const QString& one, const QString& two, const char* second = "views/b.cpp") {
            return cutClasses({{"views/a.cpp", one}, {second, two}}).size() == 1;
        };
        QVERIFY(isSeen(constructor, method));
        QVERIFY(isSeen(constructor, "Engine::~Engine() = default;\n"));
        QVERIFY(isSeen(constructor, "bool Engine::operator==(const Engine& other) const {\n}\n"));
        QVERIFY(isSeen("void Engine::Wheel::turn() {\n}\n", "int Engine::Wheel::turns() const {\n}\n"));
        // A nested class is separate from its outer class, and so is a class that a file or another folder
        // declares itself.
        QVERIFY(!isSeen(constructor, "void Engine::Wheel::turn() {\n}\n"));
        QVERIFY(!isSeen(constructor, "class Engine {\n    int speed();\n};\n" + method));
        QVERIFY(!isSeen(constructor, method, "recorder/b.cpp"));
        // Uses are no definitions.
        QVERIFY(!isSeen(constructor, "int speedOf(const Engine::Speed& speed) {\n    return "
                                     "Engine::speedAt(0);\n}\n// Engine::stop()\n"));
    }
    void anIncludeAgainstTheDirectionOfRoomsIsSeen() {
        const auto found = [](const char* path, const char* what) {
            return violations(path, QString("#include \"%1\"\n").arg(what)).size();
        };
        // upwards
        QCOMPARE(found("recorder/base/a.h", "recorder/sandbox/fork_server.h"), 1);
        QCOMPARE(found("recorder/sandbox/a.cpp", "recorder/session.h"), 1);
        QCOMPARE(found("views/session/a.cpp", "views/flame/flame_canvas.h"), 1);
        QCOMPARE(found("model/formats/input/a.h", "model/formats/format.h"), 1);
        QCOMPARE(found("app/window/opening/a.cpp", "app/commands/command.h"), 1);
        QCOMPARE(found("app/commands/output/a.cpp", "app/commands/profiles/report_rows.h"), 1);
        // to a neighbour
        QCOMPARE(found("model/formats/pprof/a.cpp", "model/formats/otlp/otlp_reader.h"), 1);
        QCOMPARE(found("views/flame/a.cpp", "views/timeline/time_axis.h"), 1);
        // to and from rooms that the table does not have
        QCOMPARE(found("views/flame/a.cpp", "views/attic/a.h"), 0);
        QCOMPARE(found("views/attic/a.cpp", "model/base/index.h"), 1);
        // downwards, and within the room
        QCOMPARE(found("recorder/a.cpp", "recorder/sandbox/fork_server.h"), 0);
        QCOMPARE(found("recorder/sandbox/a.h", "recorder/sandbox/fork_server.h"), 0);
        QCOMPARE(found("model/formats/pprof/a.cpp", "model/formats/format.h"), 0);
        QCOMPARE(found("app/commands/window/a.cpp", "app/window/main_window.h"), 0);
    }
    void aForbiddenIncludeIsSeen() {
        QCOMPARE(violations("model/base/a.h", "#include <QString>\n").size(), 1);
        QCOMPARE(violations("model/base/a.h", "#include \"views/session/session.h\"\n").size(), 1);
        QCOMPARE(violations("recorder/a.cpp", "#include \"app/main.h\"\n#include <QSocket>\n").size(), 2);
        QCOMPARE(violations("app/a.cpp", "#include \"recorder/session.h\"\n").size(), 1);
        QCOMPARE(violations("views/a.cpp", "#include <QWidget>\n#include \"model/base/index.h\"\n").size(),
                 0);
    }
};

QTEST_GUILESS_MAIN(LayersTest)
#include "layers_test.moc"
