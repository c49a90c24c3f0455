/// Names of Java's classes and methods in the forms of virtual machines and their agents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A class's name without what differs between runs: the address and hash of a hidden class
/// ("Main$$Lambda+0x00007f0a04399b08/543846639" is "Main$$Lambda", "LambdaForm$MH.0x0000000801" is
/// "LambdaForm$MH"), and the numbers of lambdas ("Main$$Lambda$14") and of generated accessors
/// ("GeneratedMethodAccessor31"). The name may have dots or slashes.
std::string stableClassName(std::string_view name);

/// The same for a method's name with its class, "Main$$Lambda$14.0x0000000800c03000.run" or
/// "LMain$$Lambda$14+0x0000000800c03000;::run". Other names are returned unchanged.
std::string stableMethodName(std::string_view name);

/// Whether stableMethodName() may return another name.
bool isHiddenMethod(std::string_view name);

/// The methods in "LMain;::outer->LMain;::inner", outermost first: agents that write perf maps name inlined
/// code this way. For any other name, only that name: C++ names may contain an arrow, too.
std::vector<std::string_view> inlinedMethods(std::string_view name);

} // namespace candela
