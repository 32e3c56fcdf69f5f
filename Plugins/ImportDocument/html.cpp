// SPDX-License-Identifier: Apache-2.0
#include "html.h"

#include <algorithm>
#include <set>
#include <utility>

#include "charset.h"
#include "failure.h"
#include "readers.h"

namespace {

const std::set<std::string> blocks = {
    "address", "article", "aside", "blockquote", "body",     "caption",    "center",  "dd",      "details", "dialog",
    "dir",     "div",     "dl",    "dt",         "fieldset", "figcaption", "figure",  "footer",  "form",    "h1",
    "h2",      "h3",      "h4",    "h5",         "h6",       "header",     "hgroup",  "hr",      "html",    "legend",
    "li",      "main",    "menu",  "ol",         "p",        "pre",        "section", "summary", "table",   "tbody",
    "td",      "tfoot",   "th",    "thead",      "tr",       "ul",         "xmp",     "listing"};

const std::set<std::string> not_shown = {
    "head",   "script", "style", "template", "nav",    "footer",   "noscript", "img",      "svg",   "math",
    "iframe", "object", "audio", "video",    "canvas", "button",   "select",   "textarea", "input", "datalist",
    "applet", "embed",  "map",   "rt",       "rp",     "noframes", "del",      "title",    "s",     "strike"};

const std::map<std::string, unsigned> formats = {{"b", bold},      {"strong", bold}, {"i", italic},  {"em", italic},
                                                 {"cite", italic}, {"dfn", italic},  {"var", italic}};

/// What a browser shows, but a reader of the text does not want, by `epub:type` or `role`.
const std::set<std::string> notes = {"footnote",     "footnotes",   "endnote",      "endnotes",     "rearnote",
                                     "rearnotes",    "noteref",     "pagebreak",    "doc-footnote", "doc-endnote",
                                     "doc-endnotes", "doc-noteref", "doc-backlink", "doc-pagebreak"};
const std::set<std::string> front_matter = {
    "toc",       "cover",        "landmarks",      "page-list",     "doc-toc",
    "doc-cover", "doc-pagelist", "copyright-page", "doc-copyright", "doc-copyright-page",
    "copyright", "imprint",      "colophon",       "doc-colophon"};

bool has_word_of(std::string_view text, const std::set<std::string> &known) {
  if (text.empty()) return false;
  const std::vector<std::string> all = words(text);
  return std::any_of(all.begin(), all.end(), [&](const std::string &word) { return known.count(word) > 0; });
}

Align align_of(std::string_view value, Align otherwise) {
  const std::string word = lowercase(trimmed(value));
  if (word == "left" || word == "start") return Align::left;
  if (word == "center" || word == "middle") return Align::center;
  if (word == "right" || word == "end") return Align::right;
  return word == "justify" ? Align::justify : otherwise;
}

/// A length in CSS; a bare number counts only if it is 0.
double css_points(std::string_view value) { return points(value, 0); }

/// The left one of `margin: 0 1em` and similar values.
double left_side(std::string_view shorthand) {
  const std::vector<std::string> sides = words(shorthand);
  if (sides.empty()) return 0;
  return css_points(sides.size() == 4 ? sides[3] : sides.size() == 1 ? sides[0] : sides[1]);
}

}  // namespace

bool is_front_matter(std::string_view types) { return has_word_of(types, front_matter); }

