/// DieShapes against libdw: the same siblings for all DIEs of compilers' programs. A unit whose stated length
/// is damaged has no bytes that are read without libdw.
#include "model/base/file.h"
#include "model/symbols/dwarf/die_shapes.h"
#include "tests/model/symbols/reference_tools.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include <cstring>
#include <memory>
#include <vector>

using namespace candela;

namespace {

using OpenedDwarf = std::unique_ptr<Dwarf, decltype(&dwarf_end)>;

struct ComparedDies {
    std::size_t compared = 0;
    std::size_t different = 0;
};

/// All DIEs of a unit, with the siblings of each.
ComparedDies compareUnit(Dwarf_Die unit) {
    DieShapes shapes(unit);
    ComparedDies dies;
    std::vector<Dwarf_Die> waiting{unit};
    while (!waiting.empty()) {
        auto die = waiting.back();
        waiting.pop_back();
        Dwarf_Die child;
        if (dwarf_child(&die, &child) == 0) waiting.push_back(child);
        const auto shape = shapes.of(die);
        const bool hasCode = dwarf_hasattr(&die, DW_AT_low_pc) || dwarf_hasattr(&die, DW_AT_ranges);
        if (die.addr == unit.addr) continue; // it has no sibling
        Dwarf_Die ours, expected;
        const bool found = shapes.findSibling(die, ours);
        const bool exists = dwarf_siblingof(&die, &expected) == 0;
        const bool isSame = found == exists && (!exists || ours.addr == expected.addr) &&
                            shape.tag == dwarf_tag(&die) && shape.mayHaveCode == hasCode;
        ++dies.compared;
        dies.different += isSame ? 0 : 1;
        if (exists) waiting.push_back(expected);
    }
    return dies;
}

} // namespace

class DieShapesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    /// An object file with debug information; empty if the compiler is missing.
    QString build(const QString& compiler, const QStringList& options) {
        if (!isThere(compiler)) return {};
        const auto object = m_directory.filePath("program.o");
        QFile::remove(object);
        run(compiler, QStringList{symbolSources + "program.cpp", "-c", "-o", object} + options);
        return object;
    }

private slots:
    void siblingsAreThoseOfLibdw_data() {
        addCompilerColumns();
        addCompilerRow("g++", "-O2 -g -gdwarf-5");
        addCompilerRow("g++", "-O2 -g -gdwarf-4");
        addCompilerRow("g++", "-O2 -g -gdwarf-3");
        addCompilerRow("g++", "-O2 -g -gdwarf-2 -gstrict-dwarf");
        addCompilerRow("g++", "-O2 -g -gdwarf-5 -gdwarf64");
        addCompilerRow("g++", "-O2 -g -gdwarf-4 -fdebug-types-section");
        addCompilerRow("g++", "-O2 -g -gdwarf-5 -fdebug-types-section");
        addCompilerRow("clang++-19", "-O2 -g -gdwarf-5");
        addCompilerRow("clang++-19", "-O2 -g -gdwarf-4");
    }
    void siblingsAreThoseOfLibdw() {
        QFETCH(QString, compiler);
        QFETCH(QStringList, options);
        const auto object = build(compiler, options);
        if (object.isEmpty()) QSKIP(qPrintable(compiler + " is not installed"));
        const auto file = openToRead(object.toStdString());
        QVERIFY(file);
        const OpenedDwarf dwarf(dwarf_begin(file->get(), DWARF_C_READ), dwarf_end);
        QVERIFY(dwarf);
        ComparedDies all;
        Dwarf_CU* unit = nullptr;
        Dwarf_Die die;
        while (dwarf_get_units(dwarf.get(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
            const auto dies = compareUnit(die);
            all.compared += dies.compared;
            all.different += dies.different;
        }
        QVERIFY(all.compared > 1000);
        QCOMPARE(all.different, std::size_t{0});
    }

    void aUnitOfStatedLengthBeyondItsSectionIsLeftToLibdw() {
        const auto object = build("g++", {"-g", "-gdwarf-4"});
        if (object.isEmpty()) QSKIP("g++ is not installed");
        constexpr Dwarf_Off firstDie = 11; // behind a header of DWARF 4
        const auto unitSizeIn = [&] {
            const auto file = openToRead(object.toStdString());
            const OpenedDwarf dwarf(dwarf_begin(file->get(), DWARF_C_READ), dwarf_end);
            Dwarf_Die unit;
            if (!dwarf_offdie(dwarf.get(), firstDie, &unit)) return std::size_t{1};
            return DieShapes(unit).unitSize();
        };
        QVERIFY(unitSizeIn() > 1000);
        const auto at = offsetOfDebugInfo(object);
        QVERIFY(at > 0);
        for (const std::uint32_t length : {0xffffffe0U, 0x7fffffffU, 0x100000U}) {
            QFile file(object);
            QVERIFY(file.open(QFile::ReadWrite) && file.seek(at));
            QCOMPARE(file.write(reinterpret_cast<const char*>(&length), sizeof length),
                     qint64(sizeof length));
            file.close();
            QCOMPARE(unitSizeIn(), std::size_t{0});
        }
    }

private:
    static qint64 offsetOfDebugInfo(const QString& object) {
        const auto file = openToRead(object.toStdString());
        elf_version(EV_CURRENT);
        const std::unique_ptr<Elf, decltype(&elf_end)> elf(elf_begin(file->get(), ELF_C_READ, nullptr),
                                                           elf_end);
        std::size_t names = 0;
        elf_getshdrstrndx(elf.get(), &names);
        for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section;
             section = elf_nextscn(elf.get(), section)) {
            GElf_Shdr header;
            if (gelf_getshdr(section, &header) &&
                std::strcmp(elf_strptr(elf.get(), names, header.sh_name), ".debug_info") == 0)
                return static_cast<qint64>(header.sh_offset);
        }
        return 0;
    }
};

QTEST_GUILESS_MAIN(DieShapesTest)
#include "die_shapes_test.moc"
