#include "app/window/capture/facts_panel.h"

#include "app/window/capture/capture_facts.h"
#include "app/window/widgets/section.h"
#include "model/base/memory_scope.h"
#include "views/details/wrapped_text.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"
#include "views/widgets/elided_label.h"

#include <QGridLayout>
#include <QLabel>

namespace candela {
namespace {

QLabel* words(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    return label;
}

/// Names of values and labels are those of the file, and may be long.
QLabel* nameLabel(const CaptureFact& fact, QWidget* parent) {
    constexpr qsizetype maximumLetters = 24;
    const auto text = shortText(fact.name, maximumLetters);
    auto* name = words(text, parent);
    name->setWordWrap(false);
    name->setForegroundRole(QPalette::PlaceholderText);
    if (!fact.key.isEmpty() || text != fact.name)
        name->setToolTip(plainToolTip(fact.key.isEmpty() ? fact.name : fact.key));
    return name;
}

QWidget* valueLabel(const CaptureFact& fact, QWidget* parent) {
    // A path has no spaces where it could be wrapped, so it is shortened.
    if (fact.value.startsWith('/')) {
        auto* path = new ElidedLabel(fact.value, parent);
        if (fact.name.isEmpty()) path->setForegroundRole(QPalette::PlaceholderText);
        return path;
    }
    constexpr qsizetype maximumLetters = 240;
    constexpr int maximumLines = 6;
    // A label would put a value that begins from right to left to the other side of the column.
    if (fact.value.size() > maximumLetters || fact.value.isRightToLeft()) {
        auto* text = new WrappedText(maximumLines, parent);
        text->setLeftToRight();
        text->showText(fact.value);
        return text;
    }
    auto* label = words(fact.value, parent);
    // Nor must a long word make the panel wider than the visible part.
    auto policy = label->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    label->setSizePolicy(policy);
    return label;
}

} // namespace

FactsPanel::FactsPanel(QWidget* parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(fontMetrics().averageCharWidth() * 56);
}

void FactsPanel::setProfile(const std::shared_ptr<const Profile>& profile) {
    if (!profile) return;
    m_job.start(
        [profile](Task&) {
            return withinMemory([&]() -> Result<Completeness> { return completenessOf(*profile); });
        },
        [this, profile](Result<Completeness> completeness) {
            if (completeness)
                fill(*profile, *completeness);
            else
                setWidget(words(QObject::tr("This %1").arg(plainText(completeness.error().message)), this));
        });
}

void FactsPanel::fill(const Profile& profile, const Completeness& completeness) {
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(16, 12, 16, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& part : captureFacts(profile, completeness)) {
        if (row > 0) grid->setRowMinimumHeight(row++, 10);
        grid->addWidget(partTitle(part.title, content), row++, 0, 1, 2);
        for (const auto& fact : part.facts) {
            grid->addWidget(nameLabel(fact, content), row, 0, Qt::AlignTop);
            grid->addWidget(valueLabel(fact, content), row++, 1);
        }
    }
    grid->setRowStretch(row, 1);
    setWidget(content);
}

} // namespace candela

#include "moc_facts_panel.cpp"
