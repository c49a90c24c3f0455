#include "app/window/opening/file_choice.h"

#include "model/base/file.h"
#include "views/text/plain_text.h"

#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>
#include <QObject>
#include <QPixmap>
#include <QSettings>

namespace candela {
namespace {

constexpr auto folderKey = "openFolder";
constexpr auto filterKey = "openFilter";

/// "*.pb.gz *.pprof": the endings that files of the format get.
QStringList endings(const Format& format) {
    QStringList found;
    for (const auto& extension : plainText(format.extensions).split(' ', Qt::SkipEmptyParts))
        if (extension.startsWith('.')) found << "*" + extension;
    return found;
}

/// Patterns for all names of the format's files, packed ones included.
QStringList namePatterns(const Format& format) {
    QStringList found;
    for (const auto& name : plainText(format.extensions).split(' ', Qt::SkipEmptyParts)) {
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

/// ".pb.gz" and ".pprof" of "pprof profile (*.pb.gz *.pprof)".
QStringList endingsIn(const QString& filter) {
    QStringList found;
    const auto begin = filter.lastIndexOf('(') + 1;
    for (const auto& pattern : filter.mid(begin, filter.lastIndexOf(')') - begin).split(' '))
        found << pattern.mid(1);
    return found;
}

/// The path's ending, if the filter has it; else empty.
QString endingIn(const QString& path, const QString& filter) {
    for (const auto& ending : endingsIn(filter))
        if (path.endsWith(ending)) return ending;
    return {};
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
        single << filterOf(plainText(format.description), namePatterns(format));
    }
    all.removeDuplicates();
    const QStringList first{filterOf(QObject::tr("All profiles"), all), QObject::tr("All files") + " (*)"};
    return (first + single).join(";;");
}

QString saveFilters(Page::Extent extent) {
    QStringList found;
    for (const auto& format : allFormats()) {
        if (format.write && !endings(format).isEmpty())
            found << filterOf(plainText(format.description), endings(format));
    }
    if (extent == Page::Extent::Shown) found << QObject::tr("Picture") + " (*.png)";
    return found.join(";;");
}

QStringList chooseProfiles(QWidget* parent, const QString& title) {
    const auto filters = openFilters().split(";;");
    // Remembered by the filter's name, because its patterns may change in the next version.
    auto filter = filters.filter(QSettings().value(filterKey).toString()).value(0, filters.front());
    const auto paths = QFileDialog::getOpenFileNames(parent, title, rememberedFolder(), filters.join(";;"),
                                                     &filter, QFileDialog::HideNameFilterDetails);
    if (paths.isEmpty()) return paths;
    rememberFolder(paths.front());
    QSettings().setValue(filterKey, filter.left(filter.indexOf(" (") + 2));
    return paths;
}

QString saveFilterFor(const QString& path, Page::Extent extent) {
    const auto filters = saveFilters(extent).split(";;");
    for (const auto& filter : filters)
        if (!endingIn(path, filter).isEmpty()) return filter;
    return filters.front();
}

QString withEndingOf(const QString& path, const QString& filter) {
    if (!endingIn(path, filter).isEmpty()) return path;
    auto base = path;
    for (const auto& other : saveFilters(Page::Extent::Shown).split(";;"))
        if (const auto ending = endingIn(path, other); !ending.isEmpty()) base = path.chopped(ending.size());
    return base + endingsIn(filter).front();
}

QString chooseExport(QWidget* parent, const QString& suggestedPath, Page::Extent extent) {
    QFileDialog dialog(parent, QObject::tr("Export"), QFileInfo(suggestedPath).absolutePath(),
                       saveFilters(extent));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.selectNameFilter(saveFilterFor(suggestedPath, extent));
    dialog.selectFile(suggestedPath);
    // The file name gets the ending of the new kind; otherwise the old ending would decide the format and the
    // choice would have no effect.
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
        auto name = dialog.selectedFiles().value(0);
        if (name.isEmpty()) return;
        // Qt appends only the last part of an ending, ".gz" of ".pb.gz".
        const auto ending = endingsIn(filter).front();
        const auto lastPart = ending.mid(ending.lastIndexOf('.'));
        if (endingIn(name, filter).isEmpty() && name.endsWith(lastPart)) name.chop(lastPart.size());
        dialog.selectFile(withEndingOf(name, filter));
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    const auto path = dialog.selectedFiles().front();
    if (formatForFileName(path.toStdString()) || path.endsWith(".png")) return path;
    return withEndingOf(path, dialog.selectedNameFilter()); // the name has no known ending
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
