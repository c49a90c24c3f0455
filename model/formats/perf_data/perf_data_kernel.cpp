#include "model/formats/perf_data/perf_data_kernel.h"

namespace candela {

void PerfKernelNames::open(const PerfHeader& header, std::string_view textSymbol, std::uint64_t textAddress) {
    const auto recorded = header.buildIds.find("[kernel.kallsyms]");
    const bool isNamed = recorded != header.buildIds.end();
    if (isNamed ? recorded->second != KernelIdentity::read().buildId
                : !header.isOfThisMachine() || textAddress == 0)
        return;
    auto kernel = RunningKernel::read();
    if (!kernel) return;
    if (textAddress != 0) {
        const auto here = kernel->addressOf(textSymbol);
        if (here == 0) return;
        m_shift = here - textAddress;
        if (!isNamed && m_shift != 0) return;
    }
    m_kernel = std::move(*kernel);
}

void PerfKernelNames::add(std::uint64_t start, std::uint64_t size, std::string_view name) {
    if (size == 0 || name.empty()) return;
    m_code.insert_or_assign(start, ReportedCode{start + size, std::string(name)});
}

std::string_view PerfKernelNames::find(std::uint64_t address, Code code) const {
    auto reported = m_code.upper_bound(address);
    if (reported != m_code.begin() && address < (--reported)->second.end) return reported->second.name;
    if (code == Code::Module && m_shift != 0) return {};
    if (!m_kernel) return {};
    const auto symbol = m_kernel->symbols().find(address + m_shift);
    return symbol ? symbol->name : std::string_view();
}

} // namespace candela
