/// Captures that no machine records on request: without samples, with many threads, with extreme names, and
/// a series. Made in the program, and stored as files.
#pragma once

#include "model/base/result.h"

#include <QString>
#include <QStringList>

namespace candela {

struct MadeCaptures {
    QString empty;          ///< no value type and no sample, as of a recording that ended at once
    QString threads;        ///< one process with 64 threads on 16 processors
    QString longNames;      ///< everything that has a name has one of 2,000 letters
    QString longNamesNew;   ///< the same, half of it with other weights
    QString rightToLeft;    ///< Arabic and Hebrew names, some mixed with Latin ones
    QString rightToLeftNew; ///< the same with other weights
    QStringList series;     ///< in their order; one function becomes slower
};

Result<MadeCaptures> makeCaptures(const QString& folder);

} // namespace candela
