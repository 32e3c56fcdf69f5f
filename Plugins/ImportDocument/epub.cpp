// SPDX-License-Identifier: Apache-2.0
// Electronic books. Their pages are read by html.cpp.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "charset.h"
#include "failure.h"
#include "html.h"
#include "markup.h"
#include "readers.h"

namespace {

/// Fonts are obfuscated by these; everything else needs a key.
const std::set<std::string> font_obfuscation = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"};

struct Item {
  std::string path, type;
  bool navigation = false;
};

/// The package: which files there are, and in which order they are read.
class Package : public Markup {
 public:
  explicit Package(std::string path) : path_(std::move(path)) {}

  void start(const std::string &name, const Attributes &attributes) override {
    if (name == "item") {
      const std::string properties = " " + std::string(attributes.get("properties")) + " ";
      const bool navigation = properties.find(" nav ") != std::string::npos;
      const Item item{resolved(path_, attributes.get("href")), std::string(attributes.get("media-type")), navigation};
      if (navigation) contents.push_back(item.path);
      if (item.type == "application/x-dtbncx+xml") contents.push_back(item.path);
      items.emplace(attributes.get("id"), item);
    } else if (name == "itemref" && attributes.get("linear") != "no") {
      spine.emplace_back(attributes.get("idref"));
    } else if (name == "reference" && is_front_matter(attributes.get("type"))) {
      leave_out(path_, attributes.get("href"));
    }
  }

  std::map<std::string, Item> items;
  std::vector<std::string> spine, contents;
  std::set<std::string> left_out;

  /// Leaves out the file that `link` names, which stands in the file `from`. A link to a place in a file leaves out nothing: the
  /// whole book may be in that file.
  void leave_out(std::string_view from, std::string_view link) {
    if (link.find('#') == std::string_view::npos) left_out.insert(resolved(from, link));
  }

 private:
  std::string path_;
};

/// The table of contents: `nav` of EPUB 3, or `toc.ncx` of EPUB 2. The first title for a file is that of its chapter.
/// Landmarks of EPUB 3 say which files are no chapters.
class Contents : public Markup {
 public:
  Contents(std::string path, std::map<std::string, std::string> &titles, Package &package)
      : path_(std::move(path)), titles_(titles), package_(package) {}

  void start(const std::string &name, const Attributes &attributes) override {
    if (name == "nav") inside_ = attributes.get("epub:type") == "toc" || !attributes.has("epub:type");
    if (name == "a" && inside_) link_ = attributes.get("href");
    if (name == "a" && !inside_ && is_front_matter(attributes.get("epub:type")))
      package_.leave_out(path_, attributes.get("href"));
    if (name == "navLabel" || (name == "a" && inside_)) {
      title_.clear();
      in_title_ = true;
    }
    if (name == "content") add(attributes.get("src"));
  }

  void end(const std::string &name) override {
    if (name == "navLabel" || name == "a") in_title_ = false;
    if (name == "a" && inside_) add(link_);
    if (name == "nav") inside_ = false;
  }

  void text(std::string_view utf8) override {
    if (in_title_) title_ += utf8;
  }

 private:
  void add(std::string_view link) { titles_.emplace(resolved(path_, link), title_); }

  std::string path_, link_, title_;
  std::map<std::string, std::string> &titles_;
  Package &package_;
  bool inside_ = false, in_title_ = false;
};

}  // namespace

bool is_epub(const Zip &zip) {
  return trimmed(zip.file("mimetype")) == "application/epub+zip" || zip.has("META-INF/container.xml");
}

void read_epub(const Zip &zip, Output &output) {
  each_element(zip.file("META-INF/encryption.xml"), [](const std::string &name, const Attributes &attributes) {
    const bool is_method = name == "enc:EncryptionMethod";
    if (is_method && !font_obfuscation.count(std::string(attributes.get("Algorithm")))) fail(locked);
  });
  std::string path;
  each_element(zip.file("META-INF/container.xml"), [&](const std::string &name, const Attributes &attributes) {
    if (name == "rootfile" && path.empty()) path = resolved("", attributes.get("full-path"));
  });
  output.title(text_of(zip.file(path), "dc:title"));
  Package package(path);
  if (!parse_xml(zip.file(path), package) || package.spine.empty()) fail(damaged);
  std::map<std::string, std::string> titles;
  for (const std::string &file : package.contents) {
    Contents contents(file, titles, package);
    if (!parse_xml(zip.file(file), contents)) parse_html(html_in_utf8(zip.file(file)), contents);
  }
  std::set<std::string> read = package.left_out;
  for (const std::string &id : package.spine) {
    const auto found = package.items.find(id);
    if (found == package.items.end()) continue;
    const Item &item = found->second;
    const bool is_page = item.type == "application/xhtml+xml" || item.type == "text/html";
    // A file that is missing is skipped; no file is read twice.
    if (item.navigation || !is_page || !zip.has(item.path) || !read.insert(item.path).second) continue;
    const auto title = titles.find(item.path);
    print_chapter(title == titles.end() ? std::string_view() : title->second, zip.file(item.path), output);
  }
}
