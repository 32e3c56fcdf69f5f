// SPDX-License-Identifier: Apache-2.0
// The styles of word processors. A style has a parent, from which it takes what it does not say itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paragraphs.h"

/// What styles switch on and off.
enum Toggle {
  toggle_bold,
  toggle_italic,
  toggle_caps,
  toggle_small_caps,
  toggle_hidden,
  toggle_struck,
  toggle_struck_twice,
  toggles
};

/// Whether each is switched on or off; empty if that is not said.
struct Toggles {
  std::optional<bool> on[toggles];

  std::optional<bool> &operator[](Toggle toggle) { return on[toggle]; }
  bool is_on(Toggle toggle) const { return on[toggle].value_or(false); }
  unsigned format() const {
    return (is_on(toggle_bold) ? bold : 0u) | (is_on(toggle_italic) ? italic : 0u) |
           (is_on(toggle_caps) || is_on(toggle_small_caps) ? capitals : 0u);
  }
  /// Struck-out text was rejected by its author, as deleted text was.
  bool leaves_out() const { return is_on(toggle_hidden) || is_on(toggle_struck) || is_on(toggle_struck_twice); }
  void inherit(const Toggles &parent) {
    for (int toggle = 0; toggle < toggles; ++toggle) {
      if (!on[toggle]) on[toggle] = parent.on[toggle];
    }
  }
};

struct ParagraphProperties {
  std::optional<double> left, first;
  std::optional<Align> align;
  std::optional<long> outline;  // from 0
  std::optional<bool> numbered, page_before, page_after;

  void inherit(const ParagraphProperties &parent) {
    const auto take = [](auto &own, const auto &theirs) {
      if (!own) own = theirs;
    };
    take(left, parent.left), take(first, parent.first), take(align, parent.align), take(outline, parent.outline);
    take(numbered, parent.numbered), take(page_before, parent.page_before), take(page_after, parent.page_after);
  }
};

struct Style {
  std::string name, parent;
  ParagraphProperties paragraph;
  Toggles run;
  bool automatic = false;  // the program made it; the author sees the name of its parent
  bool resolved = false;
};

class StyleTable {
 public:
  Style &operator[](const std::string &id) { return styles_[id]; }
  bool has(const std::string &id) const { return styles_.count(id) > 0; }

  /// The style with all that it inherits; an empty one if it is unknown.
  const Style &resolved(const std::string &id) {
    static const Style none;
    const auto found = styles_.find(id);
    if (found == styles_.end()) return none;
    // From the style up to the first ancestor that is resolved, and back.
    std::vector<Style *> line;
    for (auto at = found; at != styles_.end() && !at->second.resolved; at = styles_.find(at->second.parent)) {
      at->second.resolved = true;
      line.push_back(&at->second);
    }
    for (; !line.empty(); line.pop_back()) {
      Style &own = *line.back();
      const auto parent = styles_.find(own.parent);
      if (parent == styles_.end()) continue;
      own.paragraph.inherit(parent->second.paragraph);
      own.run.inherit(parent->second.run);
      if (own.automatic) own.name = parent->second.name;
    }
    return found->second;
  }

 private:
  std::map<std::string, Style> styles_;
};
