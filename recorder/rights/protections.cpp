#include "recorder/rights/protections.h"

#include "model/base/text/model_text.h"

#include <array>
#include <string_view>

namespace candela {

namespace {

constexpr std::array<std::string_view, 9> texts{
    ModelText::trLater("freedom from capabilities"),
    ModelText::trLater("a user of its own"),
    ModelText::trLater("an empty root"),
    ModelText::trLater("a network of its own"),
    ModelText::trLater("processes of its own"),
    ModelText::trLater("messages of its own"),
    ModelText::trLater("memory limits"),
    ModelText::trLater("a system call filter"),
    ModelText::trLater("rules about files (Landlock)"),
};

} // namespace

std::string MissingProtections::text() const {
    std::string text;
    for (std::size_t bit = 0; bit < texts.size(); ++bit) {
        if ((m_bits >> bit & 1) == 0) continue;
        if (!text.empty()) text += ", ";
        text += texts[bit];
    }
    return text;
}

} // namespace candela
