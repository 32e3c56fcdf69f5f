// Text in the letters that Festival knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace festival {

// ASCII for UTF-8: accents are left out, and other characters become blanks.
struct Ascii {
  explicit Ascii(std::string_view text);
  // The byte of the text that `at` of the ASCII stands for; its end at the end.
  size_t source(size_t at) const { return offsets[at]; }

  std::string letters;

 private:
  std::vector<size_t> offsets;
};

// A part of a text that Festival says at once.
struct Piece {
  size_t start, length;
  bool beginsWord;  // false for the rest of a word that was cut
};

// Cuts a text after sentences, else after words, else within them: Festival's time grows with the square of a long text, and its
// sound comes when all of a piece is said.
std::vector<Piece> pieces(const std::string &letters);

}  // namespace festival
