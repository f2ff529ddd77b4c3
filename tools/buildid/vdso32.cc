// SPDX-License-Identifier: GPL-2.0
// The id of the vdso that 32-bit processes get. Only such a process has it
// mapped, so a tiny one is run that writes its vdso's first page and ends.
#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buildid/elf_note.h"
#include "buildid/running_kernel.h"

namespace spile::buildid {

#ifdef __x86_64__

// A whole static executable: ELF header, one segment, code.
asm(R"(
    .pushsection .rodata, "a"
    .globl  spile_vdso32_program, spile_vdso32_program_end
    .hidden spile_vdso32_program, spile_vdso32_program_end
spile_vdso32_program:
    .byte   0x7f, 'E', 'L', 'F', 1, 1, 1, 0         # 32 bits, little-endian
    .zero   8
    .short  2, 3                                    # ET_EXEC, EM_386
    .long   1, 0x08048000 + (2f - spile_vdso32_program)   # version, entry
    .long   52, 0, 0                                # segments at, sections at, flags
    .short  52, 32, 1, 40, 0, 0
    .long   1, 0, 0x08048000, 0x08048000            # PT_LOAD from the file's start
    .long   spile_vdso32_program_end - spile_vdso32_program
    .long   spile_vdso32_program_end - spile_vdso32_program
    .long   5, 4096                                 # read and execute
    .code32
2:  movl    %esp, %esi                              # argc, argv, 0, environment, 0, auxiliary vector
    lodsl
    leal    4(%esi,%eax,4), %esi
3:  lodsl
    testl   %eax, %eax
    jnz     3b
4:  lodsl
    movl    %eax, %ecx
    lodsl
    cmpl    $33, %ecx                               # AT_SYSINFO_EHDR
    je      5f
    testl   %ecx, %ecx
    jnz     4b
    jmp     6f
5:  movl    %eax, %ecx
    movl    $1, %ebx
    movl    $4096, %edx
    movl    $4, %eax                                # write(1, vdso, 4096)
    int     $0x80
6:  xorl    %ebx, %ebx
    movl    $1, %eax                                # exit(0)
    int     $0x80
    .code64
spile_vdso32_program_end:
    .popsection
)");
extern "C" const char spile_vdso32_program[], spile_vdso32_program_end[];

static void run_program(int program, int output)
{
    ::dup2(output, STDOUT_FILENO);
    char *const none[] = {nullptr};
    ::syscall(SYS_execveat, program, "", none, none, 0x1000 /* AT_EMPTY_PATH */);
    ::_exit(127);
}

BuildId vdso32_build_id()
{
    int program = ::memfd_create("vdso32", MFD_CLOEXEC);
    if (program < 0) return {};
    auto size = static_cast<std::size_t>(spile_vdso32_program_end - spile_vdso32_program);
    int ends[2];
    if (::write(program, spile_vdso32_program, size) != static_cast<ssize_t>(size) || ::pipe(ends) != 0) {
        ::close(program);
        return {};
    }
    pid_t child = ::fork();
    if (child == 0) run_program(program, ends[1]);
    ::close(program);
    ::close(ends[1]);
    std::uint8_t page[4096];
    std::size_t have = 0;
    while (child > 0 && have < sizeof page) {
        ssize_t got = ::read(ends[0], page + have, sizeof page - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += static_cast<std::size_t>(got);
    }
    ::close(ends[0]);
    if (child > 0) {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    MemoryImage image({page, have});
    return read_elf_note(image);
}

#else

BuildId vdso32_build_id()
{
    return {};
}

#endif

}  // namespace spile::buildid
