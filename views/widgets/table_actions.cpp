#include "views/widgets/table_actions.h"

#include "model/base/cell_text.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTimer>
#include <QTreeView>

namespace candela {

namespace {

constexpr int nameColumn = 0;  // never hidden
constexpr qint64 stepTime = 8; // milliseconds; shorter than a frame

QString csvCell(const QString& text) {
    return QString::fromStdString(csvText(text.toStdString()));
}

/// A tab or line end in a name would shift the cells after it.
QString textCell(QString text) {
    return text.replace('\t', ' ').replace('\n', ' ');
}

} // namespace

TableActions::TableActions(QAbstractItemView* view, QHeaderView* header, const QString& settingsKey)
    : QObject(view), m_view(view), m_header(header), m_settingsKey("columns/" + settingsKey) {
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        auto* menu = new QMenu(m_header);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addTo(*menu);
        menu->popup(m_header->mapToGlobal(position));
    });
    const auto* model = view->model();
    const auto outdate = [this] { m_isOutdated = true; };
    connect(model, &QAbstractItemModel::modelReset, this, outdate);
    connect(model, &QAbstractItemModel::layoutChanged, this, outdate);
    hideAsKept();
}

TableActions* TableActions::of(const QAbstractItemView& view) {
    return view.findChild<TableActions*>(QString(), Qt::FindDirectChildrenOnly);
}

void TableActions::addTo(QMenu& menu) {
    auto* columns = menu.addMenu(tr("Columns"));
    for (int position = 0; position < m_header->count(); ++position) {
        const int column = m_header->logicalIndex(position);
        if (column == nameColumn || m_empty.contains(column)) continue;
        auto title = m_view->model()->headerData(column, Qt::Horizontal).toString();
        auto* action = columns->addAction(title.replace('&', "&&"));
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(column));
        connect(action, &QAction::toggled, this,
                [this, column](bool isShown) { setHidden(column, !isShown); });
    }
    menu.addAction(tr("Copy table as text"), this, [this] { copy(Format::Text); });
    menu.addAction(tr("Copy table as CSV"), this, [this] { copy(Format::Csv); });
}

void TableActions::setHidden(int column, bool isHidden) {
    m_header->setSectionHidden(column, isHidden);
    if (isHidden)
        m_hidden.insert(column);
    else
        m_hidden.erase(column);
    QVariantList kept{m_header->count()};
    for (int each = 0; each < m_header->count(); ++each)
        if (m_empty.contains(each) ? m_hidden.contains(each) : m_header->isSectionHidden(each)) kept << each;
    QSettings().setValue(m_settingsKey, kept);
}

void TableActions::hideAsKept() {
    const auto kept = QSettings().value(m_settingsKey).toList();
    if (kept.isEmpty() || kept.front().toInt() != m_header->count()) return;
    for (const auto& each : kept.mid(1)) {
        bool isNumber = false;
        const int column = each.toInt(&isNumber);
        if (!isNumber || column <= nameColumn || column >= m_header->count()) continue;
        m_header->setSectionHidden(column, true);
        m_hidden.insert(column);
    }
}

void TableActions::setEmpty(int column, bool isEmpty) {
    if (isEmpty)
        m_empty.insert(column);
    else
        m_empty.erase(column);
    m_header->setSectionHidden(column, isEmpty || m_hidden.contains(column));
}

std::vector<int> TableActions::columns() const {
    std::vector<int> shown;
    for (int position = 0; position < m_header->count(); ++position)
        if (const int column = m_header->logicalIndex(position); !m_header->isSectionHidden(column))
            shown.push_back(column);
    return shown;
}

bool TableActions::isTree() const {
    return qobject_cast<const QTreeView*>(m_view);
}

QModelIndex TableActions::first() const {
    return m_view->model()->index(0, nameColumn);
}

QModelIndex TableActions::below(const QModelIndex& index) const {
    if (const auto* tree = qobject_cast<const QTreeView*>(m_view)) return tree->indexBelow(index);
    return index.sibling(index.row() + 1, nameColumn);
}

void TableActions::copy(Format format) {
    m_format = format;
    m_isCopying = true;
    m_isOutdated = true;
    copyMore();
}

void TableActions::copyMore() {
    if (std::exchange(m_isOutdated, false)) {
        m_text.clear();
        addTitles();
        m_next = first();
    }
    QElapsedTimer time;
    time.start();
    while (m_next.isValid() && time.elapsed() < stepTime) {
        addRow(m_next);
        m_next = below(m_next);
    }
    if (m_next.isValid())
        return QTimer::singleShot(0, this, [this] {
            if (m_isCopying) copyMore();
        });
    m_isCopying = false;
    QGuiApplication::clipboard()->setText(std::exchange(m_text, {}));
    emit copied();
}

void TableActions::addTitles() {
    QStringList cells;
    if (isTree() && m_format == Format::Csv) cells << tr("Level");
    for (const int column : columns()) {
        const auto* model = m_view->model();
        const auto exact = model->headerData(column, Qt::Horizontal, csvRole);
        cells << (m_format == Format::Csv && exact.isValid() ? exact
                                                             : model->headerData(column, Qt::Horizontal))
                     .toString();
    }
    addLine(cells);
}

void TableActions::addRow(const QModelIndex& index) {
    int level = 0;
    for (auto parent = index.parent(); parent.isValid(); parent = parent.parent())
        ++level;
    QStringList cells;
    if (isTree() && m_format == Format::Csv) cells << QString::number(level);
    for (const int column : columns()) {
        const auto cell = index.siblingAtColumn(column);
        const auto exact = m_format == Format::Csv ? cell.data(csvRole) : QVariant();
        auto text = (exact.isValid() ? exact : cell.data()).toString();
        if (column == nameColumn && m_format == Format::Text) text.prepend(QString(level * 2, ' '));
        cells << text;
    }
    addLine(cells);
}

void TableActions::addLine(const QStringList& cells) {
    for (qsizetype cell = 0; cell < cells.size(); ++cell) {
        if (cell > 0) m_text += m_format == Format::Csv ? ',' : '\t';
        m_text += m_format == Format::Csv ? csvCell(cells[cell]) : textCell(cells[cell]);
    }
    m_text += m_format == Format::Csv ? "\r\n" : "\n";
}

} // namespace candela

#include "moc_table_actions.cpp"
