/// The order and the name of the tracks that the views of one session list: what is chosen in one of them is
/// chosen in all. Belongs to the session, and lives as long as it does.
#pragma once

#include "views/tracks/track_listing.h"

#include <QObject>

namespace candela {

class SharedListing : public QObject {
    Q_OBJECT
public:
    /// The one of that session, which must be in the same thread.
    static SharedListing& of(QObject& session);

    const TrackListing& listing() const { return m_listing; }
    void setOrder(TrackOrder order) { set({order, m_listing.name}); }
    void setName(const QString& name) { set({m_listing.order, name}); }

signals:
    void changed();

private:
    using QObject::QObject;
    void set(const TrackListing& listing);

    TrackListing m_listing;
};

} // namespace candela
