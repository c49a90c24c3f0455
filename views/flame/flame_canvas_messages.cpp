#include "views/flame/flame_canvas_messages.h"

#include "views/flame/flame_canvas.h"
#include "views/session/message_stack.h"
#include "views/session/session.h"

namespace candela {

void showFailures(const FlameCanvas& canvas, const Session& session, MessageStack& stack) {
    QObject::connect(&canvas, &FlameCanvas::failed, &stack,
                     [&stack](const Error& error) { stack.setMessage(errorMessage(error)); });
    QObject::connect(&canvas, &FlameCanvas::treeChanged, &stack,
                     [&stack, &session] { stack.setMessage(sessionMessage(session)); });
}

} // namespace candela
