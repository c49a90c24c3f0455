#include "model/unwind/call_frames/dumped_stack.h"

#include <cstring>

static int readDumped(void* context, uint64_t address, uint64_t* value);
#define UNWIND_READ(context, address, value) readDumped(context, address, value)
#include "bpf/unwind_step.h"

static int readDumped(void* context, uint64_t address, uint64_t* value) {
    auto& stack = *static_cast<candela::DumpedStack*>(context);
    const auto offset = address - stack.start;
    if (offset >= stack.bytes.size() || stack.bytes.size() - offset < sizeof *value) {
        stack.wasReadBehind |= address >= stack.start;
        return -1;
    }
    std::memcpy(value, stack.bytes.data() + offset, sizeof *value);
    return 0;
}

namespace candela {

unwind_result stepByRow(unwind_registers& registers, const unwind_row& row, DumpedStack& stack) {
    return unwind_step(&registers, stack.savedFrames, &row, &stack);
}

unwind_result stepWithoutRow(unwind_registers& registers, unwind_code code, DumpedStack& stack) {
    return unwind_step_without_row(&registers, code, &stack);
}

} // namespace candela
