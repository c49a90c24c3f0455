/// The lambdas of two builds, which each compiler names in its own way.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class MatchState;

/// A name for people that has lambdas in it, which GCC calls "{lambda(int)#2}" or "<lambda(int)>" and Clang
/// "$_1".
struct LambdaName {
    /// "run()::{lambda}" for "run()::{lambda(int)#2}" and for "run()::$_1"; empty if the name has no lambda.
    std::string text;
    /// How each lambda is written: '#', '<' or '$', in the order of the name.
    std::string notations;
    /// "(int)" of GCC's lambdas, in the order of the name.
    std::string parameters;
    /// Of each lambda, in the order of the name; 0 if it has none. Within one function, the lambdas with the
    /// same parameters have ascending numbers. These say nothing else: Clang counts all lambdas of a source
    /// file, GCC those of a function, and newer ones only those with the same parameters.
    std::vector<std::uint32_t> numbers;
};
/// Takes time in proportion to the name's size.
LambdaName lambdaName(std::string_view name);

/// Matches the open lambdas of two builds in the order of their numbers, first those of functions of the same
/// name and scope, then those of functions in other scopes. All lambdas of a function that have samples have
/// to fit together. They are left open if the two sides have different numbers of them, if one side has
/// several parameter lists or functions under one name, if both sides have one notation and other numbers, or
/// if another step matched some of them otherwise.
void matchLambdas(MatchState& state);

} // namespace candela
