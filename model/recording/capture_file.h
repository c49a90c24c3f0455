/// The file that a recording is written to: only its owner may read it, it takes its name when it
/// holds something, and no file that is not a capture is replaced unless that is wanted.
#pragma once

#include "model/base/new_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace candela {

/// What happens to a file that has the recording's name already.
enum class Existing : std::uint8_t {
    ReplaceCaptures, ///< captures and empty files are replaced, others refused
    Replace,         ///< the user agreed
};

/// Whether a file is there that should not be replaced without asking: a regular one that is neither empty
/// nor a capture, or can't be read.
bool isOtherFile(const std::string& path);
/// Fails on such a file, and where the folder does not let its files be replaced.
Result<void> checkReplaceable(const std::string& path, Existing existing);

/// Who records: the user who called sudo or pkexec where root runs this, by the variables that these set;
/// none where it is the process's own user.
std::optional<FileOwner> recordingUser();

/// A new file for a capture; checkReplaceable() is asked here and again before it takes its name.
class CaptureFile {
public:
    static Result<CaptureFile> create(const std::string& path, Existing existing);

    int descriptor() const { return m_file.descriptor(); }
    bool hasName() const { return m_file.hasName(); }
    /// As NewFile has them.
    int folder() const { return m_file.folder(); }
    bool mayTakeName() const;
    /// From now on the recording is what is found there.
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
