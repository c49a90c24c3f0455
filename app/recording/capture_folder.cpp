#include "app/recording/capture_folder.h"

#include "app/recording/exact_text.h"
#include "model/base/file.h"
#include "model/base/text/model_text.h"
#include "model/recording/capture_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

Result<void> useExisting(const std::string& path) {
    std::error_code problem;
    const bool isFolder = std::filesystem::is_directory(path, problem);
    if (!isFolder)
        return failure(ModelText::tr("it exists and is not a folder"), ErrorCode::Usage,
                       ModelText::tr("several runs need a new folder"));
    const bool isEmpty = std::filesystem::is_empty(path, problem);
    if (problem)
        return failure(ModelText::tr("can't be read: {}", problem.message()), ErrorCode::NotPermitted);
    if (!isEmpty)
        return failure(
            ModelText::tr("it is not empty"), ErrorCode::Usage,
            ModelText::tr("give a new folder: each file of a folder counts as a run in comparisons"));
    return {};
}

/// Through a descriptor that follows no link, because the folder's parent may be someone else's.
Result<void> giveToRecordingUser(const std::string& path) {
    const auto owner = recordingUser();
    if (!owner) return {};
    const FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.isOpen() || ::fchown(folder.get(), owner->user, owner->group) != 0)
        return failure(ModelText::tr("can't be given to the user who records: {}", systemErrorText(errno)),
                       ErrorCode::NotPermitted);
    return {};
}

} // namespace

Result<void> createCaptureFolder(const QString& path) {
    const auto bytes = exactPath(path);
    if (::mkdir(bytes.c_str(), 0777) == 0) return giveToRecordingUser(bytes);
    if (errno == EEXIST) return useExisting(bytes);
    return failure(ModelText::tr("can't be created: {}", systemErrorText(errno)), ErrorCode::NotPermitted);
}

} // namespace candela
