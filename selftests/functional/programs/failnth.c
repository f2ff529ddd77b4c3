// SPDX-License-Identifier: GPL-2.0
/*
 * usage: failnth N ACTION ARGUMENT...
 *
 * Does one thing with the N-th allocation that the kernel makes for it failing
 * (N = 0: none), and prints one line: "ok" or the name of errno, and then
 * "failed N" if an allocation was made to fail, "made N" if only N were made.
 *
 *	write FILE TEXT		open for writing, write, close
 *	truncate FILE TEXT	the same, with O_TRUNC as the shell's > has
 *	append FILE TEXT	with O_APPEND
 *	read FILE [BYTES]	open, read to the end (at most BYTES), close
 *	mkdir, rmdir DIR
 *	mount DIR, umount DIR	a spilefs
 *	insmod FILE, rmmod NAME
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char buffer[1 << 16];

static int write_to(const char *path, const char *text, int flags)
{
	int fd = open(path, O_WRONLY | flags), saved;
	ssize_t done;

	if (fd < 0)
		return -1;
	done = write(fd, text, strlen(text));
	saved = errno;
	close(fd);
	errno = saved;
	return done < 0 ? -1 : 0;
}

static int read_from(const char *path, long limit)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), saved;
	ssize_t done = 1;

	if (fd < 0)
		return -1;
	while (limit > 0 && (done = read(fd, buffer, sizeof(buffer))) > 0)
		limit -= done;
	saved = errno;
	close(fd);
	errno = saved;
	return done < 0 && errno != EAGAIN ? -1 : 0;
}

static int act(const char *action, char **argument, int module_fd, const char *text)
{
	if (!strcmp(action, "write"))
		return write_to(argument[0], text, 0);
	if (!strcmp(action, "truncate"))
		return write_to(argument[0], text, O_TRUNC);
	if (!strcmp(action, "append"))
		return write_to(argument[0], text, O_APPEND);
	if (!strcmp(action, "read"))
		return read_from(argument[0], argument[1] ? atol(argument[1]) : 1L << 40);
	if (!strcmp(action, "mkdir"))
		return mkdir(argument[0], 0755);
	if (!strcmp(action, "rmdir"))
		return rmdir(argument[0]);
	if (!strcmp(action, "mount"))
		return mount("none", argument[0], "spilefs", 0, NULL);
	if (!strcmp(action, "umount"))
		return umount(argument[0]);
	if (!strcmp(action, "insmod"))
		return syscall(SYS_finit_module, module_fd, argument[1] ? argument[1] : "", 0);
	if (!strcmp(action, "rmmod"))
		return syscall(SYS_delete_module, argument[0], O_NONBLOCK);
	errno = ENOSYS;
	return -1;
}

int main(int argc, char **argv)
{
	int control, module_fd = -1, rc, saved;
	char number[32] = "";
	char text[4096] = "";
	long n, left = 0;

	if (argc < 4)
		return 2;
	n = atol(argv[1]);
	if (!strcmp(argv[2], "insmod"))
		module_fd = open(argv[3], O_RDONLY);
	if (argv[4])
		snprintf(text, sizeof(text), "%s\n", argv[4]);
	control = open("/proc/thread-self/fail-nth", O_RDWR);
	if (control < 0) {
		perror("/proc/thread-self/fail-nth");
		return 2;
	}
	snprintf(number, sizeof(number), "%ld", n);
	if (write(control, number, strlen(number)) < 0) {
		perror("fail-nth");
		return 2;
	}
	errno = 0;
	rc = act(argv[2], argv + 3, module_fd, text);
	saved = errno;
	memset(number, 0, sizeof(number));
	if (pread(control, number, sizeof(number) - 1, 0) > 0)
		left = atol(number);
	pwrite(control, "0", 1, 0);
	printf("%s ", rc < 0 ? strerrorname_np(saved) : "ok");
	if (n && left)
		printf("made %ld\n", n - left);
	else
		printf("failed %ld\n", n);
	return 0;
}
