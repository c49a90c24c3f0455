/// The line above a side's flame graph: its file, and how much of it is shown.
#pragma once

#include "views/widgets/strip.h"

class QLabel;

namespace candela {

class ElidedLabel;
class Session;

class SideHead : public Strip {
    Q_OBJECT
public:
    /// Follows the session, which outlives it.
    SideHead(Session& session, const QString& title, QWidget* parent = nullptr);

    /// Which part of the file's time is compared; empty: the whole.
    void setTimes(const QString& times);

private:
    void updateTexts();

    Session& m_session;
    QString m_times;
    ElidedLabel* m_file;
    QLabel* m_numbers;
};

} // namespace candela
