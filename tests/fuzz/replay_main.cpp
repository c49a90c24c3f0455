/// Runs a fuzz target once over each given file, and over each file in each given folder. It replaces
/// libFuzzer's main, so that every build repeats earlier findings.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace {

namespace filesystem = std::filesystem;

std::vector<filesystem::path> filesAt(const filesystem::path& path) {
    if (!filesystem::is_directory(path)) return {path};
    std::vector<filesystem::path> files;
    for (const auto& entry : filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
}

} // namespace

int main(int count, char** arguments) {
    std::size_t replayed = 0;
    for (int i = 1; i < count; ++i) {
        for (const auto& path : filesAt(arguments[i])) {
            std::ifstream file(path, std::ios::binary);
            const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
            if (!file) {
                std::fprintf(stderr, "%s: can't be read\n", path.c_str());
                return 1;
            }
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            ++replayed;
        }
    }
    if (replayed == 0) {
        std::fprintf(stderr, "nothing to replay: give files or folders of inputs\n");
        return 1;
    }
    std::printf("%zu inputs replayed\n", replayed);
}
