// SPDX-License-Identifier: GPL-2.0
// Run in the mounted tree. Prints what is not as it should be; status 1 then.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOWHERE ((void *)8)

static int failed;

#define CHECK(condition)                                                                  \
	do {                                                                              \
		errno = 0;                                                                \
		if (!(condition)) {                                                       \
			printf("line %d: %s (errno %d)\n", __LINE__, #condition, errno);  \
			failed = 1;                                                       \
		}                                                                         \
	} while (0)
#define FAILS(call, number) CHECK((call) == -1 && errno == (number))

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static void put(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY | O_TRUNC);

	CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

/* Fills the empty ring with one or more records: opening a file is one. */
static void feed(void)
{
	put("current_tracer", "function");
	close(open("README", O_RDONLY));
	put("current_tracer", "nop");
}

static void *feed_later(void *unused)
{
	usleep(200000);
	feed();
	return unused;
}

/* Everything that is there now. */
static long drain(int pipe)
{
	char buffer[8192];
	long total = 0;
	ssize_t bytes;

	fcntl(pipe, F_SETFL, O_NONBLOCK);
	while ((bytes = read(pipe, buffer, sizeof(buffer))) > 0)
		total += bytes;
	fcntl(pipe, F_SETFL, 0);
	return total;
}

/* Bytes 0 .. 49 of a file, without a buffer of ours in between. */
static void spliced(int fd, const char *wanted)
{
	off_t from_start = 0;
	loff_t start = 0;
	char buffer[50];
	int ends[2];

	CHECK(pipe(ends) == 0);
	CHECK(splice(fd, &start, ends[1], NULL, 50, 0) == 50 && start == 50);
	CHECK(read(ends[0], buffer, 50) == 50 && !memcmp(buffer, wanted, 50));
	CHECK(sendfile(ends[1], fd, &from_start, 50) == 50 && from_start == 50);
	CHECK(read(ends[0], buffer, 50) == 50 && !memcmp(buffer, wanted, 50));
	close(ends[0]);
	close(ends[1]);
}

static void content(void)
{
	char buffer[100], again[100];
	int fd = open("README", O_RDONLY);

	FAILS(read(fd, NOWHERE, 5), EFAULT);
	CHECK(read(fd, buffer, 50) == 50);
	CHECK(pread(fd, again, 10, 20) == 10 && !memcmp(again, buffer + 20, 10));
	CHECK(lseek(fd, 0, SEEK_SET) == 0 && read(fd, again, 50) == 50);
	CHECK(!memcmp(buffer, again, 50));
	CHECK(pread(fd, buffer, 50, 1l << 40) == 0);
	CHECK(lseek(fd, 1l << 40, SEEK_SET) == 1l << 40 && lseek(fd, 50, SEEK_SET) == 50);
	spliced(fd, again);
	CHECK(read(fd, buffer, 0) == 0);
	FAILS(write(fd, "x", 1), EBADF);
	FAILS(lseek(fd, -1, SEEK_SET), EINVAL);
	close(fd);

	/* Root passes the mode; the file itself has no write. */
	fd = open("README", O_WRONLY);
	FAILS(write(fd, "x", 1), EINVAL);
	FAILS(read(fd, buffer, 1), EBADF);
	close(fd);
}

static void commands(void)
{
	struct stat about;
	char buffer[10];
	int fd = open("tracing_on", O_RDWR);

	FAILS(write(fd, NOWHERE, 2), EFAULT);
	FAILS(write(fd, "junk", 4), EINVAL);
	CHECK(write(fd, "0\n", 2) == 2);
	CHECK(pread(fd, buffer, 10, 0) == 2 && !memcmp(buffer, "0\n", 2));
	CHECK(ftruncate(fd, 100) == 0 && fstat(fd, &about) == 0 && about.st_size == 0);
	CHECK(write(fd, "1", 1) == 1);
	close(fd);
}

static void words(void)
{
	char buffer[100];
	int fd, other;

	put("set_ftrace_filter", "vfs_read");
	/* The word begun before a fault is not taken at close. */
	fd = open("set_ftrace_filter", O_WRONLY);
	CHECK(write(fd, "vfs_wr", 6) == 6);
	FAILS(write(fd, NOWHERE, 3), EFAULT);
	close(fd);
	/* A bad word after a good one: short first. */
	fd = open("set_ftrace_filter", O_WRONLY);
	CHECK(write(fd, "vfs_write no_such_function_ ", 28) == 10);
	FAILS(write(fd, "no_such_function_ ", 18), EINVAL);
	close(fd);
	fd = open("set_ftrace_filter", O_RDONLY);
	CHECK(read(fd, buffer, 100) == 9 && !memcmp(buffer, "vfs_read\n", 9));
	close(fd);

	/* Two at once: whole lists, the last to close wins. */
	fd = open("set_ftrace_filter", O_WRONLY | O_TRUNC);
	other = open("set_ftrace_filter", O_WRONLY | O_TRUNC);
	CHECK(write(fd, "vfs_op", 6) == 6);
	CHECK(write(other, "vfs_write ", 10) == 10);
	CHECK(write(fd, "en", 2) == 2);
	close(other);
	close(fd);
	fd = open("set_ftrace_filter", O_RDONLY);
	CHECK(read(fd, buffer, 100) == 9 && !memcmp(buffer, "vfs_open\n", 9));
	close(fd);
}

static void nothing(int unused)
{
	(void)unused;
}

static void sleeping(void)
{
	struct sigaction action = {.sa_handler = nothing};
	struct pollfd polled;
	struct epoll_event event = {.events = EPOLLIN};
	pthread_t feeder;
	char buffer[4096], *edge;
	int fd, queue, status, ends[2];
	long whole;
	double start;
	pid_t child;

	put("set_ftrace_filter", "vfs_open");
	put("trace", "");
	fd = open("trace_pipe", O_RDONLY);
	polled = (struct pollfd){.fd = fd, .events = POLLIN};

	start = now();
	CHECK(poll(&polled, 1, 300) == 0 && now() - start > 0.25);
	pthread_create(&feeder, 0, feed_later, 0);
	start = now();
	CHECK(poll(&polled, 1, 20000) == 1 && polled.revents == POLLIN && now() - start < 10);
	pthread_join(feeder, 0);
	CHECK(drain(fd) > 0);

	queue = epoll_create1(0);
	CHECK(epoll_ctl(queue, EPOLL_CTL_ADD, fd, &event) == 0);
	for (int round = 0; round < 3; round++) {
		CHECK(epoll_wait(queue, &event, 1, 100) == 0);
		pthread_create(&feeder, 0, feed_later, 0);
		CHECK(epoll_wait(queue, &event, 1, 20000) == 1);
		pthread_join(feeder, 0);
		CHECK(drain(fd) > 0);
	}
	close(queue);

	for (int round = 0; round < 5; round++) {
		pthread_create(&feeder, 0, feed_later, 0);
		CHECK(read(fd, buffer, sizeof(buffer)) > 0);
		pthread_join(feeder, 0);
		drain(fd);
	}

	/* Bytes that could not be delivered are delivered next time. */
	feed();
	FAILS(read(fd, NOWHERE, 5), EFAULT);
	edge = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(edge + 4096, 4096);
	CHECK(read(fd, edge + 4092, 10) == 4);
	CHECK(read(fd, buffer, 1) == 1);
	whole = drain(fd) + 5;
	CHECK(whole > 20 && memchr(edge + 4092, '\n', 4) == 0);

	FAILS(lseek(fd, 0, SEEK_SET), ESPIPE);
	FAILS(pread(fd, buffer, 1, 0), ESPIPE);
	CHECK(pipe(ends) == 0);
	FAILS(splice(fd, NULL, ends[1], NULL, 4096, SPLICE_F_NONBLOCK), EAGAIN);
	feed();
	CHECK(splice(fd, NULL, ends[1], NULL, 4096, 0) > 20);
	CHECK(read(ends[0], buffer, 1) == 1);
	close(ends[0]);
	close(ends[1]);
	drain(fd);
	sigaction(SIGALRM, &action, 0);
	alarm(1);
	FAILS(read(fd, buffer, 1), EINTR);
	close(fd);

	child = fork();
	if (!child) {
		fd = open("trace_pipe", O_RDONLY);
		read(fd, buffer, 10);
		_exit(0);
	}
	usleep(200000);
	kill(child, SIGKILL);
	CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
}

static void names(void)
{
	struct stat about;
	char path[300] = "instances/";

	memset(path + 10, 'n', 256);
	FAILS(mkdir(path, 0755), ENAMETOOLONG);
	FAILS(stat(path, &about), ENAMETOOLONG);
	/* Absent, there, absent. */
	FAILS(stat("instances/fs_calls", &about), ENOENT);
	CHECK(mkdir("instances/fs_calls", 0) == 0);
	CHECK(stat("instances/fs_calls/tracing_on", &about) == 0 && S_ISREG(about.st_mode));
	FAILS(mkdir("instances/fs_calls", 0), EEXIST);
	CHECK(rmdir("instances/fs_calls") == 0);
	FAILS(stat("instances/fs_calls", &about), ENOENT);
	FAILS(open("new", O_CREAT | O_RDWR, 0600), EACCES);
	FAILS(mkdir("new", 0755), EPERM);
	FAILS(unlink("README"), EPERM);
	FAILS(rename("README", "new"), EPERM);
	FAILS(link("README", "new"), EPERM);
}

int main(void)
{
	setbuf(stdout, 0);
	content();
	commands();
	words();
	sleeping();
	names();
	return failed;
}
