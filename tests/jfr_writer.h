/// Java flight recordings made byte by byte, so that tests can make any part invalid.
#pragma once

#include "model/base/byte_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Bytes in the format's encoding.
class JfrBytes {
public:
    JfrBytes& byte(unsigned value) {
        m_bytes.push_back(static_cast<char>(value));
        return *this;
    }
    /// Seven bits per byte; the ninth byte has eight.
    JfrBytes& number(std::uint64_t value) {
        for (int index = 0; index < 8 && value > 0x7f; ++index, value >>= 7)
            byte(0x80 | (value & 0x7f));
        return byte(static_cast<unsigned>(value & 0xff));
    }
    JfrBytes& text(std::string_view value) {
        byte(3).number(value.size());
        m_bytes += value;
        return *this;
    }
    JfrBytes& big(std::uint64_t value, int size) {
        for (int index = size - 1; index >= 0; --index)
            byte(static_cast<unsigned>(value >> (8 * index) & 0xff));
        return *this;
    }
    JfrBytes& add(const JfrBytes& other) {
        m_bytes += other.m_bytes;
        return *this;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// An event with its size before it.
inline JfrBytes jfrEvent(std::uint64_t type, const JfrBytes& content) {
    JfrBytes body;
    body.number(type).add(content);
    JfrBytes event;
    event.number(body.bytes().size() + 1); // if the size takes one byte; otherwise:
    if (body.bytes().size() + 1 > 0x7f) {
        event = JfrBytes();
        const auto size = body.bytes().size() + 4; // the size itself takes four bytes
        for (int index = 0; index < 3; ++index)
            event.byte(0x80 | (size >> (7 * index) & 0x7f));
        event.byte(static_cast<unsigned>(size >> 21));
    }
    return event.add(body);
}

struct JfrFieldText {
    std::string name;
    std::uint64_t type = 0;
    bool isConstant = false;
    bool isArray = false;
};
struct JfrClassText {
    std::uint64_t id = 0;
    std::string name;
    std::vector<JfrFieldText> fields;
};

/// One chunk. A test may change its parts before it takes the bytes. By default, it has one sample of main()
/// in class "Program".
struct JfrChunkText {
    enum Type : std::uint64_t {
        Long = 1,
        Int,
        Boolean,
        Text,
        Symbol,
        Class,
        Method,
        StackFrame,
        StackTrace,
        Sample
    };

    std::vector<JfrClassText> classes{
        {Long, "long", {}},
        {Int, "int", {}},
        {Boolean, "boolean", {}},
        {Text, "java.lang.String", {}},
        {Symbol, "jdk.types.Symbol", {{"string", Text}}},
        {Class, "java.lang.Class", {{"name", Symbol, true}}},
        {Method, "jdk.types.Method", {{"type", Class, true}, {"name", Symbol, true}}},
        {StackFrame, "jdk.types.StackFrame", {{"method", Method, true}, {"lineNumber", Int}}},
        {StackTrace, "jdk.types.StackTrace", {{"truncated", Boolean}, {"frames", StackFrame, false, true}}},
        {Sample, "jdk.ExecutionSample", {{"startTime", Long}, {"stackTrace", StackTrace, true}}}};
    /// The pools in the only event of constants: type, count, then key and value of each.
    std::vector<JfrBytes> pools{
        JfrBytes().number(Symbol).number(2).number(1).text("Program").number(2).text("main"),
        JfrBytes().number(Class).number(1).number(1).number(1),
        JfrBytes().number(Method).number(1).number(1).number(1).number(2),
        JfrBytes().number(StackTrace).number(1).number(1).byte(0).number(1).number(1).number(7)};
    JfrBytes events = jfrEvent(Sample, JfrBytes().number(5).number(1));
    std::uint64_t stepToConstantsBefore = 0;
    std::uint64_t chunkSize = 0;       ///< 0: the real one
    std::uint64_t constantsOffset = 0; ///< 0: the real one
    std::uint64_t metadataOffset = 0;  ///< 0: the real one
    bool hasMetadata = true;

    std::string bytes() const {
        constexpr std::uint64_t head = 68;
        JfrBytes content;
        content.add(events);
        const auto constantsAt = head + content.bytes().size();
        JfrBytes constants;
        constants.number(0).number(0).number(stepToConstantsBefore).byte(0).number(pools.size());
        for (const auto& pool : pools)
            constants.add(pool);
        content.add(jfrEvent(1, constants));
        const auto metadataAt = head + content.bytes().size();
        if (hasMetadata) content.add(jfrEvent(0, metadata()));
        JfrBytes file;
        file.byte('F').byte('L').byte('R').byte(0).big(2, 2).big(0, 2);
        file.big(chunkSize ? chunkSize : head + content.bytes().size(), 8);
        file.big(constantsOffset ? constantsOffset : constantsAt, 8);
        file.big(metadataOffset ? metadataOffset : metadataAt, 8);
        file.big(1'000'000'000, 8).big(2'000'000'000, 8).big(0, 8).big(1'000'000'000, 8).big(1, 4);
        return file.add(content).bytes();
    }

private:
    JfrBytes metadata() const {
        std::vector<std::string> texts{"root",  "metadata",     "class",     "id",   "name",
                                       "field", "constantPool", "dimension", "true", "1"};
        const auto row = [&texts](const std::string& text) {
            for (std::size_t known = 0; known < texts.size(); ++known)
                if (texts[known] == text) return known;
            texts.push_back(text);
            return texts.size() - 1;
        };
        JfrBytes tree;
        tree.number(row("root")).number(0).number(1);
        tree.number(row("metadata")).number(0).number(classes.size());
        for (const auto& type : classes) {
            tree.number(row("class")).number(2);
            tree.number(row("id")).number(row(std::to_string(type.id)));
            tree.number(row("name")).number(row(type.name)).number(type.fields.size());
            for (const auto& field : type.fields) {
                tree.number(row("field")).number(2u + field.isConstant + field.isArray);
                tree.number(row("name")).number(row(field.name));
                tree.number(row("class")).number(row(std::to_string(field.type)));
                if (field.isConstant) tree.number(row("constantPool")).number(row("true"));
                if (field.isArray) tree.number(row("dimension")).number(row("1"));
                tree.number(0);
            }
        }
        JfrBytes content;
        content.number(0).number(0).number(1).number(texts.size());
        for (const auto& text : texts)
            content.text(text);
        return content.add(tree);
    }
};

} // namespace candela
