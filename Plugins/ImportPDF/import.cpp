// SPDX-License-Identifier: GPL-2.0-or-later
//
// cue-import-pdf: prints the words of a PDF file with their places, for the program cue.
//
// poppler is GPL, so this is a program of its own: it shares no code with cue and is run like any other program.
//
//   cue-import-pdf < FILE
//
// A line each, fields separated by tabs, UTF-8; lengths in points from the upper left corner:
//
//   page WIDTH HEIGHT
//   word X Y WIDTH HEIGHT ROTATION FONT-SIZE FONT TEXT     ROTATION: quarters of a turn, 0 for upright
//   end
//
// Without `end`, not all of it was read. Exit status: 0; 2 the file needs a password; 3 it is no PDF file, or damaged; 64 usage.
// Before anything is read, the program gives up the network, and limits its memory, its time and the files that it writes.
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-page.h>

namespace {

enum Status { ok = 0, locked = 2, damaged = 3, usage = 64, unconfined = 71 };

/// The most memory, in bytes, and processor time, in seconds: a file of 142 pages takes 1 s.
constexpr rlim_t most_bytes = rlim_t{4} << 30;
constexpr rlim_t most_seconds = 300;

bool limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  return setrlimit(static_cast<__rlimit_resource>(resource), &both) == 0;
}

#if defined(__x86_64__)
constexpr unsigned machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned machine = AUDIT_ARCH_AARCH64;
#else
#error "Add the name that seccomp has for this machine."
#endif

/// No sockets, no other programs, no new privileges, no files written, limited memory and time.
bool confine() {
  sock_filter filter[] = {
      // System calls of other machines, as of 32 bits, have other numbers: they are refused.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, 7),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execve, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execveat, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_io_uring_setup, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
  };
  // What is printed into a file is the only file that is written.
  struct stat out {};
  const bool prints_to_file = fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(out.st_mode);
  const sock_fprog program{sizeof filter / sizeof filter[0], filter};
  return limit(RLIMIT_AS, most_bytes) && limit(RLIMIT_CPU, most_seconds) &&
         limit(RLIMIT_FSIZE, prints_to_file ? most_bytes : 0) && limit(RLIMIT_CORE, 0) &&
         prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/// `text` in UTF-8, without tabs and other signs of control.
std::string plain(const poppler::ustring &text) {
  const poppler::byte_array bytes = text.to_utf8();
  std::string plain;
  for (const char byte : bytes) {
    plain += static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f ? ' ' : byte;
  }
  return plain;
}

std::string plain(const std::string &text) {
  std::string plain;
  for (const char byte : text) plain += static_cast<unsigned char>(byte) < 0x21 ? '_' : byte;
  return plain.empty() ? "_" : plain;
}

void print(const poppler::page &page) {
  const poppler::rectf sheet = page.page_rect();
  std::printf("page\t%.1f\t%.1f\n", sheet.width(), sheet.height());
  for (const poppler::text_box &box : page.text_list(poppler::page::text_list_include_font)) {
    const poppler::rectf place = box.bbox();
    std::printf("word\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t%.1f\t%s\t%s\n", place.x(), place.y(), place.width(), place.height(),
                box.rotation(), box.get_font_size(), plain(box.get_font_name()).c_str(), plain(box.text()).c_str());
  }
}

}  // namespace

int main(int count, char **) {
  if (count != 1) {
    std::fprintf(stderr, "usage: cue-import-pdf < FILE\n");
    return usage;
  }
  if (!confine()) {
    std::fprintf(stderr, "cue-import-pdf cannot give up the network here\n");
    return unconfined;
  }
  // Nobody reads poppler's messages about damage.
  poppler::set_debug_error_function([](const std::string &, void *) {}, nullptr);
  std::vector<char> bytes;
  char block[65536];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, stdin)) > 0;) {
    bytes.insert(bytes.end(), block, block + got);
  }
  if (std::ferror(stdin) || bytes.empty()) return damaged;
  const std::unique_ptr<poppler::document> document{
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size()))};
  if (!document) return damaged;
  if (document->is_locked()) return locked;
  for (int number = 0; number < document->pages(); ++number) {
    const std::unique_ptr<poppler::page> page{document->create_page(number)};
    if (page) print(*page);
  }
  std::puts("end");
  return std::fflush(stdout) == 0 ? ok : damaged;
}
