#include "app/window/opening/recent_list.h"

#include "app/window/opening/recent_card.h"
#include "model/base/units.h"
#include "views/text/plain_text.h"
#include "views/widgets/row_menu.h"

#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>

#include <algorithm>

namespace candela {
namespace {

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

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(" · ");
}

} // namespace

RecentList::RecentList(RecentFiles& files, QWidget* parent) : QListWidget(parent), m_files(files) {
    setItemDelegate(new RecentCard(this));
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setDragEnabled(false);
    setMouseTracking(true); // cards show that they are under the pointer
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Recent files"));
    connect(this, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { emit openWanted(item->data(PathRole).toString()); });
    new RowMenu(this, [this](const QModelIndex&) { return createMenu(); });
    connect(&files, &RecentFiles::changed, this, &RecentList::fill);
    setViewportMargins(0, 0, -RecentCard::gap, 0); // the gap after the last card of a row is outside
    // Transparent, so that an almost empty list is not a large white box.
    viewport()->setAutoFillBackground(false);
    fill();
}

void RecentList::fill() {
    const auto selected = selectedPaths();
    const auto* before = currentItem();
    const auto current = before ? before->data(PathRole).toString() : QString();
    clear();
    for (const auto& file : m_files.files()) {
        const QFileInfo info(file.path);
        const auto picture = m_files.picture(file.path);
        auto* item = new QListWidgetItem(plainText(info.fileName()), this);
        const auto facts = joined({picture.kind, picture.duration, picture.host});
        const auto written =
            joined({dateText(file.modified),
                    QString::fromStdString(formatBytes(static_cast<std::uint64_t>(file.size)))});
        item->setData(PathRole, file.path);
        item->setData(FactsRole, plainText(facts));
        item->setData(WrittenRole, written);
        item->setData(TimeRole, file.modified);
        item->setData(LightRole, picture.light);
        item->setData(DarkRole, picture.dark);
        item->setData(Qt::AccessibleTextRole,
                      joined({item->text(), item->data(FactsRole).toString(), written}));
        item->setToolTip(plainToolTip(plainText(file.path)));
        item->setSelected(selected.contains(file.path));
        if (file.path == current) setCurrentItem(item, QItemSelectionModel::NoUpdate);
    }
    layOutCards();
}

/// The cards fill the width; the page scrolls if they are higher than it.
void RecentList::layOutCards() {
    const auto cell = RecentCard::cellSize(font(), viewport()->width());
    const int columns = std::max(1, viewport()->width() / cell.width());
    const int rows = (count() + columns - 1) / columns;
    if (gridSize() != cell) setGridSize(cell);
    setFixedHeight(std::max(1, rows) * cell.height());
}

void RecentList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    layOutCards();
}

void RecentList::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) layOutCards();
}

QStringList RecentList::selectedPaths() const {
    auto items = selectedItems();
    std::ranges::stable_sort(items, {}, [](const QListWidgetItem* item) {
        return item->data(TimeRole).toDateTime().toMSecsSinceEpoch();
    });
    QStringList paths;
    for (const auto* item : items)
        paths << item->data(PathRole).toString();
    return paths;
}

/// The selected files, else the current one: keys make a file current without selecting it.
QStringList RecentList::chosenPaths() const {
    auto paths = selectedPaths();
    if (paths.isEmpty() && currentItem()) paths << currentItem()->data(PathRole).toString();
    return paths;
}

void RecentList::compareSelected() {
    if (const auto paths = selectedPaths(); paths.size() == 2) emit compareWanted(paths[0], paths[1]);
}

void RecentList::removeSelected() {
    for (const auto& path : chosenPaths())
        m_files.remove(path);
}

void RecentList::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete) return removeSelected();
    QListWidget::keyPressEvent(event);
}

QMenu* RecentList::createMenu() {
    const auto paths = chosenPaths();
    auto* menu = new QMenu(this);
    menu->addAction(tr("Open"), this, [this, paths] {
        for (const auto& path : paths)
            emit openWanted(path);
    });
    menu->addAction(tr("Compare the two selected"), this, &RecentList::compareSelected)
        ->setEnabled(paths.size() == 2);
    menu->addSeparator();
    auto* removed = menu->addAction(tr("Remove from this list"), this, &RecentList::removeSelected);
    removed->setShortcut(Qt::Key_Delete);
    removed->setShortcutVisibleInContextMenu(true);
    return menu;
}

} // namespace candela

#include "moc_recent_list.cpp"
