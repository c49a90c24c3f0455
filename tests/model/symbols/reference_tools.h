/// Output of the tools of GNU binutils for a program: the references of the symbol tests.
#pragma once

#include "model/base/file.h"
#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/names/symbolized_frame.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

/// Where the sources are that these tests compile.
inline const QString symbolSources = FIXTURES "/symbols/";

inline Result<ModuleSymbols> openSymbols(const QString& file, const SymbolLimits& limits = {}) {
    const auto descriptor = openToRead(file.toStdString());
    return descriptor ? ModuleSymbols::create(descriptor->get(), limits)
                      : std::unexpected(descriptor.error());
}

inline bool isThere(const QString& tool) {
    return !QStandardPaths::findExecutable(tool).isEmpty();
}

/// The columns of tests that compile programs: the compiler, and its options.
inline void addCompilerColumns() {
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QStringList>("options");
}
inline void addCompilerRow(const QString& compiler, const QString& options) {
    QTest::newRow(qPrintable(compiler + " " + options)) << compiler << options.split(' ');
}

/// The tool's standard output, in English.
inline QString run(const QString& tool, const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LC_ALL", "C");
    environment.remove("DEBUGINFOD_URLS");
    process.setProcessEnvironment(environment);
    process.start(tool, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(-1);
    return QString::fromUtf8(process.readAllStandardOutput());
}

struct SymbolRange {
    std::uint64_t start;
    std::uint64_t size;
    QString name;

    bool covers(std::uint64_t address) const { return address >= start && address - start < size; }
};

/// The functions with a size that nm lists with these options, without versions in their names.
inline std::vector<SymbolRange> symbolRanges(const QString& program, const QStringList& options) {
    static const QRegularExpression row("^([0-9a-f]+) ([0-9a-f]+) [tTwWi] ([^@]+)");
    std::vector<SymbolRange> symbols;
    for (const auto& line :
         run("nm", QStringList{"--defined-only", "-S"} + options + QStringList{program}).split('\n')) {
        const auto match = row.match(line);
        if (!match.hasMatch()) continue;
        symbols.push_back({match.captured(1).toULongLong(nullptr, 16),
                           match.captured(2).toULongLong(nullptr, 16), match.captured(3)});
    }
    std::sort(symbols.begin(), symbols.end(),
              [](const auto& left, const auto& right) { return left.start < right.start; });
    return symbols;
}

/// The names of the symbols around an address.
inline QStringList namesAt(const std::vector<SymbolRange>& symbols, std::uint64_t address) {
    QStringList names;
    for (const auto& symbol : symbols) {
        if (symbol.covers(address)) names << symbol.name;
    }
    return names;
}

enum class RangeOf { Addresses, FileOffsets };

/// Start and size of the sections with these names.
inline std::vector<std::pair<std::uint64_t, std::uint64_t>>
sectionRanges(const QString& program, const QStringList& names, RangeOf range = RangeOf::Addresses) {
    static const QRegularExpression row(
        R"(^\s*\[\s*\d+\] (\S+)\s+\S+\s+([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+))");
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const auto& line : run("readelf", {"-SW", program}).split('\n')) {
        const auto match = row.match(line);
        if (!match.hasMatch() || !names.contains(match.captured(1))) continue;
        const auto start = match.captured(range == RangeOf::Addresses ? 2 : 3).toULongLong(nullptr, 16);
        ranges.emplace_back(start, match.captured(4).toULongLong(nullptr, 16));
    }
    return ranges;
}

/// Every address of the section .text.
inline std::vector<std::uint64_t> codeAddresses(const QString& program) {
    std::vector<std::uint64_t> addresses;
    for (const auto& [start, size] : sectionRanges(program, {".text"})) {
        for (std::uint64_t at = 0; at < size; ++at)
            addresses.push_back(start + at);
    }
    return addresses;
}

/// A function and its source line as addr2line prints them.
struct PrintedFrame {
    QString name;
    QString source;
};

/// addr2line's answer for each address, innermost first.
inline std::vector<std::vector<PrintedFrame>> askAddr2line(const QString& program,
                                                           const std::vector<std::uint64_t>& addresses) {
    QByteArray input;
    for (const auto address : addresses)
        input += QByteArray::number(static_cast<qulonglong>(address), 16) + '\n';
    std::vector<std::vector<PrintedFrame>> answers;
    static const QRegularExpression discriminator(R"( \(discriminator \d+\)$)");
    QString name;
    for (auto line : run("addr2line", {"-afiC", "-e", program}, input).split('\n', Qt::SkipEmptyParts)) {
        if (line.startsWith("0x") && line.size() == 18)
            answers.emplace_back();
        else if (name.isEmpty())
            name = line;
        else
            answers.back().push_back({std::exchange(name, QString()), line.remove(discriminator)});
    }
    answers.resize(addresses.size());
    return answers;
}

inline QString text(const std::vector<PrintedFrame>& frames) {
    QString result;
    for (const auto& frame : frames)
        result += "    " + frame.name + " at " + frame.source + "\n";
    return result;
}

inline std::vector<PrintedFrame> printed(const SymbolizedFrames& frames) {
    std::vector<PrintedFrame> result;
    for (const auto& frame : frames)
        result.push_back({frame.name.empty() ? "??" : QString::fromStdString(frame.name),
                          QString::fromStdString(frame.file) + ":" + QString::number(frame.line)});
    return result;
}

/// The path of a library that a program uses.
inline QString libraryOf(const QString& program, const QString& library) {
    const QRegularExpression row(QRegularExpression::escape(library) + R"( => (\S+))");
    return row.match(run("ldd", {program})).captured(1);
}

} // namespace candela
