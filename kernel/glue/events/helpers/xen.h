/* SPDX-License-Identifier: GPL-2.0 */
/* Name of a hypercall in parentheses, or nothing for one without a name. */
#include <linux/kernel.h>
#include <xen/interface/xen.h>
#include <xen/interface/xen-mca.h>

static const char *xen_hypercall_name(unsigned int number)
{
	static const char *const names[] = {
#define HYPERCALL(name) [__HYPERVISOR_##name] = "(" #name ")",
#include <asm/xen-hypercalls.h>
#undef HYPERCALL
	};

	return number < ARRAY_SIZE(names) && names[number] ? names[number] : "";
}