void Page::apply_style(std::string_view style, Element &element) {
  const auto set = [&](Format format, bool on) {
    element.format = on ? element.format | format : element.format & ~static_cast<unsigned>(format);
  };
  const auto hide = [&](Hidden why, bool on) { element.hidden = on ? element.hidden | why : element.hidden & ~why; };
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string name = lowercase(trimmed(declaration.substr(0, colon)));
    std::string value = lowercase(declaration.substr(colon + 1));
    value = trimmed(value.substr(0, value.find('!')));
    if (name == "font-weight")
      set(bold, value.compare(0, 4, "bold") == 0 || (value.size() == 3 && value >= "600" && value <= "900"));
    else if (name == "font-style") set(italic, value == "italic" || value.compare(0, 7, "oblique") == 0);
    else if (name == "text-transform") set(capitals, value == "uppercase");
    else if (name == "font-variant" || name == "font-variant-caps")
      set(capitals, value.find("small-caps") != std::string::npos);
    else if (name == "text-decoration" || name == "text-decoration-line")
      hide(struck, value.find("line-through") != std::string::npos);
    else if (name == "display") hide(not_displayed, value == "none");
    else if (name == "visibility") hide(invisible, value == "hidden");
    else if (name == "mso-hide") hide(invisible, value == "all");
    else if (name == "white-space")
      element.preformatted = value == "pre" || value == "pre-wrap" || value == "break-spaces";
    else if (!element.block) continue;
    else if (name == "text-align") element.align = align_of(value, element.align);
    else if (name == "margin-left") element.own_margin = css_points(value);
    else if (name == "margin") element.own_margin = left_side(value);
    else if (name == "padding-left") element.own_padding = css_points(value);
    else if (name == "padding") element.own_padding = left_side(value);
    else if (name == "text-indent") element.first = css_points(value);
    else if (name == "page-break-before" || name == "break-before")
      page_before_ |= value == "always" || value == "page";
    else if (name == "page-break-after" || name == "break-after")
      element.page_after = value == "always" || value == "page";
  }
}

void Page::apply(const Attributes &attributes, Element &element) {
  for (const std::string_view style : sheet_.styles(element.name, attributes.get("class"))) apply_style(style, element);
  const bool is_page = element.name == "html" || element.name == "body";
  // A page that is hidden by its style sheet waits for a program to show it.
  if (is_page) element.hidden = 0;
  for (const auto &[name, value] : attributes.all) {
    if (name == "class" && element.block && !value.empty()) {
      const auto [known, fresh] = style_numbers_.emplace(value, styles_.size());
      if (fresh) styles_.push_back(value);
      element.style = known->second;
    } else if (name == "align" && element.block && element.name != "table") {
      element.align = align_of(value, element.align);
    } else if (name == "hidden") {
      element.hidden |= not_read;
    } else if (name == "aria-hidden") {
      if (value == "true") element.hidden |= not_read;
    } else if (name == "style") {
      apply_style(value, element);
    } else if (name == "epub:type" || name == "role") {
      const bool is_front = in_book_ && is_front_matter(value);
      front_matter_ |= is_front;
      if (is_front || has_word_of(value, notes)) element.hidden |= not_read;
    }
  }
  // The margin of the whole page is no indent.
  if (!is_page) element.margin += element.own_margin + element.own_padding;
}

void Page::start(const std::string &name, const Attributes &attributes) {
  Element element = open_.empty() ? body_ : open_.back();
  const bool in_head = name == "title" && !open_.empty() && open_.back().name == "head";
  in_sheet_ = name == "style";
  element.name = name;
  element.block = blocks.count(name) > 0;
  if (element.block) element.nearest_block = open_.size();
  element.paragraph = name == "p" || name == "hr";
  element.own_margin = element.own_padding = 0;
  element.row = element.filled = element.page_after = false;
  if (hidden_ > 0) {
    in_title_ |= in_head;
    open_.push_back(std::move(element));
    return;
  }
  if (element.block) print(false);
  if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') element.kind = name[1] - '0';
  else if (name == "li") element.kind = 7;
  else if (name == "center") element.align = Align::center;
  if (name == "pre" || name == "xmp" || name == "listing") element.preformatted = after_pre_ = true;
  const auto format = formats.find(name);
  if (format != formats.end()) element.format |= format->second;
  if (name == "br") text_.add_line_break();
  apply(attributes, element);
  if (element.hidden || not_shown.count(name)) {
    hidden_ = open_.size() + 1;
    text_.leave_out();
  } else if (name == "tr") {
    output_.begin_row();
    element.row = true;
  } else if ((name == "td" || name == "th") && !open_.empty() && open_.back().row) {
    output_.begin_cell();
  }
  open_.push_back(std::move(element));
}

