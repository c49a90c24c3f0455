#include "model/formats/pprof/pprof_sample_rows.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>

namespace candela {

void PprofSampleRows::add(std::span<const std::byte> message) {
    const auto weightsBefore = m_weights.size();
    const auto parts = split(message);
    ++m_countByWeights[std::min(parts.weights, maximumWeights + 1)];
    const auto first = m_weights.begin() + static_cast<std::ptrdiff_t>(weightsBefore);
    if (std::all_of(first, m_weights.end(), [](std::int64_t weight) { return weight == 0; })) {
        m_weights.resize(weightsBefore);
        return;
    }
    m_samples.push_back({none, labelsOf(parts.labels, message),
                         static_cast<std::uint16_t>(m_weights.size() - weightsBefore)});
    if (parts.locations.empty()) return;
    if (!m_wholeLookUps.pay()) return addWithoutLookUp(parts.locations);
    const HashedText key(asText(parts.locations));
    m_stackRows.prefetch(key);
    m_pending.push_back({key, m_samples.size() - 1, message});
    // Copies bytes that are not in the file, because the next sample overwrites them.
    if (m_pending.size() == pendingLookUps || m_looseLocations.size() > 0) findStacks();
}

void PprofSampleRows::expect(double share) {
    constexpr std::size_t minimumStacks = 1u << 20; // fewer stacks are copied fast
    constexpr double minimumShare = 1.0 / 8;
    constexpr double spare = 1.125;
    if (m_isReserved || share < minimumShare || m_stacks.size() < minimumStacks) return;
    m_isReserved = true;
    const auto foreseen = spare * double(m_stacks.size()) / share;
    try {
        m_stackTree.reserve(std::min(maximumStacks, static_cast<std::size_t>(foreseen)));
    } catch (const std::bad_alloc&) { // fewer stacks may follow, which fit
    }
}

void PprofSampleRows::findStacks() {
    for (const auto& pending : m_pending)
        m_samples[pending.sample].stack = stackOf(pending.locations, pending.message);
    m_pending.clear();
}

/// Adds the stack of the newest sample.
void PprofSampleRows::addWithoutLookUp(std::span<const std::byte> locations) {
    findStacks();
    const auto before = m_stacks.size();
    m_samples.back().stack = growStack(locations);
    m_wholeLookUps.count(m_stacks.size() == before);
}

// Runs for each sample. With a call for each field it has nearly twice the instructions.
[[gnu::flatten]] PprofSampleRows::Parts PprofSampleRows::split(std::span<const std::byte> message) {
    Parts parts;
    m_looseLocations.clear();
    m_looseLabels.clear();
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == pprof_field::Value) {
            m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t weight) {
                if (parts.weights < maximumWeights) m_weights.push_back(static_cast<std::int64_t>(weight));
                ++parts.weights;
            });
        } else if (reader.field() == pprof_field::Label) {
            const auto field = reader.wholeField();
            if (parts.labels.empty() || parts.labels.data() + parts.labels.size() == field.data()) {
                parts.labels = std::span(parts.labels.empty() ? field.data() : parts.labels.data(),
                                         parts.labels.size() + field.size());
            } else {
                if (m_looseLabels.size() == 0) m_looseLabels.fields(asText(parts.labels));
                m_looseLabels.fields(asText(field));
                parts.labels = asBytes(m_looseLabels.bytes());
            }
        } else if (reader.field() == pprof_field::LocationId) {
            if (parts.locations.empty() && reader.type() == WireType::Bytes) {
                parts.locations = reader.bytes();
                continue;
            }
            if (m_looseLocations.size() == 0) m_looseLocations.fields(asText(parts.locations));
            m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t id) { m_looseLocations.varint(id); });
            parts.locations = asBytes(m_looseLocations.bytes());
        }
    }
    m_isDamaged |= reader.failed();
    return parts;
}

std::uint32_t PprofSampleRows::stackOf(HashedText locations, std::span<const std::byte> message) {
    const auto found = m_stackRows.find(locations);
    m_wholeLookUps.count(found != m_stackRows.end());
    if (found != m_stackRows.end()) return found->second;
    const auto bytes = asBytes(locations.text);
    auto callerBytes = bytes;
    std::uint64_t leaf = 0;
    auto stack = none;
    if (m_callerLookUps.pay() && takeVarint(callerBytes, leaf) && !callerBytes.empty()) {
        const HashedText callerKey(asText(callerBytes));
        const auto caller = m_stackRows.find(callerKey);
        m_callerLookUps.count(caller != m_stackRows.end());
        if (caller != m_stackRows.end()) {
            stack = growStack(caller->second, locationOf(leaf));
        } else {
            stack = growStack(bytes);
            if (stack != none && m_stacks.parent[stack])
                addKey(callerKey, message, m_stacks.parent[stack].row());
        }
    } else {
        stack = growStack(bytes);
    }
    addKey(locations, message, stack);
    return stack;
}

