/// What is shown instead of a flame graph that could not be made.
#pragma once

namespace candela {

class FlameCanvas;
class MessageStack;
class Session;

/// Lets the stack that holds the canvas show a message when the canvas could make no picture.
void showFailures(const FlameCanvas& canvas, const Session& session, MessageStack& stack);

} // namespace candela
