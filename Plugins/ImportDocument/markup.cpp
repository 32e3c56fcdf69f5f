// SPDX-License-Identifier: Apache-2.0
#include "markup.h"

#include <cstddef>
#include <utility>

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "charset.h"
#include "failure.h"

namespace {

/// For each end tag, libxml2 may look at all open elements: this many looks take five seconds.
constexpr std::size_t most_looks = 2'000'000'000;

struct Namespace {
  std::string_view uri, prefix;
};

/// Those that readers look for.
constexpr Namespace namespaces[] = {
    {"http://schemas.openxmlformats.org/wordprocessingml/2006/main", "w:"},
    {"http://purl.oclc.org/ooxml/wordprocessingml/main", "w:"},
    {"http://schemas.openxmlformats.org/markup-compatibility/2006", "mc:"},
    {"http://schemas.openxmlformats.org/package/2006/relationships", ""},
    {"urn:oasis:names:tc:opendocument:xmlns:office:1.0", "office:"},
    {"urn:oasis:names:tc:opendocument:xmlns:style:1.0", "style:"},
    {"urn:oasis:names:tc:opendocument:xmlns:text:1.0", "text:"},
    {"urn:oasis:names:tc:opendocument:xmlns:table:1.0", "table:"},
    {"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw:"},
    {"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "manifest:"},
    {"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo:"},
    {"http://purl.org/dc/elements/1.1/", "dc:"},
    {"http://www.w3.org/XML/1998/namespace", "xml:"},
    {"http://www.w3.org/1999/xhtml", ""},
    {"http://www.idpf.org/2007/ops", "epub:"},
    {"http://www.idpf.org/2007/opf", ""},
    {"http://www.daisy.org/z3986/2005/ncx/", ""},
    {"http://www.w3.org/2001/04/xmlenc#", "enc:"},
    {"urn:oasis:names:tc:opendocument:xmlns:container", ""},
};

std::string_view view(const xmlChar *text) { return text ? reinterpret_cast<const char *>(text) : std::string_view(); }

/// What the callbacks of libxml2 get.
struct Parse {
  Markup &to;
  xmlParserCtxtPtr context;
  Attributes attributes{};
  std::string name{};
  std::size_t depth = 0, deepest = 0;
  std::vector<std::pair<const xmlChar *, std::string_view>> prefixes{};

  /// libxml2 keeps one copy of each URI, so that its address is enough.
  std::string_view prefix(const xmlChar *uri) {
    if (!uri) return "";
    for (const auto &[known, prefix] : prefixes) {
      if (known == uri) return prefix;
    }
    std::string_view found = "?:";
    for (const Namespace &each : namespaces) {
      if (view(uri) == each.uri) found = each.prefix;
    }
    prefixes.emplace_back(uri, found);
    return found;
  }

  void set_name(const xmlChar *local, const xmlChar *uri) { (name = prefix(uri)) += view(local); }
};

Parse &parse(void *data) { return *static_cast<Parse *>(data); }

/// libxml2 leaves `&` in an attribute as a reference if it replaces no entities.
std::string attribute_value(std::string_view value) {
  constexpr std::string_view ampersand = "&#38;";
  std::string text(value);
  for (std::size_t at = 0; (at = text.find(ampersand, at)) != std::string::npos; ++at)
    text.replace(at, ampersand.size(), "&");
  return text;
}

void xml_start(void *data, const xmlChar *local, const xmlChar *, const xmlChar *uri, int, const xmlChar **, int count,
               int, const xmlChar **values) {
  Parse &now = parse(data);
  now.attributes.all.clear();
  for (int index = 0; index < count; ++index, values += 5) {
    std::string name(now.prefix(values[2]));
    name += view(values[0]);
    const auto *begin = reinterpret_cast<const char *>(values[3]), *end = reinterpret_cast<const char *>(values[4]);
    now.attributes.all.emplace_back(std::move(name), attribute_value({begin, static_cast<std::size_t>(end - begin)}));
  }
  now.set_name(local, uri);
  now.to.start(now.name, now.attributes);
}

void xml_end(void *data, const xmlChar *local, const xmlChar *, const xmlChar *uri) {
  Parse &now = parse(data);
  now.set_name(local, uri);
  now.to.end(now.name);
}

void text(void *data, const xmlChar *bytes, int size) {
  parse(data).to.text({reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(size)});
}

/// An entity of HTML, such as `&nbsp;`, in XHTML whose document type has not been fetched.
void reference(void *data, const xmlChar *name) {
  const htmlEntityDesc *known = htmlEntityLookup(name);
  if (!known) return;
  std::string utf8;
  append_utf8(utf8, known->value);
  parse(data).to.text(utf8);
}

void html_start(void *data, const xmlChar *name, const xmlChar **values) {
  Parse &now = parse(data);
  if (++now.depth > now.deepest) fail(damaged);
  now.attributes.all.clear();
  for (; values && values[0]; values += 2) now.attributes.all.emplace_back(view(values[0]), view(values[1]));
  now.name = view(name);
  now.to.start(now.name, now.attributes);
}

void html_end(void *data, const xmlChar *name) {
  Parse &now = parse(data);
  --now.depth;
  now.name = view(name);
  now.to.end(now.name);
}

class FirstElement : public Markup {
 public:
  explicit FirstElement(std::string_view name) : name_(name) {}

  void start(const std::string &name, const Attributes &) override { inside_ |= !found_ && name == name_; }
  void end(const std::string &name) override {
    if (name != name_) return;
    found_ |= inside_;
    inside_ = false;
  }
  void text(std::string_view utf8) override {
    if (inside_) content += utf8;
  }

  std::string content;

 private:
  std::string_view name_;
  bool inside_ = false, found_ = false;
};

class EachElement : public Markup {
 public:
  explicit EachElement(std::function<void(const std::string &, const Attributes &)> act) : act_(std::move(act)) {}

  void start(const std::string &name, const Attributes &attributes) override { act_(name, attributes); }

 private:
  std::function<void(const std::string &, const Attributes &)> act_;
};

void ignore(void *, const char *, ...) {}

xmlSAXHandler handler() {
  xmlSetGenericErrorFunc(nullptr, ignore);
  xmlSAXHandler handler{};
  handler.characters = handler.ignorableWhitespace = handler.cdataBlock = text;
  return handler;
}

}  // namespace

bool parse_xml(std::string_view bytes, Markup &to) {
  if (bytes.empty()) return false;
  const xmlParserCtxtPtr context = xmlNewParserCtxt();
  if (!context) fail(too_large);
  Parse state{to, context};
  *context->sax = handler();
  context->sax->initialized = XML_SAX2_MAGIC;
  context->sax->startElementNs = xml_start;
  context->sax->endElementNs = xml_end;
  context->sax->reference = reference;
  context->userData = &state;
  xmlCtxtReadMemory(context, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr,
                    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  const bool well_formed = context->wellFormed;
  if (context->errNo == XML_ERR_NO_MEMORY) fail(too_large);
  xmlFreeParserCtxt(context);
  return well_formed;
}

void parse_html(const std::string &utf8, Markup &to) {
  const htmlParserCtxtPtr context = htmlNewParserCtxt();
  if (!context) fail(too_large);
  Parse state{to, context};
  *context->sax = handler();
  std::size_t end_tags = 1;
  for (std::size_t at = 0; (at = utf8.find("</", at)) != std::string::npos; at += 2) ++end_tags;
  state.deepest = most_looks / end_tags;
  context->sax->startElement = html_start;
  context->sax->endElement = html_end;
  context->userData = &state;
  htmlCtxtReadMemory(
      context, utf8.data(), static_cast<int>(utf8.size()), nullptr, "UTF-8",
      HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC);
  if (context->errNo == XML_ERR_NO_MEMORY) fail(too_large);
  htmlFreeParserCtxt(context);
}

bool each_element(std::string_view xml, std::function<void(const std::string &, const Attributes &)> act) {
  EachElement each(std::move(act));
  return parse_xml(xml, each);
}

std::string text_of(std::string_view xml, std::string_view element) {
  FirstElement first(element);
  parse_xml(xml, first);
  return first.content;
}
