// SPDX-License-Identifier: Apache-2.0
#include "paragraphs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "failure.h"

namespace {

constexpr std::size_t most_paragraphs = 1'000'000;
constexpr std::size_t most_nested_tables = 50;
constexpr std::size_t most_bytes_of_style = 200;
constexpr std::size_t block = 65536;

struct Mark {
  Format format;
  char begin, end;
};
constexpr Mark marks[] = {{bold, 1, 2}, {italic, 3, 4}, {capitals, 5, 6}};

struct Unit {
  std::string_view name;
  double points;
};
constexpr Unit units[] = {{"pt", 1},  {"in", 72},  {"cm", 72 / 2.54}, {"mm", 7.2 / 2.54}, {"px", 0.75},
                          {"em", 12}, {"rem", 12}, {"pc", 12},        {"pi", 12}};

bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// How many bytes of a sign of control, a soft hyphen or a byte order mark begin at `at`; 0 if none.
std::size_t control(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if ((byte < 0x20 && byte != '\t') || byte == 0x7f) return 1;
  if (byte == 0xef && text.substr(at, 3) == "\uFEFF") return 3;
  if (byte != 0xc2 || at + 1 == text.size()) return 0;
  const auto next = static_cast<unsigned char>(text[at + 1]);
  return next < 0xa0 || next == 0xad ? 2 : 0;
}

/// `text` in one line without tabs.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char byte : text) {
    const bool space = is_space(byte) || static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
    if (!space) line += byte;
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string style_name(std::string_view style) {
  std::string name = one_line(style);
  if (name.size() > most_bytes_of_style) {
    std::size_t size = most_bytes_of_style;
    while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xc0) == 0x80) --size;
    name.resize(size);
  }
  return name.empty() ? "_" : name;
}

const char *name(Align align) {
  switch (align) {
    case Align::center: return "center";
    case Align::right: return "right";
    case Align::justify: return "justify";
    case Align::left: break;
  }
  return "left";
}

}  // namespace

void Text::put(std::string_view piece, unsigned format) {
  if (format != format_) {
    for (const Mark &mark : marks) {
      if (format_ & ~format & mark.format) bytes_ += mark.end;
    }
    for (const Mark &mark : marks) {
      if (format & ~format_ & mark.format) bytes_ += mark.begin;
    }
    format_ = format;
  }
  bytes_ += piece;
}

void Text::put_space() {
  if (space_ && !line_start_) put(" ", space_format_);
  space_ = false;
}

void Text::add(std::string_view utf8, unsigned format) {
  for (std::size_t at = 0; at < utf8.size();) {
    std::size_t end = at, dropped = 0;
    while (end < utf8.size() && (dropped = control(utf8, end)) == 0) ++end;
    if (end > at) {
      put_space();
      put(utf8.substr(at, end - at), format);
      line_start_ = false;
    }
    at = end + dropped;
  }
}

void Text::add_collapsed(std::string_view utf8, unsigned format) {
  for (std::size_t at = 0; at < utf8.size();) {
    if (is_space(utf8[at])) {
      if (!space_) space_format_ = format;
      space_ = true;
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < utf8.size() && !is_space(utf8[end])) ++end;
    add(utf8.substr(at, end - at), format);
    at = end;
  }
}

void Text::add_tab() {
  put_space();
  bytes_ += '\t';
  line_start_ = false;
}

void Text::add_line_break() {
  space_ = false;
  bytes_ += line_separator;
  line_start_ = true;
}

void Text::drop_last_line_break() {
  const std::size_t size = line_separator.size();
  if (bytes_.size() >= size && bytes_.compare(bytes_.size() - size, size, line_separator) == 0)
    bytes_.resize(bytes_.size() - size);
}

void Text::move_to(Paragraph &paragraph) {
  if (paragraph.page_after) drop_last_line_break();
  put("", 0);
  paragraph.text = std::move(bytes_);
  paragraph.left_out = left_out_;
  *this = Text();
}

bool is_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte <= ' ') ++at;
    else if (text.substr(at, 2) == "\u00a0") at += 2;
    else if (text.substr(at, 3) == line_separator) at += 3;
    else return false;
  }
  return true;
}

bool is_contents_style(std::string_view style) { return lowercase(style.substr(0, 4)) == "toc "; }

std::string heading(long level) { return "heading" + std::to_string(std::clamp(level, 1L, 6L)); }

long heading_level(std::string_view style) {
  const bool named =
      style.size() == 9 && lowercase(style.substr(0, 8)) == "heading " && style[8] >= '1' && style[8] <= '9';
  return named ? style[8] - '0' : 0;
}

