#include "app/window/compare/compare_dialog.h"

#include "app/window/opening/file_choice.h"
#include "app/window/widgets/line_icon.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

CompareDialog::CompareDialog(const QString& base, const QString& newFiles, QWidget* parent)
    : QDialog(parent), m_base(new QLineEdit(base, this)), m_newFiles(new QLineEdit(newFiles, this)) {
    setWindowTitle(tr("Compare two profiles"));
    auto* form = new QFormLayout;
    form->setSpacing(8);
    form->addRow(tr("Base"), createRow(m_base, tr("Choose the base profile")));
    form->addRow(tr("New"), createRow(m_newFiles, tr("Choose the new profile")));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_compare = buttons->addButton(tr("Compare"), QDialogButtonBox::AcceptRole);
    auto* swap = buttons->addButton(tr("Swap"), QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(swap, &QPushButton::clicked, this, &CompareDialog::swap);
    for (auto* edit : {m_base, m_newFiles})
        connect(edit, &QLineEdit::textChanged, this, &CompareDialog::updateButton);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addLayout(form);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 90);
    updateButton();
}

QWidget* CompareDialog::createRow(QLineEdit* edit, const QString& title) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* browse = new QToolButton(row);
    browse->setIcon(lineIcon("folder"));
    browse->setToolTip(title);
    browse->setAccessibleName(title);
    connect(browse, &QToolButton::clicked, this, [this, edit, title] {
        const auto paths = chooseProfiles(this, title);
        if (!paths.isEmpty()) edit->setText(paths.join(','));
    });
    layout->addWidget(edit, 1);
    layout->addWidget(browse);
    return row;
}

QString CompareDialog::base() const {
    return m_base->text();
}

QString CompareDialog::newFiles() const {
    return m_newFiles->text();
}

void CompareDialog::swap() {
    const auto base = m_base->text();
    m_base->setText(m_newFiles->text());
    m_newFiles->setText(base);
}

void CompareDialog::updateButton() {
    m_compare->setEnabled(!m_base->text().isEmpty() && !m_newFiles->text().isEmpty());
}

} // namespace candela

#include "moc_compare_dialog.cpp"
