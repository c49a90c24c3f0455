#include "views/tracks/shared_listing.h"

namespace candela {

SharedListing& SharedListing::of(QObject& session) {
    auto* shared = session.findChild<SharedListing*>({}, Qt::FindDirectChildrenOnly);
    return shared ? *shared : *new SharedListing(&session);
}

void SharedListing::set(const TrackListing& listing) {
    if (listing == m_listing) return;
    m_listing = listing;
    emit changed();
}

} // namespace candela

#include "moc_shared_listing.cpp"
