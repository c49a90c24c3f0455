/// A process's memory through its open /proc/PID/mem. Nothing can be read once the process has ended or runs
/// another program.
#pragma once

#include "model/base/file.h"
#include "model/unwind/generated/foreign_memory.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace candela {

class ProcessMemory : public ForeignMemory {
public:
    explicit ProcessMemory(FileDescriptor file) : m_file(std::move(file)) {}

private:
    std::size_t fetch(std::uint64_t address, std::span<std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const auto size = ::pread(m_file.get(), bytes.data() + done, bytes.size() - done,
                                      static_cast<off_t>(address + done));
            if (size <= 0) break;
            done += static_cast<std::size_t>(size);
        }
        return done;
    }

    FileDescriptor m_file;
};

} // namespace candela
