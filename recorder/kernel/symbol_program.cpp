#include "recorder/kernel/symbol_program.h"

#include "recorder/kernel/program.h"

#include "bpf/kernel_symbols.skel.h"

#include <bpf/bpf.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <memory>
#include <utility>

namespace candela {

namespace {

/// Takes a hexadecimal number behind a prefix off the text's start.
std::optional<std::uint64_t> takeNumber(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return {};
    text.remove_prefix(prefix.size());
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Code that the kernel generated for programs, and gives no module: "bpf_prog_6deef7357e7b4530_main",
/// "bpf_trampoline_6442532251", "bpf_dispatcher_xdp", and of struct_ops "bpf__sched_ext_ops_enqueue". The
/// kernel has functions of its own like "bpf_dispatcher_nop_func".
bool isProgram(std::string_view name) {
    const auto isDigit = [](unsigned char letter) { return std::isxdigit(letter) != 0; };
    constexpr std::string_view program = "bpf_prog_";
    constexpr std::string_view trampoline = "bpf_trampoline_";
    constexpr std::string_view dispatcher = "bpf_dispatcher_";
    constexpr std::string_view operation = "bpf__";
    constexpr std::size_t tagLength = 16;
    if (name.starts_with(operation)) return true;
    if (name.starts_with(dispatcher)) return name.find('_', dispatcher.size()) == std::string_view::npos;
    if (name.starts_with(trampoline)) return std::ranges::all_of(name.substr(trampoline.size()), isDigit);
    if (!name.starts_with(program)) return false;
    name.remove_prefix(program.size());
    const auto tag = name.substr(0, tagLength);
    return tag.size() == tagLength && std::ranges::all_of(tag, isDigit) &&
           (name.size() == tagLength || name[tagLength] == '_');
}

using LoadedSymbols = std::shared_ptr<kernel_symbols_bpf>;
enum class SymbolDirections { ToNames, Both };

Result<LoadedSymbols> loadSymbols(SymbolDirections directions) {
    LoadedSymbols skeleton(kernel_symbols_bpf__open(), kernel_symbols_bpf__destroy);
    if (!skeleton) return std::unexpected(loadError(errno));
    bpf_program__set_autoload(skeleton->progs.find_name, directions == SymbolDirections::Both);
    if (const int error = kernel_symbols_bpf__load(skeleton.get()); error != 0)
        return std::unexpected(loadError(-error));
    return skeleton;
}

/// What the program returned; negative if it failed or could not be run.
int runSymbolProgram(const bpf_program* program) {
    bpf_test_run_opts options{};
    options.sz = sizeof options;
    const int error = bpf_prog_test_run_opts(bpf_program__fd(program), &options);
    return error != 0 ? -1 : static_cast<int>(options.retval);
}

NameKernelAddress namingWith(const LoadedSymbols& program) {
    return [program](std::uint64_t address) -> std::optional<KernelFunction> {
        program->bss->address = address;
        if (runSymbolProgram(program->progs.name_address) < 0) return {};
        return readKernelSymbol(program->bss->text, address);
    };
}

} // namespace

std::optional<KernelFunction> readKernelSymbol(std::string_view text, std::uint64_t address) {
    constexpr std::string_view offsetPrefix = "+0x";
    const auto plus = text.rfind(offsetPrefix);
    if (plus == std::string_view::npos || plus == 0) return {};
    KernelFunction function;
    auto name = text.substr(0, plus);
    if (name == "_etext" || name == "_einittext") return {};
    // Of code that runs at another address while the kernel starts.
    constexpr std::string_view alias = "__pi_";
    if (name.starts_with(alias)) name.remove_prefix(alias.size());
    function.name = name;
    text.remove_prefix(plus);
    const auto offset = takeNumber(text, offsetPrefix);
    const auto size = takeNumber(text, "/0x");
    if (!offset || !size || *offset > address) return {};
    function.start = address - *offset;
    function.size = *size;
    constexpr std::string_view open = " [";
    if (text.starts_with(open))
        function.module = text.substr(open.size(), text.find_first_of(" ]", open.size()) - open.size());
    else if (isProgram(function.name))
        function.module = "bpf";
    return function;
}

Result<NameKernelAddress> loadSymbolProgram() {
    return namingWith(TRY(loadSymbols(SymbolDirections::ToNames)));
}

Result<KernelSearch> loadKernelSearch() {
    const auto program = TRY(loadSymbols(SymbolDirections::Both));
    return KernelSearch{namingWith(program),
                        [program](std::string_view name) -> std::optional<std::uint64_t> {
                            auto& data = *program->bss;
                            if (name.size() >= sizeof data.name) return {};
                            *std::copy(name.begin(), name.end(), data.name) = '\0';
                            if (runSymbolProgram(program->progs.find_name) != 0) return {};
                            return data.address;
                        }};
}

} // namespace candela