void PprofSampleRows::addKey(HashedText key, std::span<const std::byte> message, std::uint32_t stack) {
    key.text = lasting(asBytes(key.text), message);
    m_stackRows.emplace(key, stack);
}

/// The path from the root, which is last in the file.
std::span<const FrameIndex> PprofSampleRows::readPath(std::span<const std::byte> locations) {
    if (m_path.size() < locations.size()) m_path.resize(locations.size()); // an id takes at least a byte
    auto* first = m_path.data() + m_path.size();
    m_isDamaged |=
        !forEachVarint(locations, [&](std::uint64_t id) { *--first = FrameIndex(locationOf(id)); });
    return std::span(first, m_path.data() + m_path.size());
}

/// Takes over the rows that the previous stack has in common with this one, looks up those that may exist,
/// and adds the others without a look-up.
std::uint32_t PprofSampleRows::growStack(std::span<const std::byte> locations) {
    const auto path = readPath(locations);
    const auto shared = std::mismatch(
        m_pathBefore.begin(), m_pathBefore.end(), path.begin(), path.end(),
        [&](StackIndex row, FrameIndex location) { return m_stacks.frame[row.row()] == location; });
    m_pathBefore.erase(shared.first, m_pathBefore.end());
    auto rest = path.subspan(static_cast<std::size_t>(shared.second - path.begin()));
    rest = rest.subspan(m_stackTree.findPath(m_pathBefore.empty() ? StackIndex() : m_pathBefore.back(), rest,
                                             [&](StackIndex row) { m_pathBefore.push_back(row); }));
    const auto room = maximumStacks - m_stacks.size();
    m_isCut |= rest.size() > room;
    rest = rest.first(std::min(rest.size(), room));
    const auto first = m_stacks.size();
    m_stackTree.addChain(m_pathBefore.empty() ? StackIndex() : m_pathBefore.back(), rest);
    for (auto row = first; row < m_stacks.size(); ++row)
        m_pathBefore.emplace_back(row);
    return m_pathBefore.empty() ? none : m_pathBefore.back().row();
}

/// Adds a stack; returns the caller itself if there are too many stacks.
std::uint32_t PprofSampleRows::growStack(std::uint32_t caller, std::uint32_t location) {
    const auto parent = caller == none ? StackIndex() : StackIndex(caller);
    const FrameIndex frame(location);
    if (const auto known = m_stackTree.find(parent, frame)) return known.row();
    if (m_stacks.size() == maximumStacks) {
        m_isCut = true;
        return caller;
    }
    return m_stackTree.add(parent, frame).row();
}

std::uint32_t PprofSampleRows::largeLocationOf(std::uint64_t locationId) {
    const auto next = firstLargeId + static_cast<std::uint32_t>(m_largeIds.size());
    const auto [found, isNew] = m_largeIdLocations.try_emplace(locationId, next);
    if (isNew) m_largeIds.push_back(locationId);
    return found->second;
}

std::uint32_t PprofSampleRows::labelsOf(std::span<const std::byte> fields,
                                        std::span<const std::byte> message) {
    if (fields.empty()) return none;
    // Files are often in the order of threads.
    if (!m_labelLists.empty() && m_labelLists[m_lastLabels] == asText(fields)) return m_lastLabels;
    HashedText key(asText(fields));
    const auto next = static_cast<std::uint32_t>(m_labelLists.size());
    if (const auto found = m_labelRows.find(key); found != m_labelRows.end())
        return m_lastLabels = found->second;
    key.text = lasting(fields, message);
    m_labelLists.push_back(key.text);
    m_labelRows.emplace(key, next);
    return m_lastLabels = next;
}

/// The bytes as a text that is valid while this object and the file live.
std::string_view PprofSampleRows::lasting(std::span<const std::byte> bytes,
                                          std::span<const std::byte> message) {
    const std::less_equal<const std::byte*> notAfter;
    const bool isInFile = notAfter(message.data(), bytes.data()) &&
                          notAfter(bytes.data() + bytes.size(), message.data() + message.size());
    if (isInFile) return asText(bytes);
    return m_copies.emplace_back(asText(bytes));
}

std::size_t PprofSampleRows::countWithFewerWeights(std::size_t count) const {
    return std::accumulate(m_countByWeights.begin(),
                           m_countByWeights.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{0});
}

std::size_t PprofSampleRows::countWithMoreWeights(std::size_t count) const {
    return std::accumulate(m_countByWeights.begin() + static_cast<std::ptrdiff_t>(count) + 1,
                           m_countByWeights.end(), std::size_t{0});
}

} // namespace candela
