// SPDX-License-Identifier: Apache-2.0
// Word's files: WordprocessingML, transitional and strict.
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "failure.h"
#include "markup.h"
#include "readers.h"
#include "styles.h"

namespace {

bool is_on(std::string_view value) { return value != "0" && value != "false" && value != "off" && value != "none"; }

/// False if it is not about runs.
bool read_property(const std::string &name, const Attributes &attributes, Toggles &into) {
  static const std::map<std::string, Toggle> names = {{"w:b", toggle_bold},
                                                      {"w:i", toggle_italic},
                                                      {"w:caps", toggle_caps},
                                                      {"w:smallCaps", toggle_small_caps},
                                                      {"w:vanish", toggle_hidden},
                                                      {"w:strike", toggle_struck},
                                                      {"w:dstrike", toggle_struck_twice}};
  const auto toggle = names.find(name);
  if (toggle == names.end()) return false;
  into[toggle->second] = is_on(attributes.get("w:val"));
  return true;
}

/// Lengths are in twentieths of a point, or have a unit.
void read_property(const std::string &name, const Attributes &attributes, ParagraphProperties &into) {
  const std::string_view value = attributes.get("w:val");
  if (name == "w:ind") {
    const auto length = [&](std::string_view attribute) { return points(attributes.get(attribute), 0.05); };
    for (const char *side : {"w:left", "w:start"}) {
      if (attributes.has(side)) into.left = length(side);
    }
    if (attributes.has("w:firstLine")) into.first = length("w:firstLine");
    if (attributes.has("w:hanging")) into.first = -length("w:hanging");
  } else if (name == "w:jc") {
    into.align = value == "center"                          ? Align::center
                 : value == "right" || value == "end"       ? Align::right
                 : value == "both" || value == "distribute" ? Align::justify
                                                            : Align::left;
  } else if (name == "w:outlineLvl") {
    into.outline = std::strtol(std::string(value).c_str(), nullptr, 10);
  } else if (name == "w:numId") {
    into.numbered = value != "0";
  } else if (name == "w:pageBreakBefore") {
    into.page_before = is_on(value);
  }
}

/// The style sheet, `styles.xml`.
class Styles : public Markup {
 public:
  void start(const std::string &name, const Attributes &attributes) override {
    // Formats for parts of tables, and earlier formats, are not part of a style.
    if (ignored_ > 0 || name == "w:tblStylePr" || name == "w:pPrChange" || name == "w:rPrChange") {
      ++ignored_;
    } else if (name == "w:style") {
      style_ = &styles_[std::string(attributes.get("w:styleId"))];
      *style_ = Style();
      if (attributes.get("w:type") == "paragraph" && attributes.has("w:default") &&
          is_on(attributes.get("w:default"))) {
        standard_ = attributes.get("w:styleId");
      }
    } else if (name == "w:docDefaults") {
      style_ = &defaults;
    } else if (!style_) {
      return;
    } else if (name == "w:name") {
      style_->name = attributes.get("w:val");
    } else if (name == "w:basedOn") {
      style_->parent = attributes.get("w:val");
    } else if (!read_property(name, attributes, style_->run)) {
      read_property(name, attributes, style_->paragraph);
    }
  }

  void end(const std::string &name) override {
    if (ignored_ > 0) --ignored_;
    else if (name == "w:style" || name == "w:docDefaults") style_ = nullptr;
  }

  const Style &style(const std::string &id) { return styles_.resolved(id); }

  const Style &paragraph_style(const std::string &id) { return style(id.empty() || !styles_.has(id) ? standard_ : id); }

  Style defaults;

 private:
  StyleTable styles_;
  std::string standard_;
  Style *style_ = nullptr;
  int ignored_ = 0;
};

/// Whatever is in these is not printed.
const std::set<std::string> left_out = {
    "mc:Fallback", "w:drawing",     "w:pict",       "w:object",     "w:del",           "w:moveFrom",     "w:pPrChange",
    "w:rPrChange", "w:tblPrChange", "w:trPrChange", "w:tcPrChange", "w:tblGridChange", "w:sectPrChange", "w:tabs",
    "w:rt",        "w:footnotePr",  "w:endnotePr",  "w:framePr",    "w:ffData"};

/// The text, `document.xml`.
class Body : public Markup {
 public:
  Body(Styles &styles, Output &output) : styles_(styles), output_(output) {}

  bool found = false;

