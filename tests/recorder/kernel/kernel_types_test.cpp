/// Types of the running kernel as programs need them: the programs become the same as if libbpf had read all
/// types itself. BTF that is damaged is refused.
#include "recorder/kernel/btf_selection.h"
#include "recorder/kernel/kernel_types.h"
#include "recorder/kernel/program.h"
#include "tests/recorder/recorder_program.h"

#include "bpf/cpu.skel.h"
#include "bpf/cpu_time.skel.h"
#include "bpf/faults.skel.h"
#include "bpf/offcpu.skel.h"
#include "bpf/processes.skel.h"

#include <QTest>
#include <bpf/btf.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>

using namespace candela;

namespace {

constexpr auto kernelBtf = "/sys/kernel/btf/vmlinux";

std::string readKernelBtf() {
    std::ifstream file(kernelBtf, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

WantedTypes someTypes() {
    return {.types = {"task_struct", "sched_entity", "mm_struct", "file", "kuid_t"},
            .members = {"se", "sum_exec_runtime", "mm", "comm", "start_stack", "f_inode", "val", "cred"},
            .targets = {"btf_trace_sched_switch", "bpf_iter_task", "btf_trace_no_such_event"}};
}

using ParsedBtf = std::unique_ptr<btf, decltype(&btf__free)>;

ParsedBtf parse(std::span<const std::byte> bytes) {
    return {btf__new(bytes.data(), static_cast<std::uint32_t>(bytes.size())), btf__free};
}

/// Offsets of a structure's members in bits, those of nameless structures in it included.
void addOffsets(const btf* types, const btf_type* type, std::uint32_t base,
                std::map<std::string, std::uint32_t>& offsets) {
    for (std::uint32_t index = 0; index < btf_vlen(type); ++index) {
        const auto& member = btf_members(type)[index];
        const auto offset = base + btf_member_bit_offset(type, index);
        const auto* content =
            btf__type_by_id(types, static_cast<std::uint32_t>(btf__resolve_type(types, member.type)));
        if (member.name_off != 0)
            offsets[btf__name_by_offset(types, member.name_off)] = offset;
        else if (btf_is_composite(content))
            addOffsets(types, content, offset, offsets);
    }
}

std::map<std::string, std::uint32_t> offsetsOf(const btf* types, const char* name) {
    std::map<std::string, std::uint32_t> offsets;
    const auto number = btf__find_by_name_kind(types, name, BTF_KIND_STRUCT);
    if (number > 0) addOffsets(types, btf__type_by_id(types, static_cast<std::uint32_t>(number)), 0, offsets);
    return offsets;
}

/// The instructions of a loaded object's programs, without the numbers of its maps.
std::map<std::string, std::vector<std::uint64_t>> instructionsOf(const bpf_object* object) {
    std::map<std::string, std::vector<std::uint64_t>> all;
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object) {
        auto& mine = all[bpf_program__name(program)];
        for (std::size_t index = 0; index < bpf_program__insn_cnt(program); ++index) {
            auto instruction = bpf_program__insns(program)[index];
            if (instruction.code == (BPF_LD | BPF_DW | BPF_IMM)) instruction.imm = 0;
            std::uint64_t bits = 0;
            std::memcpy(&bits, &instruction, sizeof bits);
            mine.push_back(bits);
        }
    }
    return all;
}

template<typename Skeleton>
void compareWithLibbpf() {
    std::map<std::string, std::vector<std::uint64_t>> described;
    std::map<std::string, std::vector<std::uint64_t>> read;
    for (const auto& [path, result] : {std::pair(kernelBtf, &described), std::pair("/no such file", &read)}) {
        KernelTypes types(path);
        auto* skeleton = types.open<Skeleton>();
        QVERIFY(skeleton);
        const int error = Skeleton::load(skeleton);
        if (error == 0) *result = instructionsOf(skeleton->obj);
        Skeleton::destroy(skeleton);
        QVERIFY2(error == 0, lastProgramMessage().c_str());
    }
    QVERIFY(!described.empty());
    QCOMPARE(described, read);
}

} // namespace

class KernelTypesTest : public QObject {
    Q_OBJECT

    std::string m_kernel;

private slots:
    void initTestCase() {
        m_kernel = readKernelBtf();
        if (m_kernel.empty()) QSKIP("the kernel does not describe its types");
        keepProgramMessages();
    }

