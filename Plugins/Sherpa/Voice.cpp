// The voices of installed models.
#include <algorithm>
#include <cmath>
#include <functional>
#include <list>

#include "Kit.hpp"
#include "SpokenModel.hpp"

namespace sherpa {

using plugin::Failure;
using plugin::Stopped;

// Each request gives the same sound whatever came before, because the copies of the models that are loaded take their noise from a
// table. The engine runs on the thread that calls it, so a child process may serve the requests and be ended by a cancel.
const cue_descriptor voiceDescriptor = {
    sizeof(cue_descriptor),
    CUE_PER_PROCESS,
    CUE_DETERMINISM_ALWAYS,
    CUE_FLAG_FORK_SAFE | CUE_FLAG_LINKS_GPL,
    "sherpa",
    CUE_KIND_VOICE,
    CUE_TEXT("Neural voices"),
    CUE_TEXT("Cue"),
    CUE_TEXT("1.0"),
    CUE_TEXT("GPL-3.0-or-later"),
    CUE_TEXT("https://github.com/k2-fsa/sherpa-onnx"),
    CUE_TEXT("Voices of installed models (Piper, VITS, Matcha, Kokoro, Kitten, Supertonic), offline, by sherpa-onnx."),
    nullptr,
    0,
    0};

namespace {

constexpr double slowest = 0.3, fastest = 3, loudest = 4;
constexpr size_t mostLoaded = 3;

const std::vector<Parameter> voiceParameters = {
    {1, CUE_PARAM_TEXT, CUE_PARAM_NEEDS_RESTART, "models", "",
     "Folders with models in place of the usual ones, with : between them.", 0, 0, 0},
    {2, CUE_PARAM_TEXT, CUE_PARAM_SOUND, "lexicon", "", "How words are spoken, in IPA: word=IPA; word=IPA.", 0, 0, 0},
    {3, CUE_PARAM_INTEGER, CUE_PARAM_SOUND, "pause", "ms", "The pause between two sentences, at normal speed.", 0, 3000,
     350}};

// One voice: a model and one of its speakers.
struct Speaking {
  const Model *model;
  Speaker speaker;
  std::string id, name, summary;
  std::vector<std::string> languages;
};

class Voice : public Instance {
 public:
  Voice() : Instance(voiceParameters) {}
  const char *kind() const override { return CUE_KIND_VOICE; }
  const void *kindTable() const override;

  void set(uint32_t id, double number, const std::string &words) override {
    if (id == 1) folders = words;
    if (id == 2) lexicon = Lexicon(words);
    if (id == 3) pauseMilliseconds = number;
  }

  void activate() override {
    engine();
    list();
    if (voices.empty()) {
      for (const Model &each : models)
        if (!each.fault.empty()) throw Failure{CUE_E_MODEL, each.subject() + " cannot be used: " + each.fault + "."};
      throw Failure{CUE_E_MODEL, "There is no model that speaks in " + modelFolders(folders) +
                                     ": 'make neural' in Cue's sources installs one."};
    }
    // The first model that works is the default; one that fails must not affect the others. A model that is added later should not
    // change the default: models that speak English come first, because texts without a known language are English, and slow ones last.
    std::vector<std::string> failed;
    std::vector<std::reference_wrapper<const Model>> order(models.begin(), models.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const Model &one, const Model &other) { return rank(one) < rank(other); });
    for (const Model &each : order) {
      if (!each.fault.empty() || !SpokenModel::speaks(each.type)) continue;
      try {
        load(each);
        standard = each.id;
        break;
      } catch (const Failure &failure) {
        failed.push_back(failure.sentence);
      }
    }
    if (standard.empty()) throw Failure{CUE_E_MODEL, failed.front()};
    for (const Model &each : models)
      if (!each.fault.empty()) log(CUE_LOG_WARN, each.subject() + " is left out: " + each.fault + ".");
    for (const std::string &each : failed) log(CUE_LOG_WARN, each);
  }

  uint32_t count() {
    if (voices.empty()) throw Failure{CUE_E_STATE, "The plugin has not been activated."};
    list();
    return static_cast<uint32_t>(voices.size());
  }

