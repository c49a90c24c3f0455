#include "model/formats/encoding/text_end.h"
#include "model/base/text/model_text.h"

namespace candela {

void warnOfCutLine(std::string_view text, ProfileBuilder& builder) {
    if (!text.empty() && text.back() != '\n')
        builder.addWarning(
            ModelText::tr("The last line has no line end: the file may have been cut off there."));
}

bool endsWithEmptyLine(std::string_view text) {
    if (!text.ends_with('\n')) return false;
    text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text.empty() || text.ends_with('\n');
}

} // namespace candela
