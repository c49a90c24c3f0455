/// Linking functions of two sides by hand, and taking pairs apart, from the menu of the table. The settings
/// keep links for each pair of programs (KeptLinks), so that they hold for the next captures of these.
#pragma once

#include "model/comparison/comparison.h"

#include <QObject>

#include <string>

class QMenu;
class QToolButton;
class QWidget;

namespace candela {

class ComparisonSession;

class LinkActions : public QObject {
    Q_OBJECT
public:
    /// Gives the session the links of the settings, for its programs. The session outlives the object.
    explicit LinkActions(ComparisonSession& session, QObject* parent);

    /// A pair can be taken apart; a function of one side is remembered, and linked with the next one that is
    /// chosen on the other side.
    void addTo(QMenu& menu, const ComparisonRow& row);
    /// Names the function that is remembered, and forgets it when it is clicked; hidden while there is none.
    /// Call it once.
    QWidget* createCue(QWidget* parent);

private:
    void remember(const std::string& base, const std::string& newName);
    void updateCue();
    void load();
    void keep();
    void add(const HandLink& link);

    ComparisonSession& m_session;
    HandLinks m_kept;              ///< the links as they were when they were last loaded or kept
    std::string m_base, m_newName; ///< to be linked; one of them is empty
    QToolButton* m_cue = nullptr;
};

} // namespace candela
