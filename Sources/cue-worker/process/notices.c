// A filter sees numbers. For forks, signals and sockets of this machine that is not enough, so the kernel asks the supervisor (user
// notification, Linux 5.5; sockets need 5.9). The supervisor never trusts memory of the plugin: it decides by numbers, and where a
// number could change its meaning before the call goes on, it acts in the plugin's place.
#define _GNU_SOURCE
#include "notices.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "family.h"
#include "watch.h"

#define SOCKET_KIND 0xf
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
// As in linux/seccomp.h of Linux 6.6.
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif
#define SYNCHRONOUS_WAKE_UP 1ul

static int channel[2] = {-1, -1};  // the supervisor's end, the child's end
static int listener = -1;
static pid_t walled;
static const grants *granted;

void notices_open(void) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0) channel[0] = channel[1] = -1;
}

bool notices_are_open(void) { return channel[1] >= 0; }

// The child's side.

// A watched plugin may not send a message, so the supervisor fetches the descriptor. It has to be able to read the plugin anyway.
static bool give_by_number(int from) {
  char word;
  return write(channel[1], &from, sizeof from) == sizeof from && read(channel[1], &word, 1) == 1;
}

static bool give_by_message(int from) {
  int none = -1;
  struct iovec part = {&none, sizeof none};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof from)];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  control.header =
      (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof from)};
  memcpy(CMSG_DATA(&control.header), &from, sizeof from);
  return sendmsg(channel[1], &message, MSG_NOSIGNAL) == sizeof none;
}

bool notices_give(int from) {
  bool is_given = from == 0 || (watch_is_on() ? give_by_number(from) : give_by_message(from));
  if (from > 0) close(from);
  for (int i = 0; i < 2; i++)
    if (channel[i] >= 0) close(channel[i]);
  channel[0] = channel[1] = -1;
  return is_given;
}

// The supervisor's side.

void notices_begin(int child, const grants *all) {
  walled = child;
  granted = all;
  if (channel[1] >= 0) close(channel[1]);
  channel[1] = -1;
  family_begin(all->processes);
}

int notices_descriptor(void) { return listener >= 0 ? listener : channel[0]; }

static void take_listener(void) {
  int number = -1;
  struct iovec part = {&number, sizeof number};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof number)];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  ssize_t count = recvmsg(channel[0], &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (count == sizeof number && number >= 0) {
    int handle = (int)syscall(SYS_pidfd_open, walled, 0);
    listener = (int)syscall(__NR_pidfd_getfd, handle, number, 0);
    if (handle >= 0) close(handle);
    if (listener >= 0 && write(channel[0], "", 1) < 0) number = -1;
  } else if (count == sizeof number && header && header->cmsg_type == SCM_RIGHTS) {
    memcpy(&listener, CMSG_DATA(header), sizeof listener);
  }
  close(channel[0]);
  channel[0] = -1;
  // The supervisor answers on the core on which the plugin waits.
  if (listener >= 0) ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNCHRONOUS_WAKE_UP);
}

// Connected before the plugin has it, so that it reaches no other place.
static int connected(const char *path, int type) {
  int place = grants_open_place(path);
  if (place < 0) return -errno;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", place);
  int own = socket(AF_UNIX, (type & SOCKET_KIND) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int failure = own < 0 || connect(own, (const void *)&address, sizeof address) != 0 ? errno : 0;
  close(place);
  if (failure == 0) return own;
  if (own >= 0) close(own);
  return -failure;
}

static int socket_of_machine(int type) {
  int kind = type & SOCKET_KIND, own = -EACCES;
  if (kind != SOCK_STREAM && kind != SOCK_SEQPACKET) return -EACCES;
  for (size_t i = 0; i < granted->place_count && own < 0; i++)
    if (granted->places[i].kind == PLACE_SOCKET) own = connected(granted->places[i].path, type);
  return own;
}

// Bound to the loopback interface, which a process without rights cannot undo. Only streams: a datagram can name another interface.
static int socket_of_loopback(int family, int type, int protocol) {
  if ((type & SOCKET_KIND) != SOCK_STREAM || (protocol != 0 && protocol != IPPROTO_TCP)) return -EACCES;
  int own = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (own < 0) return -errno;
  static const char interface[] = "lo";
  if (setsockopt(own, SOL_SOCKET, SO_BINDTODEVICE, interface, sizeof interface) == 0) return own;
  int failure = errno;
  close(own);
  return -failure;
}

// Puts a socket of ours into the plugin. Returns 0 where the call has its answer by that, or a negative error.
static int give_socket(const struct seccomp_notif *call) {
  int family = (int)call->data.args[0], type = (int)call->data.args[1], protocol = (int)call->data.args[2];
  int own = family == AF_UNIX ? socket_of_machine(type) : socket_of_loopback(family, type, protocol);
  if (own < 0) return own;
  if (!(type & SOCK_NONBLOCK)) fcntl(own, F_SETFL, fcntl(own, F_GETFL) & ~O_NONBLOCK);
  struct seccomp_notif_addfd gift = {
      .id = call->id, .srcfd = (uint32_t)own, .newfd_flags = type & SOCK_CLOEXEC ? O_CLOEXEC : 0};
  int number = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &gift);
  int failure = errno;
  close(own);
  return number < 0 ? -failure : number;
}

