// spawn RUNS COMMAND... [::: COMMAND...]...: runs the commands in turn, RUNS times each, with nothing on standard input and
// output, and prints a line for each run: the command's number, wall time and CPU time in nanoseconds, peak memory in KiB,
// exit status. A small C program, because what starts a process is part of the time that is measured, and because
// a child's peak memory counts from that of its parent.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long nanoseconds(struct timeval t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; }

static void run(int number, char **command) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  struct timespec began, ended;
  struct rusage used;
  pid_t child;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &began);
  int fault = posix_spawnp(&child, command[0], &files, NULL, command, environ);
  if (fault) {
    fprintf(stderr, "spawn: cannot start %s: %s\n", command[0], strerror(fault));
    exit(1);
  }
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  clock_gettime(CLOCK_MONOTONIC, &ended);
  posix_spawn_file_actions_destroy(&files);
  printf("%d %lld %lld %ld %d\n", number, (ended.tv_sec - began.tv_sec) * 1000000000LL + ended.tv_nsec - began.tv_nsec,
         nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime), used.ru_maxrss,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int runs = atoi(argv[1]);
  for (int i = 0; i < runs; ++i) {
    int number = 0;
    for (int first = 2; first < argc;) {
      int end = first;
      while (end < argc && argv[end] && strcmp(argv[end], ":::") != 0) ++end;
      char *separator = end < argc ? argv[end] : NULL;
      argv[end] = NULL;
      run(number++, argv + first);
      if (separator) argv[end] = separator;
      first = end + 1;
    }
  }
  return 0;
}
