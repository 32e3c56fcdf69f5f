// SPDX-License-Identifier: Apache-2.0
// The style sheet of a page, as far as its rules are simple.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Rules for an element (`p`), a class (`.c3`) or both (`p.c3`). All others are ignored, also those for some screens only.
class StyleSheet {
 public:
  /// Adds the content of a `style` element.
  void add(std::string_view css);
  /// The declarations for an element with those classes; later ones overrule earlier ones.
  std::vector<std::string_view> styles(const std::string &element, std::string_view classes) const;

 private:
  using Rule = std::pair<std::size_t, std::string>;  // its number, and its declarations
  std::map<std::string, std::vector<Rule>> rules_;
  std::size_t count_ = 0;
};
