// SPDX-License-Identifier: GPL-2.0
/*
 * scribbler SEED WRITES ROOT: writes words of the grammars and garbage into all
 * control files below ROOT, whatever there is, most often into those listed here;
 * makes and removes instances, reads, seeks. Same seed, same sequence (for the same
 * files). What is refused is no fault; the kernel must only live.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t state;
static const char *root;

static unsigned pick(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 11) % below;
}
#define ONE_OF(list) (list[pick(sizeof(list) / sizeof(list[0]))])

static const char *const files[] = {
	"set_ftrace_filter", "set_ftrace_filter", "set_ftrace_filter", "set_ftrace_notrace",
	"set_ftrace_notrace", "current_tracer", "current_tracer", "tracing_on", "trace",
	"trace_options", "tracing_cpumask", "set_ftrace_pid", "set_ftrace_notrace_pid",
	"error_log", "events/enable", "events/sched/enable", "events/sched/sched_switch/enable",
	"options/function-fork", "options/overwrite", "options/sym-offset", "trace_pipe", "README",
	"available_filter_functions", "enabled_functions", "patch_stats", "trace_stats",
};
static const char *const functions[] = {
	"vfs_read", "vfs_write", "schedule", "hitgen_task", "hitgen_irq", "hitgen_softirq", "hitgen_*",
	"vfs_*", "*hitgen*", "kfree", "twins_same", "twins_*", "ksys_[rw]*", "kmem_cache_?ree",
	"no_such_function", "", "1", "77", "999999", "[", "[a", "*[!a]xyz", "\\",
};
/* They make all else slow: now and then, and without commands. */
static const char *const wide[] = { "*", "**", "*_read", "[a-c]*" };
static const char *const commands[] = {
	"traceon", "traceoff", "stacktrace", "dump", "cpudump", "mod", "nonsense", "",
};
static const char *const parameters[] = {
	"", "0", "1", "3", "twins", "hitgen", "!hitgen", "*", "nothing", "-1", "x",
	"1180591620717411303424", "twins:x",
};
static const char *const others[] = {
	"function", "nop", "0", "1", "2", "3", "ff", "1,1", "function", "x", "", "nofunction-fork",
	"function-fork", "nooverwrite", "overwrite", "sym-addr", "nosym-addr", "verbose", "noverbose",
	"4194304", "4194303", "-5", "00000003",
};
/* Of files that are not in the list above. */
static const char *const special[] = {
	"local", "global", "mono", "counter", "1024", "64", "7", "512", "100", "sched", "*:*",
	"sched:sched_switch", "!sched:*", "prev_pid > 0", "common_pid == 1 || next_prio < 120",
	"comm ~ \"a*\"", "(a", "hist:keys=common_pid", "!hist:keys=common_pid", "traceoff:1 if prev_pid",
	"p:one vfs_read", "-:one", "0x10", "18446744073709551616", "printk",
};
static const char *const ends[] = { "\n", "\n", "\n", " ", "", "\t\n", "\r" };

/* Paths below the root, without those of instances. */
#define MOST_FOUND 4096
static char *found[MOST_FOUND];
static unsigned found_count;

static int find(const char *path, const struct stat *about, int type, struct FTW *where)
{
	const char *name = path + strlen(root) + 1;

	(void)about, (void)where;
	if (type == FTW_F && found_count < MOST_FOUND && strncmp(name, "instances/", 10))
		found[found_count++] = strdup(name);
	return 0;
}

static int by_name(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

static size_t word(char *to, const char *file)
{
	size_t length = 0;

	if (pick(40) == 0) { /* garbage */
		length = pick(pick(8) ? 40 : 3000);
		for (size_t i = 0; i < length; i++)
			to[i] = pick(256);
		return length;
	}
	if (!strncmp(file, "set_ftrace_f", 12) || !strncmp(file, "set_ftrace_notrace", 18)) {
		int is_wide = pick(40) == 0;

		length = sprintf(to, "%s%s", pick(4) ? "" : "!",
				 is_wide ? ONE_OF(wide) : ONE_OF(functions));
		if (!is_wide && pick(3) == 0)
			length += sprintf(to + length, ":%s", ONE_OF(commands));
		if (pick(3) == 0)
			length += sprintf(to + length, ":%s", ONE_OF(parameters));
	} else if (pick(4) == 0 && strstr(file, "pid")) {
		length = sprintf(to, "%d", getpid());
	} else if (pick(3) == 0) {
		length = sprintf(to, "%s", ONE_OF(special));
	} else {
		length = sprintf(to, "%s", ONE_OF(others));
	}
	return length + sprintf(to + length, "%s", ONE_OF(ends));
}

static void use(const char *path, const char *file)
{
	static char text[65536], sink[8192];
	int flags = pick(3) ? O_WRONLY : O_RDWR;
	int fd;

	if (pick(4) == 0)
		flags = O_RDONLY;
	else if (pick(2))
		flags |= pick(2) ? O_TRUNC : O_APPEND;
	fd = open(path, flags | O_NONBLOCK);
	if (fd < 0)
		return;
	for (unsigned n = 1 + pick(3); n; n--) {
		size_t length = 0;

		for (unsigned words = 1 + pick(4); words; words--)
			length += word(text + length, file);
		if ((flags & O_ACCMODE) != O_WRONLY)
			for (unsigned reads = pick(4); reads; reads--)
				if (read(fd, sink, 1 + pick(sizeof(sink))) < 0)
					break;
		if ((flags & O_ACCMODE) == O_RDONLY)
			continue;
		if (pick(10) == 0) {
			for (size_t i = 0; i < length; i++)
				if (write(fd, text + i, 1) < 0)
					break;
		} else if (write(fd, text, length) < 0 && pick(2)) {
			break;
		}
		if (pick(10) == 0)
			lseek(fd, pick(2) ? 0 : pick(5000), SEEK_SET);
	}
	if (pick(20) == 0) {
		struct pollfd one = { .fd = fd, .events = POLLIN };

		poll(&one, 1, pick(20));
	}
	close(fd);
}

int main(int argc, char **argv)
{
	char path[512];
	unsigned long writes;

	if (argc != 4)
		return 2;
	state = strtoull(argv[1], NULL, 0) * 0x9e3779b97f4a7c15u + 1;
	writes = strtoul(argv[2], NULL, 0);
	root = argv[3];
	nftw(root, find, 16, FTW_PHYS);
	qsort(found, found_count, sizeof(*found), by_name);
	while (writes--) {
		const char *file = pick(2) || !found_count ? ONE_OF(files) : found[pick(found_count)];
		int in_instance = pick(3) == 0;

		if (pick(25) == 0) {
			snprintf(path, sizeof(path), "%s/instances/scribble%u", root, pick(3));
			if (pick(2))
				mkdir(path, 0750);
			else
				rmdir(path);
			continue;
		}
		if (in_instance)
			snprintf(path, sizeof(path), "%s/instances/scribble%u/%s", root, pick(3), file);
		else
			snprintf(path, sizeof(path), "%s/%s", root, file);
		use(path, file);
	}
	return 0;
}
