#include "views/labels_view.h"

#include "model/base/units.h"
#include "views/filter_chips.h"
#include "views/message_stack.h"
#include "views/quiet_header.h"
#include "views/strip.h"
#include "views/weight_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

QString titleOf(const SampleKey& key) {
    switch (key.kind) {
    case SampleKey::Kind::Process:
        return QObject::tr("Process");
    case SampleKey::Kind::Thread:
        return QObject::tr("Thread");
    case SampleKey::Kind::Label:
        return QString::fromStdString(key.label);
    }
    return {};
}

QTableView* createTable(SampleGroupItemModel* model) {
    auto* view = new QTableView;
    view->setModel(model);
    view->setItemDelegate(new WeightDelegate(view));
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->setAccessibleName(QObject::tr("Labels"));
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 6);
    view->setHorizontalHeader(new QuietHeader(view));
    auto* header = view->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < sampleGroupColumns; ++column)
        header->resizeSection(column, view->fontMetrics().averageCharWidth() * 14);
    view->sortByColumn(static_cast<int>(SampleGroupColumn::Weight), Qt::DescendingOrder);
    view->setSortingEnabled(true);
    return view;
}

} // namespace

LabelsView::LabelsView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new SampleGroupItemModel(this)),
      m_view(createTable(m_model)) {
    auto* strip = new Strip(Strip::Line::Below, this);
    strip->addLabel(tr("Group by"));
    m_keyBox = new QComboBox(strip);
    m_keyBox->setAccessibleName(tr("Group by"));
    m_keyBox->setToolTip(tr("By what samples are grouped here"));
    m_keyBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    strip->row()->addWidget(m_keyBox);
    strip->row()->addStretch(1);
    m_count = strip->addLabel();
    auto* column = tightColumn(this);
    column->addWidget(strip);
    m_stack = new MessageStack(m_view, this);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_view);

    connect(m_keyBox, &QComboBox::activated, this,
            [this](int row) { choose(m_keys[static_cast<std::size_t>(row)]); });
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { keepOnly(index.row()); });
    connect(m_view, &QWidget::customContextMenuRequested, this, &LabelsView::showMenu);
    connect(&session, &Session::profileChanged, this, &LabelsView::updateKeys);
    connect(&session, &Session::profileChanged, this, &LabelsView::updateMessage);
    connect(&session, &Session::weightsChanged, this, &LabelsView::refresh);
    updateKeys();
    refresh();
}

QStringList LabelsView::keyTexts() const {
    QStringList texts;
    for (int row = 0; row < m_keyBox->count(); ++row)
        texts << m_keyBox->itemText(row);
    return texts;
}

void LabelsView::updateKeys() {
    std::vector<SampleKey> keys{{SampleKey::Kind::Process}, {SampleKey::Kind::Thread}};
    if (const auto& profile = m_session.profile()) {
        for (const auto& label : labelKeys(*profile))
            keys.push_back({SampleKey::Kind::Label, label.key});
    }
    if (keys != m_keys) {
        m_keys = std::move(keys);
        m_keyBox->clear();
        for (const auto& key : m_keys)
            m_keyBox->addItem(titleOf(key));
    }
    const auto chosen = std::ranges::find(m_keys, m_key);
    if (chosen == m_keys.end()) m_key = {};
    m_keyBox->setCurrentIndex(chosen == m_keys.end() ? 0 : static_cast<int>(chosen - m_keys.begin()));
}

void LabelsView::choose(const SampleKey& key) {
    m_key = key;
    updateKeys();
    refresh();
}

void LabelsView::refresh() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return updateMessage();
    m_job.start(
        [profile = shown.profile, value = shown.value, filter = m_session.filter(), key = m_key](Task& task) {
            SampleSelector selector(profile);
            return sampleGroups(selector, *profile, value, filter, key, task);
        },
        [this](Result<std::vector<SampleGroup>> groups) {
            if (groups) accept(std::move(*groups));
        });
}

void LabelsView::accept(std::vector<SampleGroup> groups) {
    m_count->setText(tr("%1 rows  ·  a double click keeps only a row's samples")
                         .arg(QString::fromStdString(formatCount(static_cast<std::int64_t>(groups.size())))));
    m_model->setGroups(std::move(groups), titleOf(m_key), std::string(m_session.shown().unit()));
    updateMessage();
}

void LabelsView::updateMessage() {
    m_stack->setMessage(sessionMessage(m_session));
}

void LabelsView::keepOnly(int row) {
    const auto& group = m_model->group(row);
    auto filter = m_session.filter();
    if (m_key.kind != SampleKey::Kind::Label) {
        if (group.threads.empty()) return;
        filter.threads = group.threads;
    } else {
        if (!group.isNamed) return; // no pattern means "has no such label"
        filter.labels.push_back({m_key.label, exactPattern(group.name)});
    }
    m_session.setFilter(filter);
}

void LabelsView::showMenu(const QPoint& place) {
    const auto index = m_view->indexAt(place);
    if (!index.isValid()) return;
    QMenu menu(this);
    menu.addAction(tr("Keep only these samples"), this, [this, index] { keepOnly(index.row()); });
    menu.addAction(tr("Copy the name"), this, [this, index] {
        QApplication::clipboard()->setText(QString::fromStdString(m_model->group(index.row()).name));
    });
    menu.exec(m_view->viewport()->mapToGlobal(place));
}

} // namespace candela
