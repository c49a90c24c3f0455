/// A small program that a test compiles, with inlined code of a header, a call and jumps; and a profile of it
/// with a known weight at each instruction.
#pragma once

#include "model/profile/profile_builder.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/model/symbols/reference_tools.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <vector>

namespace candela {

struct ListedInstruction {
    std::uint64_t address = 0;
    QString text;
};

class ChurnProgram {
public:
    ChurnProgram() {
        write("mix.h", R"(#pragma once
#include <cstdint>
inline std::uint64_t mix(std::uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdULL;
    value ^= value >> 29;
    return value;
}
)");
        write("churn.cpp", R"(#include "mix.h"
extern "C" [[gnu::noipa]] std::uint64_t fold(std::uint64_t value) {
    while (value > 1000) value /= 3;
    return value;
}
extern "C" [[gnu::noipa]] std::uint64_t churn(std::uint64_t count) {
    std::uint64_t sum = 1;
    for (std::uint64_t i = 0; i < count; ++i) {
        sum += mix(sum + i);
        if (sum % 7 == 3) sum = fold(sum);
    }
    return sum;
}
int main(int count, char**) {
    return churn(count) == 0;
}
)");
        run("g++", {"-g", "-O2", path("churn.cpp"), "-o", program()});
    }

    /// Why tests of this program can't run; empty if they can run.
    static QByteArray whyNot() {
        for (const QString tool : {"g++", "objdump", "addr2line", "readelf"})
            if (!isThere(tool)) return (tool + " is not installed").toUtf8();
        return {};
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString program() const { return path("churn"); }

    /// The instructions of a function as objdump lists them.
    std::vector<ListedInstruction> instructions(const QString& function) const {
        static const QRegularExpression row(R"(^\s*([0-9a-f]+):\t(.*)$)");
        std::vector<ListedInstruction> listed;
        const auto text =
            run("objdump", {"-d", "--no-show-raw-insn", "--disassemble=" + function, program()});
        for (const auto& line : text.split('\n'))
            if (const auto match = row.match(line); match.hasMatch())
                listed.push_back({match.captured(1).toULongLong(nullptr, 16), match.captured(2)});
        while (!listed.empty() && listed.back().text.contains("nop")) // padding up to the next function
            listed.pop_back();
        return listed;
    }
    /// The address of churn's call of fold.
    std::uint64_t call() const {
        for (const auto& [address, text] : instructions("churn"))
            if (text.startsWith("call") && text.contains("<fold>")) return address;
        return 0;
    }

    /// The weight of a sample in churn at the instruction with that row.
    static std::int64_t weightAt(std::size_t row) { return 10 + static_cast<std::int64_t>(row * 37 % 101); }
    static constexpr std::int64_t foldWeight = 5000;
    /// The time of the samples at churn's instructions in even rows; those in odd rows are two seconds later.
    static constexpr std::int64_t evenTime = 1'000'000'000;

    /// The profile without names.
    Profile namelessProfile() const {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        static const QRegularExpression id("Build ID: ([0-9a-f]+)");
        const auto buildId = id.match(run("readelf", {"-n", program()})).captured(1);
        const auto mapping = builder.mapping({.path = builder.string(program().toStdString()),
                                              .buildId = builder.string(buildId.toStdString())});
        const auto frame = [&](std::uint64_t address) {
            return builder.frame({.function = {}, .mapping = mapping, .address = address});
        };
        const auto main = builder.stack({}, frame(callOfChurn()));
        const auto add = [&](StackIndex stack, std::int64_t weight, std::int64_t time) {
            builder.addSample(value,
                              {.stack = stack, .weight = weight, .time = time, .thread = {}, .labels = {}});
        };
        const auto churn = instructions("churn");
        for (std::size_t row = 0; row < churn.size(); ++row)
            add(builder.stack(main, frame(churn[row].address)), weightAt(row),
                row % 2 == 0 ? evenTime : evenTime + 2'000'000'000);
        const auto inFold = builder.stack(builder.stack(main, frame(call() + 1)),
                                          frame(instructions("fold").front().address));
        add(inFold, foldWeight, evenTime);
        return builder.build();
    }
    std::shared_ptr<const Profile> profile() const {
        Task task;
        return std::make_shared<const Profile>(lookUpNames(namelessProfile(), {}, task)->profile);
    }

private:
    void write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QFile::WriteOnly)) qFatal("can't write");
        file.write(content);
    }
    /// An address inside main's call of churn, after its first byte.
    std::uint64_t callOfChurn() const {
        for (const auto& [address, text] : instructions("main"))
            if (text.startsWith("call") && text.contains("<churn>")) return address + 1;
        return 0;
    }

    QTemporaryDir m_folder;
};

} // namespace candela
