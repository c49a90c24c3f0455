/// The command line, its words separated by blanks.
#include "recorder/metadata/all_providers.h"

#include <algorithm>

namespace candela {

void describeCommandLine(ObservedProcess& process, LabelList& labels) {
    auto words = process.read("cmdline", LabelList::maximumText + 1); // one byte more, so that LabelList sees
                                                                      // that the text is too long and marks
                                                                      // the cut
    while (words.ends_with('\0'))
        words.pop_back();
    std::ranges::replace(words, '\0', ' ');
    labels.add("command_line", words);
}

} // namespace candela
