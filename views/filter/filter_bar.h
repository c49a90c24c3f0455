/// The bar above all views: the value type, the filters and transforms (each with a remove button), and the
/// search box with the share that it finds. Tabs and facts of a page are in the same strip.
#pragma once

#include "views/filter/label_lists.h"
#include "views/session/session.h"

#include <QWidget>

#include <memory>
#include <set>
#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QMenu;
class QToolButton;

namespace candela {

class Chip;
class SearchBox;
class Strip;
struct FilterChip;

/// Which parts of the bar there are.
enum class FilterParts { All, WithoutValue };

class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(Session& session, QWidget* parent = nullptr, FilterParts parts = FilterParts::All);

    /// Puts `tabs` before everything else, standing on the strip's line.
    void setTabs(QWidget* tabs);
    /// Callers add their own widgets at its right end.
    Strip* strip() const { return m_strip; }
    /// The profiles whose labels can be chosen, instead of the session's alone. They are read at once, those
    /// of the session when the menu is opened.
    void setLabelled(std::vector<std::shared_ptr<const Profile>> profiles);
    SearchBox* search() const { return m_search; }
    QLineEdit* searchBox() const;
    /// The same text as SearchBox::result().
    QString searchResult() const;
    /// What "+ Filter" offers. Its entries are up to date after aboutToShow().
    QMenu* filters() const { return m_filters; }
    /// The texts of the chips, in order.
    QStringList chipTexts() const;
    const std::vector<Chip*>& chips() const { return m_chips; }
    /// Does the same as a click on the chip's cross.
    void removeChip(int chip);
    void focusSearch();

private:
    QMenu* createAddMenu();
    void hideAllocator();
    void ask(std::string Filter::*pattern);
    void askForTransform();
    void openLabelMenu(QMenu* menu);
    void openLabelValues(QMenu* menu, const std::string& key);
    /// Adds a menu for each key, with its values.
    void addLabelKeys(QMenu* menu, const std::set<std::string>& keys);
    void addLabelValues(QMenu* menu, const std::string& key, const std::set<std::string>& values);
    void keepLabel(const std::string& key, const std::string& pattern);
    void askForLabel(const std::string& key);
    void editLabel(std::size_t row);
    void updateValues();
    void updateLabels();
    void updateChips();
    void addChip(const FilterChip& part);

    Session& m_session;
    LabelLists m_labels;
    bool m_hasOwnLabels = true; ///< those of the session are listed
    FilterParts m_parts;
    Strip* m_strip;
    QComboBox* m_values;
    QToolButton* m_add;
    QMenu* m_filters;
    std::vector<Chip*> m_chips;
    SearchBox* m_search;
};

} // namespace candela