    void aSelectionHasTheKernelsOffsetsAndSizes() {
        const auto selected = selectTypes(bytesOf(m_kernel), someTypes());
        QVERIFY(selected);
        QVERIFY(selected->btf.size() < 100'000);
        const auto all = parse(bytesOf(m_kernel));
        const auto some = parse(selected->btf);
        QVERIFY(all && some);
        for (const char* name : {"task_struct", "sched_entity", "mm_struct", "file"}) {
            const auto offsets = offsetsOf(some.get(), name);
            QVERIFY2(!offsets.empty(), name);
            const auto expected = offsetsOf(all.get(), name);
            for (const auto& [member, offset] : offsets)
                QCOMPARE(offset, expected.at(member));
            const auto sizeIn = [name](const btf* types) {
                const auto number = btf__find_by_name_kind(types, name, BTF_KIND_STRUCT);
                return btf__resolve_size(types, static_cast<std::uint32_t>(number));
            };
            QCOMPARE(sizeIn(some.get()), sizeIn(all.get()));
        }
        QVERIFY(offsetsOf(some.get(), "mm_struct").contains("start_stack")); // in a nameless structure
        QVERIFY(!offsetsOf(some.get(), "task_struct").contains("flags"));    // not wanted
        QVERIFY(btf__find_by_name_kind(some.get(), "kuid_t", BTF_KIND_TYPEDEF) > 0);
    }

    void targetsHaveTheirNumbersInTheKernel() {
        const auto selected = selectTypes(bytesOf(m_kernel), someTypes());
        QVERIFY(selected);
        const auto all = parse(bytesOf(m_kernel));
        const auto numberOf = [&](const char* name, std::uint32_t kind) {
            return static_cast<std::uint32_t>(btf__find_by_name_kind(all.get(), name, kind));
        };
        QCOMPARE(selected->targets.size(), 2u);
        QCOMPARE(selected->targets.at("btf_trace_sched_switch"),
                 numberOf("btf_trace_sched_switch", BTF_KIND_TYPEDEF));
        QCOMPARE(selected->targets.at("bpf_iter_task"), numberOf("bpf_iter_task", BTF_KIND_FUNC));
    }

    void damagedBtfIsRefusedOrSelectedFrom() {
        const auto wanted = someTypes();
        for (const std::size_t size : {0, 1, 23, 24, 100, 100'000})
            QVERIFY(!selectTypes(bytesOf(m_kernel).first(size), wanted));
        QVERIFY(!selectTypes(bytesOf(m_kernel), WantedTypes{{"no such type"}, {}, {}}));
        auto damaged = m_kernel;
        std::uint32_t random = 1;
        for (int round = 0; round < 20; ++round) {
            for (int change = 0; change < 1000; ++change) {
                random = random * 1'664'525 + 1'013'904'223;
                damaged[24 + random % (damaged.size() - 24)] = static_cast<char>(random >> 24);
            }
            static_cast<void>(selectTypes(bytesOf(damaged), wanted)); // does not read outside
        }
    }

    void typesCanBeLeftToLibbpf() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why);
        KernelTypes types;
        QVERIFY(types.leaveToLibbpf());
        QVERIFY(!types.leaveToLibbpf());
        const std::unique_ptr<cpu_time_bpf, decltype(&cpu_time_bpf::destroy)> skeleton(
            types.open<cpu_time_bpf>(), cpu_time_bpf::destroy);
        QVERIFY(skeleton);
        bpf_program* program = nullptr;
        bpf_object__for_each_program(program, skeleton->obj)
            QCOMPARE(bpf_program__type(program), BPF_PROG_TYPE_TRACING);
        QVERIFY2(cpu_time_bpf::load(skeleton.get()) == 0, lastProgramMessage().c_str());
    }

    void programsAreThoseThatLibbpfMakes() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why);
        compareWithLibbpf<cpu_bpf>();
        compareWithLibbpf<cpu_time_bpf>();
        compareWithLibbpf<faults_bpf>();
        compareWithLibbpf<offcpu_bpf>();
        compareWithLibbpf<processes_bpf>();
    }
};

QTEST_GUILESS_MAIN(KernelTypesTest)
#include "kernel_types_test.moc"
