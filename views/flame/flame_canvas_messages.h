/// The message that replaces a flame graph that could not be computed.
#pragma once

namespace candela {

class FlameCanvas;
class MessageStack;
class Session;

/// Lets the stack that contains the canvas show a message if the canvas has no picture.
void showFailures(const FlameCanvas& canvas, const Session& session, MessageStack& stack);

} // namespace candela
