/// A change of stacks that a user asked for, as a value: hide a function, root at it, collapse a module. A
/// list of them is applied in order to the stacks that pass a filter. Its text form, NAME[:ARGUMENT], is the
/// argument of `--transform` and does not change between versions.
#pragma once

#include "model/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class TransformKind : std::uint8_t {
    Hide,              ///< a function's frames are removed: its weight goes to its caller
    Merge,             ///< the same for one call node
    Drop,              ///< samples with the function are dropped
    Root,              ///< stacks with the function begin at its outermost frame, others are dropped
    Subtree,           ///< the same for one call node
    From,              ///< stacks with the function begin at its outermost frame, others are unchanged
    Leaf,              ///< stacks with the function end at its outermost frame, others are dropped
    CollapseRecursion, ///< a function that calls itself becomes one frame
    CollapseModule,    ///< adjacent frames of a module become one frame
};

/// Functions and modules are identified by the names in views: "blit", "blit (draw.c)", "[libc.so.6]",
/// "libdraw.so". "blit" also stands for all functions that are shown as "blit (…)".
struct Transform {
    TransformKind kind = TransformKind::Hide;
    /// The function or the module; for a call node, the functions from the root on. Empty: the recursion of
    /// all functions is collapsed.
    std::vector<std::string> names = {};

    bool operator==(const Transform&) const = default;
};

/// The argument after the name of a transform.
enum class TransformArgument : std::uint8_t { Function, OptionalFunction, Module, CallPath };

struct TransformDescription {
    TransformKind kind;
    std::string_view name; ///< "collapse-module"
    TransformArgument argument;
    std::string_view description; ///< "frames of the module that follow each other become one"
};
/// One for each kind, in the order of the kinds.
std::span<const TransformDescription> allTransforms();
const TransformDescription& describe(TransformKind kind);
/// The syntax of the argument: ":FUNCTION", "[:FUNCTION]", ":MODULE", ":PATH".
std::string_view argumentText(TransformArgument argument);

/// "hide:memcpy". A call path is "main;draw", with a backslash before semicolons and backslashes in names.
std::string transformText(const Transform& transform);
/// Parses the output of transformText(). Fails with ErrorCode::Usage, and suggests a similar name.
Result<Transform> transformFromText(std::string_view text);

/// Whether the transform may drop samples.
bool mayDropSamples(const Transform& transform);

} // namespace candela
