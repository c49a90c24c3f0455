/// A nursery that a test starts: of the built recorder, or of a program that behaves in another way.
#pragma once

#include "recorder/sandbox/nursery.h"

#include <QtGlobal>

#include <memory>

namespace candela {

/// The test ends where it can't be started.
inline std::shared_ptr<Nursery> startedNursery(const char* program, Nursery::Kind kind) {
    auto nursery = Nursery::start(program, kind);
    if (!nursery) qFatal("no nursery: %s", nursery.error().message.c_str());
    return std::make_shared<Nursery>(std::move(*nursery));
}

} // namespace candela
