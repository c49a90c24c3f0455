/// The bar above all views: the value type, what is filtered (each part removable), and the search box with
/// the share that it finds.
#pragma once

#include "views/session.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;

namespace candela {

class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(Session& session, QWidget* parent = nullptr);

    QLineEdit* searchBox() const { return m_search; }
    /// "12.3 % in 4 functions", or why the pattern can't be used; empty without a search.
    QString searchResult() const;
    /// The texts of the chips, in order.
    QStringList chipTexts() const;
    /// As if the chip's cross was clicked.
    void removeChip(int chip);
    void focusSearch();

protected:
    void changeEvent(QEvent* event) override;

private:
    QMenu* createAddMenu();
    void ask(const QString& title, const QString& question, std::string Filter::*member);
    /// Keys, each with its values.
    void fillLabelMenu(QMenu* menu);
    void fillLabelValues(QMenu* menu, const std::string& key);
    void keepLabel(const std::string& key, const std::string& pattern);
    void askForLabel(const std::string& key);
    void updateValues();
    void updateChips();
    void updateResult();
    void leaveSearch();

    Session& m_session;
    QComboBox* m_values;
    QHBoxLayout* m_chipRow;
    QLineEdit* m_search;
    QLabel* m_result;
    QPointer<QWidget> m_focusedBefore; // the search box
};

} // namespace candela