  int32_t info(uint32_t index, cue_voice_info *out) {
    if (index >= voices.size()) return CUE_E_NOT_FOUND;
    const Speaking &voice = voices[index];
    languages.clear();
    languagePointers.clear();
    for (const std::string &each : voice.languages) languages.push_back({sizeof(cue_language), 0, plugin::text(each)});
    for (const cue_language &each : languages) languagePointers.push_back(&each);
    cue_voice_info ours{};
    ours.flags = &voice == &defaultVoice() ? CUE_VOICE_IS_DEFAULT : 0;
    if (voice.model->isSlow) ours.flags |= CUE_VOICE_IS_SLOW;
    ours.id = plugin::text(voice.id);
    ours.name = plugin::text(voice.name);
    ours.languages = languagePointers.data();
    ours.language_count = static_cast<uint32_t>(languages.size());
    ours.gender = voice.speaker.gender;
    ours.rate = voice.model->rate;
    ours.licence = plugin::text(voice.model->licence);
    ours.description = plugin::text(voice.summary);
    ours.quality = voice.model->quality;
    return plugin::fill(out, ours);
  }

  void prepare(std::string_view id) { load(*find(id, "").model); }

  cue_text fingerprint(std::string_view id) {
    std::string sound = "sherpa-onnx " + engine().version + " espeak-ng " + phonemesVersion() + " plugin 2";
    try {
      const Speaking &voice = find(id, "");
      sound += " " + voice.id;
      for (const auto &[role, file] : voice.model->files)
        if (!file.sha256.empty()) sound += " " + file.sha256.substr(0, 16);
      // Files without a digest are distinguished by size and time.
      bool isDigested = true;
      for (const auto &[role, file] : voice.model->files) isDigested = isDigested && !file.sha256.empty();
      if (!isDigested) sound += " " + voice.model->state();
    } catch (const Failure &) {
      sound += " no such voice";
    }
    printed = sound.substr(0, 2000);
    return plugin::text(printed);
  }

  void speak(const cue_speech_request &asked, const cue_speech_sink &sink);

 private:
  std::string folders, standard, printed;
  Lexicon lexicon;
  double pauseMilliseconds = 350;
  std::vector<Model> models;
  std::vector<Speaking> voices;
  std::vector<cue_language> languages;
  std::vector<const cue_language *> languagePointers;
  std::list<std::unique_ptr<SpokenModel>> loaded;  // the last used first

  void list() {
    models = installedModels(folders);
    voices.clear();
    for (const Model &model : models) {
      if (!model.fault.empty() || !SpokenModel::speaks(model.type)) continue;
      std::vector<Speaker> speakers = model.speakers;
      if (speakers.empty()) speakers.push_back({});
      for (const Speaker &speaker : speakers) {
        Speaking voice{&model, speaker, model.id, model.name, model.description, model.languages};
        if (speakers.size() > 1) {
          voice.id += "/" + speaker.id;
          voice.name = speaker.name.empty() ? speaker.id : speaker.name;
        }
        if (!speaker.languages.empty()) voice.languages = speaker.languages;
        voices.push_back(voice);
      }
    }
  }

  const Speaking &defaultVoice() const {
    for (const Speaking &each : voices)
      if (each.model->id == standard) return each;
    return voices.front();
  }

  // The model with the lowest rank becomes the default.
  static int rank(const Model &model) {
    bool speaksEnglish = model.languages.empty();
    for (const std::string &each : model.languages) speaksEnglish = speaksEnglish || family(each) == "en";
    return (speaksEnglish ? 0 : 2) + (model.isSlow ? 1 : 0);
  }

  static std::string family(std::string_view tag) {
    return lowerTag(std::string(tag.substr(0, tag.find_first_of("-_"))));
  }

  static bool speaksLanguage(const Speaking &voice, const std::string &wanted) {
    for (const std::string &each : voice.languages)
      if (family(each) == wanted) return true;
    return false;
  }

  const Speaking &find(std::string_view id, std::string_view language) const {
    if (voices.empty()) throw Failure{CUE_E_STATE, "The plugin has not been activated."};
    if (id.empty()) {
      const Speaking &usual = defaultVoice();
      if (language.empty() || speaksLanguage(usual, family(language))) return usual;
      for (const Speaking &each : voices)
        if (speaksLanguage(each, family(language))) return each;
      return usual;
    }
    for (const Speaking &each : voices)
      if (each.id == id) return each;
    std::string names;
    for (const Speaking &each : voices) {
      if (names.size() > 200) {
        names += ", …";
        break;
      }
      names += (names.empty() ? "" : ", ") + each.id;
    }
    throw Failure{CUE_E_VOICE, "There is no voice “" + std::string(id.substr(0, 80)) + "” in " + modelFolders(folders) +
                                   "; installed are " + names + "."};
  }

