#include "Text.hpp"

#include <algorithm>
#include <array>

namespace sherpa {

char32_t codePoint(std::string_view text, size_t &at) {
  auto lead = static_cast<unsigned char>(text[at++]);
  int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  char32_t point = more ? lead & (0x3f >> more) : lead;
  for (; more > 0 && at < text.size(); more--) point = point << 6 | (static_cast<unsigned char>(text[at++]) & 0x3f);
  return point;
}

void putCodePoint(std::string &out, char32_t point) {
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0 | point >> 6);
    out += static_cast<char>(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | point >> 12);
    out += static_cast<char>(0x80 | (point >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (point & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | point >> 18);
    out += static_cast<char>(0x80 | (point >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (point >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (point & 0x3f));
  }
}

// Near enough: signs, blanks and pictures are none, all else from Latin-1 on is.
bool isLetter(char32_t point) {
  if (point < 0x80) return (point | 0x20) >= 'a' && (point | 0x20) <= 'z';
  if (point < 0xc0) return point == 0xaa || point == 0xb5 || point == 0xba;
  if (point == 0xd7 || point == 0xf7) return false;
  if (point >= 0x2000 && point < 0x2c00) return false;
  if (point >= 0x3000 && point < 0x3005) return false;
  return !(point >= 0xfe00 && point < 0xfe70) && !(point >= 0xff00 && point < 0xff10) && point < 0x1f000;
}

namespace {

bool isBlank(char32_t point) {
  return point <= 0x20 || point == 0x7f || point == 0xa0 || point == 0x85 || (point >= 0x2000 && point <= 0x200b) ||
         point == 0x2028 || point == 0x2029 || point == 0x202f || point == 0x3000 || point == 0xfeff;
}

// Quotation marks and brackets that may follow the end of a sentence.
bool closes(char32_t point) {
  return point == '"' || point == '\'' || point == ')' || point == ']' || point == '}' || point == 0xbb ||
         point == 0x2019 || point == 0x201d || point == 0x201c || point == 0x203a || point == 0x300d || point == 0x300f;
}

bool isUpper(char32_t point) {
  return (point >= 'A' && point <= 'Z') || (point >= 0xc0 && point <= 0xde && point != 0xd7) ||
         (point >= 0x391 && point <= 0x3a9) || (point >= 0x410 && point <= 0x42f);
}

// What the sign becomes in the voice's own small set, or 0. Those of Chinese and Japanese need no blank after them.
char32_t meaning(char32_t point, bool &needsBlank) {
  needsBlank = true;
  switch (point) {
    case '.':
    case '?':
    case '!':
    case ',':
    case ';':
    case ':': return point;
    case 0x2026: return '.';
    case 0x2013:
    case 0x2014: needsBlank = point == 0x2013; return ';';
    case 0x61f: return '?';
    case 0x60c: return ',';
    case 0x61b: return ';';
    case 0x6d4:
    case 0x964:
    case 0x965: return '.';
    default: break;
  }
  needsBlank = false;
  switch (point) {
    case 0x3002:
    case 0xff0e: return '.';
    case 0xff1f: return '?';
    case 0xff01: return '!';
    case 0x3001:
    case 0xff0c: return ',';
    case 0xff1b: return ';';
    case 0xff1a: return ':';
    default: return 0;
  }
}

// Words with a point after them that ends no sentence.
bool isShort(std::string_view word) {
  static constexpr std::array<std::string_view, 36> known = {
      "mr",  "mrs", "ms",  "dr",  "st",  "prof", "sr",   "jr",  "vs",  "etc", "capt",   "gen",
      "col", "lt",  "sgt", "rev", "hon", "no",   "vol",  "fig", "e.g", "i.e", "hr",     "fr",
      "bzw", "usw", "z.b", "d.h", "sra", "mme",  "mlle", "ca",  "nr",  "art", "approx", "dept"};
  std::string lower(word);
  for (char &each : lower)
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each | 0x20);
  return std::find(known.begin(), known.end(), lower) != known.end();
}

// Longer clauses are cut at a blank, so that no sound takes for ever to come.
constexpr size_t mostClauseBytes = 400;

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text(text) {}

  std::vector<Sentence> cut() {
    size_t at = 0;
    while (at < text.size()) {
      size_t start = at;
      char32_t point = codePoint(text, at);
      if (isBlank(point)) {
        if (isParagraph(start)) endSentence(start, true);
        lastBlank = start;
        if (start - clauseStart > mostClauseBytes) endClause(start, at, 0);
        continue;
      }
      if (start - clauseStart > 2 * mostClauseBytes) endClause(start, start, 0);
      sign(point, start, at);
    }
    endClause(text.size(), text.size(), 0);
    endSentence(text.size(), false);
    return std::move(all);
  }

 private:
  std::string_view text;
  std::vector<Sentence> all;
  Sentence current;
  size_t clauseStart = 0, lastBlank = 0;

  bool isParagraph(size_t at) const {
    size_t lines = 0;
    for (; at < text.size() && static_cast<unsigned char>(text[at]) <= 0x20; at++) lines += text[at] == '\n';
    return lines > 1;
  }

  void sign(char32_t point, size_t start, size_t &at) {
    bool needsBlank;
    char32_t means = meaning(point, needsBlank);
    bool isDash =
        point == '-' && start > 0 && text[start - 1] == ' ' && at < text.size() && (text[at] == ' ' || text[at] == '-');
    if (point == '-' && at < text.size() && text[at] == '-' && start > clauseStart) isDash = true;
    if (isDash) means = ';';
    if (!means) return;
    // All signs of a run count as its last strong one: "?!" "..." "--".
    while (at < text.size()) {
      size_t next = at;
      bool ignored;
      char32_t more = meaning(codePoint(text, next), ignored);
      if (!more && !(isDash && text[at] == '-')) break;
      if (more == '?' || more == '!') means = means == '?' ? U'?' : more;
      at = next;
    }
    size_t after = at, next = after;
    while (after < text.size()) {
      next = after;
      if (!closes(codePoint(text, next))) break;
      after = next;
    }
    bool atEnd = after == text.size();
    size_t peek = after;
    char32_t follower = atEnd ? U' ' : codePoint(text, peek);
    if (needsBlank && !isDash && !isBlank(follower)) return;
    bool endsSentence = means == '.' || means == '?' || means == '!';
    if (means == '.') {
      // "Mr. Smith", "J. Smith" and "approx. five" go on.
      std::string_view word = wordBefore(start);
      size_t letters = 0;
      char32_t first = word.empty() ? U' ' : codePoint(word, letters);
      bool isInitial = letters == word.size() && isUpper(first) && !atEnd;
      while (peek < text.size() && isBlank(follower)) follower = codePoint(text, peek);
      bool goesOn = follower >= 'a' && follower <= 'z';
      if (point == 0x2026 || at - start > 1) {
        if (goesOn) means = ';', endsSentence = false;
      } else if (!atEnd && (isShort(word) || isInitial || goesOn)) {
        return;
      }
    }
    endClause(start, after, means);
    at = after;
    if (endsSentence) endSentence(after, isParagraph(after));
  }

  std::string_view wordBefore(size_t end) const {
    size_t start = end;
    while (start > clauseStart && static_cast<unsigned char>(text[start - 1]) > 0x20 && text[start - 1] != '(') start--;
    return text.substr(start, end - start);
  }

  void endClause(size_t end, size_t next, char32_t sign) {
    size_t from = clauseStart;
    while (from < end && static_cast<unsigned char>(text[from]) <= 0x20) from++;
    if (current.clauses.empty()) current.start = from;
    if (end > from || sign) {
      current.clauses.push_back({text.substr(from, end - from), sign});
      current.end = std::max(next, end);
    }
    clauseStart = next;
    if (!current.clauses.empty() && current.end - current.start > mostClauseBytes) endSentence(next, false);
  }

  void endSentence(size_t at, bool isParagraph) {
    if (clauseStart < at) endClause(at, at, 0);
    if (!current.clauses.empty()) {
      current.endsParagraph = isParagraph;
      all.push_back(std::move(current));
    } else if (isParagraph && !all.empty()) {
      all.back().endsParagraph = true;
    }
    current = {};
  }
};

}  // namespace

std::vector<Sentence> sentences(std::string_view text) { return Cutter(text).cut(); }

}  // namespace sherpa
