// SPDX-License-Identifier: GPL-2.0
/* Names of addresses, and addresses of what the kernel does not export. */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "glue/symbols.h"
#include "unexported.h"

static unsigned long (*lookup_name)(const char *name);
/* const char *kallsyms_lookup(addr, &size, &offset, &module_name, namebuf) */
static const char *(*symbol_name_of)(unsigned long address, unsigned long *size,
				     unsigned long *offset, char **module, char *name);

/* A kprobe finds a symbol by name; kallsyms_lookup_name() then finds the others. */
static unsigned long __init address_by_kprobe(const char *name)
{
	struct kprobe probe = { .symbol_name = name };
	unsigned long address = 0;

	if (!register_kprobe(&probe)) {
		address = (unsigned long)probe.addr;
		unregister_kprobe(&probe);
	}
	return address;
}

int __init spile_unexported_init(void)
{
	lookup_name = (void *)address_by_kprobe("kallsyms_lookup_name");
	if (!lookup_name) {
		pr_err("spile: kallsyms_lookup_name not found: kprobes are needed to load\n");
		return -ENOENT;
	}
	symbol_name_of = spile_unexported("kallsyms_lookup");
	return symbol_name_of ? 0 : -ENOENT;
}

void *spile_unexported(const char *name)
{
	unsigned long address = lookup_name(name);

	if (!address)
		pr_err("spile: the kernel has no symbol %s\n", name);
	return (void *)address;
}

unsigned long spile_unexported_quietly(const char *name)
{
	return lookup_name(name);
}

unsigned long spile_symbol_at(unsigned long address, char *name, char *module,
			      unsigned long *offset, unsigned long *size)
{
	unsigned long at = 0, length = 0;
	char *module_name = NULL;
	const char *found;

	BUILD_BUG_ON(SPILE_SYMBOL_ROOM < KSYM_NAME_LEN);
	name[0] = 0;
	/* The module's name is the module's: it goes a grace period after its address does. */
	rcu_read_lock();
	found = symbol_name_of(address, &length, &at, &module_name, name);
	if (found && found != name)
		strscpy(name, found, SPILE_SYMBOL_ROOM);
	if (module)
		strscpy(module, found && module_name ? module_name : "", SPILE_MODULE_ROOM);
	rcu_read_unlock();
	if (!found)
		return 0;
	if (offset)
		*offset = at;
	if (size)
		*size = length;
	return strlen(name);
}
