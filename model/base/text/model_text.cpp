#include "model/base/text/model_text.h"

namespace candela {

namespace {

ModelText::Translator translator = nullptr;

} // namespace

void ModelText::setTranslator(Translator wanted) {
    translator = wanted;
}

std::string ModelText::translated(std::string_view text) {
    return translator ? translator(text) : std::string(text);
}

} // namespace candela
