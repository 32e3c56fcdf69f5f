// SPDX-License-Identifier: Apache-2.0
//
// cue-import-document: prints the paragraphs of a text document, for the program cue.
//
//   cue-import-document < FILE
//
// It reads DOCX, ODT, RTF, EPUB, HTML and Celtx files. A line each, fields separated by tabs, UTF-8:
//
//   kind docx|odt|rtf|epub|html|celtx
//   title TEXT                                  at most once, directly after `kind`
//   paragraph KIND STYLE INDENT ALIGN TEXT      KIND: text, heading1 to heading6, item, or row (cells separated by tabs)
//   page                                        an explicit page break
//   chapter TITLE                               of a book; TITLE may be empty
//   end
//
// STYLE is the name that the author sees, or `_`. INDENT is that of the first line, in points. ALIGN is left, center, right
// or justify. In TEXT, U+2028 is a line break; \x01 begins bold and \x02 ends it, likewise \x03 \x04 italic, \x05 \x06 capitals.
//
// Without `end`, not all of it was read. Exit status: 0; 2 the file needs a password; 3 it is damaged; 4 it is of another kind,
// which standard error names: `doc`, `pages` or `other`; 5 it is too large when unpacked; 64 usage; 71 not confined.
// Before anything is read, the program gives up the network, and limits its memory, its time and the files that it writes.
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>

#include "charset.h"
#include "confine.h"
#include "failure.h"
#include "readers.h"

namespace {

constexpr rlim_t most_memory = rlim_t{1} << 30;
constexpr rlim_t most_seconds = 60;
constexpr std::size_t most_bytes = std::size_t{256} << 20;

struct ZipKind {
  const char *name;
  bool (*is)(const Zip &);
  void (*read)(const Zip &, Output &);
};

constexpr ZipKind zip_kinds[] = {{"docx", is_docx, read_docx},
                                 {"odt", is_odt, read_odt},
                                 {"epub", is_epub, read_epub},
                                 {"celtx", is_celtx, read_celtx}};

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::string standard_input() {
  std::string bytes;
  char block[65536];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, stdin)) > 0;) {
    if (bytes.size() + got > most_bytes) fail(too_large);
    bytes.append(block, got);
  }
  if (std::ferror(stdin) || bytes.empty()) fail(damaged);
  return bytes;
}

/// Whether an OLE file has an entry of this name, in whatever case: entries have 128 bytes, and begin with their name in UTF-16.
bool has_ole_entry(std::string_view bytes, std::string_view name) {
  std::string wide;
  for (const char letter : lowercase(name)) (wide += letter) += '\0';
  wide += std::string(2, '\0');
  for (std::size_t at = 512; at + 128 <= bytes.size(); at += 128) {
    if (lowercase(bytes.substr(at, wide.size())) == wide) return true;
  }
  return false;
}

[[noreturn]] void refuse_ole(std::string_view bytes) {
  if (has_ole_entry(bytes, "WordDocument")) fail(unreadable, "doc");
  if (has_ole_entry(bytes, "EncryptedPackage")) fail(locked);
  fail(unreadable, "other");
}

void read_zip(std::string bytes, Output &output) {
  const Zip zip(bytes);
  std::string().swap(bytes);
  for (const ZipKind &kind : zip_kinds) {
    if (!kind.is(zip)) continue;
    output.kind(kind.name);
    return kind.read(zip, output);
  }
  fail(unreadable, zip.has("Index/Document.iwa") || zip.has("Index.zip") ? "pages" : "other");
}

/// Whether it begins with a tag or a comment: the host knows pages from other texts.
bool is_html(std::string_view bytes) {
  const std::string head = html_in_utf8(bytes.substr(0, 8192));
  const std::size_t first = head.find_first_not_of(" \t\r\n\f");
  return first != std::string::npos && head[first] == '<';
}

void read(std::string bytes, Output &output) {
  if (begins(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) refuse_ole(bytes);
  if (begins(bytes, "PK\x03\x04")) return read_zip(std::move(bytes), output);
  const bool is_rtf = begins(bytes, "{\\rtf");
  if (!is_rtf && !is_html(bytes)) fail(unreadable, "other");
  output.kind(is_rtf ? "rtf" : "html");
  is_rtf ? read_rtf(bytes, output) : read_html(bytes, output);
}

}  // namespace

int main(int count, char **) {
  if (count != 1) fail(usage, "usage: cue-import-document < FILE");
  if (!confine(most_memory, most_seconds)) fail(unconfined, "cue-import-document cannot give up the network here");
  // libarchive reads names outside ASCII only in a UTF-8 locale.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  // What does not fit in the memory is too large.
  std::set_new_handler([] { fail(too_large); });
  Output output;
  read(standard_input(), output);
  output.end();
  return ok;
}
