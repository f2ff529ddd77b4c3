// SPDX-License-Identifier: GPL-2.0
/*
 * System calls that the shell has no words for:
 *
 *	fileio poll FILE MS		"in", "in hup" ... or "timeout"
 *	fileio nonblock FILE		one read; how many bytes, or the error's name
 *	fileio write FILE [BYTES]	one write of standard input (or of BYTES spaces-free
 *					filler); prints what write() returned
 *	fileio trunc FILE		the same with O_TRUNC
 *	fileio pieces FILE N		standard input in writes of N bytes, one open
 *	fileio fault FILE TEXT		a write of TEXT and memory that is not there
 *	fileio copy FILE		what there is now, to standard output
 *	fileio drain FILE		reads to the end or, with O_NONBLOCK, to EAGAIN;
 *					prints the number of lines
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *input;
static size_t input_size;

static void read_input(void)
{
	size_t room = 1 << 16;
	ssize_t got;

	input = malloc(room);
	while ((got = read(0, input + input_size, room - input_size)) > 0) {
		input_size += got;
		if (input_size == room)
			input = realloc(input, room *= 2);
	}
}

static int open_or_say(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0) {
		printf("open: %s\n", strerrorname_np(errno));
		exit(1);
	}
	return fd;
}

static int say(ssize_t result)
{
	if (result < 0)
		puts(strerrorname_np(errno));
	else
		printf("%zd\n", result);
	return result < 0;
}

static int do_poll(const char *path, int ms)
{
	struct pollfd one = { .fd = open_or_say(path, O_RDONLY | O_NONBLOCK), .events = POLLIN };
	int rc = poll(&one, 1, ms);

	if (rc <= 0) {
		puts(rc ? strerrorname_np(errno) : "timeout");
		return rc < 0;
	}
	printf("%s%s%s\n", one.revents & POLLIN ? "in" : "", one.revents & POLLERR ? " err" : "",
	       one.revents & POLLHUP ? " hup" : "");
	return 0;
}

static int nonblock(const char *path)
{
	char buffer[4096];

	say(read(open_or_say(path, O_RDONLY | O_NONBLOCK), buffer, sizeof(buffer)));
	return 0;
}

static int do_write(const char *path, int flags, const char *bytes)
{
	int fd = open_or_say(path, O_WRONLY | flags);

	if (bytes) {
		input_size = strtoul(bytes, NULL, 0);
		input = malloc(input_size);
		memset(input, 'x', input_size);
	} else {
		read_input();
	}
	say(write(fd, input, input_size));
	return 0;
}

static int pieces(const char *path, size_t size)
{
	int fd = open_or_say(path, O_WRONLY);
	size_t at = 0;

	read_input();
	while (at < input_size) {
		ssize_t done = write(fd, input + at, input_size - at < size ? input_size - at : size);

		if (done <= 0)
			return say(done);
		at += done;
	}
	return say(at);
}

static int fault(const char *path, const char *text)
{
	size_t page = getpagesize(), length = strlen(text);
	char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(memory + page, page);
	memcpy(memory + page - length, text, length);
	say(write(open_or_say(path, O_WRONLY), memory + page - length, length + 100));
	return 0;
}

static int drain(const char *path, int show)
{
	static char buffer[65536];
	int fd = open_or_say(path, O_RDONLY | O_NONBLOCK);
	unsigned long lines = 0;
	ssize_t got;

	while ((got = read(fd, buffer, sizeof(buffer))) > 0) {
		if (show && write(1, buffer, got) != got)
			return 1;
		for (ssize_t i = 0; i < got; i++)
			lines += buffer[i] == '\n';
	}
	if (!show)
		printf("%lu\n", lines);
	if (got < 0 && errno != EAGAIN) {
		puts(strerrorname_np(errno));
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc < 3 || (argc < 4 && (!strcmp(argv[1], "poll") || !strcmp(argv[1], "pieces"))))
		return 2;
	if (!strcmp(argv[1], "poll"))
		return do_poll(argv[2], atoi(argv[3]));
	if (!strcmp(argv[1], "nonblock"))
		return nonblock(argv[2]);
	if (!strcmp(argv[1], "write"))
		return do_write(argv[2], 0, argv[3]);
	if (!strcmp(argv[1], "trunc"))
		return do_write(argv[2], O_TRUNC, argv[3]);
	if (!strcmp(argv[1], "pieces"))
		return pieces(argv[2], atoi(argv[3]));
	if (!strcmp(argv[1], "fault"))
		return fault(argv[2], argv[3]);
	if (!strcmp(argv[1], "drain"))
		return drain(argv[2], 0);
	if (!strcmp(argv[1], "copy"))
		return drain(argv[2], 1);
	return 2;
}
