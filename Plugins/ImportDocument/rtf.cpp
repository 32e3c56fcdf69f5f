// SPDX-License-Identifier: Apache-2.0
// Rich Text Format. Paragraphs repeat what their style says, so that of the style sheet only the names are read.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "charset.h"
#include "failure.h"
#include "readers.h"

namespace {

/// What a group is for.
enum class Into { body, nothing, fonts, styles, title };

/// Groups that are not text of the body.
const std::unordered_set<std::string_view> skipped_groups = {
    "colortbl", "info",    "pict",    "object",   "header",     "headerl",           "headerr", "headerf",    "footer",
    "footerl",  "footerr", "footerf", "footnote", "annotation", "fldinst",           "shp",     "nonshppict", "do",
    "tc",       "tcn",     "xe",      "filetbl",  "listtable",  "listoverridetable", "revtbl",  "template",   "ftnsep",
    "ftnsepc",  "ftncn",   "aftnsep", "aftnsepc", "aftncn",     "nonesttables",      "pntxta",  "pntxtb"};

/// The code pages of `\fcharset`.
const std::map<int, int> charsets = {{0, 1252},   {2, 1252},   {77, 10000}, {128, 932},  {129, 949},
                                     {130, 1361}, {134, 936},  {136, 950},  {161, 1253}, {162, 1254},
                                     {163, 1258}, {177, 1255}, {178, 1256}, {186, 1257}, {204, 1251},
                                     {222, 874},  {238, 1250}, {254, 437},  {255, 850}};

std::string charset_name(int code_page) {
  switch (code_page) {
    case 10000: return "MACINTOSH";
    case 1361: return "JOHAB";
    case 65001: return "UTF-8";
    default: return "CP" + std::to_string(code_page);
  }
}

/// What a group inherits, and what ends with it.
struct Group {
  Into into = Into::body;
  unsigned format = 0;
  bool hidden = false, deleted = false, struck = false;
  bool in_table = false, is_item = false, page_before = false;
  Align align = Align::left;
  int font = -1, unicode_skip = 1;
  int style = 0, outline = -1;
  int left = 0, first = 0;  // in twentieths of a point
};

/// Words that stand for a character.
const std::unordered_map<std::string_view, std::string_view> characters = {
    {"lquote", "\u2018"},  {"rquote", "\u2019"}, {"ldblquote", "\u201c"}, {"rdblquote", "\u201d"},
    {"emdash", "\u2014"},  {"endash", "\u2013"}, {"bullet", "\u2022"},    {"emspace", "\u2003"},
    {"enspace", "\u2002"}, {"qmspace", "\u2005"}};

void set(Group &group, Format format, int on) {
  group.format = on ? group.format | format : group.format & ~static_cast<unsigned>(format);
}

void set_paragraph_defaults(Group &group) {
  group.left = group.first = group.style = 0;
  group.outline = -1;
  group.align = Align::left;
  group.in_table = group.is_item = group.page_before = false;
}

/// In the style sheet, only the styles of paragraphs count.
void skip_style(Group &group) {
  if (group.into == Into::styles) group.into = Into::nothing;
}

class Reader {
 public:
  Reader(std::string_view bytes, Output &output) : bytes_(bytes), output_(output) {}

  void read() {
    groups_.emplace_back();
    while (at_ < bytes_.size()) {
      const char byte = bytes_[at_++];
      if (byte == '{') {
        flush_bytes();
        groups_.push_back(now());
        continue;
      }
      if (byte == '}') {
        flush_bytes();
        end_group();
        if (groups_.size() == 1) break;
      } else if (byte == '\\') {
        control();
      } else if (byte != '\r' && byte != '\n' && byte != '\0') {
        add_byte(byte);
      }
    }
    flush_bytes();
    if (groups_.size() > 1) fail(damaged);
    if (!text_.empty()) end_paragraph();
    close_row();
  }

 private:
  static const std::unordered_map<std::string_view, void (*)(Reader &, Group &, int)> settings;
  static const std::unordered_map<std::string_view, void (*)(Reader &)> text_actions;

