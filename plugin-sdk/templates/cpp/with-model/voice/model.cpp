#include "model.hpp"

#include <cctype>
#include <cmath>
#include <fstream>

Model::Model(const std::string &path, const std::function<void(double)> &progress) {
  std::ifstream file(path);
  std::string kind;
  if (!(file >> kind >> version) || kind != "tones") throw Error(path + " is no model of tones.");
  char letter;
  double tone;
  while (file >> letter >> tone) {
    hertz[letter] = tone;
    progress(static_cast<double>(hertz.size()) / 26);
  }
  if (hertz.size() != 26) throw Error(path + " is damaged: it has " + std::to_string(hertz.size()) + " letters of 26.");
}

std::vector<int16_t> Model::sound(std::string_view word, uint32_t rate, double speed, double semitones) const {
  std::vector<int16_t> all;
  auto frames = static_cast<size_t>(rate * 0.06 / speed);
  for (char byte : word) {
    if ((byte & 0xc0) == 0x80) continue;  // the rest of a character
    auto known = hertz.find(static_cast<char>(std::tolower(static_cast<unsigned char>(byte))));
    double tone = (known == hertz.end() ? 220 : known->second) * std::exp2(semitones / 12);
    for (size_t i = 0; i < frames; i++) {
      double edge = std::min<double>(std::min(i, frames - i), 64) / 64;
      all.push_back(
          static_cast<int16_t>(6000 * edge * std::sin(6.283185307179586 * tone * static_cast<double>(i) / rate)));
    }
  }
  return all;
}