  void start(const std::string &name, const Attributes &attributes) override {
    if (ignored_ > 0 || (!contents_.empty() && contents_.back())) {
      if (ignored_ > 0) ++ignored_;
      else if (name == "w:sdt") contents_.push_back(true);
      return;
    }
    if (name == "w:del" && in_paragraph_properties_) mark_deleted_ = true;
    if (name == "w:del" && in_row_properties_ && !row_deleted_.empty()) row_deleted_.back() = true;
    if (left_out.count(name)) {
      ignored_ = 1;
      // Only what stands in the text: earlier properties, say, are in no paragraph's text.
      if (in_paragraph_ && !in_paragraph_properties_ && !in_run_properties_) text_.leave_out();
    } else if (in_run_properties_) {
      if (in_paragraph_properties_) return;
      if (name == "w:rStyle") run_style_ = attributes.get("w:val");
      read_property(name, attributes, run_);
    } else if (in_paragraph_properties_) {
      start_paragraph_property(name, attributes);
    } else if (in_paragraph_) {
      start_in_paragraph(name, attributes);
    } else {
      start_outside(name, attributes);
    }
  }

  void end(const std::string &name) override {
    if (ignored_ > 0) {
      --ignored_;
    } else if (name == "w:sdt") {
      if (!contents_.empty()) contents_.pop_back();
      in_control_properties_ = false;
    } else if (!contents_.empty() && contents_.back()) {
      return;
    } else if (name == "w:t") {
      add_text();
    } else if (name == "w:rPr") {
      in_run_properties_ = false;
      if (!in_paragraph_properties_) set_format();
    } else if (name == "w:pPr") {
      in_paragraph_properties_ = false;
    } else if (name == "w:p") {
      end_paragraph();
    } else if (name == "w:tc" || name == "w:body") {
      flush();
    } else if (name == "w:trPr") {
      in_row_properties_ = false;
    } else if (name == "w:tr" && !row_deleted_.empty()) {
      flush();
      output_.end_row(!row_deleted_.back());
      row_deleted_.pop_back();
    }
  }

  void text(std::string_view utf8) override {
    if (ignored_ == 0 && in_text_) piece_ += utf8;
  }

 private:
  void start_outside(const std::string &name, const Attributes &attributes) {
    if (name == "w:p") {
      in_paragraph_ = true;
      style_.clear();
      paragraph_ = {};
      mark_deleted_ = page_before_ = page_after_ = false;
    } else if (name == "w:document") {
      found = true;
    } else if (name == "w:tr") {
      flush();
      output_.begin_row();
      row_deleted_.push_back(false);
    } else if (name == "w:trPr") {
      in_row_properties_ = true;
    } else if (name == "w:tc") {
      flush();
      output_.begin_cell();
    } else {
      start_control(name, attributes);
    }
  }

  /// Content controls, among them the one that holds a table of contents.
  void start_control(const std::string &name, const Attributes &attributes) {
    if (name == "w:sdt") contents_.push_back(false);
    else if (name == "w:docPartGallery" && !contents_.empty())
      contents_.back() = attributes.get("w:val") == "Table of Contents";
    else if (name == "w:sdtPr") in_control_properties_ = true;
    else if (name == "w:sdtContent") in_control_properties_ = false;
  }

  void start_paragraph_property(const std::string &name, const Attributes &attributes) {
    if (name == "w:pStyle") style_ = attributes.get("w:val");
    else if (name == "w:rPr") in_run_properties_ = true;
    else if (name == "w:sectPr") page_after_ = true;
    else if (name == "w:type" && attributes.get("w:val") == "continuous") page_after_ = false;
    else read_property(name, attributes, paragraph_);
  }

  void start_in_paragraph(const std::string &name, const Attributes &attributes) {
    if (name == "w:pPr") {
      in_paragraph_properties_ = true;
    } else if (name == "w:r") {
      run_ = {};
      run_style_.clear();
      set_format();
    } else if (name == "w:rPr") {
      in_run_properties_ = !in_control_properties_;
    } else if (name == "w:t") {
      in_text_ = true;
      keep_space_ = attributes.get("xml:space") == "preserve";
    } else if (name == "w:tab" || name == "w:ptab") {
      if (is_shown()) text_.add_tab();
    } else if (name == "w:cr" || name == "w:br") {
      start_break(attributes.get("w:type"));
    } else if (name == "w:noBreakHyphen") {
      if (is_shown()) text_.add("-", format_);
    } else if (name == "w:fldChar") {
      start_field(attributes.get("w:fldCharType"));
    } else {
      start_control(name, attributes);
    }
  }

  void start_break(std::string_view type) {
    if (!is_shown()) return;
    if (type == "page") (text_.empty() ? page_before_ : page_after_) = true;
    // What follows a page break is another line, too.
    if (type != "column" && !(type == "page" && text_.empty())) text_.add_line_break();
  }

