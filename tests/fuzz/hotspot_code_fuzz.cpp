/// The memory of processes that run, or claim to run, a Java virtual machine. The first byte selects the
/// meaning of the others: code of one blob (after the offset at which its frame is complete, and the frame's
/// size), or changes to a machine's memory, each an address and the word to store there.
#include "model/unwind/generated/hotspot_rows.h"
#include "model/unwind/generated/hotspot_unwind.h"
#include "model/unwind/generated/loaded_library.h"

#include "model/base/byte_reader.h"
#include "tests/fuzz/required.h"
#include "tests/model/unwind/made_up_java.h"

#include <algorithm>

namespace {

using namespace candela;

void requireGoodRows(const std::vector<unwind_row>& rows) {
    require(std::is_sorted(rows.begin(), rows.end(),
                           [](const auto& left, const auto& right) { return left.pc < right.pc; }),
            "rows are sorted");
    for (const auto& row : rows) {
        require(row.cfa_rule < UNWIND_CFA_RULES, "a rule that the kernel's program knows");
        require(row.cfa_rule != UNWIND_CFA_SP || row.cfa_offset >= 8, "a frame lies above its stack pointer");
    }
}

void readCode(ByteReader input) {
    HotspotBlob blob;
    blob.frameComplete = input.read<std::int8_t>();
    blob.frameWords = input.read<std::uint8_t>();
    const auto kind = input.read<std::uint8_t>() == 0 ? HotspotCodeKind::Interpreter : HotspotCodeKind::Other;
    const auto code = input.peek();
    UnwindRows rows;
    addHotspotRows(blob, kind, code, 16, rows);
    const auto made = rows.take();
    require(made.size() <= code.size() + 2, "at most a row for each instruction");
    requireGoodRows(made);
}

void readMachine(ByteReader input) {
    MadeUpJava java;
    java.addBlob("Interpreter", std::vector<std::uint8_t>(2000, 0x90), -1, 0);
    const auto method = java.addMethod("java/util/HashMap", "put", madeUpMethod(), 12, 6);
    java.addMethod("A", "b", madeUpMethod(), 12, 6);
    const auto size = java.bytes().size();
    while (input.canHold(1, 12)) {
        const auto offset = input.read<std::uint32_t>() % (size - 8);
        java.put(MadeUpJava::start + offset, input.read<std::uint64_t>());
    }
    if (const auto library = LoadedLibrary::read(java, MadeUpJava::start))
        static_cast<void>(library->find(java, "gHotSpotVMStructs"));
    auto code = java.open();
    if (!code) return;
    std::uint64_t end = 0;
    for (const auto& blob : code->blobs(java)) {
        require(blob.codeBegin >= end && blob.codeEnd > blob.codeBegin, "blobs are sorted, and apart");
        require(blob.codeEnd <= code->bounds().end, "code lies where code is");
        end = blob.codeEnd;
        require(code->nameOf(java, blob).size() <= 1 << 13, "names have a bound");
    }
    static_cast<void>(code->find(java, method + 3));
    HotspotUnwind unwind(std::move(*code));
    static_cast<void>(unwind.refresh(java));
    requireGoodRows(unwind.rows());
    java.forget();
    static_cast<void>(unwind.refresh(java));
    requireGoodRows(unwind.rows());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    ByteReader input(std::as_bytes(std::span(bytes, size)));
    if (input.read<std::uint8_t>() % 2 == 0)
        readCode(input);
    else
        readMachine(input);
    return 0;
}
