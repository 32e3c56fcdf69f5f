/* A plugin that means harm. It tries what a plugin must not be able to do, and writes one line for each attempt: "name: denied (reason)",
 * "name: ALLOWED", or "name: tried" where only its host can tell. As a library (-DLIBRARY) it does so when it is loaded, as a program in
 * main. Tests/walls runs both.
 *
 * WALLS_… in its environment say what to attack: HOST and OTHER are processes, FOLDER has the files of a user, TERMINAL is the host's,
 * PORT and SOCKET are served, OWN is a file that it may read, and RESULT is a descriptor. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int result;
static char page[4096];
static pid_t host, other;

static int number(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : -1;
}

/* An attempt has failed if it returned a negative number. */
static void say(const char *name, long returned) {
  int failure = errno;
  char line[256];
  if (returned < 0) snprintf(line, sizeof line, "%s: denied (%s)\n", name, strerrorname_np(failure));
  else snprintf(line, sizeof line, "%s: ALLOWED\n", name);
  if (write(result, line, strlen(line)) < 0) _exit(1);
}

static void say_tried(const char *name) {
  char line[256];
  snprintf(line, sizeof line, "%s: tried\n", name);
  if (write(result, line, strlen(line)) < 0) _exit(1);
}

static const char *in_folder(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", getenv("WALLS_FOLDER"), name);
  return path;
}

static const char *of_process(pid_t process, const char *name) {
  static char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  return path;
}

static long read_some(const char *path) {
  char bytes[64];
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  long count = read(file, bytes, sizeof bytes);
  int failure = errno;
  close(file);
  errno = failure;
  return count;
}

static long write_some(const char *path, int flags) {
  int file = open(path, flags, 0644);
  if (file < 0) return -1;
  long count = write(file, "#", 1);
  int failure = errno;
  close(file);
  errno = failure;
  return count;
}

static void files(void) {
  say("read ~/.ssh/id_rsa", read_some(in_folder(".ssh/id_rsa")));
  DIR *home = opendir(in_folder(""));
  say("list the home folder", home ? 0 : -1);
  if (home) closedir(home);
  say("make a file in the data folder", write_some(in_folder("data/new"), O_WRONLY | O_CREAT));
  say("remove a file of the data folder", unlink(in_folder("data/old")));
  say("append to cue.conf", write_some(in_folder("cue.conf"), O_WRONLY | O_APPEND));
  say("empty cue.conf", truncate(in_folder("cue.conf"), 0));
  say("empty a file that it may read", open(getenv("WALLS_OWN"), O_RDONLY | O_TRUNC));
  say("chmod cue.conf", chmod(in_folder("cue.conf"), 0666));
  struct timespec times[2] = {{1, 0}, {1, 0}};
  say("change the time of cue.conf", utimensat(AT_FDCWD, in_folder("cue.conf"), times, 0));
  say("write another plugin", write_some(in_folder("plugins/libother.so"), O_WRONLY));
  say("add a plugin", write_some(in_folder("plugins/libnew.so"), O_WRONLY | O_CREAT));
  say("write cue-worker", write_some(in_folder("cue-worker"), O_WRONLY | O_APPEND));
  say("see which files are opened", inotify_add_watch(inotify_init(), in_folder(""), IN_OPEN));
}

static void network(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number("WALLS_PORT"))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int stream = socket(AF_INET, SOCK_STREAM, 0);
  say("connect to a port", stream < 0 ? -1 : connect(stream, (void *)&address, sizeof address));
  int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
  say("send a datagram (UDP)", datagrams < 0 ? -1 : sendto(datagrams, "x", 1, 0, (void *)&address, sizeof address));
  struct sockaddr_un path = {.sun_family = AF_UNIX}, name = {.sun_family = AF_UNIX};
  snprintf(path.sun_path, sizeof path.sun_path, "%s", getenv("WALLS_SOCKET"));
  int local = socket(AF_UNIX, SOCK_STREAM, 0);
  say("connect to a path (AF_UNIX)", local < 0 ? -1 : connect(local, (void *)&path, sizeof path));
  local = socket(AF_UNIX, SOCK_STREAM, 0);
  int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "walls-%d", host);
  say("connect to an abstract name",
      local < 0
          ? -1
          : connect(local, (void *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)));
  int pair[2];
  strcat(path.sun_path, ".datagrams");
  long sent = socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
  say("send to a path from a pair", sent < 0 ? -1 : sendto(pair[0], "x", 1, 0, (void *)&path, sizeof path));
  uint8_t parameters[120] = {0};
  say("open an io_uring", syscall(SYS_io_uring_setup, 4, parameters));
}

