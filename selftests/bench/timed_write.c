// SPDX-License-Identifier: GPL-2.0
/*
 * usage: timed_write FILE TEXT
 *
 * What `echo TEXT >FILE` costs, in TSC ticks: "open T", "write T", "close T".
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

int main(int argc, char **argv)
{
	unsigned long long at[4];
	char text[4096];
	int fd, length;

	if (argc != 3)
		return 2;
	length = snprintf(text, sizeof(text), "%s\n", argv[2]);
	/* The first call of each function of libc would be resolved inside. */
	close(open("/dev/null", O_WRONLY));
	write(-1, text, 1);

	at[0] = __rdtsc();
	fd = open(argv[1], O_WRONLY | O_TRUNC);
	at[1] = __rdtsc();
	if (fd < 0 || write(fd, text, length) != length) {
		perror(argv[1]);
		return 1;
	}
	at[2] = __rdtsc();
	if (close(fd)) {
		perror(argv[1]);
		return 1;
	}
	at[3] = __rdtsc();
	printf("open %llu\nwrite %llu\nclose %llu\nsum %llu\n", at[1] - at[0], at[2] - at[1],
	       at[3] - at[2], at[3] - at[0]);
	return 0;
}
