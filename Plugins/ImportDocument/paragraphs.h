// SPDX-License-Identifier: Apache-2.0
// The paragraphs that every reader makes, and how they are printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

enum Format : unsigned { bold = 1, italic = 2, capitals = 4 };
enum class Align { left, center, right, justify };

/// U+2028, a line break within a paragraph.
constexpr std::string_view line_separator = "\u2028";

struct Paragraph {
  std::string kind = "text";
  std::string style;
  double indent = 0;  // of the first line, in points
  Align align = Align::left;
  std::string text;
  bool left_out = false;  // some text is hidden or deleted; without any other, the paragraph is not printed
  bool page_before = false, page_after = false;
};

/// The text of one paragraph, with marks where its format changes.
class Text {
 public:
  /// Adds text unchanged, without control characters; tabs stay.
  void add(std::string_view utf8, unsigned format);
  /// Adds text with its white space collapsed as in a browser.
  void add_collapsed(std::string_view utf8, unsigned format);
  void add_tab();
  void add_line_break();
  /// Removes a line break at the end, which a browser does not show.
  void drop_last_line_break();
  /// Text was left out because it is hidden or deleted.
  void leave_out() { left_out_ = true; }
  bool empty() const { return bytes_.empty() && !left_out_; }
  /// Moves the text, with all marks closed, into `paragraph`. Starts again with an empty one.
  void move_to(Paragraph &paragraph);

 private:
  void put(std::string_view piece, unsigned format);
  void put_space();

  std::string bytes_;
  unsigned format_ = 0, space_format_ = 0;
  bool space_ = false, line_start_ = true, left_out_ = false;
};

/// Nothing to see but white space.
bool is_blank(std::string_view text);
/// The style of a line in a table of contents that Word made.
bool is_contents_style(std::string_view style);
/// `heading1` to `heading6`: levels count from 1.
std::string heading(long level);
/// 1 for Word's style `heading 1`, and so on; 0 for others.
long heading_level(std::string_view style);
/// A length such as `1.5in`, in points; a bare number has `bare` points a unit. Zero if it is not one.
double points(std::string_view length, double bare);
std::string trimmed(std::string_view text);
std::string lowercase(std::string_view text);
/// The words of `text`, separated by white space.
std::vector<std::string> words(std::string_view text);

/// Prints on standard output.
class Output {
 public:
  void kind(std::string_view kind);
  /// Only the first title counts, and only before the first paragraph.
  void title(std::string_view title);
  void chapter(std::string_view title);
  void page();
  void add(Paragraph paragraph);
  /// Between these, paragraphs are collected into a row. A row with a single cell is printed as its paragraphs.
  void begin_row();
  void begin_cell();
  void end_row(bool keep = true);
  void end();
  /// From `hold` on, nothing is written until `release`, and `take_back` forgets it.
  void hold();
  void release();
  void take_back();
  /// Paragraphs with text since `hold`.
  std::size_t held_paragraphs() const { return filled_; }

 private:
  using Cell = std::vector<Paragraph>;
  void place(Paragraph paragraph);
  void print(const Paragraph &paragraph);
  void line(std::string_view word, std::string_view text);
  void flush();

  std::string bytes_;
  std::vector<std::vector<Cell>> rows_;
  std::size_t count_ = 0, filled_ = 0, ignored_rows_ = 0;
  bool titled_ = false, held_ = false;
};
