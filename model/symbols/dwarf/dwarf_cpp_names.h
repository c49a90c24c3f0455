/// Names of C++ functions that have no linkage name in their DWARF. GCC omits it for functions that only one
/// file can call, such as lambdas, members of anonymous namespaces and static functions, once all calls are
/// inlined. The names are assembled from scopes and parameters as a demangler would print them, so that a
/// function has the same name whether it was inlined or not.
#pragma once

#include "model/symbols/dwarf/dwarf_scopes.h"

#include <elfutils/libdw.h>

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class DwarfCppNames {
public:
    /// "a::(anonymous namespace)::B::run(int) const", "main::{lambda(int)#1}::operator()(int) const". None
    /// for functions of other languages and compilers. `function` is the last DIE of the origins: the
    /// declaration, if there is one. It must not be external, because main() and functions of C have no
    /// scope.
    std::optional<std::string> nameOf(Dwarf_Die& function);
    /// The line of a lambda's capture list; 0 for other functions. Its call operator has no line itself.
    std::uint32_t lineOfLambda(Dwarf_Die& function);

    /// The memory that this object holds, estimated.
    std::size_t byteSize() const { return m_byteSize; }

private:
    enum class Parameters { Left, LeftOut };
    enum class TopLevel { AsItIs, WithoutQualifiers };
    struct Unit {
        DwarfScopes scopes;
        bool isGnuCpp = false;
        Parameters parameters = Parameters::Left;
    };

    Unit& unitOf(Dwarf_Die& die);
    std::vector<Dwarf_Die> scopesAround(Dwarf_Die& die);
    std::string scopeOf(Dwarf_Die& die);
    std::string nameInScope(Dwarf_Die& scope);
    enum class Returns { Included, LeftOut };
    std::string functionScope(Dwarf_Die function);
    std::string functionName(Dwarf_Die& function, Returns returns);
    std::string lambdaName(Dwarf_Die& closure);
    std::string closureNumber(Dwarf_Die& closure);
    std::string parametersOf(Dwarf_Die& function);
    std::string typeName(const std::optional<Dwarf_Die>& type, TopLevel topLevel = TopLevel::AsItIs);
    std::string pointerName(Dwarf_Die& pointer, std::string_view mark);
    bool spend();

    absl::flat_hash_map<const void*, Unit> m_units; // key: libdw's unit
    std::size_t m_byteSize = 0;
    std::size_t m_budget = 0; // DIEs that may still be visited for the current name
    int m_depth = 0;
};

} // namespace candela