  void set_charset(const Group &group, int charset) {
    const auto known = charsets.find(charset);
    if (known != charsets.end()) set_code_page(group, known->second);
  }

  void set_code_page(const Group &group, int code_page) {
    if (group.into == Into::fonts) fonts_[group.font] = code_page;
  }

  void set_plain(Group &group) {
    group.format = 0;
    group.hidden = group.deleted = group.struck = false;
    group.font = default_font_;
  }

  Group &now() { return groups_.back(); }

  void end_group() {
    // The last style may lack its semicolon.
    if (now().into == Into::styles) end_style();
    if (now().into == Into::title && groups_[groups_.size() - 2].into != Into::title) output_.title(title_);
    groups_.pop_back();
  }

  void control() {
    if (at_ == bytes_.size()) return;
    const char byte = bytes_[at_];
    if (is_letter(byte)) return control_word();
    ++at_;
    switch (byte) {
      case '\'': {
        int code = 0;
        const char *begin = bytes_.data() + at_, *end = begin + std::min<std::size_t>(2, bytes_.size() - at_);
        at_ += static_cast<std::size_t>(std::from_chars(begin, end, code, 16).ptr - begin);
        return add_byte(static_cast<char>(code));
      }
      case '*': optional_ = true; return;
      case '~': return flush_bytes(), add_text("\u00a0");
      case '_': return flush_bytes(), add_text("-");
      case '\r':
      case '\n':
        flush_bytes();
        if (now().into == Into::body) end_paragraph();
        return;
      case '\\':
      case '{':
      case '}': return add_byte(byte);
      default: return;
    }
  }

  static bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

  void control_word() {
    const std::size_t begin = at_;
    while (at_ < bytes_.size() && is_letter(bytes_[at_])) ++at_;
    const std::string_view word = bytes_.substr(begin, at_ - begin);
    int number = 0;
    const auto [end, error] = std::from_chars(bytes_.data() + at_, bytes_.data() + bytes_.size(), number);
    const bool has_number = end != bytes_.data() + at_;
    if (error != std::errc()) number = 0;
    at_ = static_cast<std::size_t>(end - bytes_.data());
    if (at_ < bytes_.size() && bytes_[at_] == ' ') ++at_;
    act(word, has_number ? number : 1, has_number);
  }

  void act(std::string_view word, int number, bool has_number) {
    if (word == "bin") {
      at_ += has_number && number > 0 ? std::min(bytes_.size() - at_, static_cast<std::size_t>(number)) : 0;
      return;
    }
    if (word == "u" && now().into != Into::nothing) return add_unicode(number);
    flush_bytes();
    // After `\*`, groups are skipped even if known; of old lists, one learns that they are lists.
    const bool optional = std::exchange(optional_, false);
    const bool is_bullet = word == "listtext" || word == "pntext" || word == "pn";
    is_item_ |= is_bullet && now().into == Into::body;
    // `\info` is skipped but for the title.
    if (word == "title" && now().into == Into::nothing && groups_.size() == 4) now().into = Into::title;
    else if (optional || is_bullet || skipped_groups.count(word)) now().into = Into::nothing;
    if (now().into == Into::nothing) return;
    const auto setting = settings.find(word);
    if (setting != settings.end()) return setting->second(*this, now(), number);
    if (now().into != Into::body) return;
    const auto action = text_actions.find(word);
    if (action != text_actions.end()) return action->second(*this);
    const auto character = characters.find(word);
    if (character != characters.end()) add_text(character->second);
  }

  bool is_shown() {
    const bool shown = !now().hidden && !now().deleted && !now().struck;
    if (!shown) text_.leave_out();
    return shown;
  }

  void add_byte(char byte) {
    if (skip_ > 0) {
      --skip_;
      return;
    }
    if (now().into != Into::nothing) pending_ += byte;
  }

  /// Bytes of a code page wait here, as a character may have two.
  void flush_bytes() {
    skip_ = 0;
    flush_text();
  }

