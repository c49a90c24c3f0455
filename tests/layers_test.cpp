/// Reads every include of the tree and fails on one that ARCHITECTURE.md, Layers, forbids.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
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
     allModel + QStringList{"model/symbols", "model/unwind", "bpf/unwind.h", "bpf/unwind_step.h"},
     {"fmt/", "absl/", "re2/", "libelf", "gelf", "elf", "dwarf", "elfutils/", "libiberty/", "capstone/",
      "lzma"}},
    {"model/unwind",
     allModel + QStringList{"model/symbols", "model/unwind", "bpf/unwind.h", "bpf/unwind_step.h"},
     {"fmt/", "absl/", "re2/", "libelf", "gelf", "elf", "dwarf", "elfutils/", "libiberty/", "capstone/"}},
    {"model/formats",
     allModel + QStringList{"model/formats", "model/recording", "model/symbols", "model/unwind"},
     {"fmt/", "absl/", "re2/", "google/protobuf/", "zstd", "libdeflate", "simdjson"}},
    {"bpf", {"bpf"}, {"bpf/", "vmlinux", "linux/"}},
    {"recorder",
     {"recorder", "bpf", "model/base", "model/recording", "model/symbols", "model/unwind", "model/profile"},
     {"fmt/", "absl/", "google/protobuf/", "zstd", "bpf/", "systemd/", "sys/capability", "seccomp", "elf",
      "gelf", "libelf"}},
    {"views", allModel + QStringList{"views", "model/symbols"}, {"fmt/", "absl/", "Q"}},
    {"app",
     allModel + QStringList{"app", "views", "model/formats", "model/symbols", "model/recording"},
     {"fmt/", "absl/", "Q", "CLI/"}},
};

/// Libraries that carry a privilege or a toolkit: an include of one must be allowed by the layer.
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

/// Sentences about what this text of a file includes against its layer.
QStringList violations(const QString& path, const QString& text) {
    QStringList found;
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
        if (what.endsWith(".moc")) continue;
        const bool isAllowed =
            std::any_of(layer->mayInclude.begin(), layer->mayInclude.end(), [&](const QString& folder) {
                return what == folder || what.startsWith(folder + "/");
            });
        if (!isAllowed) found << path + " must not include \"" + what + "\"";
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
    void aForbiddenIncludeIsSeen() {
        QCOMPARE(violations("model/base/a.h", "#include <QString>\n").size(), 1);
        QCOMPARE(violations("model/base/a.h", "#include \"views/session.h\"\n").size(), 1);
        QCOMPARE(violations("recorder/a.cpp", "#include \"app/main.h\"\n#include <QSocket>\n").size(), 2);
        QCOMPARE(violations("app/a.cpp", "#include \"recorder/session.h\"\n").size(), 1);
        QCOMPARE(violations("views/a.cpp", "#include <QWidget>\n#include \"model/base/index.h\"\n").size(),
                 0);
    }
};

QTEST_GUILESS_MAIN(LayersTest)
#include "layers_test.moc"