static void processes(void) {
  say("signal the host", kill(host, SIGURG));
  int handle = (int)syscall(SYS_pidfd_open, host, 0);
  say("signal the host by pidfd", syscall(SYS_pidfd_send_signal, handle, SIGURG, NULL, 0));
  int pipes[2];
  if (pipe(pipes) == 0 && fcntl(pipes[0], F_SETSIG, SIGUSR2) == 0 && fcntl(pipes[0], F_SETOWN, host) == 0) {
    fcntl(pipes[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    say_tried(write(pipes[1], "x", 1) == 1 ? "signal the host by a pipe" : "");
  } else {
    say("signal the host by a pipe", -1);
  }
  /* In a child: the host goes on when its tracer ends. */
  int outcome = 0;
  if (fork() == 0) _exit(ptrace(PTRACE_SEIZE, host, 0, 0) < 0 ? errno : 0);
  wait(&outcome);
  errno = WEXITSTATUS(outcome);
  say("ptrace the host", errno ? -1 : 0);
  char bytes[16];
  struct iovec ours = {bytes, sizeof bytes},
               theirs = {(void *)(uintptr_t)strtoull(getenv("WALLS_ADDRESS"), NULL, 10), 16};
  say("read the host's memory", process_vm_readv(host, &ours, 1, &theirs, 1, 0));
  say("open the host's memory", open(of_process(host, "mem"), O_RDONLY));
  say("read the host's environment", read_some(of_process(host, "environ")));
  say("read the host's maps", read_some(of_process(host, "maps")));
  say("read another worker's environment", read_some(of_process(other, "environ")));
  say("signal another worker", kill(other, SIGURG));
  struct rlimit limit = {1000, 1000};
  say("limit the host", prlimit(host, RLIMIT_NOFILE, &limit, NULL));
  say("slow the host down", setpriority(PRIO_PROCESS, (id_t)host, 19));
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  say("keep the host to a core", sched_setaffinity(host, sizeof first, &first));
}

static void rights(void) {
  say("raise its priority", setpriority(PRIO_PROCESS, 0, -5));
  struct sched_param real_time = {.sched_priority = 1};
  say("run in real time", sched_setscheduler(0, SCHED_FIFO, &real_time));
  real_time.sched_priority = 0;
  sched_setscheduler(0, SCHED_OTHER, &real_time);
  setpriority(PRIO_PROCESS, 0, 0);
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &all);
  void *much = mmap(NULL, (size_t)64 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  say("take 64 GB", much == MAP_FAILED ? -1 : 0);
  if (much != MAP_FAILED) munmap(much, (size_t)64 << 30);
  say("lock memory", mlock(&page, sizeof page));
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2] = {{0}};
  syscall(SYS_capget, &header, sets);
  errno = EPERM;
  say("use capabilities", sets[0].permitted || sets[1].permitted || sets[0].effective ? 0 : -1);
  long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, 0);
  if (child == 0) _exit(0);
  say("start a process in a user namespace", child);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  say("make a user namespace", unshare(CLONE_NEWUSER));
}

static void terminal(void) {
  say("type into the terminal (TIOCSTI)", ioctl(STDERR_FILENO, TIOCSTI, "#"));
  struct termios settings;
  tcgetattr(STDERR_FILENO, &settings);
  settings.c_lflag &= ~(tcflag_t)ECHO;
  say("switch the terminal's echo off", tcsetattr(STDERR_FILENO, TCSANOW, &settings));
  int tty = open("/dev/tty", O_RDWR | O_NOCTTY);
  say("open /dev/tty", tty);
  say("open the terminal by its name", open(getenv("WALLS_TERMINAL"), O_RDWR | O_NOCTTY));
  fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK);
  char typed;
  long count = read(STDERR_FILENO, &typed, 1);
  say("read the terminal", count < 0 && errno == EAGAIN ? 0 : count);
}

static long run(const char *path) {
  pid_t child;
  char *arguments[] = {(char *)path, NULL}, *none[] = {NULL};
  int failure = posix_spawn(&child, path, NULL, NULL, arguments, none), status = 0;
  errno = failure;
  if (failure) return -1;
  waitpid(child, &status, 0);
  errno = EACCES;
  return status == 0 ? 0 : -1;
}

