/// Errors as values: a Result holds either a value or one sentence that a user understands.
/// Constructors can't fail; functions called create(), open() or read() return a Result.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace candela {

/// What kind of trouble it is; the command line turns it into its exit status (app/commands/command.h).
enum class ErrorCode {
    BadInput,     ///< a file or stream that can't be used
    Usage,        ///< the user asked for something that does not exist or contradicts itself
    NotPermitted, ///< this user may not do it
    NotPossible,  ///< this machine or kernel can't do it
    Cancelled,    ///< the user stopped it; nothing to report
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

/// The value of a Result, or an early return of its error from the function around it.
#define TRY(expression)                                                                                      \
    __extension__({                                                                                          \
        auto tryResult_ = (expression);                                                                      \
        if (!tryResult_) return std::unexpected(std::move(tryResult_).error());                              \
        ::candela::detail::takeValue(std::move(tryResult_));                                                 \
    })

} // namespace candela
