#include "model/symbols/lookup/symbol_folder.h"

#include "model/base/path_text.h"
#include "model/base/regular_file.h"
#include "model/symbols/elf/build_id.h"
#include "model/symbols/elf/elf_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace candela {

namespace {

/// Opens a file if it is regular and has the four magic bytes of ELF, which most files of a folder do not
/// have.
FileDescriptor openElf(const std::string& path) {
    auto file = openRegularFile(AT_FDCWD, path, Links::Follow);
    if (!file.isOpen()) return {};
    std::array<char, SELFMAG> start{};
    if (::pread(file.get(), start.data(), start.size(), 0) != ssize_t(start.size())) return {};
    return std::memcmp(start.data(), ELFMAG, SELFMAG) == 0 ? std::move(file) : FileDescriptor();
}

std::optional<SymbolFolder::File> inspect(const std::string& path) {
    const auto file = openElf(path);
    if (!file.isOpen()) return {};
    const auto elf = ElfFile::read(file.get(), SymbolLimits().fileBytes);
    if (!elf) return {};
    return SymbolFolder::File{path, elf->buildId(), elf->hasCode()};
}

} // namespace

Result<SymbolFolder> SymbolFolder::read(const std::string& path, Task& task, const FolderLimits& limits) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error);
    if (error)
        return failure("can't be searched for symbols: " + systemErrorText(error.value()), ErrorCode::Usage);
    SymbolFolder folder;
    folder.m_path = path;
    std::size_t count = 0;
    for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (error) break;
        if (task.isCancelled()) return cancelled();
        if (++count > limits.entries) {
            folder.m_isIncomplete = true;
            break;
        }
        if (entry->is_directory(error) && entry.depth() >= limits.depth) {
            entry.disable_recursion_pending();
            folder.m_isIncomplete = true;
        }
        if (!entry->is_regular_file(error)) continue;
        if (auto file = inspect(entry->path().string())) folder.m_files.push_back(std::move(*file));
    }
    std::ranges::sort(folder.m_files, {}, &File::path);
    return folder;
}

std::vector<const SymbolFolder::File*> SymbolFolder::filesOfBuild(std::string_view buildId) const {
    std::vector<const File*> found;
    for (const auto& file : m_files) {
        if (isSameBuild(buildId, file.buildId)) found.push_back(&file);
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &File::hasCode);
    return found;
}

std::vector<const SymbolFolder::File*> SymbolFolder::filesNamed(std::string_view name) const {
    std::vector<const File*> found;
    for (const auto& file : m_files) {
        if (lastPathPart(file.path) == name) found.push_back(&file);
    }
    return found;
}

} // namespace candela
