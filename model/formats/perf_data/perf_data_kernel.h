/// Names of kernel addresses in a perf.data capture: from this machine's /proc/kallsyms, if its kernel has
/// the recorded build id, shifted by the difference of address randomization; and code that the kernel
/// reported during the recording (BPF programs).
#pragma once

#include "model/formats/perf_data/perf_data_header.h"
#include "model/symbols/lookup/running_kernel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace candela {

class PerfKernelNames {
public:
    /// Reads the kernel's symbols, if they can be those of the capture. `textAddress` is the capture's
    /// address of the kernel symbol `textSymbol`; 0: not known.
    void open(const PerfHeader& header, std::string_view textSymbol, std::uint64_t textAddress);
    void add(std::uint64_t start, std::uint64_t size, std::string_view name);

    enum class Code { Kernel, Module };
    /// The function around an address; empty if it is not known. Modules are at other addresses after each
    /// boot, so their code has names only in a capture of the current boot.
    std::string_view find(std::uint64_t address, Code code) const;

private:
    struct ReportedCode {
        std::uint64_t end;
        std::string name;
    };

    std::optional<RunningKernel> m_kernel;
    std::uint64_t m_shift = 0;
    std::map<std::uint64_t, ReportedCode> m_code; // by start
};

} // namespace candela
