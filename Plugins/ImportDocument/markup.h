// SPDX-License-Identifier: Apache-2.0
// XML and HTML as events: elements begin and end, and text comes between.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class Attributes {
 public:
  /// The value; empty if there is none.
  std::string_view get(std::string_view name) const {
    for (const auto &[known, value] : all) {
      if (known == name) return value;
    }
    return {};
  }
  bool has(std::string_view name) const {
    for (const auto &[known, value] : all) {
      if (known == name) return true;
    }
    return false;
  }
  std::vector<std::pair<std::string, std::string>> all;
};

/// Names have the usual prefix of their namespace, whatever the file calls it: `w:p`, `text:span`, `epub:type`.
/// HTML, and packages of EPUB, have none: `p`. Names of unknown namespaces begin with `?:`.
class Markup {
 public:
  virtual ~Markup() = default;
  virtual void start(const std::string &name, const Attributes &attributes) = 0;
  virtual void end(const std::string &) {}
  virtual void text(std::string_view) {}
};

/// False if it is not well-formed: `to` has got what comes before. No entities but those of HTML, and nothing is fetched.
bool parse_xml(std::string_view bytes, Markup &to);
/// Reads whatever it is, as a browser does.
void parse_html(const std::string &utf8, Markup &to);
/// Calls `act` for the start of each element of an XML file; false if it is not well-formed.
bool each_element(std::string_view xml, std::function<void(const std::string &name, const Attributes &attributes)> act);
/// The text of the first element of this name in an XML file.
std::string text_of(std::string_view xml, std::string_view element);
