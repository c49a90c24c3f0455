/// Who opens and reads for the recorder what others own. Each has processes of its own, so that a request
/// that takes long holds none of another kind up.
#pragma once

#include "recorder/opener/file_opener.h"
#include "recorder/opener/prompt_opener.h"

namespace candela {

struct Openers {
    FileOpener& files;       ///< answers come when they come
    PromptOpener& processes; ///< for samples, which can't wait
    PromptOpener& metadata;  ///< on the thread that reads labels
};

} // namespace candela