  void flush_text() {
    if (high_surrogate_ != 0) append_utf8(unicode_, std::exchange(high_surrogate_, 0));
    if (!unicode_.empty()) add_text(std::exchange(unicode_, {}));
    if (pending_.empty()) return;
    const bool ascii = std::all_of(pending_.begin(), pending_.end(),
                                   [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
    if (ascii) {
      add_text(pending_);
    } else {
      const auto font = fonts_.find(now().font < 0 ? default_font_ : now().font);
      add_text(to_utf8(pending_, charset_name(font == fonts_.end() ? code_page_ : font->second)));
    }
    pending_.clear();
  }

  /// A code unit of UTF-16, and what programs without Unicode show instead of it.
  void add_unicode(int number) {
    if (!pending_.empty()) flush_text();
    const auto unit = static_cast<char32_t>(number) & 0xffff;
    const char32_t high = std::exchange(high_surrogate_, 0);
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;
    if (high != 0 && !is_low) append_utf8(unicode_, high);
    if (high != 0 && is_low) append_utf8(unicode_, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
    else if (unit >= 0xd800 && unit < 0xdc00) high_surrogate_ = unit;
    else append_utf8(unicode_, unit);
    skip_ = now().unicode_skip;
  }

  void add_text(std::string_view utf8) {
    switch (now().into) {
      case Into::body:
        if (is_shown()) text_.add(utf8, now().format);
        break;
      case Into::title: title_ += utf8; break;
      case Into::styles: style_name_ += utf8; break;
      default: break;
    }
  }

  void end_style() {
    const std::string name = trimmed(style_name_.substr(0, style_name_.find(';')));
    if (!name.empty()) styles_[now().style] = name;
    style_name_.clear();
  }

  void end_paragraph() {
    const Group &group = now();
    if (group.in_table && !in_row_) {
      output_.begin_row();
      in_row_ = cell_ended_ = true;
    }
    if (!group.in_table) close_row();
    if (cell_ended_ && in_row_) output_.begin_cell();
    cell_ended_ = false;
    Paragraph paragraph;
    const auto style = styles_.find(group.style);
    if (style != styles_.end()) paragraph.style = style->second;
    const long level = group.outline >= 0 && group.outline < 9 ? group.outline + 1 : heading_level(paragraph.style);
    if (level > 0) paragraph.kind = heading(level);
    else if (group.is_item || is_item_) paragraph.kind = "item";
    paragraph.indent = (group.left + group.first) / 20.0;
    paragraph.align = group.align;
    paragraph.page_before = page_before_ || group.page_before;
    paragraph.page_after = page_after_;
    page_before_ = page_after_ = is_item_ = false;
    text_.move_to(paragraph);
    output_.add(std::move(paragraph));
  }

  /// What follows a page break is another line, too.
  void break_page() {
    (text_.empty() ? page_before_ : page_after_) = true;
    if (!text_.empty()) text_.add_line_break();
  }

  void end_cell() {
    now().in_table = true;
    end_paragraph();
    cell_ended_ = true;
  }

  /// The next section begins a page, unless it says otherwise.
  void end_section() {
    if (!text_.empty()) end_paragraph();
    page_before_ = true;
  }

  void close_row() {
    if (in_row_) output_.end_row();
    in_row_ = cell_ended_ = false;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  Output &output_;
  std::vector<Group> groups_;
  std::map<int, int> fonts_;
  std::map<int, std::string> styles_;
  std::string pending_, unicode_, title_, style_name_;
  Text text_;
  char32_t high_surrogate_ = 0;
  int code_page_ = 1252, default_font_ = 0, skip_ = 0;
  bool optional_ = false, in_row_ = false, cell_ended_ = false;
  bool page_before_ = false, page_after_ = false, is_item_ = false;
};

/// Words that set what a group inherits, or what holds for the file.
const std::unordered_map<std::string_view, void (*)(Reader &, Group &, int)> Reader::settings = {
    {"fonttbl", [](Reader &, Group &group, int) { group.into = Into::fonts; }},
    {"stylesheet", [](Reader &, Group &group, int) { group.into = Into::styles; }},
    {"uc", [](Reader &, Group &group, int number) { group.unicode_skip = std::max(number, 0); }},
    {"ansi", [](Reader &reader, Group &, int) { reader.code_page_ = 1252; }},
    {"mac", [](Reader &reader, Group &, int) { reader.code_page_ = 10000; }},
    {"pc", [](Reader &reader, Group &, int) { reader.code_page_ = 437; }},
    {"pca", [](Reader &reader, Group &, int) { reader.code_page_ = 850; }},
    {"ansicpg", [](Reader &reader, Group &, int number) { reader.code_page_ = number; }},
    {"deff", [](Reader &reader, Group &, int number) { reader.default_font_ = number; }},
    {"f", [](Reader &, Group &group, int number) { group.font = number; }},
    {"fcharset", [](Reader &reader, Group &group, int number) { reader.set_charset(group, number); }},
    {"cpg", [](Reader &reader, Group &group, int number) { reader.set_code_page(group, number); }},
    {"plain", [](Reader &reader, Group &group, int) { reader.set_plain(group); }},
    {"b", [](Reader &, Group &group, int number) { set(group, bold, number); }},
    {"i", [](Reader &, Group &group, int number) { set(group, italic, number); }},
    {"caps", [](Reader &, Group &group, int number) { set(group, capitals, number); }},
    {"scaps", [](Reader &, Group &group, int number) { set(group, capitals, number); }},
    {"v", [](Reader &, Group &group, int number) { group.hidden = number != 0; }},
    {"deleted", [](Reader &, Group &group, int number) { group.deleted = number != 0; }},
    {"mvf", [](Reader &, Group &group, int number) { group.deleted = number != 0; }},
    {"strike", [](Reader &, Group &group, int number) { group.struck = number != 0; }},
    {"striked", [](Reader &, Group &group, int number) { group.struck = number != 0; }},
    {"pard", [](Reader &, Group &group, int) { set_paragraph_defaults(group); }},
    {"s", [](Reader &, Group &group, int number) { group.style = number; }},
    {"cs", [](Reader &, Group &group, int) { skip_style(group); }},
    {"ts", [](Reader &, Group &group, int) { skip_style(group); }},
    {"ds", [](Reader &, Group &group, int) { skip_style(group); }},
    {"li", [](Reader &, Group &group, int number) { group.left = number; }},
    {"fi", [](Reader &, Group &group, int number) { group.first = number; }},
    {"ql", [](Reader &, Group &group, int) { group.align = Align::left; }},
    {"qc", [](Reader &, Group &group, int) { group.align = Align::center; }},
    {"qr", [](Reader &, Group &group, int) { group.align = Align::right; }},
    {"qj", [](Reader &, Group &group, int) { group.align = Align::justify; }},
    {"qd", [](Reader &, Group &group, int) { group.align = Align::justify; }},
    {"outlinelevel", [](Reader &, Group &group, int number) { group.outline = number; }},
    {"ls", [](Reader &, Group &group, int number) { group.is_item = number > 0; }},
    {"intbl", [](Reader &, Group &group, int) { group.in_table = true; }},
    {"pagebb", [](Reader &, Group &group, int) { group.page_before = true; }},
    {"sbknone", [](Reader &reader, Group &, int) { reader.page_before_ = false; }},
};

/// Words that end a piece of text, or part it.
const std::unordered_map<std::string_view, void (*)(Reader &)> Reader::text_actions = {
    {"par", [](Reader &reader) { reader.end_paragraph(); }},
    {"sect", [](Reader &reader) { reader.end_section(); }},
    {"page", [](Reader &reader) { reader.break_page(); }},
    {"line",
     [](Reader &reader) {
       if (reader.is_shown()) reader.text_.add_line_break();
     }},
    {"tab",
     [](Reader &reader) {
       if (reader.is_shown()) reader.text_.add_tab();
     }},
    {"cell", [](Reader &reader) { reader.end_cell(); }},
    // A table in a table is text of its cell.
    {"nestcell",
     [](Reader &reader) {
       if (!reader.text_.empty()) reader.end_paragraph();
     }},
    {"row", [](Reader &reader) { reader.close_row(); }},
};

}  // namespace

void read_rtf(std::string_view bytes, Output &output) { Reader(bytes, output).read(); }
