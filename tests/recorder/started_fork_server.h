/// A fork server that a test starts: that of the built recorder, or a program with other behaviour.
#pragma once

#include "recorder/sandbox/fork_server.h"

#include <QtGlobal>

#include <memory>

namespace candela {

/// Starts a fork server; ends the test if that fails.
inline std::shared_ptr<ForkServer> startedForkServer(const char* program, ForkServer::Kind kind) {
    auto forkServer = ForkServer::start(program, kind);
    if (!forkServer) qFatal("no fork server: %s", forkServer.error().message.c_str());
    return std::make_shared<ForkServer>(std::move(*forkServer));
}

} // namespace candela
