// SPDX-License-Identifier: Apache-2.0
// The paragraphs of HTML and XHTML.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "markup.h"
#include "paragraphs.h"
#include "sheet.h"

class Page : public Markup {
 public:
  /// `in_book`: the title of each page of a book is not the title of the book.
  Page(Output &output, bool in_book) : output_(output), in_book_(in_book) {}

  void start(const std::string &name, const Attributes &attributes) override;
  void end(const std::string &name) override;
  void text(std::string_view utf8) override;
  /// Prints the last paragraph.
  void finish();
  /// A cover, a table of contents or a page about rights was left out.
  bool has_left_out_front_matter() const { return front_matter_; }

 private:
  /// Why an element is hidden.
  enum Hidden : unsigned { not_displayed = 1, invisible = 2, struck = 4, not_read = 8 };

  /// An open element, with what it hands down.
  struct Element {
    std::string name;
    bool block = false, paragraph = false, row = false, preformatted = false;
    bool filled = false;              // has printed a paragraph
    unsigned format = 0, hidden = 0;  // of `Format` and `Hidden`
    int kind = 0;                     // 0 text, 1 to 6 heading, 7 item
    std::size_t style = 0, nearest_block = 0;
    double margin = 0, own_margin = 0, own_padding = 0, first = 0;
    Align align = Align::left;
    bool page_after = false;
  };

  void apply(const Attributes &attributes, Element &element);
  void apply_style(std::string_view style, Element &element);
  void print(bool even_if_empty);

  Output &output_;
  const bool in_book_;
  Element body_;
  std::vector<Element> open_;
  std::vector<std::string> styles_{""};
  std::map<std::string, std::size_t> style_numbers_;
  Text text_;
  std::string title_, sheet_text_;
  StyleSheet sheet_;
  std::size_t hidden_ = 0;  // the number of open elements when hiding began
  bool page_before_ = false, front_matter_ = false, in_title_ = false, in_sheet_ = false, after_pre_ = false;
};

/// Whether `types`, words of `epub:type` or `role`, name a part of a book that is no text of it: a cover, a table of contents, or
/// what the publisher says about rights.
bool is_front_matter(std::string_view types);
/// Prints a page of a book: XHTML, or HTML if it is not well-formed. Nothing if it is only contents or a cover.
void print_chapter(std::string_view title, std::string_view bytes, Output &output);
