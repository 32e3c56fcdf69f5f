#include "text.hpp"

namespace festival {

namespace {

// U+00C0 to U+017F, without their accents.
const char *const latin[] = {"A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I",  "I",
                             "D", "N", "O", "O", "O", "O", "O",  " ", "O", "U", "U", "U", "U", "Y", "Th", "ss",
                             "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
                             "d", "n", "o", "o", "o", "o", "o",  " ", "o", "u", "u", "u", "u", "y", "th", "y"};

const char *ascii(uint32_t point) {
  if (point >= 0xc0 && point < 0x100) return latin[point - 0xc0];
  switch (point) {
    case 0x2018:
    case 0x2019: return "'";
    case 0x201c:
    case 0x201d: return "\"";
    case 0x2013:
    case 0x2014: return "-";
    case 0x2026: return ".";
    default: return " ";
  }
}

}  // namespace

std::vector<Piece> pieces(const std::string &letters) {
  constexpr size_t longest = 240, longestWord = 40;
  std::vector<Piece> all;
  bool beginsWord = true;
  for (size_t start = 0; start < letters.size();) {
    size_t end = start, word = start;  // `end`: after the last blank so far
    size_t at = start;
    while (at < letters.size() && at - start < longest && at - word < longestWord) {
      bool isBlank = letters[at] == ' ';
      at++;
      if (!isBlank) continue;
      word = end = at;
      // After a sentence.
      if (at >= start + 2 && (letters[at - 2] == '.' || letters[at - 2] == '!' || letters[at - 2] == '?')) break;
    }
    bool isCut = at < letters.size() && end == start;
    if (at == letters.size() || isCut) end = at;
    all.push_back({start, end - start, beginsWord});
    beginsWord = !isCut;
    start = end;
  }
  return all;
}

Ascii::Ascii(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    auto lead = static_cast<unsigned char>(text[at]);
    size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : 4;
    uint32_t point = lead & (length == 1 ? 0x7fu : 0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
    if (point == '`') point = '\'';  // on which Festival crashes
    std::string one = point < 0x20 || point == 0x7f ? " "
                      : point < 0x80                ? std::string(1, static_cast<char>(point))
                                                    : ascii(point);
    letters += one;
    offsets.insert(offsets.end(), one.size(), at);
    at += length;
  }
  offsets.push_back(text.size());
}

}  // namespace festival
