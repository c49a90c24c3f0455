#include "app/window/opening/start_page.h"

#include "app/window/opening/last_session.h"
#include "app/window/opening/recent_list.h"
#include "app/window/widgets/action_card.h"
#include "app/window/widgets/card_grid.h"
#include "app/window/widgets/section.h"
#include "model/formats/format.h"
#include "views/text/plain_text.h"
#include "views/widgets/strip.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr int contentWidth = 1080; // five German cards fit into a row
constexpr int logoSize = 56;

/// "candela, pprof and folded".
QString readableFormats() {
    QStringList names;
    for (const auto& format : allFormats())
        if (format.read)
            names << QString::fromUtf8(format.name.data(), static_cast<qsizetype>(format.name.size()));
    if (names.size() < 2) return names.join(QString());
    const auto last = names.takeLast();
    return StartPage::tr("%1 and %2").arg(names.join(", "), last);
}

QLabel* muted(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

} // namespace

StartPage::StartPage(RecentFiles& files, QWidget* parent) : Page(parent), m_scroll(new QScrollArea(this)) {
    auto* content = new QWidget(this);
    content->setMaximumWidth(contentWidth);
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(24, 40, 24, 24);
    parts->setSpacing(24);
    parts->addWidget(createHead());
    parts->addWidget(createCards());
    parts->addWidget(createRecent(files), 1);
    auto* wide = new QWidget(this);
    auto* centre = new QHBoxLayout(wide);
    centre->setContentsMargins(0, 0, 0, 0);
    centre->addStretch(1);
    centre->addWidget(content, 100);
    centre->addStretch(1);
    // In a small window the page can be scrolled.
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidget(wide);
    tightColumn(this)->addWidget(m_scroll);
}

QWidget* StartPage::createHead() {
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    auto* logo = new QLabel(head);
    logo->setPixmap(QIcon(":/icons/candela.svg").pixmap(logoSize, logoSize));
    row->addWidget(logo);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(pageTitle(tr("Candela"), head));
    words->addWidget(muted(
        tr("See where this machine's time goes: record it, or open a profile that you already have."), head));
    row->addLayout(words, 1);
    return head;
}

QWidget* StartPage::createCards() {
    auto* cards = new QWidget(this);
    auto* grid = new CardGrid(cards);
    grid->setSpacing(12);
    const auto add = [&](const QString& icon, const QString& title, const QString& description,
                         void (StartPage::*wanted)()) {
        auto* card = new ActionCard(icon, title, description, cards);
        connect(card, &QAbstractButton::clicked, this, wanted);
        grid->addWidget(card);
    };
    add("machine", tr("Record machine"), tr("Every process and the kernel, with stacks"),
        &StartPage::recordMachineWanted);
    add("process", tr("Record processes"), tr("Some that run now, with their children"),
        &StartPage::recordProcessWanted);
    add("terminal", tr("Record command"), tr("Start a program and record it from its first instruction"),
        &StartPage::recordCommandWanted);
    add("folder", tr("Open profile"), tr("From Candela or another profiler"), &StartPage::openWanted);
    add("comparison", tr("Compare two"), tr("What changed between a base and a new profile"),
        &StartPage::compareWanted);
    return cards;
}

/// The title, and what can be done with the selected files.
QWidget* StartPage::createRecentHead(RecentList& list) {
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(partTitle(tr("Recent files"), head));
    row->addStretch(1);
    auto* compare = new QPushButton(tr("Compare the two selected"), head);
    connect(compare, &QPushButton::clicked, &list, &RecentList::compareSelected);
    auto* session = new QPushButton(tr("Open the last session"), head);
    session->setToolTip(tr("What was open when the window was closed last"));
    session->setVisible(!storedSession().pages.empty());
    connect(session, &QPushButton::clicked, this, &StartPage::lastSessionWanted);
    row->addWidget(compare);
    row->addWidget(session);
    const auto update = [compare, &list] {
        const auto paths = list.selectedPaths();
        compare->setVisible(list.count() > 1);
        compare->setEnabled(paths.size() == 2);
        compare->setToolTip(
            paths.size() == 2
                ? plainToolTip(tr("Base: %1\nNew: %2").arg(plainText(paths[0]), plainText(paths[1])))
                : tr("Select two files with Ctrl and a click, or with Shift and the arrows"));
    };
    connect(&list, &QListWidget::itemSelectionChanged, compare, update);
    connect(list.model(), &QAbstractItemModel::rowsInserted, compare, update);
    connect(list.model(), &QAbstractItemModel::modelReset, compare, update);
    update();
    return head;
}

QWidget* StartPage::createRecent(RecentFiles& files) {
    auto* recent = new QWidget(this);
    auto* column = new QVBoxLayout(recent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* list = new RecentList(files, recent);
    connect(list, &RecentList::openWanted, this, &StartPage::fileWanted);
    connect(list, &RecentList::compareWanted, this, &StartPage::pairWanted);
    // The list is as high as its cards, so that the page scrolls to the current one.
    connect(list, &QListWidget::currentItemChanged, this, [this, list](const QListWidgetItem* item) {
        if (!item || !list->hasFocus()) return;
        const auto card = list->visualItemRect(item);
        const auto centre = list->viewport()->mapTo(m_scroll->widget(), card.center());
        m_scroll->ensureVisible(centre.x(), centre.y(), 0, card.height() / 2 + 8);
    });
    column->addWidget(createRecentHead(*list));
    auto* nothing = muted(tr("Files that you record or open appear here."), recent);
    nothing->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    const auto choose = [list, nothing] {
        list->setVisible(list->count() > 0);
        nothing->setVisible(list->count() == 0);
    };
    connect(&files, &RecentFiles::changed, list, choose);
    choose();
    column->addWidget(list);
    column->addWidget(nothing);
    column->addStretch(1);
    column->addWidget(muted(
        tr("Profiles can be dropped anywhere in this window. Candela reads %1, also packed with gzip or "
           "zstd.")
            .arg(readableFormats()),
        recent));
    return recent;
}

} // namespace candela

#include "moc_page.cpp"
#include "moc_start_page.cpp"
