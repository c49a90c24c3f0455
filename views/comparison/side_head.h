/// The line above a side's flame graph: its file, and how much of it is shown.
#pragma once

#include "views/widgets/strip.h"

namespace candela {

class ElidedLabel;
class Session;

class SideHead : public Strip {
    Q_OBJECT
public:
    /// Follows the session, which outlives it.
    SideHead(Session& session, const QString& title, QWidget* parent = nullptr);

    /// What the side is made of: in a line, where that has too little room, and in full. Without it, the
    /// profile's file.
    void setSource(const QString& name, const QString& shorter, const QString& toolTip);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateTexts();

    Session& m_session;
    QString m_name, m_shorter, m_sourceToolTip; ///< empty: the profile's file
    ElidedLabel* m_file;
    ElidedLabel* m_numbers;
};

} // namespace candela
