// SPDX-License-Identifier: GPL-2.0
/*
 * The kept names: as many places as there is room for, filled one after the other by pids
 * that have none, and a map from the low bits of a pid to its place. So what is kept
 * longest goes first, and `saved_cmdlines` has the order of the kernel's.
 */
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/threads.h>

#include "glue/names.h"
#include "glue/sched.h"
#include "noted.h"
#include "unexported.h"

#define INITIAL_NAMES 128 /* asked for: what rounds them up to pages is used, too */
/* As in the kernel: so many pids have a place of their own, and there are no more names. */
#define MOST_NAMES PID_MAX_DEFAULT
#define NO_PLACE UINT_MAX

struct kept_name {
	u32 pid; /* NO_PLACE: none yet */
	char comm[TASK_COMM_LEN];
};

struct kept_names {
	unsigned int places[MOST_NAMES]; /* by low bits of the pid */
	unsigned int room;
	unsigned int last; /* place that was given out last */
	struct kept_name names[];
};

/* Changed under the lock; the hooks look at it without, and RCU waits for them. */
static DEFINE_RAW_SPINLOCK(names_lock);
static struct kept_names *kept;
unsigned int spile_name_users;

/* A pid that was never noted is 0. Allocated when it is first asked for. */
static u32 *tgids;
static u32 tgids_limit;
unsigned int spile_tgid_users;

static DEFINE_MUTEX(users_mutex);

/*
 * How many names the kernel's own table has room for when asked for `count`: it fills whole
 * powers of two of pages. The same number, so that saved_cmdlines_size reads the same.
 */
static unsigned int rounded_up(unsigned int count)
{
	const unsigned long head = (MOST_NAMES + 1) * sizeof(unsigned int) + 20;
	const unsigned long each = TASK_COMM_LEN + sizeof(unsigned int);
	unsigned long bytes = PAGE_SIZE << get_order(head + count * each);

	return (bytes - head) / each;
}

static struct kept_names *allocate(unsigned int count)
{
	unsigned int room = rounded_up(count), i;
	struct kept_names *made = kvzalloc(struct_size(made, names, room), GFP_KERNEL);

	if (!made)
		return NULL;
	made->room = room;
	memset(made->places, 0xff, sizeof(made->places));
	for (i = 0; i < room; i++)
		made->names[i].pid = NO_PLACE;
	return made;
}

/* A torn look says no, or yes to what is there a moment later. */
static bool is_noted(const struct task_struct *task)
{
	const struct kept_names *now = READ_ONCE(kept);
	unsigned int place = READ_ONCE(now->places[task->pid & (MOST_NAMES - 1)]);

	return place != NO_PLACE && READ_ONCE(now->names[place].pid) == task->pid &&
	       !memcmp(now->names[place].comm, task->comm, TASK_COMM_LEN);
}

/* What cannot be noted now (another CPU holds the lock) is at the next switch. */
void spile_note_name(struct task_struct *task)
{
	unsigned int *place;
	struct kept_name *name;

	if (!task->pid || is_noted(task) || !raw_spin_trylock(&names_lock))
		return;
	place = &kept->places[task->pid & (MOST_NAMES - 1)];
	if (*place == NO_PLACE) {
		kept->last = (kept->last + 1) % kept->room;
		/* Its owner until now is without one from here on. */
		name = &kept->names[kept->last];
		if (name->pid != NO_PLACE)
			kept->places[name->pid & (MOST_NAMES - 1)] = NO_PLACE;
		*place = kept->last;
	}
	name = &kept->names[*place];
	name->pid = task->pid;
	memcpy(name->comm, task->comm, TASK_COMM_LEN);
	raw_spin_unlock(&names_lock);
}

void spile_note_tgid(struct task_struct *task)
{
	u32 *map = smp_load_acquire(&tgids);

	if (map && task->pid < tgids_limit)
		WRITE_ONCE(map[task->pid], task->tgid);
}

int spile_names_get(void)
{
	int rc = spile_sched_hooks_get();

	if (rc)
		return rc;
	mutex_lock(&users_mutex);
	WRITE_ONCE(spile_name_users, spile_name_users + 1);
	mutex_unlock(&users_mutex);
	return 0;
}

void spile_names_put(void)
{
	mutex_lock(&users_mutex);
	WRITE_ONCE(spile_name_users, spile_name_users - 1);
	mutex_unlock(&users_mutex);
	spile_sched_hooks_put();
}

/* pid_max as it is now, as the kernel does: later pids beyond it are not noted. */
static u32 pids_now(void)
{
	int *pid_max = spile_unexported("pid_max");

	return pid_max ? READ_ONCE(*pid_max) + 1 : PID_MAX_LIMIT;
}

