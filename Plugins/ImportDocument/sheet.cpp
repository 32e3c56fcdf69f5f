// SPDX-License-Identifier: Apache-2.0
#include "sheet.h"

#include <algorithm>

#include "paragraphs.h"

namespace {

/// `css` without comments, and without what begins and ends a comment of HTML.
std::string without_comments(std::string_view css) {
  std::string text;
  while (!css.empty()) {
    const std::size_t begin = std::min(css.find("/*"), css.size());
    text += css.substr(0, begin);
    css.remove_prefix(begin);
    const std::size_t end = css.find("*/", 2);
    css.remove_prefix(css.empty() ? 0 : end == std::string_view::npos ? css.size() : end + 2);
  }
  for (const std::string_view mark : {"<!--", "-->"}) {
    for (std::size_t at; (at = text.find(mark)) != std::string::npos;) text.erase(at, mark.size());
  }
  return text;
}

/// The place after the block that begins before `at`.
std::size_t end_of_block(std::string_view css, std::size_t at) {
  for (int depth = 1; at < css.size() && depth > 0; ++at) depth += css[at] == '{' ? 1 : css[at] == '}' ? -1 : 0;
  return at;
}

}  // namespace

void StyleSheet::add(std::string_view bytes) {
  const std::string text = without_comments(bytes);
  for (std::string_view css = text; !css.empty();) {
    const std::size_t open = css.find_first_of("{;");
    if (open == std::string_view::npos) return;
    // `@import …;` and similar ones.
    if (css[open] == ';') {
      css.remove_prefix(open + 1);
      continue;
    }
    const std::size_t end = end_of_block(css, open + 1);
    std::string_view selectors = css.substr(0, open);
    const std::string declarations(css.substr(open + 1, end - open - 2));
    css.remove_prefix(end);
    ++count_;
    while (!selectors.empty()) {
      const std::size_t comma = std::min(selectors.find(','), selectors.size());
      const std::string selector = trimmed(selectors.substr(0, comma));
      selectors.remove_prefix(std::min(comma + 1, selectors.size()));
      const std::size_t dot = selector.find('.');
      const bool is_simple = selector.find_first_of(" \t\r\n>+~:[#*@&") == std::string::npos &&
                             (dot == std::string::npos || selector.find('.', dot + 1) == std::string::npos);
      if (is_simple && !selector.empty()) {
        const std::size_t element = std::min(dot, selector.size());
        rules_[lowercase(selector.substr(0, element)) + selector.substr(element)].emplace_back(count_, declarations);
      }
    }
  }
}

std::vector<std::string_view> StyleSheet::styles(const std::string &element, std::string_view classes) const {
  std::vector<std::string_view> all;
  if (rules_.empty()) return all;
  std::vector<const Rule *> found;
  const auto look = [&](const std::string &selector) {
    const auto rules = rules_.find(selector);
    if (rules == rules_.end()) return;
    for (const Rule &rule : rules->second) found.push_back(&rule);
  };
  // From general to special selectors; between equals, the order of the sheet decides.
  const auto take = [&] {
    std::sort(found.begin(), found.end(), [](const Rule *one, const Rule *other) { return one->first < other->first; });
    for (const Rule *rule : found) all.push_back(rule->second);
    found.clear();
  };
  look(element);
  take();
  const std::vector<std::string> names = words(classes);
  for (const std::string &name : names) look("." + name);
  take();
  for (const std::string &name : names) look(element + "." + name);
  take();
  return all;
}
