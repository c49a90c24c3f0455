/// A profile of a program with only addresses as frames, and the expected names.
#pragma once

#include "model/base/file.h"
#include "model/profile/profile_builder.h"
#include "model/symbols/elf/elf_file.h"
#include "model/symbols/lookup/module_symbols.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace candela {

/// The form of addresses in the profile.
enum class Recorded {
    Mapped,         ///< addresses of the process, in a mapping with its range and build id
    WithoutBuildId, ///< the same, but for the build id
    FileAddresses,  ///< the file's own addresses
};

class NamelessProgram {
public:
    /// Chooses addresses in the program's code: some in plain functions, some in inlined code. Returns the
    /// error; empty if there is none.
    QString open(const std::string& path) {
        const auto file = openToRead(path);
        if (!file) return "the program is not there";
        const auto elf = ElfFile::read(file->get(), 1ull << 30);
        auto symbols = ModuleSymbols::create(file->get());
        if (!elf || !symbols || elf->buildId().empty()) return "the program has no build id";
        m_buildId = elf->buildId();
        for (const auto& segment : elf->segments())
            if (segment.type == PT_LOAD && (segment.flags & PF_X)) m_code = segment;
        const auto* text = elf->find(".text");
        if (!text || !m_code) return "the program has no code";
        std::size_t inlined = 0, plain = 0;
        for (auto address = text->address; address < text->address + text->size; address += 5) {
            auto frames = symbols->resolve(address);
            if (frames.empty() || frames.back().line == 0) continue;
            auto& count = frames.size() > 1 ? inlined : plain;
            if (++count > wanted) continue;
            m_addresses.push_back(address);
            m_frames.push_back(std::move(frames));
        }
        return inlined > 0 && plain > 0 ? QString() : QString("the program has nothing inlined");
    }

    const std::string& buildId() const { return m_buildId; }
    /// The addresses in the program's file.
    const std::vector<std::uint64_t>& addresses() const { return m_addresses; }

    /// The expected frames of each address, innermost first.
    const std::vector<SymbolizedFrames>& frames() const { return m_frames; }

    /// A sample of each address, with the caller "start": the first weighs 1, the second 2…
    Profile profile(std::string_view path, Recorded recorded = Recorded::Mapped) const {
        constexpr std::uint64_t page = 4096;
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        Mapping row{.path = builder.string(path), .buildId = {}};
        if (recorded != Recorded::WithoutBuildId) row.buildId = builder.string(m_buildId);
        std::uint64_t shift = 0;
        if (recorded != Recorded::FileAddresses) {
            row.start = 0x7f3200001000;
            row.fileOffset = m_code->offset / page * page;
            row.end = row.start + (m_code->offset - row.fileOffset) + m_code->memorySize;
            shift = row.start - (m_code->address - (m_code->offset - row.fileOffset));
        }
        const auto mapping = builder.mapping(row);
        const auto start =
            builder.function({.name = builder.string("start"), .rawName = {}, .file = {}, .mapping = {}});
        const auto root = builder.stack({}, builder.frame({.function = start, .mapping = {}}));
        std::int64_t weight = 0;
        for (const auto address : m_addresses) {
            const auto frame = builder.frame(
                {.function = {}, .mapping = mapping, .address = address + shift, .kind = FrameKind::Unknown});
            builder.addSample(
                value, {.stack = builder.stack(root, frame), .weight = ++weight, .thread = {}, .labels = {}});
        }
        return builder.build();
    }

    /// The expected result of framesOf().
    QStringList expectedFrames() const {
        QStringList lines;
        for (const auto& frames : m_frames) {
            QStringList line{"start"};
            for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
                line << textOf(frame->name, frame->file, frame->line, frame == frames.rbegin());
            lines << line.join(" > ");
        }
        return lines;
    }

    static QString textOf(std::string_view name, std::string_view file, std::uint32_t line,
                          bool isOutermost) {
        return QString("%1 %2:%3%4")
            .arg(QString::fromUtf8(name.data(), qsizetype(name.size())),
                 QString::fromUtf8(file.data(), qsizetype(file.size())))
            .arg(line)
            .arg(isOutermost ? "" : " inlined");
    }

private:
    static constexpr std::size_t wanted = 25; // number of addresses of each kind

    std::string m_buildId;
    std::optional<ElfFile::Segment> m_code;
    std::vector<std::uint64_t> m_addresses;
    std::vector<SymbolizedFrames> m_frames; // by address
};

/// The stack of each sample, by weight.
inline QStringList framesOf(const Profile& profile) {
    const auto& table = profile.samples[0];
    QStringList lines(qsizetype(table.size()));
    for (std::size_t row = 0; row < table.size(); ++row) {
        QStringList line;
        for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
            const auto frame = profile.stacks.frame[stack.row()].row();
            const auto function = profile.frames.function[frame];
            if (!function) {
                line.prepend(QString::number(profile.frames.address[frame], 16));
                continue;
            }
            const auto& named = profile.functions[function.row()];
            const auto name = profile.text(named.name);
            line.prepend(name == "start" ? QString("start")
                                         : NamelessProgram::textOf(
                                               name, profile.text(named.file), profile.frames.line[frame],
                                               profile.frames.kind[frame] != FrameKind::Inlined));
        }
        lines[qsizetype(table.weight[row]) - 1] = line.join(" > ");
    }
    return lines;
}

} // namespace candela
