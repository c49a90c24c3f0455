#include "app/window/file_choice.h"

#include "model/base/file.h"

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

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// "*.pb.gz *.pprof" of ".pb.gz .pprof".
QString patterns(const Format& format) {
    QStringList found;
    for (const auto& extension : text(format.extensions).split(' ', Qt::SkipEmptyParts))
        found << "*" + extension;
    return found.join(' ');
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
        if (!format.read || patterns(format).isEmpty()) continue;
        all << patterns(format);
        single << text(format.description) + " (" + patterns(format) + ")";
    }
    single.prepend(translated("All profiles") + " (" + all.join(' ') + ")");
    single << translated("All files") + " (*)";
    return single.join(";;");
}

QString saveFilters(Page::Extent extent) {
    QStringList found;
    for (const auto& format : allFormats()) {
        if (format.write && !patterns(format).isEmpty())
            found << text(format.description) + " (" + patterns(format) + ")";
    }
    if (extent == Page::Extent::Shown) found << translated("Picture") + " (*.png)";
    return found.join(";;");
}

QStringList chooseProfiles(QWidget* parent, const QString& title) {
    const auto paths = QFileDialog::getOpenFileNames(parent, title, rememberedFolder(), openFilters());
    if (!paths.isEmpty()) rememberFolder(paths.front());
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
