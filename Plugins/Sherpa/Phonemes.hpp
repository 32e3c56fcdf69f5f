// Phonemes by eSpeak NG, which the voices were trained with.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "Text.hpp"

namespace sherpa {

// How words are spoken, by the user: "stage=steɪdʒ; Aoife=iːfə".
class Lexicon {
 public:
  Lexicon() = default;
  // Throws a plugin::Failure for an entry that says no pronunciation.
  explicit Lexicon(std::string_view entries);
  // In place of what it has for the word.
  void add(std::string_view word, std::string_view said);
  bool isEmpty() const { return words.empty(); }
  // The word's phonemes in IPA, or nothing.
  const std::string *find(std::string_view word) const;

 private:
  std::map<std::string, std::string> words;
};

// The code points that a voice knows, as its tokens.txt or phoneme_id_map lists them.
using KnownPoints = std::set<char32_t>;

// Loads eSpeak NG once; throws a plugin::Failure.
void loadPhonemes();
std::string phonemesVersion();
// Whether eSpeak has that voice or language.
bool hasPhonemes(const std::string &voice);

// The phonemes of a sentence in the language of espeak's `voice`, with the signs of its clauses between them; those that the voice
// does not know are left out.
std::vector<int32_t> phonemes(const Sentence &sentence, const std::string &voice, const Lexicon &lexicon,
                              const KnownPoints &known);

}  // namespace sherpa
