/// What /proc states about processes; an opener reads the files that may hang.
#pragma once

#include "recorder/base/proc_files.h"
#include "recorder/opener/prompt_opener.h"

namespace candela {

class OpenedProcesses : public ProcFiles {
public:
    explicit OpenedProcesses(PromptOpener& opener) : m_opener(opener) {}
    std::optional<ProcessSnapshot> snapshot(std::int32_t pid) override;
    bool wasAnswered() const override { return m_wasAnswered; }

private:
    PromptOpener& m_opener;
    bool m_wasAnswered = true;
};

} // namespace candela
