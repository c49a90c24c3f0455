/// The file that a recording is written to: only its owner may read it, it gets its name once it has
/// contents, and a file that is not a capture is only replaced if that is requested.
#pragma once

#include "model/base/new_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace candela {

/// How an existing file of that name is treated.
enum class Existing : std::uint8_t {
    ReplaceCaptures, ///< captures and empty files are replaced, others cause an error
    Replace,         ///< the user agreed
};

/// Whether there is a file that should not be replaced without asking: a regular file that is neither empty
/// nor a capture, or that can't be read.
bool isOtherFile(const std::string& path);
/// Fails if there is such a file, and if the folder does not allow its files to be replaced.
Result<void> checkReplaceable(const std::string& path, Existing existing);

/// The user who records: if root runs this, the user who called sudo or pkexec, from the variables that these
/// set; none if it is the process's own user.
std::optional<FileOwner> recordingUser();

/// A new file for a capture. checkReplaceable() is called at creation and again before it gets its name.
class CaptureFile {
public:
    static Result<CaptureFile> create(const std::string& path, Existing existing);

    int descriptor() const { return m_file.descriptor(); }
    bool hasName() const { return m_file.hasName(); }
    /// See NewFile.
    int folder() const { return m_file.folder(); }
    bool mayTakeName() const;
    /// Gives the recording its name.
    Result<void> takeName();
    void leaveToOtherProcess() { m_file.leaveToOtherProcess(); }

private:
    CaptureFile(std::string path, Existing existing, NewFile file)
        : m_path(std::move(path)), m_existing(existing), m_file(std::move(file)) {}

    std::string m_path;
    Existing m_existing;
    NewFile m_file;
};

} // namespace candela
