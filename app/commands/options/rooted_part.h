/// The part of a profile that passes a filter, with a root for each process, thread or value of a label.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/sample_groups.h"

#include <memory>
#include <optional>
#include <string>

namespace candela {

/// The option --root.
void addRootOption(Arguments& arguments, std::string& root);
/// The key that --root names; none if the text is empty. Fails with ErrorCode::Usage if the key is unknown.
Result<std::optional<SampleKey>> rootsFromName(const std::string& root);

/// The part with its roots, if `roots` is set; `value` becomes its default value type.
Result<std::shared_ptr<const Profile>> rootedPart(const std::shared_ptr<const Profile>& profile,
                                                  ValueTypeIndex value, const Filter& filter,
                                                  const std::optional<SampleKey>& roots, Task& task);

} // namespace candela