/* A program may start those of the system; others it must not start. */
static void programs(void) {
#ifdef LIBRARY
  say("start /usr/bin/true", run("/usr/bin/true"));
#endif
  say("start a program of the user", run(in_folder("true")));
}

static void children(void) {
  int started = 0;
  pid_t all[40];
  int gate[2];
  if (pipe(gate) != 0) return;
  for (; started < 40; started++) {
    all[started] = fork();
    if (all[started] < 0) break;
    if (all[started] == 0) {
      char end;
      close(gate[1]);
      _exit(read(gate[0], &end, 1) < 0);
    }
  }
  say("have 40 children", started == 40 ? 0 : -1);
  close(gate[1]);
  close(gate[0]);
  for (int i = 0; i < started; i++) waitpid(all[i], NULL, 0);
}

/* Outlives the host if it can: it holds a pipe whose end the test waits for. */
static void leave_daemon(void) {
  pid_t parent = fork();
  if (parent == 0) {
    setsid();
    for (int each = 1; each < 65; each++) signal(each, SIG_IGN);
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, 0);
      close(result);
      sleep(15); /* long enough for the test to find it */
      _exit(0);
    }
    _exit(0);
  }
  /* Its parent has ended: it is an orphan now. */
  if (parent > 0) waitpid(parent, NULL, 0);
  say_tried("outlive the host as a daemon");
}

/* What grants open, and no more: WALLS_SOCKET and this machine's ports, and the data folder to be written. */
static void granted(void) {
  struct sockaddr_un path = {.sun_family = AF_UNIX};
  snprintf(path.sun_path, sizeof path.sun_path, "%s", getenv("WALLS_SOCKET"));
  char greeting[16] = "";
  int local = socket(AF_UNIX, SOCK_STREAM, 0);
  say("granted: connect to the socket",
      local < 0 || connect(local, (void *)&path, sizeof path) < 0 || read(local, greeting, 16) != 7 ? -1 : 0);
  strcat(path.sun_path, ".other");
  local = socket(AF_UNIX, SOCK_STREAM, 0);
  connect(local, (void *)&path, sizeof path);
  errno = EACCES;
  say("connect to another socket", local >= 0 && read(local, greeting, 16) == 5 ? 0 : -1);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number("WALLS_PORT"))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int stream = socket(AF_INET, SOCK_STREAM, 0);
  say("granted: connect to a port of this machine",
      stream < 0 ? -1 : connect(stream, (void *)&address, sizeof address));
  stream = socket(AF_INET, SOCK_STREAM, 0);
  say("leave the loopback interface", setsockopt(stream, SOL_SOCKET, SO_BINDTODEVICE, "", 0));
  say("send a datagram (UDP)", socket(AF_INET, SOCK_DGRAM, 0));
  say("granted: make a file in the data folder", write_some(in_folder("data/new"), O_WRONLY | O_CREAT));
  say("granted: remove a file of the data folder", unlink(in_folder("data/old")));
  char inside[4096];
  snprintf(inside, sizeof inside, "%s", in_folder("data/new"));
  say("move a file out of it", rename(inside, in_folder("new")));
  say("chmod a file of it", chmod(in_folder("data/new"), 0777));
  say("read ~/.ssh/id_rsa", read_some(in_folder(".ssh/id_rsa")));
  char link[4096];
  snprintf(link, sizeof link, "%s", in_folder("data/link"));
  say("read ~/.ssh/id_rsa by a link", symlink(in_folder(".ssh/id_rsa"), link) < 0 ? -1 : read_some(link));
  int pair[2];
  say("granted: make a pair of sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

static void attack(void) {
  signal(SIGUSR2, SIG_IGN);
  signal(SIGTTIN, SIG_IGN);
  signal(SIGTTOU, SIG_IGN);
  result = number("WALLS_RESULT");
  host = number("WALLS_HOST");
  other = number("WALLS_OTHER");
  if (getenv("WALLS_GRANTED")) {
    granted();
    return;
  }
  files();
  network();
  processes();
  rights();
  terminal();
  programs();
  children();
  leave_daemon();
  say("kill its supervisor", kill(getppid(), SIGKILL));
}

#ifdef LIBRARY
#include <cue/cue.h>

const cue_entry *cue_plugin_entry(const cue_host *unused) {
  (void)unused;
  attack();
  return NULL;
}
#else
int main(void) {
  if (getenv("WALLS_IDLE")) {
    puts("idle");
    fflush(stdout);
    for (;;) pause();
  }
  attack();
}
#endif
