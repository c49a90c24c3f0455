/// An annotated function as text for people, or as JSON for scripts.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/code/annotated_function.h"
#include "model/code/source_finder.h"

#include <QJsonObject>

#include <memory>
#include <string>
#include <vector>

namespace candela {

/// What was annotated.
struct AnnotationSubject {
    std::string file;
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;
    const StackWeights& weights;
    InlinedCode inlined;

    const ValueType& type() const { return profile->samples[value.row()].type; }
};

struct AnnotationParts {
    bool source = false;
    bool assembly = false;
};

/// Of a function's lines and instructions.
enum class Extent { Whole, AroundWeights };

/// The text fits the terminal that standard output is.
std::string textOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   Extent extent, SourceFinder& sources, Task& task);
QJsonObject jsonOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   SourceFinder& sources, Task& task);
/// Sentences about source files that were looked for: missing, or changed since the recording.
std::vector<std::string> sourceWarnings(const AnnotatedFunction& function, const SourceFinder& sources);

} // namespace candela
