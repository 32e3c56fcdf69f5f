// SPDX-License-Identifier: GPL-2.0-or-later
//
// cue-import-pdf: prints the words of a PDF file with their places, for the program cue.
//
// poppler is GPL, so this is a program of its own: it is run like any other program.
//
//   cue-import-pdf < FILE
//
// A line each, fields separated by tabs, UTF-8; lengths in points from the upper left corner:
//
//   page WIDTH HEIGHT
//   word X Y WIDTH HEIGHT ROTATION FONT-SIZE FONT TEXT     ROTATION: quarters of a turn, 0 for upright
//   end
//
// Without `end`, not all of it was read. Exit status: 0; 2 the file needs a password; 3 it is not a PDF file, or damaged; 64
// usage. Before anything is read, the program gives up the network, and limits its memory, its time and the files that it
// writes.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-page.h>

#include "../ImportDocument/confine.h"

namespace {

enum Status { ok = 0, locked = 2, damaged = 3, usage = 64, unconfined = 71 };

/// The most memory, in bytes, and processor time, in seconds: a file of 142 pages takes 1 s.
constexpr rlim_t most_bytes = rlim_t{4} << 30;
constexpr rlim_t most_seconds = 300;

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
  if (!confine(most_bytes, most_seconds)) {
    std::fprintf(stderr, "cue-import-pdf cannot give up the network here\n");
    return unconfined;
  }
  // poppler's messages about damage are not wanted.
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
