#include "tests/test_program.h"

#include "model/base/path_text.h"

#include <cstdio>
#include <map>
#include <string>

namespace {

std::map<std::string, TestInProgram::Main, std::less<>>& tests() {
    static std::map<std::string, TestInProgram::Main, std::less<>> all;
    return all;
}

} // namespace

TestInProgram::TestInProgram(const char* sourceFile, Main main) {
    const auto file = candela::lastPathPart(sourceFile);
    tests().emplace(file.substr(0, file.rfind('.')), main);
}

int main(int argc, char** argv) {
    const auto test = tests().find(candela::lastPathPart(argv[0]));
    if (test != tests().end()) return test->second(argc, argv);
    std::fputs("Start a test by its name, a link to this program:\n", stderr);
    for (const auto& [name, main] : tests())
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
