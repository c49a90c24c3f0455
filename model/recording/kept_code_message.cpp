#include "model/recording/kept_code_message.h"

#include "model/base/byte_reader.h"

#include <utility>

namespace candela {

KeptCode keptCode(const recording::FunctionCode& message,
                  const std::function<StringIndex(std::uint32_t)>& text) {
    KeptCode code{.mapping = {},
                  .machine = static_cast<std::uint16_t>(message.machine()),
                  .isCut = message.is_cut(),
                  .parts = {},
                  .functions = {},
                  .lines = {},
                  .frames = {},
                  .targets = {}};
    auto bytes = asBytes(message.bytes());
    for (int row = 0; row < message.part_size_size(); ++row) {
        const auto part = bytes.first(message.part_size(row));
        bytes = bytes.subspan(part.size());
        code.parts.push_back({message.part_start(row), {part.begin(), part.end()}});
    }
    std::uint64_t address = 0;
    std::uint32_t frames = 0;
    for (int row = 0; row < message.line_delta_size(); ++row) {
        address += message.line_delta(row);
        code.lines.push_back({address, frames});
        frames += message.line_frames(row);
    }
    for (int row = 0; row < message.frame_function_size(); ++row)
        code.frames.push_back({message.frame_function(row), message.frame_line(row)});
    for (int row = 0; row < message.function_name_size(); ++row)
        code.functions.push_back({.name = text(message.function_name(row)),
                                  .rawName = text(message.function_raw_name(row)),
                                  .file = text(message.function_file(row)),
                                  .startLine = message.function_start_line(row),
                                  .mapping = {}});
    address = 0;
    for (int row = 0; row < message.target_delta_size(); ++row) {
        address += message.target_delta(row);
        code.targets.push_back({address, text(message.target_name(row))});
    }
    return code;
}

void addPart(std::uint64_t start, std::span<const std::byte> bytes, recording::FunctionCode& message) {
    message.add_part_start(start);
    message.add_part_size(static_cast<std::uint32_t>(bytes.size()));
    message.mutable_bytes()->append(asText(bytes));
}

void fillMessage(const KeptCode& code, recording::FunctionCode& message,
                 const std::function<std::uint32_t(StringIndex)>& row) {
    message.set_machine(code.machine);
    message.set_is_cut(code.isCut);
    for (const auto& part : code.parts)
        addPart(part.start, part.bytes, message);
    std::uint64_t address = 0;
    for (std::size_t line = 0; line < code.lines.size(); ++line) {
        message.add_line_delta(code.lines[line].address - std::exchange(address, code.lines[line].address));
        const auto end = line + 1 < code.lines.size() ? code.lines[line + 1].firstFrame
                                                      : static_cast<std::uint32_t>(code.frames.size());
        message.add_line_frames(end - code.lines[line].firstFrame);
    }
    for (const auto& frame : code.frames) {
        message.add_frame_function(frame.function);
        message.add_frame_line(frame.line);
    }
    for (const auto& function : code.functions) {
        message.add_function_name(row(function.name));
        message.add_function_raw_name(row(function.rawName));
        message.add_function_file(row(function.file));
        message.add_function_start_line(function.startLine);
    }
    address = 0;
    for (const auto& target : code.targets) {
        message.add_target_delta(target.address - std::exchange(address, target.address));
        message.add_target_name(row(target.name));
    }
}

} // namespace candela
