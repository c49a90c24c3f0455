/// Functions of which only the start is known, where different builds are compared.
#pragma once

#include "model/comparison/program_names.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/profile/profile.h"

#include <memory>

namespace candela {

/// The profiles of both sides in the form that is compared, so that the command line and the window match the
/// same functions.
///
/// A function that is known by its start is identified within one build only. If the sides have different
/// builds of a module, or do not state the build, such functions (start_name.h) lose their name on both
/// sides. The module's unnamed code is then one row, which can be compared. They keep their names if both
/// profiles keep the code of most of them, of a processor whose code is read (instructions.h): by that they
/// are matched (matching/machine_code/matched_code.h). Profiles that need no change are shared.
class ComparedProfiles {
public:
    using Shared = std::shared_ptr<const Profile>;

    /// The run of each sample, if a side has several runs.
    using SharedRuns = std::shared_ptr<const SampleRuns>;

    ComparedProfiles(Shared base, Shared newSide, SharedRuns baseRuns = {}, SharedRuns newRuns = {});

    const Shared& base() const { return m_base; }
    const Shared& newSide() const { return m_newSide; }
    const SharedRuns& baseRuns() const { return m_baseRuns; }
    const SharedRuns& newRuns() const { return m_newRuns; }
    const ProgramNames& basePrograms() const { return m_basePrograms; }
    const ProgramNames& newPrograms() const { return m_newPrograms; }

private:
    Shared m_base, m_newSide;
    SharedRuns m_baseRuns, m_newRuns;
    ProgramNames m_basePrograms, m_newPrograms;
};

} // namespace candela
