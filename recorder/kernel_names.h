/// Names of kernel code. The addresses that leave the recorder are relative to where the kernel, or the
/// kernel module, was loaded: a capture does not tell where this machine's kernel lies.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/symbols/kernel_symbols.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

struct KernelPlace {
    std::string_view function; ///< empty: not known
    std::string_view module;   ///< "[kernel.kallsyms]", "[nf_tables]"
    std::uint64_t start = 0;   ///< of the function, absolute: tells functions of one name apart
    std::uint64_t address = 0; ///< relative; 0: not known
};

class KernelNames {
public:
    /// Opens and reads /proc/kallsyms and /proc/modules; later reads need no rights any more. Fails where the
    /// kernel hides its addresses from us.
    Result<void> open();
    /// New code appeared in the kernel: read again when a name is missing, at most every few seconds.
    void noteNewCode() { m_isOld = true; }

    /// Valid until the next call that reads.
    KernelPlace find(std::uint64_t address);
    std::size_t byteSize() const { return m_symbols.byteSize(); }

private:
    Result<void> read();

    FileDescriptor m_symbolsFile;
    FileDescriptor m_modulesFile;
    KernelSymbols m_symbols;
    absl::flat_hash_map<std::string, std::uint64_t> m_bases;     // by module; "" is the kernel itself
    absl::flat_hash_map<std::string, std::string> m_moduleTexts; // "nf_tables" to "[nf_tables]"
    bool m_isOld = false;
    std::int64_t m_readAt = 0;
};

} // namespace candela
