// Names addresses of the kernel's code, and finds a symbol's address. User space runs these programs, once
// for each address or name (BPF_PROG_RUN): the kernel searches its own tables of symbols, which costs less
// than reading /proc/kallsyms. Attached to nothing.
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

__u64 address = 0;
// "name+0xoffset/0xsize [module]", or "0x" and the address if it has no name.
char text[1024] = "";
char name[64] = ""; // ends with zero

SEC("syscall")
int name_address(void* ctx) {
    static const char symbol_and_module[] = "%pS";
    return (int)bpf_snprintf(text, sizeof(text), symbol_and_module, &address, sizeof(address));
}

// Fails if the kernel hides its addresses from the process that runs it.
SEC("syscall")
int find_name(void* ctx) {
    return (int)bpf_kallsyms_lookup_name(name, sizeof(name), 0, &address);
}
