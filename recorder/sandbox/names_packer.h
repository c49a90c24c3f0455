/// Packs names into answers that fit into packets; a function that several locations share is packed once.
#pragma once

#include "model/symbols/names/symbolized_frame.h"
#include "recorder/sandbox/conversation.pb.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <tuple>

namespace candela {

class NamesPacker {
public:
    enum class Packet : std::uint8_t { More, Last };

    explicit NamesPacker(std::uint64_t module) : m_module(module) {}
    /// Whether a location with these names still fits; always true for the first one.
    bool hasRoomFor(const SymbolizedFrames& frames) const;
    void add(std::uint64_t offset, const SymbolizedFrames& frames);
    /// Returns the names added so far; later ones start another packet.
    sandbox::Answer take(Packet packet);

private:
    std::uint32_t functionRow(const SymbolizedFrame& frame);

    std::uint64_t m_module;
    sandbox::Names m_names;
    std::size_t m_bytes = 0;
    absl::flat_hash_map<std::tuple<std::string, std::string, std::uint32_t, std::uint64_t>, std::uint32_t>
        m_rows; // by name, file, first line, start
};

} // namespace candela
