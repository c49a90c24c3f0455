/// The openers that read other users' files for the recorder. Each user of them has its own processes, so
/// that a slow request delays no other kind.
#pragma once

#include "recorder/opener/file_opener.h"
#include "recorder/opener/prompt_opener.h"

namespace candela {

struct Openers {
    FileOpener& files;       ///< answers arrive some time later
    PromptOpener& processes; ///< used for samples, which can't wait
    PromptOpener& metadata;  ///< used on the thread that reads labels
};

} // namespace candela
