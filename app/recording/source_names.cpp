#include "app/recording/source_names.h"

#include "model/base/path_text.h"

#include <algorithm>
#include <string>

namespace candela {

namespace {

constexpr std::string_view languageExtensions[] = {
    "ada",  "adb",  "ads", "asm", "c",   "c++",  "cc",  "clj", "cpp", "cppm", "cr",    "cs",  "cu",
    "cuh",  "cxx",  "d",   "def", "erl", "ex",   "f",   "f03", "f08", "f77",  "f90",   "f95", "for",
    "fs",   "go",   "h",   "h++", "hh",  "hip",  "hpp", "hs",  "hxx", "inc",  "inl",   "ino", "ipp",
    "ixx",  "java", "jl",  "js",  "jsx", "kt",   "l",   "lua", "m",   "mjs",  "ml",    "mm",  "nim",
    "odin", "pas",  "php", "pl",  "pm",  "py",   "pyx", "rb",  "rs",  "s",    "scala", "scm", "swift",
    "tcc",  "tpp",  "ts",  "tsx", "v",   "vala", "y",   "zig",
};

} // namespace

bool isSourcePath(std::string_view path) {
    if (path.starts_with("/usr/")) return true;
    const auto name = lastPathPart(path);
    const auto point = name.rfind('.');
    if (point == std::string_view::npos || point == 0) return false;
    std::string extension(name.substr(point + 1));
    for (char& letter : extension) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return std::ranges::find(languageExtensions, extension) != std::ranges::end(languageExtensions);
}

} // namespace candela