  SpokenModel &load(const Model &model) {
    for (auto each = loaded.begin(); each != loaded.end(); ++each) {
      if ((*each)->description().id != model.id) continue;
      loaded.splice(loaded.begin(), loaded, each);
      return *loaded.front();
    }
    auto made = std::make_unique<SpokenModel>(model);
    while (loaded.size() >= mostLoaded) loaded.pop_back();
    loaded.push_front(std::move(made));
    return *loaded.front();
  }
};

// Hands sound on in pieces, as 16-bit numbers.
class Output {
 public:
  Output(const cue_speech_sink &sink, const plugin::Cancellation &cancelled) : sink(sink), cancelled(cancelled) {}

  void begin(uint32_t rate) {
    if (begun) return;
    begun = true;
    cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, rate, 1};
    check(sink.begin(sink.data, &format));
  }

  void sound(const float *samples, size_t count, float gain) {
    constexpr size_t most = 4096;
    int16_t piece[most];
    for (size_t at = 0; at < count; at += most) {
      size_t frames = std::min(most, count - at);
      for (size_t i = 0; i < frames; i++) piece[i] = limited(samples[at + i] * gain);
      give(piece, frames);
    }
  }

  void silence(size_t count) {
    static const int16_t nothing[4096] = {};
    for (size_t at = 0; at < count; at += std::size(nothing)) give(nothing, std::min(std::size(nothing), count - at));
  }

  void sentence(size_t offset, size_t length) {
    cue_speech_event event{};
    event.struct_size = sizeof event;
    event.type = CUE_EVENT_SENTENCE;
    event.frame = frames;
    event.text_offset = static_cast<uint32_t>(offset);
    event.text_length = static_cast<uint32_t>(length);
    check(sink.event(sink.data, &event));
  }

  void report(uint32_t field, uint32_t outcome, double value = 0, std::string_view words = {}) {
    cue_honoured report = honoured(field, outcome, value, words);
    check(sink.honoured(sink.data, &report));
  }

  double within(double asked, double low, double high, double usual, uint32_t field) {
    double used = std::isnan(asked) ? usual : std::clamp(asked, low, high);
    if (used != asked) report(field, CUE_HONOURED_CLAMPED, used);
    return used;
  }

  void check(int32_t answer = CUE_CONTINUE) {
    if (answer != CUE_CONTINUE || cancelled) throw Stopped{};
  }

 private:
  const cue_speech_sink &sink;
  const plugin::Cancellation &cancelled;
  uint64_t frames = 0;
  bool begun = false;

  void give(const int16_t *samples, size_t count) {
    check(sink.audio(sink.data, samples, static_cast<uint32_t>(count)));
    frames += count;
  }

  // Loud sound is bent towards full scale and never cut off.
  static int16_t limited(float sample) {
    constexpr float knee = 0.8f;
    float size = std::fabs(sample);
    if (size > knee) size = knee + (1 - knee) * std::tanh((size - knee) / (1 - knee));
    return static_cast<int16_t>(std::lrint(std::copysign(std::min(size, 0.9999f), sample) * 32767));
  }
};

// Cuts off what is nearly silent at both ends, all but a little, and fades the ends.
void trim(std::vector<float> &sound, uint32_t rate, double speed) {
  float loudest = 0;
  for (float each : sound) loudest = std::max(loudest, std::fabs(each));
  float least = std::max(0.003f, loudest * 0.01f);
  size_t start = 0, end = sound.size();
  while (start < end && std::fabs(sound[start]) < least) start++;
  while (end > start && std::fabs(sound[end - 1]) < least) end--;
  if (start == end) {
    sound.clear();
    return;
  }
  auto before = static_cast<size_t>(0.02 * rate / speed), after = static_cast<size_t>(0.08 * rate / speed);
  start -= std::min(start, before);
  end = std::min(sound.size(), end + after);
  sound.erase(sound.begin() + static_cast<ptrdiff_t>(end), sound.end());
  sound.erase(sound.begin(), sound.begin() + static_cast<ptrdiff_t>(start));
  size_t fade = std::min<size_t>(rate / 200, sound.size() / 2);
  for (size_t i = 0; i < fade; i++) {
    float gain = static_cast<float>(i) / static_cast<float>(fade);
    sound[i] *= gain;
    sound[sound.size() - 1 - i] *= gain;
  }
}

