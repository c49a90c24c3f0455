/// One chunk of a Java flight recording: it describes the classes of its events and constants, and contains
/// the constants that they refer to. All reads are checked. Format: the OpenJDK's jdk.jfr.internal.consumer
/// and share/jfr, versions 1 and 2.
#pragma once

#include "model/base/byte_reader.h"

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct JfrHeader {
    static constexpr std::size_t size = 68;

    std::uint64_t chunkSize = 0;
    std::uint64_t constantsOffset = 0; ///< 0 if the chunk was not finished
    std::uint64_t metadataOffset = 0;
    std::int64_t startNanos = 0; ///< since 1970
    std::int64_t durationNanos = 0;
    std::int64_t startTicks = 0;
    std::int64_t ticksPerSecond = 0;
    bool isCompressed = false; ///< integers have variable length

    /// Reads a header; none if the bytes are not a chunk of a known version.
    static std::optional<JfrHeader> read(std::span<const std::byte> bytes);
    /// Whether the bytes are a chunk of Oracle's recorder in Java 7 and 8, which has another format.
    static bool isTooOld(std::span<const std::byte> bytes);
};

struct JfrField {
    std::string_view name;
    std::uint64_t type = 0;
    bool isConstant = false; ///< the value is the number of a constant
    bool isArray = false;
};

struct JfrClass {
    enum class Kind { Struct, Boolean, Byte, Char, Short, Int, Long, Float, Double, String };
    std::string_view name;
    Kind kind = Kind::Struct;
    std::vector<JfrField> fields;
};

class JfrChunk {
public:
    JfrChunk(std::span<const std::byte> bytes, const JfrHeader& header) : m_bytes(bytes), m_header(header) {}

    const JfrHeader& header() const { return m_header; }
    /// Reads classes and constants; false if they are unusable.
    bool open();
    bool isDamaged() const { return m_isDamaged; }

    const JfrClass* findClass(std::uint64_t type) const;
    ByteReader readerAt(std::size_t offset) const;
    /// The same for an event of that size; the reader ends where the event ends.
    ByteReader eventReader(std::size_t offset, std::size_t size) const;
    /// The position of a constant's value; none if it is not in the chunk.
    std::optional<std::size_t> constant(std::uint64_t type, std::uint64_t key) const;

    std::uint64_t readLong(ByteReader& reader) const;
    std::uint64_t readInt(ByteReader& reader) const;
    std::string readText(ByteReader& reader) const;
    /// A field's number, or the key of its constant; for other fields 0, and they are skipped.
    std::uint64_t readNumber(const JfrField& field, ByteReader& reader) const;
    /// A field's number, which may have a fraction.
    double readReal(const JfrField& field, ByteReader& reader) const;
    void skip(const JfrField& field, ByteReader& reader, int depth = 0) const;
    /// Calls visit(field, reader) for each field of a value; a visit that returns false has not read the
    /// field, which is then skipped.
    template<typename Visit>
    void walk(const JfrClass& type, ByteReader& reader, Visit visit) const {
        for (const auto& field : type.fields) {
            if (reader.failed()) return;
            if (!visit(field, reader)) skip(field, reader);
        }
    }

private:
    struct Element; // an element of the metadata's tree

    bool readMetadata();
    void readClasses(const Element& element, int depth);
    std::optional<Element> readElement(ByteReader& reader, int depth) const;
    void dropEmptyFields();
    void readConstants();
    bool readPools(ByteReader& reader);
    void skipValue(std::uint64_t type, ByteReader& reader, int depth) const;

    std::span<const std::byte> m_bytes;
    JfrHeader m_header;
    std::vector<std::string> m_strings; // strings of the metadata
    absl::flat_hash_map<std::uint64_t, JfrClass> m_classes;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> m_constants; // key: type and
                                                                                           // key of the
                                                                                           // constant
    std::uint64_t m_stringType = 0;
    bool m_isDamaged = false;
};

} // namespace candela