  /// A field has its instruction first, then its result. Only the result is shown.
  void start_field(std::string_view type) {
    if (type == "begin") {
      fields_.push_back(false);
      ++instructions_;
    } else if (!fields_.empty()) {
      if (!fields_.back()) --instructions_;
      fields_.back() = true;
      if (type == "end") fields_.pop_back();
    }
  }

  bool is_shown() {
    if (hidden_) text_.leave_out();
    return !hidden_ && instructions_ == 0;
  }

  void add_text() {
    in_text_ = false;
    if (is_shown()) text_.add(keep_space_ ? piece_ : trimmed(piece_), format_);
    piece_.clear();
  }

  /// What a style of the paragraph and one of the run both switch on, is off again.
  void set_format() {
    const Toggles &paragraph = styles_.paragraph_style(style_).run, &character = styles_.style(run_style_).run;
    Toggles all = run_;
    for (int toggle = 0; toggle < toggles; ++toggle) {
      const auto each = static_cast<Toggle>(toggle);
      const bool styled = paragraph.is_on(each) != character.is_on(each);
      all[each] = run_.on[toggle].value_or(styles_.defaults.run.is_on(each) || styled);
    }
    hidden_ = all.leaves_out();
    format_ = all.format();
  }

  void end_paragraph() {
    in_paragraph_ = false;
    // An instruction ends with its paragraph, even if the file forgets to say so.
    while (!fields_.empty() && !fields_.back()) {
      fields_.pop_back();
      --instructions_;
    }
    // Without its mark, this paragraph and the next one are one.
    if (!mark_deleted_) print();
  }

  /// Prints what a paragraph without mark has left.
  void flush() {
    if (!text_.empty()) print();
  }

  void print() {
    const Style &style = styles_.paragraph_style(style_);
    ParagraphProperties all = paragraph_;
    all.inherit(style.paragraph);
    all.inherit(styles_.defaults.paragraph);
    Paragraph printed;
    printed.style = style.name;
    printed.indent = all.left.value_or(0) + all.first.value_or(0);
    printed.align = all.align.value_or(Align::left);
    printed.page_before = page_before_ || all.page_before.value_or(false);
    printed.page_after = page_after_;
    page_before_ = page_after_ = false;
    const long outline = all.outline.value_or(heading_level(style.name) - 1);
    if (outline >= 0 && outline < 9) printed.kind = heading(outline + 1);
    else if (all.numbered.value_or(false)) printed.kind = "item";
    text_.move_to(printed);
    output_.add(std::move(printed));
  }

  Styles &styles_;
  Output &output_;
  std::string style_, run_style_, piece_;
  ParagraphProperties paragraph_;
  Toggles run_;
  Text text_;
  unsigned format_ = 0;
  int ignored_ = 0, instructions_ = 0;
  bool in_paragraph_ = false, in_paragraph_properties_ = false, in_run_properties_ = false, in_row_properties_ = false;
  bool in_control_properties_ = false, in_text_ = false, keep_space_ = false, hidden_ = false;
  bool mark_deleted_ = false, page_before_ = false, page_after_ = false;
  std::vector<bool> fields_;       // whether the result of each field has begun
  std::vector<bool> contents_;     // whether each content control is a table of contents
  std::vector<bool> row_deleted_;  // whether each row is
};

/// The links that a part of a package has to other parts, by the last word of their type.
class Links {
 public:
  Links(const Zip &zip, const std::string &part) : part_(part) {
    const std::size_t name = part.rfind('/') + 1;
    each_element(zip.file(part.substr(0, name) + "_rels/" + part.substr(name) + ".rels"),
                 [&](const std::string &element, const Attributes &attributes) {
                   if (element != "Relationship") return;
                   const std::string_view type = attributes.get("Type");
                   targets_.emplace(type.substr(type.rfind('/') + 1), attributes.get("Target"));
                 });
  }

  std::string target(const std::string &type, const std::string &otherwise) const {
    const auto found = targets_.find(type);
    return resolved(part_, found == targets_.end() ? otherwise : found->second);
  }

 private:
  std::string part_;
  std::map<std::string, std::string> targets_;
};

}  // namespace

bool is_docx(const Zip &zip) {
  return zip.file("[Content_Types].xml").find("wordprocessingml") != std::string_view::npos;
}

void read_docx(const Zip &zip, Output &output) {
  const Links package(zip, "");
  const std::string document = package.target("officeDocument", "word/document.xml");
  output.title(text_of(zip.file(package.target("core-properties", "docProps/core.xml")), "dc:title"));
  Styles styles;
  parse_xml(zip.file(Links(zip, document).target("styles", "styles.xml")), styles);
  Body body(styles, output);
  if (!parse_xml(zip.file(document), body) || !body.found) fail(damaged);
}
