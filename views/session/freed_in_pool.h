/// Values so large that freeing them would hold up the GUI thread: 100,000 rows take some 50 ms.
#pragma once

#include <QThreadPool>

#include <memory>
#include <utility>

namespace candela {

/// Shares the value, which is destroyed in Qt's thread pool, whichever thread is the last to use it. Its
/// destructor must not need a thread of its own.
template<typename T>
std::shared_ptr<T> freedInPool(T value) {
    return {new T(std::move(value)), [](const T* unused) {
                if (auto* pool = QThreadPool::globalInstance())
                    pool->start([unused] { delete unused; });
                else // the program is exiting
                    delete unused;
            }};
}

/// The same for a value that others may own, too: if its last user is one of the result, it is destroyed in
/// the pool. Null stays null.
template<typename T>
std::shared_ptr<T> freedInPool(std::shared_ptr<T> value) {
    auto* const shared = value.get();
    if (!shared) return nullptr;
    return {shared, [owner = std::move(value)](const T* /*unused*/) mutable {
                if (auto* pool = QThreadPool::globalInstance())
                    pool->start([unused = std::move(owner)]() mutable { unused.reset(); });
            }};
}

} // namespace candela
