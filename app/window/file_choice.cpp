#include "app/window/file_choice.h"

#include "model/base/file.h"
#include "views/plain_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPixmap>
#include <QRegularExpression>
#include <QSettings>

namespace candela {
namespace {

constexpr auto folderKey = "openFolder";
constexpr auto filterKey = "openFilter";

QString text(std::string_view utf8) {
    return plainText(utf8);
}

/// "*.pb.gz *.pprof": the endings that files of the format get.
QStringList endings(const Format& format) {
    QStringList found;
    for (const auto& extension : text(format.extensions).split(' ', Qt::SkipEmptyParts))
        if (extension.startsWith('.')) found << "*" + extension;
    return found;
}

/// All names that files of the format have; any of them may be packed.
QStringList namePatterns(const Format& format) {
    QStringList found;
    for (const auto& name : text(format.extensions).split(' ', Qt::SkipEmptyParts)) {
        const auto pattern = name.startsWith('.') ? "*" + name : name;
        found << pattern;
        for (const auto* packed : {".gz", ".zst"})
            if (!pattern.endsWith(packed)) found << pattern + packed;
    }
    return found;
}

QString filterOf(const QString& description, const QStringList& patterns) {
    return description + " (" + patterns.join(' ') + ")";
}

QString translated(const char* words) {
    return QCoreApplication::translate("FileChoice", words);
}

QString rememberedFolder() {
    return QSettings().value(folderKey).toString();
}

void rememberFolder(const QString& path) {
    QSettings().setValue(folderKey, QFileInfo(path).absolutePath());
}

} // namespace

QString openFilters() {
    QStringList single, all;
    for (const auto& format : allFormats()) {
        if (!format.read) continue;
        all << namePatterns(format);
        single << filterOf(text(format.description), namePatterns(format));
    }
    all.removeDuplicates();
    const QStringList first{filterOf(translated("All profiles"), all), translated("All files") + " (*)"};
    return (first + single).join(";;");
}

QString saveFilters(Page::Extent extent) {
    QStringList found;
    for (const auto& format : allFormats()) {
        if (format.write && !endings(format).isEmpty())
            found << filterOf(text(format.description), endings(format));
    }
    if (extent == Page::Extent::Shown) found << translated("Picture") + " (*.png)";
    return found.join(";;");
}

QStringList chooseProfiles(QWidget* parent, const QString& title) {
    const auto filters = openFilters().split(";;");
    // By what it is called: its patterns may be others in the next version.
    auto filter = filters.filter(QSettings().value(filterKey).toString()).value(0, filters.front());
    const auto paths = QFileDialog::getOpenFileNames(parent, title, rememberedFolder(), filters.join(";;"),
                                                     &filter, QFileDialog::HideNameFilterDetails);
    if (paths.isEmpty()) return paths;
    rememberFolder(paths.front());
    QSettings().setValue(filterKey, filter.left(filter.indexOf(" (") + 2));
    return paths;
}

QString chooseExport(QWidget* parent, const QString& suggestedPath, Page::Extent extent) {
    QString filter;
    auto path = QFileDialog::getSaveFileName(parent, translated("Export"), suggestedPath, saveFilters(extent),
                                             &filter);
    if (path.isEmpty()) return {};
    if (formatForFileName(path.toStdString()) || path.endsWith(".png")) return path;
    // The name says nothing: the chosen kind's first ending does.
    const auto begin = filter.lastIndexOf("(*") + 2;
    return path + filter.mid(begin, filter.indexOf(QRegularExpression("[ )]"), begin) - begin);
}

Result<void> savePicture(QWidget& widget, const QString& path) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QBuffer::WriteOnly);
    if (!widget.grab().save(&buffer, "PNG")) return failure("can't be drawn");
    return writeFile(path.toStdString(),
                     std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

} // namespace candela
