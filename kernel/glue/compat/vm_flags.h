/* SPDX-License-Identifier: GPL-2.0 */
/* The flags of a mapping are changed by functions since 6.3. */
#ifndef SPILE_COMPAT_VM_FLAGS_H
#define SPILE_COMPAT_VM_FLAGS_H

#include <linux/mm.h>
#include <linux/version.h>

static inline void spile_vm_flags_mod(struct vm_area_struct *vma, unsigned long set,
				      unsigned long clear)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#endif
}

#endif
