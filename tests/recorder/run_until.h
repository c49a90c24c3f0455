/// Runs the recorder's loop with children that read files until a condition is true.
#pragma once

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/sandbox/symbol_client.h"

#include <functional>
#include <memory>

namespace candela {

/// Runs until a condition is true, at most a minute; returns whether it is true.
inline bool runUntil(EventLoop& loop, SymbolClient& client, const std::function<bool()>& isSo) {
    int ticks = 6000;
    const auto isOver = std::make_shared<bool>(false); // a timer lives as long as its loop
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
