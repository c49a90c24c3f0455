/// Names of Java's classes and methods as virtual machines and their agents write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A class's name without what differs from run to run: the address and hash of a hidden class
/// ("Main$$Lambda+0x00007f0a04399b08/543846639" is "Main$$Lambda", "LambdaForm$MH.0x0000000801" is
/// "LambdaForm$MH"), and the numbers of lambdas ("Main$$Lambda$14") and of generated accessors
/// ("GeneratedMethodAccessor31"). The name has dots or slashes.
std::string stableClassName(std::string_view name);

/// The same for a method's name with its class, "Main$$Lambda$14.0x0000000800c03000.run" or
/// "LMain$$Lambda$14+0x0000000800c03000;::run". Names without such a class stay as they are.
std::string stableMethodName(std::string_view name);

/// "LMain;::outer->LMain;::inner", as agents for perf's maps name code that was inlined: its methods, the
/// outermost first. The name alone where it is no such chain: in C++ an arrow stands in names, too.
std::vector<std::string_view> inlinedMethods(std::string_view name);

} // namespace candela
