/// Frames that only assembly creates: rules with other registers and with words of the stack, as in OpenSSL
/// and the loader, and no rules at all.
#include "tests/workloads/deep_stacks.h"

extern "C" {

/// Saves registers that are needed to find its caller's frame, and uses them.
[[gnu::noinline]] void saves_registers(SpinFunction spin, std::uint64_t rounds) {
    asm volatile("xor %%ebx, %%ebx; xor %%r12d, %%r12d; xor %%r15d, %%r15d" ::: "rbx", "r12", "r15");
    spin(rounds);
    asm volatile("" ::: "rbx", "r12", "r15", "memory");
}

asm(R"(
    .text
    .macro function name
    .globl \name
    .type \name, @function
\name:
    .endm

    .p2align 6
    .skip 64, 0xcc
    function assembly_without_rules
    push %rbx
    push %rbp
    sub $40, %rsp
    xor %ebp, %ebp
    mov %rdi, %rax
    mov %rsi, %rdi
    call *%rax
    add $40, %rsp
    pop %rbp
    pop %rbx
    ret
    .size assembly_without_rules, . - assembly_without_rules
    .skip 64, 0xcc

    function assembly_by_kept_register
    .cfi_startproc
    push %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_offset %rbx, -16
    mov %rsp, %rbx
    .cfi_def_cfa_register %rbx
    and $-64, %rsp
    call saves_registers
    mov %rbx, %rsp
    .cfi_def_cfa_register %rsp
    pop %rbx
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size assembly_by_kept_register, . - assembly_by_kept_register

    function assembly_by_word
    .cfi_startproc
    mov %rsp, %rax
    .cfi_def_cfa_register %rax
    push %rbx
    sub $184, %rsp
    and $-64, %rsp
    mov %rax, 120(%rsp)
    .cfi_escape 0x0f, 0x06, 0x77, 0xf8, 0x00, 0x06, 0x23, 0x08 # the word at rsp + 120, and 8
    call saves_registers
    mov 120(%rsp), %rsi
    .cfi_def_cfa %rsi, 8
    mov -8(%rsi), %rbx
    lea (%rsi), %rsp
    .cfi_def_cfa_register %rsp
    ret
    .cfi_endproc
    .size assembly_by_word, . - assembly_by_word

    function spin_volatile_register
    .cfi_startproc
1:  imul %rdx, %rdx
    dec %rdi
    jnz 1b
    ret
    .cfi_endproc
    .size spin_volatile_register, . - spin_volatile_register

    function assembly_by_volatile_register
    .cfi_startproc
    mov %rsp, %rax
    .cfi_def_cfa_register %rax
    sub $184, %rsp
    and $-64, %rsp
    call spin_volatile_register
    lea (%rax), %rsp
    .cfi_def_cfa_register %rsp
    ret
    .cfi_endproc
    .size assembly_by_volatile_register, . - assembly_by_volatile_register

    function spin_return_register
    .cfi_startproc
    pop %rsi
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rsi
1:  imul %rdx, %rdx
    dec %rdi
    jnz 1b
    push %rsi
    .cfi_adjust_cfa_offset 8
    .cfi_offset %rip, -8
    ret
    .cfi_endproc
    .size spin_return_register, . - spin_return_register
)");

} // extern "C"
