#include "recorder/sandbox/code_packer.h"

#include "model/recording/kept_code_message.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace candela {

CodePacker::CodePacker() {
    m_segment.add_mappings();
    text({});
}

std::uint32_t CodePacker::text(std::string_view text) {
    text = text.substr(0, maximumText);
    const auto [found, isNew] =
        m_texts.try_emplace(std::string(text), static_cast<std::uint32_t>(m_segment.strings_size()));
    if (isNew) {
        m_segment.add_strings(std::string(text));
        m_size += text.size();
    }
    return found->second;
}

bool CodePacker::covers(std::uint64_t address) const {
    return std::ranges::any_of(m_segment.code(), [address](const recording::FunctionCode& code) {
        for (int part = 0; part < code.part_start_size(); ++part) {
            if (address >= code.part_start(part) && address - code.part_start(part) < code.part_size(part))
                return true;
        }
        return false;
    });
}

void CodePacker::add(const FunctionCode& code) {
    auto& message = *m_segment.add_code();
    message.set_machine(code.machine);
    message.set_is_cut(code.isCut);
    for (const auto& part : code.parts)
        addPart(part.start, part.bytes, message);
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> functions;
    std::uint64_t address = 0;
    for (const auto& lines : code.lines) {
        message.add_line_delta(lines.address - std::exchange(address, lines.address));
        message.add_line_frames(static_cast<std::uint32_t>(lines.frames.size()));
        for (const auto& frame : lines.frames) {
            const std::tuple key(text(frame.name), text(frame.file), frame.startLine);
            const auto [row, isNew] =
                functions.try_emplace(key, static_cast<std::uint32_t>(functions.size()));
            if (isNew) {
                message.add_function_name(std::get<0>(key));
                message.add_function_raw_name(0); // nothing shows it, and it is as long as the name
                message.add_function_file(std::get<1>(key));
                message.add_function_start_line(frame.startLine);
            }
            message.add_frame_function(row->second);
            message.add_frame_line(frame.line);
        }
    }
    address = 0;
    for (const auto& [target, name] : code.targets) {
        message.add_target_delta(target - std::exchange(address, target));
        message.add_target_name(text(name));
    }
    m_size += message.ByteSizeLong();
}

} // namespace candela
