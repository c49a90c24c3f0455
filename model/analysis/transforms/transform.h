/// A change of stacks that a user asked for, as a value: hide a function, root at it, collapse a module. A
/// list of them is applied in order to the stacks of the samples that a filter keeps. Its text form,
/// NAME[:ARGUMENT], is what `--transform` takes and does not change between versions.
#pragma once

#include "model/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class TransformKind : std::uint8_t {
    Hide,              ///< a function's frames are left out: what it costs is its caller's
    Merge,             ///< the same of one call node
    Drop,              ///< samples with the function are left out
    Root,              ///< stacks with the function begin at its outermost frame, others are left out
    Subtree,           ///< the same of one call node
    From,              ///< stacks with the function begin at its outermost frame, others stay as they are
    CollapseRecursion, ///< a function that calls itself is one frame
    CollapseModule,    ///< frames of a module that follow each other are one frame
};

/// Functions and modules go by the names that views show of them: "blit", "blit (draw.c)", "[libc.so.6]",
/// "libdraw.so". "blit" also stands for all functions that are shown as "blit (…)".
struct Transform {
    TransformKind kind = TransformKind::Hide;
    /// The function or the module; of a call node the functions from the root on; for the recursion of all
    /// functions none.
    std::vector<std::string> names = {};

    bool operator==(const Transform&) const = default;
};

/// What follows the name of a transform.
enum class TransformArgument : std::uint8_t { Function, OptionalFunction, Module, CallPath };

struct TransformDescription {
    TransformKind kind;
    std::string_view name; ///< "collapse-module"
    TransformArgument argument;
    std::string_view description; ///< "frames of the module that follow each other become one"
};
/// One for each kind, in their order.
std::span<const TransformDescription> allTransforms();
const TransformDescription& describe(TransformKind kind);
/// How the argument is written: ":FUNCTION", "[:FUNCTION]", ":MODULE", ":PATH".
std::string_view argumentText(TransformArgument argument);

/// "hide:memcpy". A call path is "main;draw", with a backslash before semicolons and backslashes in names.
std::string transformText(const Transform& transform);
/// Reads what transformText() writes. Fails with ErrorCode::Usage, and names what may have been meant.
Result<Transform> transformFromText(std::string_view text);

/// Whether samples may be left out.
bool mayDropSamples(const Transform& transform);

} // namespace candela