void Voice::speak(const cue_speech_request &asked, const cue_speech_sink &sink) {
  std::string_view text = plugin::checked(asked.text, "text");
  std::string_view language = plugin::checked(asked.language, "language");
  const Speaking &voice = find(plugin::checked(asked.voice, "voice"), language);
  Output output(sink, cancelled);
  if (asked.text_form != CUE_TEXT_PLAIN) output.report(CUE_FIELD_TEXT_FORM, CUE_HONOURED_IGNORED);
  if (!language.empty() && !speaksLanguage(voice, family(language)))
    output.report(CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0,
                  voice.languages.empty() ? std::string_view("its own") : std::string_view(voice.languages.front()));
  double speed = output.within(asked.speed == 0 ? 1 : asked.speed, slowest, fastest, 1, CUE_FIELD_SPEED);
  double volume = output.within(asked.volume == 0 ? 1 : asked.volume, 0, loudest, 1, CUE_FIELD_VOLUME);
  if (asked.flags & CUE_SPEECH_SILENT) volume = 0;
  if (std::isnan(asked.pitch) || asked.pitch != 0) output.report(CUE_FIELD_PITCH, CUE_HONOURED_IGNORED);
  if (asked.tone_count) output.report(CUE_FIELD_TONES, CUE_HONOURED_IGNORED);
  // What the request says of a word comes before what the setting says.
  Lexicon spoken = lexicon;
  for (uint32_t i = 0; asked.lexicon && i < asked.lexicon_count; i++)
    spoken.add(plugin::checked(asked.lexicon[i]->word, "word"),
               plugin::checked(asked.lexicon[i]->pronunciation, "pronunciation"));
  if (asked.seed) output.report(CUE_FIELD_SEED, CUE_HONOURED_IGNORED);
  if (asked.events & ~CUE_EVENT_SENTENCE) output.report(CUE_FIELD_EVENTS, CUE_HONOURED_IGNORED);
  std::vector<Sentence> all = sentences(text);
  if (all.empty()) return;
  const SpokenModel &model = load(*voice.model);
  if (asked.lexicon_count && !model.readsPhonemes(voice.speaker))
    output.report(CUE_FIELD_PRONUNCIATION, CUE_HONOURED_IGNORED);
  uint32_t rate = model.rate();
  bool isFirst = true;
  double pauseBefore = 0;
  for (const Sentence &sentence : all) {
    output.check();
    std::vector<float> sound = model.say(sentence, voice.speaker, speed, spoken);
    trim(sound, rate, speed);
    if (sound.empty()) continue;
    output.begin(rate);
    if (!isFirst) output.silence(static_cast<size_t>(pauseBefore / 1000 * rate / speed));
    if (asked.events & CUE_EVENT_SENTENCE) output.sentence(sentence.start, sentence.end - sentence.start);
    output.sound(sound.data(), sound.size(), static_cast<float>(volume));
    isFirst = false;
    // A sentence that was cut for its length goes on without a pause.
    bool isWhole = sentence.clauses.back().sign == '.' || sentence.clauses.back().sign == '?' ||
                   sentence.clauses.back().sign == '!';
    pauseBefore = sentence.endsParagraph ? 2 * pauseMilliseconds
                  : isWhole              ? pauseMilliseconds
                                         : 0.3 * pauseMilliseconds;
  }
}

const cue_voice voiceTable = {
    sizeof(cue_voice),
    0,
    [](void *, cue_voice_traits *out) {
      cue_voice_traits ours{};
      ours.flags = CUE_VOICE_LEXICON;
      ours.events = CUE_EVENT_SENTENCE;
      ours.max_text_bytes = 4000000;
      ours.speed_minimum = slowest;
      ours.speed_maximum = fastest;
      ours.volume_maximum = loudest;
      return plugin::fill(out, ours);
    },
    [](void *self, const cue_call *, uint32_t *count, cue_error *error) {
      return plugin::guarded(error, [&] { *count = of<Voice>(self).count(); });
    },
    [](void *self, uint32_t index, cue_voice_info *out) { return of<Voice>(self).info(index, out); },
    [](void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
      Voice &it = of<Voice>(self);
      cue_speech_request asked = plugin::take(request);
      it.cancelled.begin(asked.call);
      return plugin::guarded(error, [&] {
        if (asked.text.length > 4000000)
          throw Failure{CUE_E_TEXT_TOO_LONG, "The text is longer than 4,000,000 bytes; send it in parts."};
        it.speak(asked, plugin::take(sink));
      });
    },
    [](void *self, const cue_voice_request *request, cue_text *out) {
      return plugin::guarded(nullptr,
                             [&] { *out = of<Voice>(self).fingerprint(plugin::checked(request->voice, "voice")); });
    },
    [](void *self, const cue_voice_request *request, cue_error *error) {
      return plugin::guarded(error, [&] { of<Voice>(self).prepare(plugin::checked(request->voice, "voice")); });
    }};

const void *Voice::kindTable() const { return &voiceTable; }

}  // namespace

Instance *makeVoice() { return new Voice; }

}  // namespace sherpa
