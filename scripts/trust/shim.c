// For LD_PRELOAD: makes allocations fail and writes short, to see what a program then does.
//   FAIL_ALLOCATION=N      the N-th allocation fails; FAIL_ALLOCATIONS_FROM=N every one from the N-th on
//   SHORT_WRITES=1         a write to a regular file takes some bytes only
//   INTERRUPTS=1           every second write, read, open, fsync and flock is interrupted, as often as it is tried again
//   COUNT_ALLOCATIONS=PATH writes their number there at the end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long allocations;
static long fail_at = -1, fail_from = -1;
static int short_writes, interrupts, ready;
static const char *count_path;

__attribute__((constructor)) static void begin(void) {
  const char *text;
  if ((text = getenv("FAIL_ALLOCATION"))) fail_at = atol(text);
  if ((text = getenv("FAIL_ALLOCATIONS_FROM"))) fail_from = atol(text);
  short_writes = getenv("SHORT_WRITES") != NULL;
  interrupts = getenv("INTERRUPTS") != NULL;
  count_path = getenv("COUNT_ALLOCATIONS");
  ready = 1;
}

__attribute__((destructor)) static void end(void) {
  if (!count_path) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", (long)allocations);
  int fd = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (syscall(SYS_write, fd, text, (size_t)length) < 0) _exit(99);
}

static int fails(void) {
  if (!ready) return 0;
  long n = ++allocations;
  if (n != fail_at && (fail_from < 0 || n < fail_from)) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (fails()) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

static int interrupted(void) {
  static atomic_long calls;
  if (!ready || !interrupts || ++calls % 2 == 0) return 0;
  errno = EINTR;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  struct stat status;
  if (interrupted()) return -1;
  if (short_writes && count > 1 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) count = 1 + count / 3;
  return syscall(SYS_write, fd, bytes, count);
}
ssize_t read(int fd, void *bytes, size_t count) {
  if (interrupted()) return -1;
  return syscall(SYS_read, fd, bytes, short_writes && count > 7 ? count / 7 : count);
}
int flock(int fd, int operation) { return interrupted() ? -1 : (int)syscall(SYS_flock, fd, operation); }
