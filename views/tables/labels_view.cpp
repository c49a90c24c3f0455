#include "views/tables/labels_view.h"

#include "model/analysis/samples/own_processes.h"
#include "model/base/memory_scope.h"
#include "views/filter/sample_key_box.h"
#include "views/session/filter_chips.h"
#include "views/session/message_stack.h"
#include "views/tables/row_table.h"
#include "views/text/number_text.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

QTableView* createTable(SampleGroupItemModel* model, QWidget* parent) {
    auto* view = new QTableView(parent);
    view->setModel(model);
    setUpRowTable(view, QObject::tr("Labels"));
    auto* header = view->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < sampleGroupColumns; ++column)
        header->resizeSection(column, view->fontMetrics().averageCharWidth() * 14);
    // Numbers are left of the names, as in the other tables.
    header->moveSection(0, sampleGroupColumns - 1);
    new TableActions(view, header, "labels");
    view->sortByColumn(static_cast<int>(SampleGroupColumn::Weight), Qt::DescendingOrder);
    view->setSortingEnabled(true);
    return view;
}

} // namespace

LabelsView::LabelsView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new SampleGroupItemModel(this)),
      m_view(createTable(m_model, this)), m_refresh(new WhenVisible(this, [this] { refresh(); })) {
    auto* strip = new Strip(Strip::Line::Below, this);
    strip->addLabel(tr("Group by"));
    m_keyBox = new SampleKeyBox(strip);
    m_keyBox->setAccessibleName(tr("Group by"));
    m_keyBox->setToolTip(tr("The label by which samples are grouped"));
    strip->row()->addWidget(m_keyBox);
    strip->row()->addStretch(1);
    m_count = strip->addLabel();
    auto* column = tightColumn(this);
    column->addWidget(strip);
    m_stack = new MessageStack(m_view, this);
    column->addWidget(m_stack, 1);

    connect(m_keyBox, &SampleKeyBox::chosen, this,
            [this](const std::optional<SampleKey>& key) { choose(*key); });
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { keepOnly(m_model->group(index.row())); });
    new RowMenu(m_view, [this](const QModelIndex& index) { return createMenu(m_model->group(index.row())); });
    setFocusProxy(m_view);
    connect(&session, &Session::profileChanged, this, &LabelsView::updateKeys);
    connect(&session, &Session::profileChanged, this, &LabelsView::updateMessage);
    connect(&session, &Session::weightsChanged, m_refresh, &WhenVisible::request);
    updateKeys();
    m_refresh->request();
}

QStringList LabelsView::keyTexts() const {
    QStringList texts;
    for (int row = 0; row < m_keyBox->count(); ++row)
        texts << m_keyBox->itemText(row);
    return texts;
}

void LabelsView::updateKeys() {
    m_keyBox->setKeys(offeredSampleKeys(m_session.profile().get(), Numbers::Kept));
    m_key = *m_keyBox->key();
}

void LabelsView::choose(const SampleKey& key) {
    m_keyBox->choose(key);
    m_key = *m_keyBox->key();
    m_view->scrollToTop();
    refresh();
}

void LabelsView::refresh() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return updateMessage();
    m_job.start(
        [profile = shown.profile, value = shown.value, filter = m_session.filter(), key = m_key](Task& task) {
            return withinMemory([&] {
                SampleSelector selector(profile);
                return sampleGroups(selector, *profile, value, filter, key, task);
            });
        },
        [this](Result<std::vector<SampleGroup>> groups) {
            if (groups)
                accept(std::move(*groups));
            else if (m_session.failure().isEmpty())
                m_stack->setMessage(errorMessage(groups.error()));
        });
}

void LabelsView::accept(std::vector<SampleGroup> groups) {
    m_count->setText(
        tr("%1 rows  ·  a double click keeps only a row's samples", "", static_cast<int>(groups.size()))
            .arg(countText(groups.size())));
    const auto isOwn = [profile = m_session.profile()](const SampleGroup& group) {
        return !group.threads.empty() && std::ranges::all_of(group.threads, [&](ThreadIndex thread) {
            return isOwnProcess(*profile, profile->threads[thread.row()].process);
        });
    };
    m_model->setGroups(std::move(groups), sampleKeyTitle(m_key), std::string(m_session.shown().unit()),
                       isOwn);
    updateMessage();
}

void LabelsView::updateMessage() {
    m_stack->setMessage(sessionMessage(m_session));
}

void LabelsView::keepOnly(const SampleGroup& group) {
    auto filter = m_session.filter();
    if (m_key.kind != SampleKey::Kind::Label) {
        if (group.threads.empty()) return;
        filter.threads = group.threads;
    } else {
        if (!group.isNamed) return; // no pattern can express "has no such label"
        filter.labels.push_back({m_key.label, exactPattern(group.name)});
    }
    m_session.setFilter(filter);
}

/// By the time the user chooses an item, the rows may have changed.
QMenu* LabelsView::createMenu(const SampleGroup& group) {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Keep only these samples"), this, [this, group] { keepOnly(group); });
    menu->addAction(tr("Copy the name"), this, [name = SampleGroupItemModel::nameOf(group)] {
        QApplication::clipboard()->setText(name);
    });
    return menu;
}

} // namespace candela

#include "moc_labels_view.cpp"
