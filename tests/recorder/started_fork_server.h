/// A fork server that a test starts: of the built recorder, or of a program that behaves in another way.
#pragma once

#include "recorder/sandbox/fork_server.h"

#include <QtGlobal>

#include <memory>

namespace candela {

/// The test ends where it can't be started.
inline std::shared_ptr<ForkServer> startedForkServer(const char* program, ForkServer::Kind kind) {
    auto forkServer = ForkServer::start(program, kind);
    if (!forkServer) qFatal("no fork server: %s", forkServer.error().message.c_str());
    return std::make_shared<ForkServer>(std::move(*forkServer));
}

} // namespace candela