static int allocate_tgids(void)
{
	u32 limit;
	u32 *map;

	if (tgids)
		return 0;
	limit = pids_now();
	map = kvcalloc(limit, sizeof(*map), GFP_KERNEL);
	if (!map)
		return -ENOMEM;
	tgids_limit = limit;
	smp_store_release(&tgids, map);
	return 0;
}

int spile_tgids_get(void)
{
	int rc = spile_sched_hooks_get();

	if (rc)
		return rc;
	mutex_lock(&users_mutex);
	rc = allocate_tgids();
	if (!rc)
		WRITE_ONCE(spile_tgid_users, spile_tgid_users + 1);
	mutex_unlock(&users_mutex);
	if (rc)
		spile_sched_hooks_put();
	return rc;
}

void spile_tgids_put(void)
{
	mutex_lock(&users_mutex);
	WRITE_ONCE(spile_tgid_users, spile_tgid_users - 1);
	mutex_unlock(&users_mutex);
	spile_sched_hooks_put();
}

unsigned int spile_names_room(void)
{
	unsigned long flags;
	unsigned int room;

	raw_spin_lock_irqsave(&names_lock, flags);
	room = kept->room;
	raw_spin_unlock_irqrestore(&names_lock, flags);
	return room;
}

unsigned int spile_names_most(void)
{
	return MOST_NAMES;
}

int spile_names_resize(unsigned int count)
{
	struct kept_names *made = allocate(count), *old;
	unsigned long flags;

	if (!made)
		return -ENOMEM;
	raw_spin_lock_irqsave(&names_lock, flags);
	old = kept;
	smp_store_release(&kept, made);
	raw_spin_unlock_irqrestore(&names_lock, flags);
	synchronize_rcu();
	kvfree(old);
	return 0;
}

unsigned int spile_names_next(unsigned int from, spile_u32 *pid, char *comm)
{
	unsigned int next = 0;
	unsigned long flags;

	raw_spin_lock_irqsave(&names_lock, flags);
	for (; from < kept->room && !next; from++) {
		if (kept->names[from].pid == NO_PLACE)
			continue;
		*pid = kept->names[from].pid;
		strscpy(comm, kept->names[from].comm, SPILE_COMM_ROOM);
		next = from + 1;
	}
	raw_spin_unlock_irqrestore(&names_lock, flags);
	return next;
}

static bool kept_name(u32 pid, char *comm)
{
	unsigned long flags;
	unsigned int place;
	bool found;

	raw_spin_lock_irqsave(&names_lock, flags);
	place = kept->places[pid & (MOST_NAMES - 1)];
	found = place != NO_PLACE && kept->names[place].pid == pid;
	if (found)
		strscpy(comm, kept->names[place].comm, SPILE_COMM_ROOM);
	raw_spin_unlock_irqrestore(&names_lock, flags);
	return found;
}

static bool name_of_living(u32 pid, char *comm)
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_pid_ns(pid, &init_pid_ns), PIDTYPE_PID);
	if (task)
		strscpy(comm, task->comm, SPILE_COMM_ROOM);
	rcu_read_unlock();
	return task;
}

void spile_task_comm(spile_u32 pid, char *comm, int look)
{
	if (!pid)
		strscpy(comm, "<idle>", SPILE_COMM_ROOM);
	else if (!kept_name(pid, comm) && !(look && name_of_living(pid, comm)))
		strscpy(comm, "<...>", SPILE_COMM_ROOM);
}

spile_u32 spile_task_tgid(spile_u32 pid)
{
	u32 *map = smp_load_acquire(&tgids);

	return map && pid < tgids_limit ? READ_ONCE(map[pid]) : 0;
}

spile_u32 spile_tgids_next(spile_u32 from, spile_u32 *tgid)
{
	u32 *map = smp_load_acquire(&tgids);

	for (; map && from < tgids_limit; from++) {
		*tgid = READ_ONCE(map[from]);
		if (*tgid)
			return from + 1;
	}
	return 0;
}

int __init spile_names_init(void)
{
	BUILD_BUG_ON(SPILE_COMM_ROOM != TASK_COMM_LEN);
	BUILD_BUG_ON(MOST_NAMES & (MOST_NAMES - 1));
	kept = allocate(INITIAL_NAMES);
	return kept ? 0 : -ENOMEM;
}

/* No hook runs any more. */
void spile_names_exit(void)
{
	kvfree(kept);
	kvfree(tgids);
}
