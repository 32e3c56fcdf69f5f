#include "Phonemes.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <espeak-ng/speak_lib.h>

#include "Engine.hpp"

namespace sherpa {

using plugin::Failure;

namespace {

struct Espeak {
  decltype(&espeak_Initialize) initialize = nullptr;
  decltype(&espeak_SetVoiceByName) setVoice = nullptr;
  decltype(&espeak_TextToPhonemes) phonemes = nullptr;
  decltype(&espeak_Info) info = nullptr;
  decltype(&espeak_Synth) synth = nullptr;
  bool isLoaded = false;
} espeak;

std::string lower(std::string_view word) {
  std::string lower;
  for (size_t at = 0; at < word.size();) {
    char32_t point = codePoint(word, at);
    if ((point >= 'A' && point <= 'Z') || (point >= 0xc0 && point <= 0xde && point != 0xd7)) point += 0x20;
    if (point == 0x2019) point = '\'';
    putCodePoint(lower, point);
  }
  return lower;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  return text;
}

// Whether a text has Chinese characters; Japanese has them, too.
bool hasSigns(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    char32_t point = codePoint(text, at);
    if ((point >= 0x3400 && point <= 0x9fff) || (point >= 0xf900 && point <= 0xfaff) || point >= 0x20000) return true;
  }
  return false;
}

// One piece of text without a sign in it.
std::string speak(std::string_view text) {
  // NUL ends a text early, and brackets of two open espeak's own notation.
  std::string clean;
  for (char each : text) clean += each == '\0' || each == '[' || each == ']' ? ' ' : each;
  // Words without end would keep espeak busy for minutes.
  std::string safe;
  size_t length = 0;
  for (char each : clean) {
    length = static_cast<unsigned char>(each) <= 0x20 ? 0 : length + 1;
    if (length > 200 && (each & 0xc0) != 0x80) {
      safe += ' ';
      length = 1;
    }
    safe += each;
  }
  std::string all;
  const void *at = safe.c_str();
  // Each call gives one clause as espeak sees it; none can be without end.
  for (size_t calls = 0; at && calls <= safe.size() + 1; calls++) {
    const char *part = espeak.phonemes(&at, espeakCHARS_UTF8, 0x02);
    if (!part || !*part) continue;
    if (!all.empty()) all += ' ';
    all += part;
  }
  // If a language has no sound for a Chinese character, espeak says its name in English.
  if (all.find("(en)") != all.npos && hasSigns(safe))
    throw Failure{CUE_E_UNSUPPORTED, "There are no sounds for “" + safe.substr(0, 60) +
                                         "” in this voice's language: it would say the names of letters."};
  // "(fr)" marks a change of the language.
  std::string said;
  bool inMark = false;
  for (char each : all) {
    if (each == '(') inMark = true;
    if (!inMark && each != '\n') said += each;
    if (each == ')') inMark = false;
  }
  return said;
}

// The decomposed form of letters that voices know in two parts.
std::vector<char32_t> decomposed(char32_t point) {
  switch (point) {
    case 0xe7: return {'c', 0x327};
    case 0xe3: return {'a', 0x303};
    case 0xf5: return {'o', 0x303};
    case 0xf1: return {'n', 0x303};
    case 0x129: return {'i', 0x303};
    case 0x169: return {'u', 0x303};
    case 0x1ebd: return {'e', 0x303};
    default: return {};
  }
}

void add(std::vector<int32_t> &points, std::string_view said, const KnownPoints &known) {
  for (size_t at = 0; at < said.size();) {
    char32_t point = codePoint(said, at);
    if (point == '_') continue;
    if (known.count(point)) {
      points.push_back(static_cast<int32_t>(point));
      continue;
    }
    for (char32_t part : decomposed(point))
      if (known.count(part)) points.push_back(static_cast<int32_t>(part));
  }
}

// A clause's text, in pieces between words of the lexicon.
std::string clause(std::string_view text, const Lexicon &lexicon) {
  if (lexicon.isEmpty()) return speak(text);
  std::string said;
  auto put = [&](const std::string &part) {
    if (part.empty()) return;
    if (!said.empty()) said += ' ';
    said += part;
  };
  size_t pieceStart = 0;
  for (size_t at = 0; at < text.size();) {
    size_t start = at, next = at;
    if (!isLetter(codePoint(text, next))) {
      at = next;
      continue;
    }
    size_t end = next;
    while (end < text.size()) {
      next = end;
      char32_t point = codePoint(text, next);
      bool isInside = point == '\'' || point == 0x2019 || point == '-';
      if (!isLetter(point) && !(isInside && next < text.size())) break;
      end = next;
    }
    at = end;
    std::string_view word = text.substr(start, end - start);
    const std::string *own = lexicon.find(word);
    std::string_view ending;
    if (!own && word.size() > 2 && word.substr(word.size() - 2) == "'s") {
      own = lexicon.find(word.substr(0, word.size() - 2));
      ending = "z";
    }
    if (!own) continue;
    if (auto before = trimmed(text.substr(pieceStart, start - pieceStart)); !before.empty()) put(speak(before));
    put(*own + std::string(ending));
    pieceStart = end;
  }
  if (auto rest = trimmed(text.substr(pieceStart)); !rest.empty()) put(speak(rest));
  return said;
}

}  // namespace