// The supervisor sends a signal to another process itself: its number may belong to another one before the call goes on.
static int send_signal(pid_t target, int number) {
  int handle = (int)syscall(SYS_pidfd_open, target, 0);
  if (handle < 0) return -ESRCH;
  int failure = !family_has(target) ? EPERM : syscall(SYS_pidfd_send_signal, handle, number, NULL, 0) != 0 ? errno : 0;
  close(handle);
  return -failure;
}

// What becomes of a call: it goes on, or it returns `value` or the negative `error`.
typedef struct {
  bool goes_on;
  int error;
  int64_t value;
} verdict;

static const verdict go_on = {.goes_on = true};

static verdict refuse_unless(bool allowed, int error) { return allowed ? go_on : (verdict){.error = -error}; }

static verdict judge_signal(const struct seccomp_notif *call) {
  pid_t caller = (pid_t)call->pid, target = (pid_t)call->data.args[0];
  bool is_own = target > 0 && target == family_process_of(caller);
  if (is_own || target == caller) return go_on;
  if (call->data.nr != __NR_kill) return refuse_unless(false, EPERM);
  // The groups of our session have no other members.
  if (target <= 0) return refuse_unless(target == 0 || (target < -1 && getpgid(caller) == -target), EPERM);
  return (verdict){.error = send_signal(target, (int)call->data.args[1])};
}

static verdict judge(const struct seccomp_notif *call) {
  switch (call->data.nr) {
    case __NR_clone:
#ifdef __NR_fork
    case __NR_fork:
    case __NR_vfork:
#endif
      return refuse_unless(family_may_grow((pid_t)call->pid), EAGAIN);
    case __NR_kill:
    case __NR_tkill:
    case __NR_tgkill:
    case __NR_rt_sigqueueinfo:
    case __NR_rt_tgsigqueueinfo: return judge_signal(call);
    case __NR_sched_setaffinity:
    case __NR_sched_setscheduler:
    case __NR_sched_setparam: return refuse_unless(family_has((pid_t)call->data.args[0]), EPERM);
    case __NR_socket: {
      int number = give_socket(call);
      return number < 0 ? (verdict){.error = number} : (verdict){.value = number};
    }
    default: return refuse_unless(watch_answer(call), EACCES);
  }
}

void notices_look(bool has_ended) {
  if (listener < 0) {
    take_listener();
    return;
  }
  if (has_ended) {
    close(listener);
    listener = -1;
    return;
  }
  // A newer kernel may have longer structures.
  static union {
    struct seccomp_notif call;
    char room[512];
  } seen;
  static union {
    struct seccomp_notif_resp answer;
    char room[512];
  } reply;
  memset(&seen, 0, sizeof seen);
  memset(&reply, 0, sizeof reply);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &seen) != 0) return;  // it has ended meanwhile
  verdict done = judge(&seen.call);
  reply.answer.id = seen.call.id;
  reply.answer.flags = done.goes_on ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
  reply.answer.error = done.error;
  reply.answer.val = done.value;
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}