double points(std::string_view length, double bare) {
  const std::string text = trimmed(length);
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number)) return 0;
  const std::string unit = lowercase(trimmed(end));
  if (unit.empty()) return number * bare;
  for (const Unit &known : units) {
    if (unit == known.name) return number * known.points;
  }
  return 0;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  constexpr std::string_view spaces = " \t\r\n\f";
  for (std::size_t at = 0; (at = text.find_first_not_of(spaces, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
    all.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return all;
}

std::string lowercase(std::string_view text) {
  std::string lower(text);
  for (char &byte : lower) {
    if (byte >= 'A' && byte <= 'Z') byte += 'a' - 'A';
  }
  return lower;
}

void Output::line(std::string_view word, std::string_view text) { ((((bytes_ += word) += '\t') += text) += '\n'); }

void Output::flush() {
  if (held_) return;
  if (std::fwrite(bytes_.data(), 1, bytes_.size(), stdout) != bytes_.size()) fail(damaged);
  bytes_.clear();
}

void Output::kind(std::string_view kind) { line("kind", kind); }

void Output::title(std::string_view title) {
  const std::string text = one_line(title);
  if (titled_ || count_ > 0 || text.empty()) return;
  titled_ = true;
  line("title", text);
}

void Output::chapter(std::string_view title) {
  titled_ = true;
  line("chapter", one_line(title));
}

void Output::page() {
  titled_ = true;
  bytes_ += "page\n";
}

void Output::add(Paragraph paragraph) {
  if (++count_ > most_paragraphs) fail(too_large);
  const bool breaks_page = paragraph.page_before || paragraph.page_after;
  if (paragraph.left_out && !breaks_page && is_blank(paragraph.text)) return;
  if (is_contents_style(paragraph.style)) return;
  place(std::move(paragraph));
}

void Output::place(Paragraph paragraph) {
  if (rows_.empty()) return print(paragraph);
  std::vector<Cell> &cells = rows_.back();
  if (cells.empty()) cells.emplace_back();
  cells.back().push_back(std::move(paragraph));
}

void Output::print(const Paragraph &paragraph) {
  if (paragraph.page_before) page();
  if (is_blank(paragraph.text)) {
    bytes_ += "paragraph\ttext\t_\t0\tleft\t\n";
  } else {
    ++filled_;
    // A tenth of a point, without a zero after the point.
    const double tenths = std::clamp(std::round(paragraph.indent * 10), -99999.0, 99999.0);
    char indent[32];
    std::snprintf(indent, sizeof indent, "%g", tenths == 0 ? 0 : tenths / 10);
    bytes_ += "paragraph\t" + paragraph.kind + '\t' + style_name(paragraph.style) + '\t' + indent + '\t';
    (bytes_ += name(paragraph.align)) += '\t';
    (bytes_ += paragraph.text) += '\n';
  }
  if (paragraph.page_after) page();
  if (bytes_.size() >= block) flush();
}

void Output::begin_row() {
  if (rows_.size() < most_nested_tables) rows_.emplace_back();
  else ++ignored_rows_;
}

void Output::begin_cell() {
  if (!rows_.empty() && ignored_rows_ == 0) rows_.back().emplace_back();
}

void Output::end_row(bool keep) {
  if (ignored_rows_ > 0) {
    --ignored_rows_;
    return;
  }
  if (rows_.empty()) return;
  std::vector<Cell> cells = std::move(rows_.back());
  rows_.pop_back();
  if (!keep || cells.empty()) return;
  if (cells.size() == 1) {
    for (Paragraph &paragraph : cells[0]) place(std::move(paragraph));
    return;
  }
  Paragraph row;
  bool filled = false;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (index > 0) row.text += '\t';
    bool first = true;
    for (Paragraph &paragraph : cells[index]) {
      row.page_before |= paragraph.page_before;
      row.page_after |= paragraph.page_after;
      if (is_blank(paragraph.text)) continue;
      if (!filled) row.style = paragraph.style, row.indent = paragraph.indent, row.align = paragraph.align;
      filled = true;
      if (!first) row.text += line_separator;
      first = false;
      std::replace(paragraph.text.begin(), paragraph.text.end(), '\t', ' ');
      row.text += paragraph.text;
    }
  }
  row.kind = "row";
  place(std::move(row));
}

void Output::end() {
  while (!rows_.empty()) end_row();
  bytes_ += "end\n";
  flush();
  if (std::fflush(stdout) != 0) fail(damaged);
}

void Output::hold() {
  flush();
  held_ = true;
  filled_ = 0;
}

void Output::release() {
  held_ = false;
  flush();
}

void Output::take_back() {
  bytes_.clear();
  rows_.clear();
  ignored_rows_ = filled_ = 0;
}
