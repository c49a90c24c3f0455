#include "model/analysis/transforms/transform.h"

#include "model/analysis/transforms/word_suggestion.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace candela {

namespace {

constexpr std::array<TransformDescription, 9> transforms{{
    {TransformKind::Hide, "hide", TransformArgument::Function,
     ModelText::trLater("leaves out the function's frames; their weight counts for the callers")},
    {TransformKind::Merge, "merge", TransformArgument::CallPath,
     ModelText::trLater("merges one call node into its caller: hides the function there only")},
    {TransformKind::Drop, "drop", TransformArgument::Function,
     ModelText::trLater("leaves out the samples with the function")},
    {TransformKind::Root, "root", TransformArgument::Function,
     ModelText::trLater("only stacks with the function, which begin at its outermost frame")},
    {TransformKind::Subtree, "subtree", TransformArgument::CallPath,
     ModelText::trLater("only stacks with the call node, which begin there")},
    {TransformKind::From, "from", TransformArgument::Function,
     ModelText::trLater("stacks with the function begin at its outermost frame; others stay as they are")},
    {TransformKind::Leaf, "leaf", TransformArgument::Function,
     ModelText::trLater(
         "only stacks with the function, which end at its outermost frame: what it calls is its own")},
    {TransformKind::CollapseRecursion, "collapse-recursion", TransformArgument::OptionalFunction,
     ModelText::trLater(
         "a function that calls itself becomes one frame; with FUNCTION, also where others are between")},
    {TransformKind::CollapseModule, "collapse-module", TransformArgument::Module,
     ModelText::trLater("frames of the module that follow each other become one")},
}};

constexpr char separator = ';';
constexpr char escape = '\\';

std::string pathText(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t step = 0; step < names.size(); ++step) {
        if (step > 0) text += separator;
        for (const char letter : names[step]) {
            if (letter == separator || letter == escape) text += escape;
            text += letter;
        }
    }
    return text;
}

std::vector<std::string> pathFromText(std::string_view text) {
    std::vector<std::string> names(1);
    for (std::size_t position = 0; position < text.size(); ++position) {
        if (text[position] == escape && position + 1 < text.size())
            names.back() += text[++position];
        else if (text[position] == separator)
            names.emplace_back();
        else
            names.back() += text[position];
    }
    return names;
}

std::string knownTransforms() {
    std::vector<std::string> forms;
    for (const auto& known : transforms)
        forms.push_back(fmt::format("{}{}", known.name, argumentText(known.argument)));
    return fmt::format("transforms are {}", fmt::join(forms, ", "));
}

std::unexpected<Error> unknownTransform(std::string_view name) {
    std::array<std::string_view, transforms.size()> names;
    std::ranges::transform(transforms, names.begin(), &TransformDescription::name);
    const auto meant = nearestWord(name, names);
    const auto hint =
        meant.empty() ? knownTransforms() : fmt::format("did you mean {}? {}", meant, knownTransforms());
    return failure(fmt::format("unknown transform \"{}\"", name), ErrorCode::Usage, hint);
}

} // namespace

std::span<const TransformDescription> allTransforms() {
    return transforms;
}

const TransformDescription& describe(TransformKind kind) {
    const auto& found = transforms[static_cast<std::size_t>(kind)];
    assert(found.kind == kind);
    return found;
}

std::string_view argumentText(TransformArgument argument) {
    switch (argument) {
    case TransformArgument::Function:
        return ":FUNCTION";
    case TransformArgument::OptionalFunction:
        return "[:FUNCTION]";
    case TransformArgument::Module:
        return ":MODULE";
    case TransformArgument::CallPath:
        return ":PATH";
    }
    return {};
}

std::string transformText(const Transform& transform) {
    const auto& known = describe(transform.kind);
    std::string text(known.name);
    if (transform.names.empty()) return text;
    text += ':';
    return text + (known.argument == TransformArgument::CallPath ? pathText(transform.names)
                                                                 : transform.names.front());
}

Result<Transform> transformFromText(std::string_view text) {
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const auto known = std::ranges::find(transforms, name, &TransformDescription::name);
    if (known == transforms.end()) return unknownTransform(name);
    Transform transform{known->kind};
    const auto argument = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    const bool isOptional = known->argument == TransformArgument::OptionalFunction;
    if (isOptional && colon == std::string_view::npos) return transform;
    if (known->argument == TransformArgument::CallPath)
        transform.names = pathFromText(argument);
    else
        transform.names.emplace_back(argument);
    if (std::ranges::find(transform.names, std::string()) != transform.names.end())
        return failure(fmt::format("\"{}\" lacks a name", text), ErrorCode::Usage,
                       fmt::format("write {}{}", name, argumentText(known->argument)));
    return transform;
}

bool mayDropSamples(const Transform& transform) {
    return transform.kind == TransformKind::Drop || transform.kind == TransformKind::Root ||
           transform.kind == TransformKind::Subtree || transform.kind == TransformKind::Leaf;
}

} // namespace candela
