#include "model/symbols/lookup/kernel_code.h"

#include "model/symbols/elf/build_id.h"

namespace candela {

namespace {

constexpr std::uint64_t upperHalf = std::uint64_t(1) << 63;
/// Address randomization moves a kernel by multiples of at least this.
constexpr std::uint64_t randomStep = std::uint64_t(1) << 16;
constexpr std::uint64_t maximumKernelSize = std::uint64_t(1) << 30;

/// "[kernel.kallsyms]", "[kernel]_stext"; not "[guest.kernel.kallsyms.7]".
bool isKernelItself(std::string_view path) {
    return path.starts_with("[kernel") || path == "vmlinux" || path.starts_with("/boot/vmlinu");
}

/// Names of the kernel itself, by offset from its first byte.
class KernelCode : public CodeNames {
public:
    KernelCode(const RunningKernel* running, bool isSameBoot, std::string_view path,
               std::optional<FoundModule> image)
        : m_running(running), m_isSameBoot(isSameBoot),
          m_startSymbol(path.ends_with("_stext") ? "_stext" : "_text"), m_image(std::move(image)) {
        source = m_image ? m_image->source : "/proc/kallsyms";
    }

    std::optional<std::uint64_t> addressIn(const Mapping& mapping, std::uint64_t address) const override {
        if (address < upperHalf) return address < maximumKernelSize ? std::optional(address) : std::nullopt;
        auto begin = mapping.start;
        std::uint64_t offset = 0;
        if (begin < upperHalf) {
            if (!m_isSameBoot) return {};
            begin = firstByte();
        } else if (m_running) {
            const auto here = m_running->addressOf(m_startSymbol);
            if ((begin - here) % randomStep != 0) return {};
            offset = here - firstByte();
        }
        return address < begin ? std::nullopt : std::optional(address - begin + offset);
    }

    void resolve(std::span<const std::uint64_t> offsets, std::vector<SymbolizedFrames>& out) override {
        out.assign(offsets.size(), {});
        if (m_image) {
            const auto base = m_image->symbols.firstAddress();
            std::vector<std::uint64_t> addresses;
            for (const auto offset : offsets)
                addresses.push_back(base + offset);
            m_image->symbols.resolve(addresses, out);
        }
        for (std::size_t row = 0; m_running && row < offsets.size(); ++row) {
            if (!out[row].empty()) continue;
            const auto symbol = m_running->symbols().find(firstByte() + offsets[row]);
            if (symbol && symbol->module.empty()) out[row].emplace_back().name = symbol->name;
        }
    }

private:
    std::uint64_t firstByte() const { return m_running->addressOf("_text"); }

    const RunningKernel* m_running; // null: the recorded kernel does not run here
    bool m_isSameBoot;
    std::string_view m_startSymbol; // the symbol whose address is the mapping's start
    std::optional<FoundModule> m_image;
};

/// Names of a module of the running kernel, by the module's address since this boot.
class KernelModuleCode : public CodeNames {
public:
    KernelModuleCode(const RunningKernel& running, std::string_view name, bool isSameBoot)
        : m_running(running), m_name(name), m_isSameBoot(isSameBoot) {
        source = "/proc/kallsyms";
    }

    std::optional<std::uint64_t> addressIn(const Mapping&, std::uint64_t address) const override {
        if (address >= upperHalf) return m_isSameBoot ? std::optional(address) : std::nullopt;
        const auto start = m_running.moduleAddress(m_name);
        return start == 0 ? std::nullopt : std::optional(start + address);
    }

    void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out) override {
        out.assign(addresses.size(), {});
        for (std::size_t row = 0; row < addresses.size(); ++row) {
            const auto symbol = m_running.symbols().find(addresses[row]);
            if (symbol && symbol->module == m_name) out[row].emplace_back().name = symbol->name;
        }
    }

private:
    const RunningKernel& m_running;
    std::string m_name;
    bool m_isSameBoot;
};

} // namespace

KernelFinder::Sameness KernelFinder::compare(std::string_view buildId) {
    if (!m_identity) m_identity = KernelIdentity::read(m_root);
    const bool isOwnHost = m_origin.host.empty() || m_origin.host == ownHostName();
    const bool isSinceBoot = m_origin.startTime != noTime && m_identity->bootTime != 0 &&
                             m_origin.startTime >= m_identity->bootTime;
    if (isBuildId(buildId) && !m_identity->buildId.empty()) {
        if (!isSameBuild(buildId, m_identity->buildId)) return Sameness::Another;
    } else if (m_origin.kernel.empty() || m_origin.kernel != m_identity->release) {
        return Sameness::Another;
    }
    return isOwnHost && isSinceBoot && !m_origin.host.empty() ? Sameness::SameBoot : Sameness::SameBuild;
}

const Result<RunningKernel>& KernelFinder::running() {
    if (!m_running) m_running.emplace(RunningKernel::read(m_root));
    return *m_running;
}

/// Searches where distributions and kernel builds put a vmlinux; by build id also everywhere that modules are
/// searched.
std::optional<FoundModule> KernelFinder::findImage(std::string_view buildId, Sameness sameness,
                                                   Task& task) const {
    std::string id(buildId);
    if (!isBuildId(id) && sameness != Sameness::Another) id = m_identity->buildId;
    if (!isBuildId(id)) return {};
    const auto release = m_origin.kernel.substr(0, m_origin.kernel.find(' '));
    std::string image;
    for (const std::string& path :
         {"/usr/lib/debug/boot/vmlinux-" + release, "/usr/lib/debug/lib/modules/" + release + "/vmlinux",
          "/boot/vmlinux-" + release, "/lib/modules/" + release + "/build/vmlinux"}) {
        if (image.empty() && !release.empty() && m_files.isHere(path)) image = path;
    }
    auto found = m_files.open({.path = image, .buildId = id}, task);
    return found ? std::optional(std::move(*found)) : std::nullopt;
}

Result<std::unique_ptr<CodeNames>> KernelFinder::open(const WantedModule& wanted, Task& task) {
    const bool isItself = isKernelItself(wanted.path);
    // A module's build id does not identify its kernel.
    const auto sameness = compare(isItself ? wanted.buildId : std::string_view());
    const RunningKernel* kernel = nullptr;
    if (sameness != Sameness::Another && running()) kernel = &*running();
    const bool isSameBoot = kernel && sameness == Sameness::SameBoot;
    if (isItself) {
        auto image = findImage(wanted.buildId, sameness, task);
        if (kernel || image)
            return std::make_unique<KernelCode>(kernel, isSameBoot, wanted.path, std::move(image));
    } else if (kernel && wanted.path.starts_with('[') && wanted.path.ends_with(']')) {
        const auto name = wanted.path.substr(1, wanted.path.size() - 2);
        return std::make_unique<KernelModuleCode>(*kernel, name, isSameBoot);
    }
    if (sameness == Sameness::Another) return failure("is not known to be the running kernel");
    return kernel ? failure("is not a module of the running kernel") : std::unexpected(running().error());
}

} // namespace candela
