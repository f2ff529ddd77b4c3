/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One thing that a user can ask the kernel for, as a command line says it:
 *
 *	write FILE TEXT		open for writing, write, close
 *	truncate FILE TEXT	the same, with O_TRUNC as the shell's > has
 *	append FILE TEXT	with O_APPEND
 *	read FILE [BYTES]	open, read to the end (at most BYTES), close
 *	mkdir, rmdir DIR
 *	mount DIR, umount DIR	a spilefs
 *	insmod FILE, rmmod NAME
 */
#ifndef ACTION_H
#define ACTION_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct action {
	const char *what, *path;
	char text[4096]; /* with its newline */
	long limit;
	int module;
};

static int action_init(struct action *action, int argc, char **argv)
{
	if (argc < 2)
		return -1;
	memset(action, 0, sizeof(*action));
	action->what = argv[0];
	action->path = argv[1];
	action->module = -1;
	action->limit = 1L << 40;
	if (argc > 2) {
		snprintf(action->text, sizeof(action->text), "%s\n", argv[2]);
		if (atol(argv[2]) > 0)
			action->limit = atol(argv[2]);
	}
	if (!strcmp(action->what, "insmod")) {
		action->module = open(action->path, O_RDONLY | O_CLOEXEC);
		if (action->module < 0)
			return -1;
	}
	return 0;
}

/* What close() says counts: some files take effect only then. */
static int write_to(const struct action *action, int flags)
{
	int fd = open(action->path, O_WRONLY | flags), saved;

	if (fd < 0)
		return -1;
	if (write(fd, action->text, strlen(action->text)) < 0) {
		saved = errno;
		close(fd);
		errno = saved;
		return -1;
	}
	return close(fd);
}

static int read_from(const struct action *action)
{
	static char buffer[1 << 16];
	int fd = open(action->path, O_RDONLY | O_NONBLOCK), saved;
	long left = action->limit;
	ssize_t done = 1;

	if (fd < 0)
		return -1;
	while (left > 0 && (done = read(fd, buffer, sizeof(buffer))) > 0)
		left -= done;
	saved = errno;
	close(fd);
	errno = saved;
	return done < 0 && errno != EAGAIN ? -1 : 0;
}

/* 0, or -1 and errno. */
static int act(const struct action *action)
{
	const char *what = action->what;

	errno = 0;
	if (!strcmp(what, "write"))
		return write_to(action, 0);
	if (!strcmp(what, "truncate"))
		return write_to(action, O_TRUNC);
	if (!strcmp(what, "append"))
		return write_to(action, O_APPEND);
	if (!strcmp(what, "read"))
		return read_from(action);
	if (!strcmp(what, "mkdir"))
		return mkdir(action->path, 0755);
	if (!strcmp(what, "rmdir"))
		return rmdir(action->path);
	if (!strcmp(what, "mount"))
		return mount("none", action->path, "spilefs", 0, NULL);
	if (!strcmp(what, "umount"))
		return umount(action->path);
	if (!strcmp(what, "insmod"))
		return syscall(SYS_finit_module, action->module, "", 0);
	if (!strcmp(what, "rmmod"))
		return syscall(SYS_delete_module, action->path, O_NONBLOCK);
	errno = ENOSYS;
	return -1;
}

#endif
