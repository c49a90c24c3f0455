/// An array that kernel programs and the recorder share: a BPF map whose elements are in the recorder's
/// memory, too, so that it reads and writes them without a system call.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>

#include <cerrno>
#include <cstdint>
#include <span>
#include <sys/mman.h>
#include <utility>

namespace candela {

template<typename Element>
class SharedArray {
public:
    /// Has no elements.
    SharedArray() = default;
    /// `name`: the map's, for tools that list maps. All elements are zero.
    static Result<SharedArray> create(const char* name, std::uint32_t count) {
        SharedArray array;
        bpf_map_create_opts options{};
        options.sz = sizeof options;
        options.map_flags = BPF_F_MMAPABLE;
        array.m_map = FileDescriptor(bpf_map_create(BPF_MAP_TYPE_ARRAY, name, sizeof(std::uint32_t),
                                                    sizeof(Element), count, &options));
        if (!array.m_map.isOpen()) return std::unexpected(loadError(errno));
        void* memory = ::mmap(nullptr, count * sizeof(Element), PROT_READ | PROT_WRITE, MAP_SHARED,
                              array.m_map.get(), 0);
        if (memory == MAP_FAILED) return std::unexpected(loadError(errno));
        array.m_elements = {static_cast<Element*>(memory), count};
        return array;
    }
    SharedArray(SharedArray&& other) noexcept
        : m_map(std::move(other.m_map)), m_elements(std::exchange(other.m_elements, {})) {}
    SharedArray& operator=(SharedArray&& other) noexcept {
        std::swap(m_map, other.m_map);
        std::swap(m_elements, other.m_elements);
        return *this;
    }
    ~SharedArray() {
        if (!m_elements.empty()) ::munmap(m_elements.data(), m_elements.size_bytes());
    }

    int descriptor() const { return m_map.get(); }
    std::size_t size() const { return m_elements.size(); }
    Element& operator[](std::size_t index) const { return m_elements[index]; }

private:
    FileDescriptor m_map;
    std::span<Element> m_elements;
};

} // namespace candela
