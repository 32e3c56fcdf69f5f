// Text, cut into sentences and clauses as a voice was trained with them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sherpa {

struct Clause {
  std::string_view text;  // without the sign after it
  char32_t sign = 0;      // , ; : . ? ! or 0
};

struct Sentence {
  std::vector<Clause> clauses;
  size_t start = 0, end = 0;  // bytes of the text
  bool endsParagraph = false;
};

// The code point at `at`; `at` moves past it. The text is UTF-8.
char32_t codePoint(std::string_view text, size_t &at);
void putCodePoint(std::string &out, char32_t point);
bool isLetter(char32_t point);

std::vector<Sentence> sentences(std::string_view text);

}  // namespace sherpa
