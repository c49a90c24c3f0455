/// The stacks of a Java flight recording. Constants are read once, on first use.
#pragma once

#include "model/formats/jfr/jfr_names.h"
#include "model/profile/profile_builder.h"

namespace candela {

class JfrStacks {
public:
    struct Trace {
        StackIndex stack;
        StackEnd end = StackEnd::Unknown;
    };

    JfrStacks(JfrNames& names, ProfileBuilder& builder) : m_names(names), m_builder(builder) {}

    /// Sets the chunk whose constants are read; it must live until the next begin().
    void begin(const JfrChunk& chunk);
    Trace trace(std::uint64_t type, std::uint64_t key);
    /// Whether a stack did not have the fields of its class.
    bool isDamaged() const { return m_isDamaged; }

private:
    /// The key of a frame's code: a function, or native code of which only the library is known.
    struct Method {
        FunctionIndex function;
        MappingIndex mapping;
    };

    Trace readTrace(ByteReader& reader, const JfrClass& traceClass);
    FrameIndex readFrame(ByteReader& reader, const JfrClass& frameClass);
    FrameKind frameKind(std::uint64_t type, std::uint64_t key);
    const Method& method(std::uint64_t type, std::uint64_t key);
    Method readMethod(std::uint64_t type, std::uint64_t key);
    Method javaMethod(std::string name, const std::string& holder);
    Method nativeFunction(std::string_view name, std::string_view library);

    const JfrChunk* m_chunk = nullptr;
    JfrNames& m_names;
    ProfileBuilder& m_builder;
    ByJfrConstant<Trace> m_traces;
    ByJfrConstant<Method> m_methods;
    ByJfrConstant<FrameKind> m_frameKinds;
    bool m_isDamaged = false;
};

} // namespace candela
