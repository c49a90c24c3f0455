/// Asks for the two files of a comparison, base and new.
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace candela {

class CompareDialog : public QDialog {
    Q_OBJECT
public:
    CompareDialog(const QString& base, const QString& newFiles, QWidget* parent = nullptr);

    QString base() const;
    QString newFiles() const;

private:
    QWidget* createRow(QLineEdit* edit, const QString& title);
    void swap();
    void updateButton();

    QLineEdit* m_base;
    QLineEdit* m_newFiles;
    QPushButton* m_compare;
};

} // namespace candela
