#include "model/base/byte_reader.h"
#include "model/symbols/generated/jit_dump.h"

#include <QTest>

#include <initializer_list>

using namespace candela;

namespace {

/// Writes a dump as compilers do.
class DumpText {
public:
    DumpText() { add32({0x4a695444, 1, 40, 62, 0, 1234}), add64({5, 0}); }

    DumpText& load(std::uint64_t address, std::uint64_t size, std::string_view name, std::string_view code) {
        begin(0, 40 + name.size() + 1 + code.size());
        add32({1234, 1234}), add64({address, address, size, 1}), addText(name);
        m_bytes += code;
        return *this;
    }
    DumpText& move(std::uint64_t from, std::uint64_t to, std::uint64_t size) {
        begin(1, 48);
        add32({1234, 1234}), add64({to, from, to, size, 1});
        return *this;
    }
    DumpText& source(std::uint64_t code, std::uint32_t line, std::string_view file) {
        begin(2, 16 + 16 + file.size() + 1 + 16 + 2);
        add64({code, 2, code}), add32({line, 0}), addText(file);
        add64({code + 8}), add32({line + 1, 0}), addText("\xff"); // the same file
        return *this;
    }
    DumpText& other() {
        begin(4, 5);
        m_bytes += "12345";
        return *this;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    template<typename T>
    void add(T value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void add32(std::initializer_list<std::uint32_t> values) {
        for (const auto value : values)
            add(value);
    }
    void add64(std::initializer_list<std::uint64_t> values) {
        for (const auto value : values)
            add(value);
    }
    void addText(std::string_view text) { (m_bytes += text) += '\0'; }
    void begin(std::uint32_t kind, std::size_t size) {
        add32({kind, static_cast<std::uint32_t>(16 + size)}), add64({1});
    }

    std::string m_bytes;
};

std::string at(const JitDump& dump, std::uint64_t address) {
    const auto frames = dump.find(address);
    if (frames.empty()) return {};
    auto text = frames.front().name;
    if (!frames.front().file.empty())
        text += " " + frames.front().file + ":" + std::to_string(frames.front().startLine);
    return text;
}

} // namespace

class JitDumpTest : public QObject {
    Q_OBJECT
private slots:
    void dumpsAreKnownByTheirNames() {
        QVERIFY(isJitDump("/home/user/jit-1234.dump"));
        QVERIFY(isJitDump("jit-1.dump"));
        for (const auto* path :
             {"/tmp/jit-.dump", "/tmp/jit-12.dump.old", "/tmp/jit-a1.dump", "/jit-1.dump/x", ""})
            QVERIFY2(!isJitDump(path), path);
    }
    void functionsHaveNamesAndSources() {
        JitDump dump;
        const auto bytes = DumpText()
                               .source(0x1000, 12, "/src/app.js")
                               .load(0x1000, 32, "run", std::string(32, '\x90'))
                               .other()
                               .load(0x2000, 16, "_ZN3app5applyEi", std::string(16, '\x90'))
                               .bytes();
        QCOMPARE(dump.append(asBytes(bytes)), bytes.size());
        QCOMPARE(dump.size(), std::size_t(2));
        QCOMPARE(at(dump, 0xfff), std::string());
        QCOMPARE(at(dump, 0x1000), std::string("run /src/app.js:12"));
        QCOMPARE(at(dump, 0x101f), std::string("run /src/app.js:12"));
        QCOMPARE(at(dump, 0x1020), std::string());
        QCOMPARE(at(dump, 0x2008), std::string("app::apply(int)"));
        QCOMPARE(dump.find(0x2008).front().rawName, std::string("_ZN3app5applyEi"));
    }
    void codeMovesAndIsReplaced() {
        JitDump dump;
        dump.append(asBytes(DumpText()
                                .load(0x1000, 64, "old", std::string(64, '\x90'))
                                .move(0x1000, 0x3000, 64)
                                .load(0x1010, 16, "new", std::string(16, '\x90'))
                                .bytes()));
        QCOMPARE(at(dump, 0x1008), std::string("old"));
        QCOMPARE(at(dump, 0x1018), std::string("new"));
        QCOMPARE(at(dump, 0x1028), std::string("old"));
        QCOMPARE(at(dump, 0x3028), std::string("old"));
    }
    void aGrowingFileGivesTheSameInPieces() {
        const auto bytes = DumpText()
                               .source(0x1000, 12, "/src/app.js")
                               .load(0x1000, 32, "first", std::string(300, '\x90'))
                               .move(0x1000, 0x5000, 32)
                               .load(0x2000, 32, "second", std::string(32, '\x90'))
                               .bytes();
        for (std::size_t step = 1; step < 100; ++step) {
            JitDump dump;
            std::uint64_t used = 0;
            for (std::size_t written = 0; written < bytes.size();) {
                written = std::min(bytes.size(), written + step);
                if (used < written)
                    used += dump.append(asBytes(std::string_view(bytes).substr(used, written - used)));
            }
            QCOMPARE(used, bytes.size());
            QCOMPARE(dump.size(), std::size_t(3));
            QCOMPARE(at(dump, 0x1000), std::string("first /src/app.js:12"));
            QCOMPARE(at(dump, 0x5000), std::string("first /src/app.js:12"));
            QCOMPARE(at(dump, 0x2000), std::string("second"));
        }
    }
    void whatIsNoDumpHasNoFunctions() {
        const auto good = DumpText().load(0x1000, 32, "run", std::string(32, '\x90')).bytes();
        auto otherOrder = good;
        std::reverse(otherOrder.begin(), otherOrder.begin() + 4);
        auto otherVersion = good;
        otherVersion[4] = 2;
        auto endless = good;
        endless.replace(44, 4, std::string(4, '\0')); // a record without a size
        for (const auto& bytes : {std::string(), std::string("1000 20 perf map\n"), otherOrder, otherVersion,
                                  endless, good.substr(0, 8)}) {
            JitDump dump;
            dump.append(asBytes(bytes));
            QCOMPARE(dump.size(), std::size_t(0));
        }
        JitDump dump;
        dump.append(asBytes(DumpText()
                                .load(~std::uint64_t(0) - 7, 32, "wraps", "")
                                .load(0x1000, 0, "empty", "")
                                .load(0x1000, 32, "", "")
                                .bytes()));
        QCOMPARE(dump.size(), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(JitDumpTest)
#include "jit_dump_test.moc"
