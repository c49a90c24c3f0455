// Names addresses of the kernel's code. User space runs it, once for each address (BPF_PROG_RUN): the kernel
// looks the address up in its own tables of symbols, which costs less than reading /proc/kallsyms. Attached
// to nothing.
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

__u64 address = 0;
// "name+0xoffset/0xsize [module]", or "0x" and the address if it has no name.
char text[1024] = "";

SEC("syscall")
int name_address(void* ctx) {
    static const char symbol_and_module[] = "%pS";
    return (int)bpf_snprintf(text, sizeof(text), symbol_and_module, &address, sizeof(address));
}
