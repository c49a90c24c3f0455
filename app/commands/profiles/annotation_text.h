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

/// Which of a function's lines and instructions are shown.
enum class Extent { Whole, AroundWeights };

/// The text is fitted to the terminal, if standard output is one.
std::string textOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   Extent extent, SourceFinder& sources, Task& task);
QJsonObject jsonOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   SourceFinder& sources, Task& task);
/// Sentences about source files that are missing, or that changed since the recording.
std::vector<std::string> sourceWarnings(const AnnotatedFunction& function, const SourceFinder& sources);

} // namespace candela
