/* SPDX-License-Identifier: GPL-2.0 */
/*
 * C interface of spile.ko for other kernel modules: see calls of kernel functions.
 *
 *	static struct spile_ops ops = {
 *		.func = on_hit, .filter = "vfs_*", .exclude = "vfs_fsync*",
 *		.owner = THIS_MODULE,
 *	};
 *	err = spile_register_ops(&ops);
 *	...
 *	spile_unregister_ops(&ops);
 *
 * While ops are registered they hold a reference on `owner`, so that its rmmod
 * says "in use"; unregister them from elsewhere than its module_exit, or leave
 * `owner` NULL and unregister them there: when the call returns, no CPU runs
 * `func` any more.
 */
#ifndef SPILE_OPS_H
#define SPILE_OPS_H

#ifdef __cplusplus
extern "C" {
#endif

struct module;
struct ftrace_regs;
struct spile_ops;

/*
 * Called for each hit. Contexts: task, softirq, IRQ, NMI; preemption off. Do not
 * sleep. A hit inside a hit of the same context is left out and counted.
 */
typedef void (*spile_hit_func)(unsigned long ip, unsigned long parent_ip, struct spile_ops *ops,
			       struct ftrace_regs *regs);

struct spile_ops {
	/* NULL: count hits only, see spile_ops_hits(); cheaper than any function. */
	spile_hit_func func;
	/*
	 * Patterns as in set_ftrace_filter (names, globs, PATTERN:mod:MODULE), separated
	 * by white space: the functions in `filter` (NULL or "": every function) but those
	 * in `exclude`. Read at registration only.
	 */
	const char *filter;
	const char *exclude;
	struct module *owner;
	void *data;		/* the user's */
	void *handle;		/* spile's; NULL while not registered */
};

/*
 * All in task context; may sleep. 0, or:
 *   -EBUSY   registered already
 *   -EINVAL  a pattern matches nothing (prepared: not registered)
 *   -ENOMEM  no memory
 *   -ENODEV  `owner` is being unloaded
 * or what patching says. After an error nothing has changed.
 */
int spile_register_ops(struct spile_ops *ops);
/* All or none, with one patch. */
int spile_register_ops_batch(struct spile_ops **ops, unsigned int count);

/* Ops that are not registered are passed over. One patch and one grace period for all. */
void spile_unregister_ops(struct spile_ops *ops);
void spile_unregister_ops_batch(struct spile_ops **ops, unsigned int count);

/*
 * Resolves filter and exclude now, so that registering costs no name lookup.
 * Optional; spile_forget_ops() undoes it (unregistering does not).
 */
int spile_prepare_ops(struct spile_ops *ops);
void spile_forget_ops(struct spile_ops *ops);

/*
 * New filter and exclude for registered (or prepared) ops: functions that are
 * in both the old and the new filter miss no hit. -EINVAL: not registered, or
 * a pattern matches nothing.
 */
int spile_set_ops_filter(struct spile_ops *ops, const char *filter, const char *exclude);

/* Hits counted by ops without a func since registration; 0 for others. */
unsigned long long spile_ops_hits(const struct spile_ops *ops);

#ifdef __cplusplus
}
#endif

#endif
