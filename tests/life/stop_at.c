/* Preloaded into the program, stops it before its Nth system call that changes a file, or lets that call fail.

   STOP_AT=N       which call
   STOP_WITH=kill  end as if by kill -9 (default)
   STOP_WITH=EIO   or ENOSPC, EROFS, EACCES: the call fails with this; EINTR: only once
   STOP_FOR_GOOD=1 all calls after it fail too
   STOP_COUNT=FILE write the number of such calls there when the program ends

   Calls on files below /dev and on standard streams do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;

static int error_of(const char *name) {
  if (!strcmp(name, "EIO")) return EIO;
  if (!strcmp(name, "ENOSPC")) return ENOSPC;
  if (!strcmp(name, "EROFS")) return EROFS;
  if (!strcmp(name, "EACCES")) return EACCES;
  return EINTR;
}

/* Whether the call that is about to be made fails, errno set; does not come back where the program ends here. */
static int fails(void) {
  const char *at = getenv("STOP_AT"), *with = getenv("STOP_WITH");
  const long n = at ? atol(at) : 0;
  ++calls;
  if (n == 0 || calls < n || (calls > n && !getenv("STOP_FOR_GOOD"))) return 0;
  if (!with || !strcmp(with, "kill")) raise(SIGKILL);
  errno = error_of(with);
  return 1;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("STOP_COUNT");
  if (!path) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", calls);
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd >= 0) {
    syscall(SYS_write, fd, text, length);
    syscall(SYS_close, fd);
  }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) && strncmp(path, "/dev/", 5) && fails()) return -1;
  return REAL(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) && strncmp(path, "/dev/", 5) && fails()) return -1;
  return REAL(open)(path, flags, mode);
}
ssize_t write(int fd, const void *bytes, size_t size) {
  if (fd > 2 && fails()) return -1;
  return REAL(write)(fd, bytes, size);
}
int mkdir(const char *path, mode_t mode) { return fails() ? -1 : REAL(mkdir)(path, mode); }
int rmdir(const char *path) { return fails() ? -1 : REAL(rmdir)(path); }
int unlink(const char *path) { return fails() ? -1 : REAL(unlink)(path); }
int unlinkat(int folder, const char *path, int flags) { return fails() ? -1 : REAL(unlinkat)(folder, path, flags); }
int rename(const char *from, const char *to) { return fails() ? -1 : REAL(rename)(from, to); }
int symlink(const char *target, const char *path) { return fails() ? -1 : REAL(symlink)(target, path); }
int chmod(const char *path, mode_t mode) { return fails() ? -1 : REAL(chmod)(path, mode); }
int fchmod(int fd, mode_t mode) { return fails() ? -1 : REAL(fchmod)(fd, mode); }
int ftruncate(int fd, off_t size) { return fails() ? -1 : REAL(ftruncate)(fd, size); }
int linkat(int a, const char *from, int b, const char *to, int flags) {
  return fails() ? -1 : REAL(linkat)(a, from, b, to, flags);
}
int fsync(int fd) { return fails() ? -1 : REAL(fsync)(fd); }

/* renameat2 is called by its number. */
long syscall(long number, ...) {
  va_list more;
  va_start(more, number);
  long a[6];
  for (int i = 0; i < 6; ++i) a[i] = va_arg(more, long);
  va_end(more);
  if (number == SYS_renameat2 && fails()) return -1;
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
