#include "recorder/kernel/scope.h"

#include "bpf/events.h"
#include "model/base/text/model_text.h"
#include "model/profile/recorded_scope.h"
#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <array>
#include <cerrno>

namespace candela {

namespace {

#define SAMPLE_LOSS_TEXT(name, text) std::string_view(text),
constexpr std::array lossTexts{SAMPLE_LOSSES(SAMPLE_LOSS_TEXT)};
#undef SAMPLE_LOSS_TEXT

} // namespace

Result<Scope> Scope::create(bool isWholeMachine, const std::optional<TracedUser>& onlyUser) {
    Scope scope;
    scope.m_isWholeMachine = isWholeMachine;
    scope.m_onlyUser = onlyUser;
    // Its memory is allocated at once. Programs that record the whole machine name the table but never use
    // it.
    const std::uint32_t size = isWholeMachine ? 1 : maximum_members;
    scope.m_members = FileDescriptor(bpf_map_create(BPF_MAP_TYPE_HASH, "members", sizeof(std::uint32_t),
                                                    sizeof(std::uint64_t), size, nullptr));
    if (!scope.m_members.isOpen()) return std::unexpected(loadError(errno));
    scope.m_losses = FileDescriptor(bpf_map_create(BPF_MAP_TYPE_PERCPU_ARRAY, "losses", sizeof(std::uint32_t),
                                                   sizeof(sample_loss_sum), sample_loss_keys, nullptr));
    if (!scope.m_losses.isOpen()) return std::unexpected(loadError(errno));
    return scope;
}

Result<void> Scope::share(bpf_object* object) const {
    TRY(shareTable(object, "members", m_members.get()));
    return shareTable(object, "losses", m_losses.get());
}

bool Scope::addOne(std::int32_t pid) const {
    const auto key = static_cast<std::uint32_t>(pid);
    const std::uint64_t startNotKnown = 0;
    return bpf_map_update_elem(m_members.get(), &key, &startNotKnown, BPF_NOEXIST) == 0;
}

Result<void> Scope::add(std::span<const std::int32_t> pids) {
    if (m_isWholeMachine) return {};
    for (const auto pid : pids) {
        if (!isThere(pid)) return failure(ModelText::tr("there is no process {}", pid), ErrorCode::BadInput);
    }
    absl::flat_hash_set<std::int32_t> isIn;
    for (const auto pid : pids) {
        addOne(pid);
        m_pids.push_back(pid);
        isIn.insert(pid);
    }
    // Children that start from now on join by themselves, because their parent is in scope. A look may miss a
    // child that started before its parent joined: so the look is repeated while new processes appear, up to
    // a limit, since a program may start processes without end.
    constexpr int maximumLooks = 8;
    for (int look = 0; look < maximumLooks && addChildren(isIn); ++look) {
    }
    return {};
}

bool Scope::addChildren(absl::flat_hash_set<std::int32_t>& isIn) const {
    ProcFiles files;
    absl::flat_hash_map<std::int32_t, std::vector<std::int32_t>> children;
    for (const auto pid : files.processes())
        children[parentOf(pid)].push_back(pid);
    std::vector<std::int32_t> parents(isIn.begin(), isIn.end());
    const auto before = isIn.size();
    while (!parents.empty()) {
        const auto found = children.find(parents.back());
        parents.pop_back();
        if (found == children.end()) continue;
        for (const auto pid : found->second) {
            if (!isIn.insert(pid).second) continue;
            addOne(pid);
            parents.push_back(pid);
        }
    }
    return isIn.size() > before;
}

std::vector<SampleLossCount> Scope::losses(std::size_t values) const {
    std::vector<SampleLossCount> found;
    std::vector<sample_loss_sum> perProcessor(possibleProcessors());
    for (std::uint32_t key = 0; key < sample_loss_keys; ++key) {
        const auto value = static_cast<std::uint16_t>(key / sample_loss_count);
        if (value >= values && value < maximum_values) continue;
        if (bpf_map_lookup_elem(m_losses.get(), &key, perProcessor.data()) != 0) continue;
        SampleLossCount sum{value < maximum_values ? std::optional(value) : std::nullopt,
                            lossTexts[key % sample_loss_count]};
        for (const auto& counted : perProcessor) {
            sum.samples += counted.samples;
            sum.weight += counted.weight;
        }
        if (sum.samples > 0) found.push_back(sum);
    }
    return found;
}

std::string Scope::description() const {
    if (m_isWholeMachine) return std::string(wholeMachineScope);
    return scopeOfProcesses(m_pids);
}

} // namespace candela
