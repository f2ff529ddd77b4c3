// SPDX-License-Identifier: GPL-2.0
/*
 * A user of include/spile/ops.h that the shell drives: ten ops, and commands
 * written to /sys/module/opsclient/parameters/do (the write's errno is the answer):
 *
 *	define I func|count|nest FILTER [EXCLUDE [owner]]	"-" is none; "," parts words
 *	register A [B]		A, or A to B as one batch
 *	unregister A [B]
 *	filter I FILTER [EXCLUDE]
 *	prepare I, forget I
 *	clear			the counts of the callbacks
 *
 * `hits` reads "I CALLBACKS COUNTED" for each. `nest`: the callback calls
 * opsclient_nested(), a hit within a hit if that is traced as well.
 */
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include <spile/ops.h>

#define OPS 10

struct client {
	struct spile_ops ops;
	unsigned long __percpu *hits;
	char filter[2][256];
	char exclude[2][256];
	int now; /* which of the two texts is in use */
};
static struct client clients[OPS];

noinline void opsclient_nested(void);
noinline void opsclient_nested(void)
{
	barrier();
}

static notrace void on_hit(unsigned long ip, unsigned long parent_ip, struct spile_ops *ops,
			   struct ftrace_regs *regs)
{
	struct client *client = container_of(ops, struct client, ops);

	raw_cpu_inc(*client->hits);
}

static notrace void on_hit_nesting(unsigned long ip, unsigned long parent_ip,
				   struct spile_ops *ops, struct ftrace_regs *regs)
{
	on_hit(ip, parent_ip, ops, regs);
	opsclient_nested();
}

/* An unknown pointer must not be left in ops: the texts stay as long as the module. */
static void set_texts(struct client *client, const char *filter, const char *exclude)
{
	int next = !client->now;

	strscpy(client->filter[next], strcmp(filter, "-") ? filter : "", 256);
	strscpy(client->exclude[next], strcmp(exclude, "-") ? exclude : "", 256);
	strreplace(client->filter[next], ',', ' ');
	strreplace(client->exclude[next], ',', ' ');
}

static int define(unsigned int at, const char *kind, const char *filter, const char *exclude,
		  const char *owner)
{
	struct client *client = &clients[at];

	if (client->ops.handle)
		return -EBUSY;
	set_texts(client, filter, exclude);
	client->now = !client->now;
	client->ops.func = !strcmp(kind, "func") ? on_hit :
			   !strcmp(kind, "nest") ? on_hit_nesting : NULL;
	client->ops.filter = client->filter[client->now];
	client->ops.exclude = client->exclude[client->now];
	client->ops.owner = !strcmp(owner, "owner") ? THIS_MODULE : NULL;
	return 0;
}

static int set_filter(unsigned int at, const char *filter, const char *exclude)
{
	struct client *client = &clients[at];
	int next = !client->now, rc;

	set_texts(client, filter, exclude);
	rc = spile_set_ops_filter(&client->ops, client->filter[next], client->exclude[next]);
	if (!rc)
		client->now = next;
	return rc;
}

static void clear(void)
{
	int i, cpu;

	for (i = 0; i < OPS; i++)
		for_each_possible_cpu(cpu)
			*per_cpu_ptr(clients[i].hits, cpu) = 0;
}

static int set_do(const char *text, const struct kernel_param *param)
{
	static char word[16], arg[4][256];
	struct spile_ops *batch[OPS];
	unsigned int first, last, i;
	int words;

	if (!strncmp(text, "clear", 5)) {
		clear();
		return 0;
	}
	memset(arg, 0, sizeof(arg));
	strcpy(arg[2], "-");
	words = sscanf(text, "%15s %u %255s %255s %255s %255s", word, &first, arg[0], arg[1], arg[2],
		       arg[3]);
	if (words < 2 || first >= OPS)
		return -EINVAL;
	if (!strcmp(word, "define"))
		return define(first, arg[0], arg[1], arg[2], arg[3]);
	if (!strcmp(word, "filter"))
		return set_filter(first, arg[0], words > 3 ? arg[1] : "-");
	if (!strcmp(word, "prepare"))
		return spile_prepare_ops(&clients[first].ops);
	if (!strcmp(word, "forget")) {
		spile_forget_ops(&clients[first].ops);
		return 0;
	}

	last = first;
	if (words > 2 && (kstrtouint(arg[0], 0, &last) || last >= OPS || last < first))
		return -EINVAL;
	for (i = first; i <= last; i++)
		batch[i - first] = &clients[i].ops;
	if (!strcmp(word, "register"))
		return words > 2 ? spile_register_ops_batch(batch, last - first + 1) :
				   spile_register_ops(batch[0]);
	if (!strcmp(word, "twice")) {
		batch[1] = batch[0];
		return spile_register_ops_batch(batch, 2);
	}
	if (strcmp(word, "unregister"))
		return -EINVAL;
	if (words > 2)
		spile_unregister_ops_batch(batch, last - first + 1);
	else
		spile_unregister_ops(batch[0]);
	return 0;
}

static int get_hits(char *buffer, const struct kernel_param *param)
{
	int i, cpu, length = 0;

	for (i = 0; i < OPS; i++) {
		unsigned long sum = 0;

		for_each_possible_cpu(cpu)
			sum += *per_cpu_ptr(clients[i].hits, cpu);
		length += sprintf(buffer + length, "%d %lu %llu\n", i, sum,
				  spile_ops_hits(&clients[i].ops));
	}
	return length;
}

static const struct kernel_param_ops do_ops = { .set = set_do };
static const struct kernel_param_ops hits_ops = { .get = get_hits };
module_param_cb(do, &do_ops, NULL, 0200);
module_param_cb(hits, &hits_ops, NULL, 0400);

static void drop_all(void)
{
	struct spile_ops *all[OPS];
	int i;

	for (i = 0; i < OPS; i++)
		all[i] = &clients[i].ops;
	spile_unregister_ops_batch(all, OPS);
	for (i = 0; i < OPS; i++) {
		spile_forget_ops(all[i]);
		free_percpu(clients[i].hits);
	}
}

static int __init opsclient_init(void)
{
	int i;

	for (i = 0; i < OPS; i++) {
		clients[i].hits = alloc_percpu(unsigned long);
		if (!clients[i].hits) {
			while (i-- > 0)
				free_percpu(clients[i].hits);
			return -ENOMEM;
		}
	}
	return 0;
}

static void __exit opsclient_exit(void)
{
	drop_all();
}

module_init(opsclient_init);
module_exit(opsclient_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Ops of spile, driven by a test");