void Page::end(const std::string &name) {
  if (open_.empty()) return;
  const Element &element = open_.back();
  if (in_sheet_) sheet_.add(std::exchange(sheet_text_, {}));
  in_sheet_ = false;
  if (hidden_ > 0) {
    if (in_title_ && name == "title" && !in_book_) output_.title(title_);
    in_title_ = false;
    if (hidden_ == open_.size()) hidden_ = 0;
  } else if (element.block) {
    if (element.preformatted) text_.drop_last_line_break();
    print(element.paragraph && !element.filled);
    if (element.row) output_.end_row();
    if (element.page_after) output_.page();
  }
  open_.pop_back();
}

void Page::text(std::string_view utf8) {
  if (in_title_) title_ += utf8;
  if (in_sheet_) sheet_text_ += utf8;
  if (hidden_ > 0) return;
  const Element &element = open_.empty() ? body_ : open_.back();
  if (!element.preformatted) return text_.add_collapsed(utf8, element.format);
  // The line break after `<pre>` is not shown.
  if (after_pre_ && !utf8.empty() && utf8.front() == '\n') utf8.remove_prefix(1);
  after_pre_ = false;
  while (!utf8.empty()) {
    const std::size_t end = utf8.find_first_of("\n\t");
    text_.add(utf8.substr(0, end), element.format);
    if (end == std::string_view::npos) return;
    if (utf8[end] == '\n') text_.add_line_break();
    else text_.add_tab();
    utf8.remove_prefix(end + 1);
  }
}

void Page::print(bool even_if_empty) {
  text_.drop_last_line_break();
  Paragraph paragraph;
  text_.move_to(paragraph);
  // White space between blocks does not count; `&nbsp;` or `<br>` make an empty line.
  if (paragraph.text.empty() && (!even_if_empty || paragraph.left_out)) return;
  if (!open_.empty()) {
    Element &element = open_[open_.back().nearest_block];
    element.filled = true;
    if (element.kind == 7) paragraph.kind = "item";
    else if (element.kind > 0) paragraph.kind = heading(element.kind);
    paragraph.style = styles_[element.style];
    paragraph.indent = element.margin + element.first;
    paragraph.align = element.align;
  }
  paragraph.page_before = page_before_;
  page_before_ = false;
  output_.add(std::move(paragraph));
}

void Page::finish() {
  print(false);
  while (!open_.empty()) end(open_.back().name);
}

void print_chapter(std::string_view title, std::string_view bytes, Output &output) {
  output.hold();
  output.chapter(title);
  bool front_matter = false;
  Page page(output, true);
  if (parse_xml(bytes, page)) {
    page.finish();
    front_matter = page.has_left_out_front_matter();
  } else {
    output.take_back();
    output.chapter(title);
    Page again(output, true);
    parse_html(html_in_utf8(bytes), again);
    again.finish();
    front_matter = again.has_left_out_front_matter();
  }
  if (front_matter && output.held_paragraphs() == 0) output.take_back();
  output.release();
}

void read_html(std::string_view bytes, Output &output) {
  Page page(output, false);
  parse_html(html_in_utf8(bytes), page);
  page.finish();
}

namespace {

bool is_script(const std::string &name) {
  return name.compare(0, 6, "script") == 0 && name.size() >= 11 && name.compare(name.size() - 5, 5, ".html") == 0;
}

}  // namespace

bool is_celtx(const Zip &zip) {
  return std::any_of(zip.files().begin(), zip.files().end(), [](const auto &file) { return is_script(file.first); });
}

void read_celtx(const Zip &zip, Output &output) {
  for (const auto &[name, bytes] : zip.files()) {
    if (is_script(name)) read_html(bytes, output);
  }
}
