/// Values so large that freeing them would hold up the GUI thread: 100,000 rows take some 50 ms.
#pragma once

#include <QThreadPool>

#include <memory>
#include <utility>

namespace candela {

/// Shares the value, which is destroyed in Qt's thread pool, whichever thread is the last to use it. Its
/// destructor must not need a thread of its own.
template<typename T>
std::shared_ptr<const T> freedInPool(T value) {
    return {new T(std::move(value)), [](const T* unused) {
                if (auto* pool = QThreadPool::globalInstance())
                    pool->start([unused] { delete unused; });
                else // the program is exiting
                    delete unused;
            }};
}

} // namespace candela
