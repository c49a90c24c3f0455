/// Describes the running kernel's types to libbpf while programs are loaded. For a dozen types of a program,
/// libbpf would copy and search all of the kernel's BTF (5 MB), again for each program.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <absl/container/flat_hash_map.h>

#include <bpf/libbpf.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// One at a time. Programs that are opened here have to be loaded while it exists. Where the kernel's BTF
/// can't be read or has an unknown form, libbpf reads it itself, and reports what is wrong.
class KernelTypes {
public:
    /// `path`: the kernel's BTF.
    explicit KernelTypes(const std::string& path = "/sys/kernel/btf/vmlinux");
    KernelTypes(const KernelTypes&) = delete;
    KernelTypes& operator=(const KernelTypes&) = delete;
    ~KernelTypes();

    /// Leaves the types of all programs that are opened from now on to libbpf. False: they were left before.
    /// For when a program could not be loaded: another version of libbpf may need more than it gets here.
    bool leaveToLibbpf();

    /// Opens a skeleton (bpftool's class of it). Null if that failed, with errno.
    template<typename Skeleton>
    Skeleton* open() {
        // The programs state what they need, so the file gets its content after they are opened.
        if (const auto path = createFile(); !path.empty()) {
            bpf_object_open_opts options{};
            options.sz = sizeof options;
            options.btf_custom_path = path.c_str();
            auto* skeleton = Skeleton::open(&options);
            if (!skeleton || describe(skeleton->obj)) return skeleton;
            Skeleton::destroy(skeleton);
        }
        auto* skeleton = Skeleton::open();
        if (!skeleton || setTargets(skeleton->obj)) return skeleton;
        const int error = errno;
        Skeleton::destroy(skeleton);
        errno = error;
        return nullptr;
    }

private:
    static int prepareLoad(bpf_program* program, bpf_prog_load_opts* options, long cookie);
    static bool registerSections();
    bool readBtf(const std::string& path);
    /// The path of a new empty file in memory; empty if the types are left to libbpf.
    std::string createFile();
    /// Fills the file that was created last. False: nothing can be described from now on.
    bool describe(bpf_object* object);
    /// So that libbpf searches what the programs are attached to.
    static bool setTargets(bpf_object* object);

    MappedFile m_mapped;                 // the kernel's BTF, where it can be mapped (since Linux 6.16)
    std::unique_ptr<std::byte[]> m_copy; // elsewhere
    std::span<const std::byte> m_btf;    // one of both; empty: the types are left to libbpf
    std::vector<FileDescriptor> m_files;
    absl::flat_hash_map<std::string, std::uint32_t> m_targets; // numbers of kernel types
};

} // namespace candela
