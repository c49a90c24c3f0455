#include "model/recording/kept_source_message.h"

#include <string_view>

namespace candela {

KeptSource keptSource(const recording::SourceText& message, StringIndex file) {
    KeptSource source{.file = file, .runs = {}};
    std::string_view text(message.text());
    for (int row = 0; row < message.run_first_size(); ++row) {
        auto& run = source.runs.emplace_back(LineRun{message.run_first(row), {}});
        run.lines.reserve(message.run_lines(row));
        for (std::uint32_t line = 0; line < message.run_lines(row); ++line) {
            const auto end = text.find('\n');
            run.lines.emplace_back(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
    }
    return source;
}

void fillMessage(const KeptSource& source, recording::SourceText& message, std::uint32_t file) {
    message.set_file(file);
    auto& text = *message.mutable_text();
    text.reserve(source.size());
    for (const auto& run : source.runs) {
        message.add_run_first(run.first);
        message.add_run_lines(static_cast<std::uint32_t>(run.lines.size()));
        for (const auto& line : run.lines) {
            text += line;
            text += '\n';
        }
    }
}

} // namespace candela
