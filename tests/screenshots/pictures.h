/// What is drawn: each function opens windows and takes their pictures.
#pragma once

#include "tests/screenshots/made_captures.h"
#include "tests/screenshots/photographer.h"

namespace candela {

/// The captures that are available on this machine.
struct Material {
    QString folder;
    bool canRecord = false;
    QString machine, base, newCapture, compile; ///< captures; stored ones if this user can't record
    MadeCaptures made;
};

/// The start page, the page that records, and each way to open a file.
void takeOpening(Photographer& camera, Material& material);
/// Every view of the capture, and each part of its page.
void takeCapture(Photographer& camera, const Material& material);
/// Callers and callees, both zoomed.
void takeCallers(Photographer& camera, const Material& material);
void takeTransforms(Photographer& camera, const Material& material);
void takeSource(Photographer& camera, const Material& material);
void takeComparison(Photographer& camera, const Material& material);
/// The code of both builds below a comparison, as instructions and as source lines.
void takeComparedCode(Photographer& camera, const Material& material);
void takeSeries(Photographer& camera, const Material& material);
/// What the timeline marks, and what is done with its times.
void takeTimes(Photographer& camera, const Material& material);
/// Every view of a capture; the names of the pictures begin with `name`.
void takeViews(Photographer& camera, const QString& capture, const QString& name);
/// What the made captures show: no samples, many threads, extreme names.
void takeMade(Photographer& camera, const Material& material);
/// The pages and views for another scale or density of the whole program.
void takeOverview(Photographer& camera, const Material& material);

} // namespace candela
