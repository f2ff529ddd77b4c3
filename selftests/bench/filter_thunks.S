/* SPDX-License-Identifier: GPL-2.0 */
/* The thunks that code compiled with kbuild's flags refers to: a retpoline for each register. */
	.macro retpoline reg
	.globl	__x86_indirect_thunk_\reg
__x86_indirect_thunk_\reg:
	call	1f			/* a return that the CPU predicts to here: */
2:	pause
	lfence
	jmp	2b
1:	mov	%\reg, (%rsp)		/* and that goes there */
	ret
	int3
	.endm

	.text
	.irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	retpoline \reg
	.endr

	.globl	__x86_return_thunk
__x86_return_thunk:
	ret
	int3

	.section .note.GNU-stack, "", @progbits
