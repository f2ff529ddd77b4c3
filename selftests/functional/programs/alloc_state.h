/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What must be the same before and after an operation that was refused, as text:
 * the modules and how often each is used, patched functions, and the control files
 * of the top and of each instance that is there.
 */
#ifndef ALLOC_STATE_H
#define ALLOC_STATE_H

#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_files[] = {
	"current_tracer", "set_ftrace_filter", "set_ftrace_notrace", "set_ftrace_pid",
	"set_ftrace_notrace_pid", "tracing_on", "tracing_cpumask", "trace_options",
	"buffer_size_kb", "events/enable", "set_event",
};
static const char *const state_counts[] = { "ops:", "sites_patched:", "site_groups:" };

static void state_file(FILE *to, const char *path, const char *head)
{
	FILE *from = fopen(path, "r");
	char line[4096];

	if (!from)
		return;
	fprintf(to, "%s\n", head);
	while (fgets(line, sizeof(line), from))
		fputs(line, to);
	fclose(from);
}

/* Name, size, uses, users; not the address, which is another one after each load. */
static void state_modules(FILE *to)
{
	FILE *from = fopen("/proc/modules", "r");
	char line[1024], name[64], by[256];
	unsigned long size, uses;

	while (from && fgets(line, sizeof(line), from))
		if (sscanf(line, "%63s %lu %lu %255s", name, &size, &uses, by) == 4)
			fprintf(to, "%s %lu %lu %s\n", name, size, uses, by);
	if (from)
		fclose(from);
}

static void state_lines(FILE *to, const char *path)
{
	FILE *from = fopen(path, "r");
	char line[4096];
	long lines = 0;

	while (from && fgets(line, sizeof(line), from))
		lines++;
	fprintf(to, "%s: %ld lines\n", path, lines);
	if (from)
		fclose(from);
}

static void state_instance(FILE *to, const char *dir)
{
	char path[512];

	fprintf(to, "%s:\n", dir);
	for (unsigned i = 0; i < sizeof(state_files) / sizeof(*state_files); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, state_files[i]);
		state_file(to, path, state_files[i]);
	}
}

static int state_no_dots(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* To be freed. `patches`: with how many functions are patched for it. */
static char *state_of_all(const char *root, int patches)
{
	char path[512], line[256], *text = NULL;
	struct dirent **names = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size), *counts;
	int n;

	state_modules(to);
	if (patches)
		state_lines(to, "/sys/kernel/tracing/enabled_functions");
	state_instance(to, root);
	snprintf(path, sizeof(path), "%s/instances", root);
	n = scandir(path, &names, state_no_dots, alphasort);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/instances/%s", root, names[i]->d_name);
		state_instance(to, path);
		free(names[i]);
	}
	free(names);
	snprintf(path, sizeof(path), "%s/patch_stats", root);
	counts = fopen(path, "r");
	while (patches && counts && fgets(line, sizeof(line), counts))
		for (unsigned i = 0; i < sizeof(state_counts) / sizeof(*state_counts); i++)
			if (!strncmp(line, state_counts[i], strlen(state_counts[i])))
				fputs(line, to);
	if (counts)
		fclose(counts);
	fclose(to);
	return text;
}

#endif
