// SPDX-License-Identifier: Apache-2.0
#include "charset.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <map>

#include <iconv.h>

#include "paragraphs.h"

namespace {

const iconv_t none = reinterpret_cast<iconv_t>(-1);

/// The converter, opened once for each charset.
iconv_t converter(const std::string &charset) {
  static std::map<std::string, iconv_t> converters;
  const auto known = converters.find(charset);
  if (known != converters.end()) return known->second;
  iconv_t opened = iconv_open("UTF-8", charset.c_str());
  if (opened == none) opened = iconv_open("UTF-8", "CP1252");
  if (opened == none) opened = iconv_open("UTF-8", "ISO-8859-1");
  return converters[charset] = opened;
}

/// What `<meta charset=…>` or `<?xml encoding=…?>` near the beginning says.
std::string declared_charset(std::string_view bytes) {
  const std::string head = lowercase(bytes.substr(0, 4096));
  for (const std::string_view word : {"charset", "encoding"}) {
    std::size_t at = head.find(word);
    if (at == std::string::npos) continue;
    at = head.find_first_not_of(" \t\r\n=\"'", at + word.size());
    if (at == std::string::npos) continue;
    const std::string name = head.substr(at, head.find_first_of(" \t\r\n\"'>;/?", at) - at);
    // Browsers read these as Windows-1252, too.
    return name == "iso-8859-1" || name == "us-ascii" || name == "latin1" ? "CP1252" : name;
  }
  return "CP1252";
}

}  // namespace

std::string to_utf8(std::string_view bytes, const std::string &charset) {
  std::string text;
  const iconv_t open = converter(charset);
  if (open == none) return text;
  iconv(open, nullptr, nullptr, nullptr, nullptr);
  char *from = const_cast<char *>(bytes.data());
  std::size_t left = bytes.size();
  char block[4096];
  while (left > 0) {
    char *to = block;
    std::size_t room = sizeof block;
    const std::size_t result = iconv(open, &from, &left, &to, &room);
    const int error = errno;
    text.append(block, sizeof block - room);
    if (result != static_cast<std::size_t>(-1) || error == E2BIG) continue;
    text += "\uFFFD";
    ++from, --left;
  }
  // Some charsets write accents after their letter: the converter keeps the last letter until it knows that no accent follows.
  char *to = block;
  std::size_t room = sizeof block;
  iconv(open, nullptr, nullptr, &to, &room);
  return text.append(block, sizeof block - room);
}

std::string html_in_utf8(std::string_view bytes) {
  std::string text;
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") text = bytes.substr(3);
  else if (bytes.substr(0, 2) == "\xff\xfe") text = to_utf8(bytes.substr(2), "UTF-16LE");
  else if (bytes.substr(0, 2) == "\xfe\xff") text = to_utf8(bytes.substr(2), "UTF-16BE");
  else text = bytes;
  std::replace(text.begin(), text.end(), '\0', ' ');
  if (to_utf8(text, "UTF-8") == text) return text;
  return to_utf8(text, declared_charset(text));
}

void append_utf8(std::string &text, char32_t character) {
  if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) character = 0xfffd;
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xc0 | character >> 6), put(0x80 | (character & 0x3f));
  } else if (character < 0x10000) {
    put(0xe0 | character >> 12), put(0x80 | (character >> 6 & 0x3f)), put(0x80 | (character & 0x3f));
  } else {
    put(0xf0 | character >> 18), put(0x80 | (character >> 12 & 0x3f));
    put(0x80 | (character >> 6 & 0x3f)), put(0x80 | (character & 0x3f));
  }
}
