/// Order and name of the tracks that the views of a session list: a menu, a field, and how many are listed.
#pragma once

#include "views/tracks/shared_listing.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace candela {

class ChoiceMenu;

class TrackListControls : public QWidget {
    Q_OBJECT
public:
    /// `canvas` lists the tracks; in it, N and Shift+N lead to the field and to the menu. The order is kept
    /// in the settings.
    TrackListControls(QObject& session, QWidget* canvas, QWidget* parent = nullptr);

    const TrackListing& listing() const { return m_shared.listing(); }
    ChoiceMenu* order() const { return m_order; }
    QLineEdit* name() const { return m_name; }
    /// "12 of 340 rows"; empty while all are listed.
    QString countText() const;
    void setCounts(std::size_t listed, std::size_t all);

signals:
    /// The listing changed, here or in another view.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addOrders();
    void follow();

    SharedListing& m_shared;
    QWidget* m_canvas;
    ChoiceMenu* m_order;
    QLineEdit* m_name;
    QLabel* m_count;
};

} // namespace candela
