#include "app/window/opening/start_page.h"

#include "app/window/opening/recent_list.h"
#include "app/window/widgets/action_card.h"
#include "app/window/widgets/section.h"
#include "model/formats/format.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr int contentWidth = 980;
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

StartPage::StartPage(RecentFiles& files, QWidget* parent) : Page(parent) {
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
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(wide);
    tightColumn(this)->addWidget(scroll);
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
    auto* row = new FlowRow(cards);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    const auto add = [&](const QString& icon, const QString& title, const QString& description,
                         void (StartPage::*wanted)()) {
        auto* card = new ActionCard(icon, title, description, cards);
        connect(card, &QAbstractButton::clicked, this, wanted);
        row->addWidget(card, 1);
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

QWidget* StartPage::createRecent(RecentFiles& files) {
    auto* recent = new QWidget(this);
    auto* column = new QVBoxLayout(recent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(partTitle(tr("Recent files"), recent));
    auto* list = new RecentList(files, recent);
    connect(list, &RecentList::openWanted, this, &StartPage::fileWanted);
    auto* nothing = muted(tr("Files that you record or open appear here."), recent);
    nothing->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* stack = new QStackedWidget(recent);
    stack->addWidget(list);
    stack->addWidget(nothing);
    const auto choose = [stack, list] { stack->setCurrentIndex(list->topLevelItemCount() > 0 ? 0 : 1); };
    connect(&files, &RecentFiles::changed, stack, choose);
    choose();
    column->addWidget(stack, 1);
    column->addWidget(muted(
        tr("Profiles can be dropped anywhere in this window. Candela reads %1, also packed with gzip or "
           "zstd.")
            .arg(readableFormats()),
        recent));
    return recent;
}

} // namespace candela
