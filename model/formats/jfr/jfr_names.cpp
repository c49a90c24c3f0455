#include "model/formats/jfr/jfr_names.h"

#include "model/symbols/names/java_names.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t nameBytesPerByte = 16; // methods may share a class's name, but only this often
constexpr std::size_t minimumNameBytes = 1u << 20;

} // namespace

JfrNames::JfrNames(std::size_t fileSize) : m_bytesLeft(fileSize * nameBytesPerByte + minimumNameBytes) {}

void JfrNames::begin(const JfrChunk& chunk) {
    m_chunk = &chunk;
    m_classNames.clear();
}

bool JfrNames::spend(std::size_t bytes) {
    if (bytes >= m_bytesLeft) return false;
    m_bytesLeft -= bytes;
    return true;
}

std::string JfrNames::text(ByteReader& reader) {
    if (m_bytesLeft == 0) return {};
    auto text = m_chunk->readText(reader);
    if (spend(text.size())) return text;
    m_bytesLeft = 0;
    m_isExhausted = true;
    return {};
}

std::string JfrNames::symbol(std::uint64_t type, std::uint64_t key) {
    const auto offset = m_chunk->constant(type, key);
    const auto* symbolClass = m_chunk->findClass(type);
    if (!offset || !symbolClass) return {};
    auto reader = m_chunk->readerAt(*offset);
    if (symbolClass->kind == JfrClass::Kind::String) return text(reader);
    std::string found;
    m_chunk->walk(*symbolClass, reader, [&](const JfrField& field, ByteReader& at) {
        const auto* part = m_chunk->findClass(field.type);
        if (!found.empty() || !part || part->kind != JfrClass::Kind::String || field.isConstant ||
            field.isArray)
            return false;
        found = text(at);
        return true;
    });
    return found;
}

const std::string& JfrNames::className(std::uint64_t type, std::uint64_t key) {
    const auto known = m_classNames.find(std::pair(type, key));
    if (known != m_classNames.end()) return known->second;
    auto name = stableClassName(rawClassName(type, key));
    std::ranges::replace(name, '/', '.');
    return m_classNames[{type, key}] = std::move(name);
}

std::string JfrNames::rawClassName(std::uint64_t type, std::uint64_t key) {
    const auto offset = m_chunk->constant(type, key);
    const auto* classClass = m_chunk->findClass(type);
    if (!offset || !classClass) return {};
    std::string name;
    auto reader = m_chunk->readerAt(*offset);
    m_chunk->walk(*classClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name != "name" || !field.isConstant) return false;
        name = symbol(field.type, m_chunk->readNumber(field, at));
        return true;
    });
    return name;
}

} // namespace candela