Lexicon::Lexicon(std::string_view entries) {
  while (!entries.empty()) {
    size_t end = std::min(entries.find(';'), entries.size());
    std::string_view entry = trimmed(entries.substr(0, end));
    entries.remove_prefix(std::min(end + 1, entries.size()));
    if (entry.empty()) continue;
    size_t sign = entry.find('=');
    std::string_view word = trimmed(entry.substr(0, sign));
    std::string_view said = sign == entry.npos ? "" : trimmed(entry.substr(sign + 1));
    if (said.size() > 1 && (said.front() == '/' || said.front() == '['))
      said = trimmed(said.substr(1, said.size() - 2));
    if (word.empty() || said.empty())
      throw Failure{CUE_E_INVALID, "The lexicon entry “" + std::string(entry.substr(0, 100)) +
                                       "” says no pronunciation: write word=IPA, with ; between entries."};
    words[lower(word)] = said;
  }
}

void Lexicon::add(std::string_view word, std::string_view said) {
  if (!word.empty() && !said.empty()) words[lower(word)] = said;
}

const std::string *Lexicon::find(std::string_view word) const {
  auto found = words.find(lower(word));
  return found == words.end() ? nullptr : &found->second;
}

void loadPhonemes() {
  if (espeak.isLoaded) return;
  // espeak wants a library that plays sound and forty that this one wants; the plugin espeak brings one that plays nothing.
  std::string silent = folder() + "/espeak/libpcaudio.so.0";
  if (access(silent.c_str(), R_OK) == 0) dlopen(silent.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *library = dlopen("libespeak-ng.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    throw Failure{CUE_E_MODEL, std::string("eSpeak NG, which gives the phonemes, could not be loaded (") + dlerror() +
                                   "); Debian's libespeak-ng1 has it."};
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function) throw Failure{CUE_E_MODEL, std::string("This eSpeak NG has no function ") + name + "."};
  };
  find(espeak.initialize, "espeak_Initialize");
  find(espeak.setVoice, "espeak_SetVoiceByName");
  find(espeak.phonemes, "espeak_TextToPhonemes");
  find(espeak.info, "espeak_Info");
  find(espeak.synth, "espeak_Synth");
  if (espeak.initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nullptr, espeakINITIALIZE_DONT_EXIT) <= 0)
    throw Failure{CUE_E_MODEL, "eSpeak NG found no data; Debian's espeak-ng-data has it."};
  espeak.isLoaded = true;
}

std::string phonemesVersion() {
  const char *path = nullptr, *version = espeak.isLoaded ? espeak.info(&path) : nullptr;
  return version ? version : "";
}

bool hasPhonemes(const std::string &voice) { return espeak.setVoice(voice.c_str()) == EE_OK; }

std::vector<int32_t> phonemes(const Sentence &sentence, const std::string &voice, const Lexicon &lexicon,
                              const KnownPoints &known) {
  // What espeak says depends on what it said before, unless a voice is set. Each time it keeps a copy of the voice until sound is
  // made, and none is made here: to say nothing lets the copies go.
  espeak.synth("", 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, nullptr, nullptr);
  if (espeak.setVoice(voice.c_str()) != EE_OK)
    throw Failure{CUE_E_MODEL, "eSpeak NG has no language “" + voice + "”, which this voice needs for its phonemes."};
  std::vector<int32_t> points;
  for (const Clause &each : sentence.clauses) {
    std::vector<int32_t> said;
    add(said, clause(each.text, lexicon), known);
    if (said.empty()) continue;
    if (!points.empty()) points.push_back(' ');
    points.insert(points.end(), said.begin(), said.end());
    if (each.sign && known.count(each.sign)) points.push_back(static_cast<int32_t>(each.sign));
  }
  if (points.empty()) return points;
  // A sentence that just stops would be spoken as if more came.
  auto last = static_cast<char32_t>(points.back());
  if (last != '.' && last != '?' && last != '!') {
    if (last == ',' || last == ';' || last == ':') points.pop_back();
    if (known.count('.')) points.push_back('.');
  }
  return points;
}

}  // namespace sherpa
