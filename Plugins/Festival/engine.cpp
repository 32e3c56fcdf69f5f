#include "engine.hpp"

#include <festival.h>
#include <sys/stat.h>

#include <algorithm>

// Its headers define these as macros.
#undef min
#undef max

namespace festival {

namespace {

constexpr int heapCells = 2000000;  // 48 MB of Scheme, of which only what is used becomes memory

// Runs a line of Scheme; false after an error, which Festival writes to standard error.
bool run(const std::string &line) { return festival_eval_command(line.c_str()) != 0; }

std::string quoted(const std::string &text) {
  std::string quoted = "\"";
  for (char each : text) {
    if (each == '"' || each == '\\') quoted += '\\';
    quoted += each;
  }
  return quoted + "\"";
}

LISP value(const char *name) { return siod_get_lval(name, nullptr); }

std::vector<std::string> strings(LISP list) {
  std::vector<std::string> all;
  for (; list != NIL; list = cdr(list)) all.emplace_back(get_c_string(car(list)));
  return all;
}

}  // namespace

void start() {
  // Without its library, Festival would end the process. Debian has it in another place than the library's own.
  struct stat status;
  const char *folders[] = {"/usr/share/festival", festival_libdir};
  auto has = [&](const char *folder) { return stat((std::string(folder) + "/init.scm").c_str(), &status) == 0; };
  auto found = std::find_if(std::begin(folders), std::end(folders), has);
  if (found == std::end(folders))
    throw Error("Festival is not installed: /usr/share/festival/init.scm is missing. Install the package festival.");
  festival_libdir = *found;
  festival_initialize(1, heapCells);
  // It prints what is wrong and goes on, without a question.
  run("(set! cue_voices (mapcar (lambda (v) (format nil \"%l\" v)) (voice.list)))");
  if (voices().empty()) throw Error("Festival has no voice. Install one, such as the package festvox-kallpc16k.");
}

std::string version() { return festival_version; }

std::vector<Voice> voices() {
  std::vector<Voice> all;
  for (const std::string &id : strings(value("cue_voices"))) {
    run("(set! cue_about (cadr (voice.description '" + id + ")))");
    run("(set! cue_language (format nil \"%l\" (cadr (assoc 'language cue_about))))");
    run("(set! cue_dialect (format nil \"%l\" (cadr (assoc 'dialect cue_about))))");
    run("(set! cue_gender (format nil \"%l\" (cadr (assoc 'gender cue_about))))");
    static const struct {
      const char *name, *tag;
    } known[] = {{"english", "en"}, {"spanish", "es"}, {"welsh", "cy"},   {"italian", "it"}, {"czech", "cs"},
                 {"finnish", "fi"}, {"russian", "ru"}, {"hindi", "hi"},   {"catalan", "ca"}, {"polish", "pl"},
                 {"german", "de"},  {"french", "fr"},  {"marathi", "mr"}, {"telugu", "te"}};
    std::string language = get_c_string(value("cue_language")), dialect = get_c_string(value("cue_dialect")), tag;
    for (const auto &each : known)
      if (language == each.name) tag = each.tag;
    if (tag == "en" && dialect == "american") tag = "en-US";
    if (tag == "en" && dialect == "british") tag = "en-GB";
    all.push_back({id, tag, std::string(get_c_string(value("cue_gender"))) == "male"});
  }
  std::stable_sort(all.begin(), all.end(), [](const Voice &one, const Voice &other) {
    return (one.id == "kal_diphone") > (other.id == "kal_diphone");
  });
  return all;
}

void use(const std::string &id) {
  if (!run("(voice_" + id + ")")) throw Error("Festival's voice “" + id + "” cannot be loaded.");
}

Speech say(const std::string &text, double stretch) {
  run("(Parameter.set 'Duration_Stretch " + std::to_string(stretch) + ")");
  run("(set! cue_said nil)");
  if (!run("(set! cue_said (utt.synth (Utterance Text " + quoted(text) + ")))") || value("cue_said") == NIL)
    throw Error("Festival cannot say that.");
  EST_Utterance *said = get_c_utt(value("cue_said"));
  Speech speech;
  EST_Item *last = said->relation("Wave", 1) ? said->relation("Wave")->head() : nullptr;
  if (!last) return speech;
  const EST_Wave &wave = *::wave(last->f("wave"));
  speech.rate = static_cast<uint32_t>(wave.sample_rate());
  speech.samples.reserve(static_cast<size_t>(wave.num_samples()));
  for (int i = 0; i < wave.num_samples(); i++) speech.samples.push_back(wave.a_no_check(i));
  // A token of the text is one word or several: "42". It is where the token before it ends, or later.
  size_t at = 0;
  EST_Item *before = nullptr;
  for (EST_Item *word = said->relation("Word", 1) ? said->relation("Word")->head() : nullptr; word;
       word = inext(word)) {
    EST_Item *token = parent(word, "Token");
    if (!token || token == before) continue;
    before = token;
    std::string name(static_cast<const char *>(token->name()));
    size_t found = text.find(name, at);
    if (name.empty() || found == std::string::npos) continue;
    at = found + name.size();
    speech.words.push_back({found, name.size(), std::max(0.0f, ffeature(word, "word_start").Float())});
  }
  return speech;
}

}  // namespace festival
