/// Errors as values: a Result contains either a value or a one-sentence message for users. Constructors can't
/// fail; functions called create(), open() or read() return a Result.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace candela {

/// The kind of error, which decides the exit status of a command (app/commands/command.h).
enum class ErrorCode {
    BadInput,     ///< a file or stream that can't be used
    Usage,        ///< the request names something unknown or contradicts itself
    NotPermitted, ///< this user is not permitted to do it
    NotPossible,  ///< this machine or kernel can't do it
    Cancelled,    ///< the user stopped it; nothing is reported
};

struct Error {
    std::string message; ///< one sentence, without a full stop and without the file's name
    std::string hint;    ///< what to do about it; may be empty
    ErrorCode code = ErrorCode::BadInput;
};

template<typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> failure(std::string message, ErrorCode code = ErrorCode::BadInput,
                                      std::string hint = {}) {
    return std::unexpected(Error{std::move(message), std::move(hint), code});
}

inline std::unexpected<Error> cancelled() {
    return failure("cancelled", ErrorCode::Cancelled);
}

namespace detail {
template<typename T>
T takeValue(Result<T>&& result) {
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}
} // namespace detail

/// The value of a Result; on an error, returns it from the surrounding function.
#define TRY(expression)                                                                                      \
    __extension__({                                                                                          \
        auto tryResult_ = (expression);                                                                      \
        if (!tryResult_) return std::unexpected(std::move(tryResult_).error());                              \
        ::candela::detail::takeValue(std::move(tryResult_));                                                 \
    })

} // namespace candela
