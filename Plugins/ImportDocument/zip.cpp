// SPDX-License-Identifier: Apache-2.0
#include "zip.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

#include "failure.h"
#include "paragraphs.h"

namespace {

constexpr std::size_t most_unpacked = std::size_t{256} << 20;
constexpr std::size_t most_entries = 10'000;

constexpr std::string_view not_text[] = {"jpg", "jpeg", "png",  "gif",   "svg",   "webp", "tif", "tiff", "bmp",
                                         "emf", "wmf",  "mp3",  "mp4",   "m4a",   "m4v",  "ogg", "wav",  "webm",
                                         "ttf", "otf",  "woff", "woff2", "odttf", "css",  "js",  "pdf"};

bool may_be_text(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return true;
  return std::find(std::begin(not_text), std::end(not_text), lowercase(name.substr(dot + 1))) == std::end(not_text);
}

}  // namespace

Zip::Zip(std::string_view bytes_of_zip) {
  const std::unique_ptr<archive, decltype(&archive_read_free)> reader{archive_read_new(), archive_read_free};
  if (!reader || archive_read_support_format_zip(reader.get()) != ARCHIVE_OK ||
      archive_read_open_memory(reader.get(), bytes_of_zip.data(), bytes_of_zip.size()) != ARCHIVE_OK) {
    fail(damaged);
  }
  std::size_t unpacked = 0, entries = 0;
  std::vector<char> block(65536);
  for (archive_entry *entry = nullptr;;) {
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail(damaged);
    if (++entries > most_entries) fail(too_large);
    const char *path = archive_entry_pathname_utf8(entry);
    if (!path) path = archive_entry_pathname(entry);
    if (!path || archive_entry_filetype(entry) == AE_IFDIR) continue;
    std::string name = path;
    if (name.compare(0, 2, "./") == 0) name.erase(0, 2);
    if (has(name)) continue;
    if (archive_entry_is_data_encrypted(entry)) fail(locked);
    std::string &bytes = files_[name];
    if (!may_be_text(name)) continue;
    for (;;) {
      const auto got = archive_read_data(reader.get(), block.data(), block.size());
      if (got == 0) break;
      if (got < 0) fail(damaged);
      unpacked += static_cast<std::size_t>(got);
      if (unpacked > most_unpacked) fail(too_large);
      bytes.append(block.data(), static_cast<std::size_t>(got));
    }
  }
}

std::string_view Zip::file(const std::string &name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? std::string_view() : std::string_view(found->second);
}

std::string resolved(std::string_view from, std::string_view link) {
  link = link.substr(0, link.find_first_of("#?"));
  std::string path;
  if (!link.empty() && link.front() == '/') link.remove_prefix(1);
  else if (from.find('/') != std::string_view::npos) path = from.substr(0, from.rfind('/') + 1);
  // %20 and similar escapes.
  const auto digit = [](char byte) {
    const std::size_t value = std::string_view("0123456789abcdef").find(lowercase({&byte, 1})[0]);
    return value == std::string_view::npos ? -1 : static_cast<int>(value);
  };
  for (std::size_t at = 0; at < link.size(); ++at) {
    const bool coded = link[at] == '%' && at + 2 < link.size() && digit(link[at + 1]) >= 0 && digit(link[at + 2]) >= 0;
    path += coded ? static_cast<char>(digit(link[at + 1]) * 16 + digit(link[at + 2])) : link[at];
    if (coded) at += 2;
  }
  // Folders, with `.` and `..` followed.
  std::vector<std::string> parts{""};
  for (const char byte : path) {
    if (byte != '/') {
      parts.back() += byte;
      continue;
    }
    const std::string part = parts.back();
    if (part == "." || part.empty()) {
      parts.back().clear();
    } else if (part == "..") {
      parts.pop_back();
      if (!parts.empty()) parts.pop_back();
      parts.emplace_back();
    } else {
      parts.emplace_back();
    }
  }
  std::string whole;
  for (const std::string &part : parts) whole += (whole.empty() ? "" : "/") + part;
  return whole;
}
