/// The width of a table's column of names: what the other columns leave, but always enough to read names. The
/// table scrolls sideways where it is too narrow for that.
#pragma once

#include <QObject>

class QHeaderView;

namespace candela {

class NameColumn : public QObject {
    Q_OBJECT
public:
    /// Belongs to the header. `column` is the logical index of the names.
    NameColumn(QHeaderView* header, int column);

    /// What a name needs to be recognized, in pixels.
    int room() const;
    /// The column takes at least that many pixels, for rows that are indented; never less than room().
    void setNeeded(int pixels);
    int needed() const { return m_needed; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void takeSize(int column, int size);

    QHeaderView* m_header;
    int m_column;
    int m_needed;
    bool m_isFitting = false;
};

} // namespace candela
