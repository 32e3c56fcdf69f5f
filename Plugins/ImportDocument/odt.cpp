// SPDX-License-Identifier: Apache-2.0
// OpenDocument's text files, as LibreOffice writes them.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "failure.h"
#include "markup.h"
#include "readers.h"
#include "styles.h"

namespace {

constexpr long most_spaces = 1000;

void read_property(const std::string &name, std::string_view value, Style &into) {
  Toggles &run = into.run;
  if (name == "fo:margin-left" || name == "fo:margin") into.paragraph.left = points(value, 0);
  else if (name == "fo:text-indent") into.paragraph.first = points(value, 0);
  else if (name == "fo:break-before") into.paragraph.page_before = value == "page";
  else if (name == "fo:break-after") into.paragraph.page_after = value == "page";
  else if (name == "fo:font-weight") run[toggle_bold] = value == "bold" || (value >= "600" && value <= "900");
  else if (name == "fo:font-style") run[toggle_italic] = value == "italic" || value == "oblique";
  else if (name == "fo:text-transform") run[toggle_caps] = value == "uppercase";
  else if (name == "fo:font-variant") run[toggle_small_caps] = value == "small-caps";
  else if (name == "text:display") run[toggle_hidden] = value == "none";
  else if (name == "style:text-line-through-style" || name == "style:text-line-through-type")
    run[toggle_struck] = value != "none";
  else if (name == "fo:text-align")
    into.paragraph.align = value == "center"                    ? Align::center
                           : value == "end" || value == "right" ? Align::right
                           : value == "justify"                 ? Align::justify
                                                                : Align::left;
}

/// The styles of `styles.xml`, and the automatic ones of `content.xml`.
class Styles : public Markup {
 public:
  explicit Styles(std::string section) : section_(std::move(section)) {}

  /// Reads `automatic` ones from now on.
  void read_next(std::string section) { section_ = std::move(section); }

  void start(const std::string &name, const Attributes &attributes) override {
    if (name == section_) inside_ = true;
    if (!inside_) return;
    if (name == "style:style" || name == "style:default-style") {
      const std::string family(attributes.get("style:family"));
      style_ = &styles_[family + "/" + std::string(attributes.get("style:name"))];
      *style_ = Style();
      style_->automatic = section_ == "office:automatic-styles";
      style_->name = attributes.get(attributes.has("style:display-name") ? "style:display-name" : "style:name");
      // Without a parent, paragraphs have the default style, which has no name.
      if (name == "style:style") style_->parent = family + "/" + std::string(attributes.get("style:parent-style-name"));
    } else if (style_ && (name == "style:paragraph-properties" || name == "style:text-properties")) {
      for (const auto &[property, value] : attributes.all) read_property(property, value, *style_);
    }
  }

  void end(const std::string &name) override {
    if (name == section_) inside_ = false;
    if (name == "style:style" || name == "style:default-style") style_ = nullptr;
  }

  const Style &style(const std::string &family, std::string_view name) {
    return styles_.resolved(family + "/" + std::string(name));
  }

 private:
  StyleTable styles_;
  std::string section_;
  Style *style_ = nullptr;
  bool inside_ = false;
};

/// Whatever is in these is not printed; nor is anything of `draw:`.
const std::set<std::string> left_out = {
    "text:tracked-changes", "text:note",         "office:annotation",        "office:forms",
    "text:ruby-text",       "text:hidden-text",  "text:table-of-content",    "text:illustration-index",
    "text:table-index",     "text:object-index", "text:user-index",          "text:alphabetical-index",
    "text:bibliography",    "text:number",       "table:covered-table-cell", "office:binary-data"};

class Body : public Markup {
 public:
  Body(Styles &styles, Output &output) : styles_(styles), output_(output) {}

  bool found = false;

  void start(const std::string &name, const Attributes &attributes) override {
    const bool hidden_section = name == "text:section" && attributes.get("text:display") == "none";
    if (ignored_ > 0 || left_out.count(name) || name.compare(0, 5, "draw:") == 0 || hidden_section) {
      if (ignored_++ == 0 && in_paragraph_) text_.leave_out();
    } else if (name == "office:text") {
      found = inside_ = true;
    } else if (!inside_) {
      return;
    } else if (name == "text:p" || name == "text:h") {
      begin_paragraph(name, attributes);
    } else if (name == "text:list-item" || name == "text:numbered-paragraph") {
      ++items_;
    } else if (name == "table:table-row") {
      output_.begin_row();
    } else if (name == "table:table-cell") {
      output_.begin_cell();
    } else if (in_paragraph_) {
      start_in_paragraph(name, attributes);
    }
  }

