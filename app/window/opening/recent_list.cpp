#include "app/window/opening/recent_list.h"

#include "app/window/widgets/row_delegate.h"
#include "model/base/units.h"
#include "views/text/plain_text.h"
#include "views/widgets/quiet_header.h"
#include "views/widgets/row_menu.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>

namespace candela {
namespace {

enum Column { Name, Folder, Written, Size };

/// "today 14:05", "yesterday 9:12", else the date.
QString dateText(const QDateTime& when) {
    const QLocale locale;
    // Without the seconds that some locales have in their short format.
    const auto format = locale.timeFormat(QLocale::ShortFormat).remove(":ss");
    const auto time = locale.toString(when.time(), format);
    const auto days = when.date().daysTo(QDate::currentDate());
    if (days == 0) return RecentList::tr("today %1").arg(time);
    if (days == 1) return RecentList::tr("yesterday %1").arg(time);
    return locale.toString(when.date(), QLocale::ShortFormat) + " " + time;
}

QString homeless(const QString& folder) {
    const auto home = QDir::homePath();
    return folder == home || folder.startsWith(home + "/") ? "~" + folder.mid(home.size()) : folder;
}

} // namespace

RecentList::RecentList(RecentFiles& files, QWidget* parent) : QTreeWidget(parent), m_files(files) {
    setHeader(new QuietHeader(this));
    setItemDelegate(new RowDelegate(this));
    setColumnCount(4);
    setHeaderLabels({tr("Name"), tr("Folder"), tr("Written"), tr("Size")});
    headerItem()->setTextAlignment(Size, Qt::AlignRight | Qt::AlignVCenter);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Recent files"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    header()->setSectionResizeMode(Folder, QHeaderView::Stretch);
    header()->setSectionResizeMode(Written, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Size, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { emit openWanted(item->data(Name, Qt::UserRole).toString()); });
    new RowMenu(this, [this](const QModelIndex& index) {
        return createMenu(index.siblingAtColumn(Name).data(Qt::UserRole).toString());
    });
    connect(&files, &RecentFiles::changed, this, &RecentList::fill);
    // Transparent, so that an almost empty list is not a large white box.
    viewport()->setAutoFillBackground(false);
    fill();
}

void RecentList::fill() {
    clear();
    for (const auto& file : m_files.files()) {
        const QFileInfo info(file.path);
        auto* item = new QTreeWidgetItem(this);
        item->setText(Name, plainText(info.fileName()));
        item->setText(Folder, plainText(homeless(info.absolutePath())));
        item->setText(Written, dateText(file.modified));
        item->setText(Size, QString::fromStdString(formatBytes(static_cast<std::uint64_t>(file.size))));
        item->setTextAlignment(Size, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(Folder, palette().color(QPalette::PlaceholderText));
        item->setData(Name, Qt::UserRole, file.path);
        item->setToolTip(Name, plainToolTip(plainText(file.path)));
        item->setToolTip(Folder, plainToolTip(plainText(file.path)));
    }
}

QMenu* RecentList::createMenu(const QString& path) {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Open"), this, [this, path] { emit openWanted(path); });
    menu->addAction(tr("Remove from this list"), this, [this, path] { m_files.remove(path); });
    return menu;
}

} // namespace candela
