#include "app/window/record/process_picker.h"

#include "app/window/widgets/row_delegate.h"
#include "views/widgets/quiet_header.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <chrono>

namespace candela {
namespace {

using namespace std::chrono_literals;
constexpr auto refreshPeriod = 2s;

QTreeView* createList(QAbstractItemModel* model, QWidget* parent) {
    auto* list = new QTreeView(parent);
    list->setHeader(new QuietHeader(list));
    list->setItemDelegate(new RowDelegate(list));
    list->setModel(model);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAlternatingRowColors(true);
    list->setSortingEnabled(true);
    list->sortByColumn(ProcessItemModel::CpuShare, Qt::DescendingOrder);
    list->setMinimumHeight(list->fontMetrics().height() * 9);
    list->setAccessibleName(QObject::tr("Running processes"));
    const int letter = list->fontMetrics().averageCharWidth();
    list->header()->setStretchLastSection(true);
    list->setColumnWidth(ProcessItemModel::Pid, letter * 16);
    list->setColumnWidth(ProcessItemModel::Name, letter * 22);
    list->setColumnWidth(ProcessItemModel::CpuShare, letter * 12);
    list->setColumnWidth(ProcessItemModel::User, letter * 14);
    return list;
}

} // namespace

ProcessPicker::ProcessPicker(QWidget* parent)
    : QWidget(parent), m_model(new ProcessItemModel(this)), m_sorted(new QSortFilterProxyModel(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ProcessItemModel::SortRole);
    m_sorted->setFilterKeyColumn(-1); // any column
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter by name, pid, user or command line"));
    m_filter->setClearButtonEnabled(true);
    m_list = createList(m_sorted, this);
    m_count = new QLabel(this);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(top);
    column->addWidget(m_list, 1);
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        const auto box = m_sorted->mapToSource(index).siblingAtColumn(ProcessItemModel::Pid);
        const bool isChecked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(box, isChecked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    });
    connect(m_model, &ProcessItemModel::checksChanged, this, [this] {
        updateCount();
        emit pidsChanged();
    });
    connect(&m_refresh, &QTimer::timeout, this, &ProcessPicker::refresh);
    updateCount();
}

void ProcessPicker::setFilter(const QString& text) {
    m_filter->setText(text);
}

int ProcessPicker::shownRows() const {
    return m_sorted->rowCount();
}

void ProcessPicker::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    // CPU shares need two reads of the processes; the second read follows soon.
    QTimer::singleShot(500ms, this, &ProcessPicker::refresh);
    m_refresh.start(refreshPeriod);
}

void ProcessPicker::hideEvent(QHideEvent* event) {
    m_refresh.stop();
    QWidget::hideEvent(event);
}

void ProcessPicker::refresh() {
    if (isVisible()) m_model->update(runningProcesses());
}

void ProcessPicker::updateCount() {
    const int count = static_cast<int>(pids().size());
    m_count->setText(count == 0 ? tr("None chosen") : tr("%1 chosen").arg(count));
}

} // namespace candela

#include "moc_process_picker.cpp"