  void end(const std::string &name) override {
    if (ignored_ > 0) --ignored_;
    else if (name == "office:text") inside_ = false;
    else if (name == "text:p" || name == "text:h") end_paragraph();
    else if (name == "text:span" && spans_.size() > 1) spans_.pop_back();
    else if (name == "text:list-item" || name == "text:numbered-paragraph") --items_;
    else if (name == "table:table-row" && inside_) output_.end_row();
  }

  void text(std::string_view utf8) override {
    if (ignored_ > 0 || !in_paragraph_) return;
    if (spans_.back().leaves_out()) text_.leave_out();
    else text_.add_collapsed(utf8, spans_.back().format());
  }

 private:
  void begin_paragraph(const std::string &name, const Attributes &attributes) {
    in_paragraph_ = true;
    const Style &style = styles_.style("paragraph", attributes.get("text:style-name"));
    paragraph_ = {};
    if (name == "text:h")
      paragraph_.kind = heading(std::strtol(std::string(attributes.get("text:outline-level")).c_str(), nullptr, 10));
    else if (items_ > 0) paragraph_.kind = "item";
    // A name that the file does not define is shown unchanged.
    paragraph_.style = style.name.empty() ? attributes.get("text:style-name") : std::string_view(style.name);
    const ParagraphProperties &properties = style.paragraph;
    paragraph_.indent = properties.left.value_or(0) + properties.first.value_or(0);
    paragraph_.align = properties.align.value_or(Align::left);
    paragraph_.page_before = properties.page_before.value_or(false);
    paragraph_.page_after = properties.page_after.value_or(false);
    spans_ = {style.run};
  }

  void start_in_paragraph(const std::string &name, const Attributes &attributes) {
    if (name == "text:span") {
      Toggles span = styles_.style("text", attributes.get("text:style-name")).run;
      span.inherit(spans_.back());
      spans_.push_back(span);
    } else if (spans_.back().leaves_out()) {
      text_.leave_out();
    } else if (name == "text:s") {
      const long count =
          attributes.has("text:c") ? std::strtol(std::string(attributes.get("text:c")).c_str(), nullptr, 10) : 1;
      text_.add(std::string(static_cast<std::size_t>(std::clamp(count, 0L, most_spaces)), ' '), spans_.back().format());
    } else if (name == "text:tab") {
      text_.add_tab();
    } else if (name == "text:line-break") {
      text_.add_line_break();
    }
  }

  void end_paragraph() {
    if (!in_paragraph_) return;
    in_paragraph_ = false;
    text_.move_to(paragraph_);
    output_.add(std::move(paragraph_));
  }

  Styles &styles_;
  Output &output_;
  Paragraph paragraph_;
  Text text_;
  std::vector<Toggles> spans_{{}};  // each with all that it inherits
  int ignored_ = 0, items_ = 0;
  bool inside_ = false, in_paragraph_ = false;
};

}  // namespace

bool is_odt(const Zip &zip) {
  const std::string type = trimmed(zip.file("mimetype"));
  if (type.empty()) return zip.has("content.xml") && zip.has("META-INF/manifest.xml");
  return type.compare(0, 39, "application/vnd.oasis.opendocument.text") == 0;
}

void read_odt(const Zip &zip, Output &output) {
  each_element(zip.file("META-INF/manifest.xml"), [](const std::string &name, const Attributes &) {
    if (name == "manifest:encryption-data") fail(locked);
  });
  output.title(text_of(zip.file("meta.xml"), "dc:title"));
  Styles styles("office:styles");
  parse_xml(zip.file("styles.xml"), styles);
  styles.read_next("office:automatic-styles");
  parse_xml(zip.file("content.xml"), styles);
  Body body(styles, output);
  if (!parse_xml(zip.file("content.xml"), body) || !body.found) fail(damaged);
}
