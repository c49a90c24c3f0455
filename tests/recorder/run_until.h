/// The recorder's loop with children that read files, run until something is so.
#pragma once

#include "recorder/base/proc_files.h"
#include "recorder/sandbox/symbol_client.h"

#include <functional>
#include <memory>

namespace candela {

/// Runs until something is so, or a minute has passed; whether it is so.
inline bool runUntil(EventLoop& loop, SymbolClient& client, const std::function<bool()>& isSo) {
    int ticks = 6000;
    const auto isOver = std::make_shared<bool>(false); // a timer stays with its loop
    const auto timer = loop.addTimer(std::chrono::milliseconds(10), [&, isOver] {
        if (*isOver) return;
        client.watch(monotonicTime());
        if (isSo() || --ticks <= 0) loop.stop();
    });
    if (!timer) return false;
    loop.run();
    *isOver = true;
    return isSo();
}

} // namespace candela
