// What every plugin in C++ needs: it makes the C tables out of a class. There is nothing to change here.
//
// Derive a class from Voice, Dsp or Recognizer, give it a `descriptor` and `parameters`, and offer it with CUE_OFFER(Class). What
// it throws becomes a status and a sentence: no exception leaves the library. A class may also derive from StreamingVoice in place
// of Voice, from Stateful and from Answering.
#pragma once

#include <cue/cue.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace plugin {

// Thrown for what cannot be done; the user reads the sentence.
struct Failure {
  int32_t status;
  std::string sentence;
};

// Thrown where the host wants no more.
struct Stopped {};

// A number that users set by --set NAME=VALUE.
struct Parameter {
  uint32_t id;
  std::string_view name, unit, description;
  double minimum, maximum, initial;
  uint32_t flags;
};

inline cue_text text(std::string_view words) { return {words.data(), static_cast<uint32_t>(words.size()), 0}; }

// The host does not vouch for its text.
inline std::string_view checked(cue_text given, const char *what) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  std::string_view words(given.length ? given.bytes : "", given.length);
  for (size_t i = 0; i < words.size();) {
    auto lead = static_cast<unsigned char>(words[i++]);
    uint32_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : 4;
    bool good = more < 4 && more <= words.size() - i;
    uint32_t point = lead & (more ? 0x3fu >> more : 0x7fu);
    for (uint32_t k = 0; good && k < more; k++, i++) {
      auto next = static_cast<unsigned char>(words[i]);
      good = (next & 0xc0) == 0x80;
      point = point << 6 | (next & 0x3f);
    }
    if (!good || point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
      throw Failure{CUE_E_TEXT_ENCODING, std::string("The ") + what + " is not UTF-8."};
  }
  return words;
}

// Copies a struct of the caller's; what an older host does not say stays 0.
template <class Struct>
Struct take(const Struct *given) {
  Struct ours{};
  std::memcpy(&ours, given, std::min<size_t>(given->struct_size, sizeof ours));
  return ours;
}

// Fills a struct of the caller's, no further than that knows of.
template <class Struct>
int32_t fill(Struct *out, const Struct &ours) {
  size_t room = std::min<size_t>(out->struct_size, sizeof ours);
  if (room > sizeof(uint32_t))
    std::memcpy(reinterpret_cast<char *>(out) + sizeof(uint32_t),
                reinterpret_cast<const char *>(&ours) + sizeof(uint32_t), room - sizeof(uint32_t));
  return CUE_OK;
}

inline int32_t fail(cue_error *error, int32_t status, std::string_view sentence) {
  if (!error || error->struct_size < sizeof *error) return status;
  size_t length = std::min<size_t>(sentence.size(), CUE_ERROR_SENTENCE_BYTES);
  error->status = status;
  error->detail = 0;
  error->retry_after_ms = 0;
  error->sentence_length = static_cast<uint32_t>(length);
  std::memcpy(error->sentence, sentence.data(), length);
  return status;
}

template <class Body>
int32_t guarded(cue_error *error, Body body) noexcept {
  try {
    body();
    return CUE_OK;
  } catch (const Stopped &) {
    return CUE_CANCELLED;
  } catch (const Failure &failure) {
    return fail(error, failure.status, failure.sentence);
  } catch (const std::bad_alloc &) {
    return fail(error, CUE_E_MEMORY, "There is no memory for that.");
  } catch (const std::exception &other) {
    return fail(error, CUE_E_INTERNAL, other.what());
  } catch (...) {
    return fail(error, CUE_E_INTERNAL, "Something unforeseen happened.");
  }
}

// Whether the call under way was cancelled. A cancel names a call by its number: one of another call is none of this one.
class Cancellation {
 public:
  void begin(uint64_t number) { call = number; }
  void cancel(uint64_t number) { cancelled = number; }
  operator bool() const {
    uint64_t number = call;
    return number != 0 && cancelled == number;
  }

 private:
  std::atomic<uint64_t> call{0}, cancelled{0};
};

class Instance {
 public:
  virtual ~Instance() = default;
  // Loads the engine; whatever takes long belongs here and not into the constructor.
  virtual void activate() {}
  // Forgets what earlier requests left behind; parameters stay.
  virtual void reset() {}
  // Takes a new value, which is within its range.
  virtual void set(uint32_t id, double value) = 0;

  // Says that loading goes on, and how much of it is done, 0 to 1; the host's patience begins again.
  void progress(double share) const { host->progress(host->data, static_cast<uint32_t>(1000 * share)); }
  // A line for the user's log.
  void log(int32_t level, std::string_view line) const { host->log(host->data, level, text(line)); }
  // A folder, such as CUE_PLACE_MODELS, of which there may be several; empty where the host has none.
  std::string place(uint32_t which, uint32_t index = 0) const {
    auto places = static_cast<const cue_places *>(host->get_extension(host->data, CUE_EXT_PLACES));
    cue_text path{};
    if (!places || places->place(host->data, context, which, index, &path) < 0) return {};
    return {path.bytes, path.length};
  }

  Cancellation cancelled;
  std::vector<double> values;  // of the parameters
  const cue_host *host = nullptr;
  void *context = nullptr;
  bool isActive = false;
  cue_instance table{};
};

// A voice.

struct SpeechRequest {
  std::string_view text, voice;
  double speed, pitch, volume;
  bool wantsWords;
};

class Speech {
 public:
  Speech(const cue_speech_sink *sink, const Cancellation &cancelled) : sink(sink), cancelled(cancelled) {}
  void begin(uint32_t rate) {
    cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, rate, 1};
    check(sink->begin(sink->data, &format));
  }
  void sound(const std::vector<int16_t> &samples) {
    check(sink->audio(sink->data, samples.data(), static_cast<uint32_t>(samples.size())));
  }
  void word(uint64_t frame, size_t offset, size_t length) {
    cue_speech_event event{};
    event.struct_size = sizeof event;
    event.type = CUE_EVENT_WORD;
    event.frame = frame;
    event.text_offset = static_cast<uint32_t>(offset);
    event.text_length = static_cast<uint32_t>(length);
    check(sink->event(sink->data, &event));
  }
  void report(uint32_t field, uint32_t outcome, double value = 0, std::string_view words = {}) {
    cue_honoured honoured{};
    honoured.struct_size = sizeof honoured;
    honoured.field = field;
    honoured.outcome = outcome;
    honoured.value = value;
    honoured.text = text(words);
    sink->honoured(sink->data, &honoured);
  }
  // What was asked for, or the nearest that can be done, which is then reported.
  double within(double asked, double low, double high, double usual, uint32_t field) {
    double used = std::isnan(asked) ? usual : std::clamp(asked, low, high);
    if (used != asked) report(field, CUE_HONOURED_CLAMPED, used);
    return used;
  }

 private:
  void check(int32_t answer) {
    if (answer != CUE_CONTINUE || cancelled) throw Stopped{};
  }
  const cue_speech_sink *sink;
  const Cancellation &cancelled;
};

// One of several voices of a plugin.
struct VoiceName {
  std::string id, name, language;  // language: BCP 47
  uint32_t gender = CUE_GENDER_NEUTRAL, quality = 0;
};

class Voice : public Instance {
 public:
  virtual void speak(const SpeechRequest &request, Speech &speech) = 0;
  // The voices that can speak now, the default first. A plugin with one voice has a constant `voice` and leaves this out.
  virtual std::vector<VoiceName> voices() { return {}; }
  // Loads a voice ahead of its first line; its id is one of `voices`.
  virtual void prepare(std::string_view) {}
  // Changes whenever the same request begins to sound different.
  virtual std::string_view fingerprint() = 0;

  // The kit's: what was listed last.
  std::vector<VoiceName> listed;
  std::vector<cue_language> tags;
  std::vector<const cue_language *> tagPointers;
};

// The flags CUE_VOICE_... of a class that has them as `traits`.
template <class Plugin, class = void>
struct TraitsOf {
  static constexpr uint32_t flags = 0;
};
template <class Plugin>
struct TraitsOf<Plugin, std::void_t<decltype(Plugin::traits)>> {
  static constexpr uint32_t flags = Plugin::traits;
};

// A voice whose text may come in pieces, as a language model writes it. It says what it is sure of and keeps the rest: an unfinished
// word or sentence. Places of words count from the first byte of the line. One line is open at a time.
class StreamingVoice : public Voice {
 public:
  // Begins a line; the request's text is the first piece and may be empty. The request lives for this call, `speech` until closeLine.
  virtual void beginLine(const SpeechRequest &request, Speech &speech) = 0;
  // Takes the next piece: whole characters, while words may be cut.
  virtual void addText(std::string_view piece) = 0;
  // No more text: says all that is left.
  virtual void endLine() = 0;
  // The line is over, or was cancelled.
  virtual void closeLine() {}

  std::unique_ptr<Speech> line;  // the kit's: the open one
};

// What learns something that its user would miss: hosts keep the bytes, and give them to the next instance. Settings and keys are no
// part of it.
class Stateful {
 public:
  virtual ~Stateful() = default;
  // The same each time while nothing new is learned; at most CUE_STATE_BYTES_MAX bytes.
  virtual std::vector<uint8_t> save() = 0;
  // Takes what `save` gave, perhaps in an earlier version; no bytes are the beginning. Throws Failure{CUE_E_INVALID, …} for others,
  // and then changes nothing.
  virtual void load(const std::vector<uint8_t> &state) = 0;

  std::vector<uint8_t> saved;  // the kit's: lent until the next question
};

// What answers messages that only it and a program that knows it understand.
class Answering {
 public:
  virtual ~Answering() = default;
  // The reply. Throws Failure{CUE_E_UNSUPPORTED, …} for an extension that it does not know.
  virtual std::vector<uint8_t> answer(std::string_view extension, const std::vector<uint8_t> &message) = 0;

  std::vector<uint8_t> reply;
};

// An effect.

class Dsp : public Instance {
 public:
  virtual void configure(uint32_t rate, uint32_t channels, uint32_t maximumFrames) = 0;
  // [rt] The next frame, from `in` to `out`: neither waits nor allocates.
  virtual void frame(const float *in, float *out) noexcept = 0;
  uint32_t channels = 0;  // 0: not configured
};

// A recognizer.

struct Heard {
  std::vector<cue_word> words;  // whose `text` is set by `spoken`
  std::vector<std::string> spoken;
};

class Recognizer : public Instance {
 public:
  // Opens the stream, of float sound with one channel.
  virtual void open(uint32_t rate) = 0;
  // Takes a sample; true where something new is heard.
  virtual bool push(double sample) = 0;
  virtual const Heard &heard() = 0;

  cue_listen_sink sink{};
  cue_audio_format format{};
  bool isOpen = false, partials = false;
  uint64_t frame = 0;
  uint32_t revision = 0;
};

// Makes the tables of a class.
template <class Plugin>
struct Library {
  static Plugin &of(void *self) { return *static_cast<Plugin *>(self); }

  // Parameters.

  static const Parameter *parameter(uint32_t id) {
    for (const Parameter &each : Plugin::parameters)
      if (each.id == id) return &each;
    return nullptr;
  }
  static uint32_t count(void *) { return static_cast<uint32_t>(std::size(Plugin::parameters)); }
  static int32_t info(void *, uint32_t index, cue_param_info *out) {
    if (index >= count(nullptr)) return CUE_E_NOT_FOUND;
    const Parameter &each = Plugin::parameters[index];
    cue_param_info ours{};
    ours.id = each.id;
    ours.type = CUE_PARAM_NUMBER;
    ours.flags = each.flags;
    ours.name = text(each.name);
    ours.unit = text(each.unit);
    ours.description = text(each.description);
    ours.minimum = each.minimum;
    ours.maximum = each.maximum;
    ours.initial = each.initial;
    return fill(out, ours);
  }
  static int32_t get(void *self, uint32_t id, cue_param_value *out) {
    const Parameter *each = parameter(id);
    if (!each) return CUE_E_NOT_FOUND;
    cue_param_value ours{};
    ours.number = of(self).values[static_cast<size_t>(each - &Plugin::parameters[0])];
    return fill(out, ours);
  }
  static int32_t set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
    return guarded(error, [&] {
      const Parameter *each = parameter(id);
      if (!each) throw Failure{CUE_E_NOT_FOUND, "There is no such parameter."};
      double number = value->number;
      if (!(number >= each->minimum && number <= each->maximum))  // refuses what is no number, too
        throw Failure{CUE_E_INVALID, std::string(each->name) + " goes from " + std::to_string(each->minimum) + " to " +
                                         std::to_string(each->maximum) + "."};
      change(of(self), *each, number);
    });
  }
  static void change(Plugin &it, const Parameter &each, double number) {
    it.values[static_cast<size_t>(&each - &Plugin::parameters[0])] = number;
    it.set(each.id, number);
  }
  static constexpr cue_params params = {sizeof(cue_params), 0, count, info, get, set};

  // Kinds.

  static void needActive(const Plugin &it) {
    if (!it.isActive) throw Failure{CUE_E_STATE, "It was not activated."};
  }

  // Lists the voices again; one alone has the constant `voice`.
  static void list(Plugin &it) {
    needActive(it);
    it.listed = it.voices();
    if (it.listed.empty()) it.listed.push_back({std::string(Plugin::voice), std::string(Plugin::voice), ""});
    it.tags.clear();
    it.tagPointers.clear();
    for (const VoiceName &each : it.listed) it.tags.push_back({sizeof(cue_language), 0, text(each.language)});
    for (const cue_language &each : it.tags) it.tagPointers.push_back(&each);
  }

  // Throws where there is no such voice.
  static void check(Plugin &it, std::string_view voice) {
    if (voice.empty()) return;
    if (it.listed.empty()) list(it);
    std::string all;
    for (const VoiceName &each : it.listed) {
      if (each.id == voice) return;
      all += (all.empty() ? "" : ", ") + each.id;
    }
    throw Failure{CUE_E_VOICE, "There is no voice “" + std::string(voice) + "”; there is " + all + "."};
  }

  // Takes the first voice for a language, unless one was named; reports where the voice speaks another.
  static void settle(Plugin &it, std::string_view language, SpeechRequest &wanted, Speech &speech) {
    if (language.empty()) return;
    if (it.listed.empty()) list(it);
    auto base = [](std::string_view tag) { return tag.substr(0, tag.find_first_of("-_")); };
    const VoiceName *chosen = nullptr;
    for (const VoiceName &each : it.listed) {
      bool speaks = !each.language.empty() && base(each.language) == base(language);
      if (wanted.voice.empty() ? speaks && !chosen : each.id == wanted.voice) chosen = &each;
    }
    if (!chosen) chosen = &it.listed.front();
    if (wanted.voice.empty()) wanted.voice = chosen->id;
    if (!chosen->language.empty() && base(chosen->language) != base(language))
      speech.report(CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0, chosen->language);
  }

  // What a voice is asked for; what no voice of this kit does is reported.
  static SpeechRequest wish(Plugin &it, const cue_speech_request &asked, Speech &speech) {
    needActive(it);
    SpeechRequest wanted{checked(asked.text, "text"),
                         checked(asked.voice, "voice"),
                         asked.speed == 0 ? 1 : asked.speed,
                         asked.pitch,
                         asked.flags & CUE_SPEECH_SILENT ? 0
                         : asked.volume == 0             ? 1
                                                         : asked.volume,
                         (asked.events & CUE_EVENT_WORD) != 0};
    check(it, wanted.voice);
    settle(it, checked(asked.language, "language"), wanted, speech);
    if (asked.text_form != CUE_TEXT_PLAIN) speech.report(CUE_FIELD_TEXT_FORM, CUE_HONOURED_IGNORED);
    if (asked.tone_count) speech.report(CUE_FIELD_TONES, CUE_HONOURED_IGNORED);
    return wanted;
  }

  static const void *kind() {
    if constexpr (std::is_base_of_v<Voice, Plugin>) {
      static const cue_voice table = {
          sizeof table,
          0,
          [](void *, cue_voice_traits *out) {
            cue_voice_traits ours{};
            ours.flags = TraitsOf<Plugin>::flags;
            ours.events = CUE_EVENT_WORD;
            ours.speed_minimum = Plugin::slowest;
            ours.speed_maximum = Plugin::fastest;
            ours.pitch_minimum = Plugin::lowest;
            ours.pitch_maximum = Plugin::highest;
            ours.volume_maximum = Plugin::loudest;
            return fill(out, ours);
          },
          [](void *self, const cue_call *call, uint32_t *count, cue_error *error) {
            Plugin &it = of(self);
            it.cancelled.begin(take(call).call);
            *count = 0;
            return guarded(error, [&] {
              list(it);
              *count = static_cast<uint32_t>(it.listed.size());
            });
          },
          [](void *self, uint32_t index, cue_voice_info *out) {
            Plugin &it = of(self);
            if (index >= it.listed.size()) return CUE_E_NOT_FOUND;
            const VoiceName &each = it.listed[index];
            cue_voice_info ours{};
            ours.flags = index == 0 ? CUE_VOICE_IS_DEFAULT : 0;
            ours.id = text(each.id);
            ours.name = text(each.name);
            ours.languages = &it.tagPointers[index];
            ours.language_count = each.language.empty() ? 0 : 1;
            ours.gender = each.gender;
            ours.quality = each.quality;
            ours.rate = Plugin::rate;
            return fill(out, ours);
          },
          [](void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
            Plugin &it = of(self);
            cue_speech_request asked = take(request);
            it.cancelled.begin(asked.call);
            return guarded(error, [&] {
              Speech speech(sink, it.cancelled);
              SpeechRequest wanted = wish(it, asked, speech);
              it.speak(wanted, speech);
            });
          },
          [](void *self, const cue_voice_request *, cue_text *out) {
            *out = text(of(self).fingerprint());
            return CUE_OK;
          },
          [](void *self, const cue_voice_request *request, cue_error *error) {
            Plugin &it = of(self);
            cue_voice_request asked = take(request);
            it.cancelled.begin(asked.call);
            return guarded(error, [&] {
              needActive(it);
              std::string_view voice = checked(asked.voice, "voice");
              check(it, voice);
              it.prepare(voice);
            });
          }};
      return &table;
    } else if constexpr (std::is_base_of_v<Dsp, Plugin>) {
      static const cue_dsp table = {sizeof table,
                                    0,
                                    [](void *self, const cue_configure *wanted, cue_error *error) {
                                      return guarded(error, [&] {
                                        cue_configure asked = take(wanted);
                                        uint32_t rate = asked.rate, channels = asked.input_channels;
                                        if (rate == 0 || rate > 768000)
                                          throw Failure{CUE_E_RATE, "The rate goes from 1 to 768000 Hz."};
                                        if (channels == 0 || channels > 64)
                                          throw Failure{CUE_E_FORMAT, "There are 1 to 64 channels."};
                                        if (asked.output_channels && asked.output_channels != channels)
                                          throw Failure{CUE_E_FORMAT, "As many channels come out as go in."};
                                        if (asked.side_channels)
                                          throw Failure{CUE_E_FORMAT, "It takes no second sound beside the first."};
                                        of(self).channels = channels;
                                        of(self).configure(rate, channels, asked.max_frames);
                                      });
                                    },
                                    [](void *self, cue_process *block) { return process(of(self), *block); },
                                    [](void *self, cue_process *block) {
                                      block->used = block->produced = 0;
                                      return of(self).channels ? CUE_OK : CUE_E_STATE;
                                    },
                                    [](void *) { return 0u; },
                                    [](void *) { return 0u; },
                                    nullptr};
      return &table;
    } else {
      static const cue_recognizer table = {
          sizeof table,
          0,
          [](void *self, const cue_listen_request *request, const cue_listen_sink *sink, cue_error *error) {
            return guarded(error, [&] { open(of(self), take(request), take(sink)); });
          },
          [](void *self, const cue_push *sound, cue_error *error) {
            return guarded(error, [&] { push(of(self), take(sound)); });
          },
          [](void *self, const cue_call *, cue_error *error) {
            return guarded(error, [&] {
              Plugin &it = of(self);
              if (!it.isOpen) throw Failure{CUE_E_STATE, "No stream is open."};
              it.isOpen = false;
              tell(it, it.sink.final);
            });
          },
          [](void *self) { of(self).isOpen = false; }};
      return &table;
    }
  }

  static int32_t process(Plugin &it, cue_process &block) noexcept {
    if (it.channels == 0) return CUE_E_STATE;
    for (uint32_t i = 0; i < block.event_count; i++) {
      const Parameter *each = parameter(block.events[i]->id);
      double number = block.events[i]->number;
      if (!each || !(each->flags & CUE_PARAM_LIVE) || !(number >= each->minimum && number <= each->maximum))
        return CUE_E_INVALID;
    }
    // Changes come in the order of their frames; those after the frames that are taken come again.
    uint32_t count = std::min(block.input_frames, block.output_capacity), next = 0;
    for (uint32_t i = 0; i < count; i++) {
      for (; next < block.event_count && block.events[next]->frame <= i; next++)
        change(it, *parameter(block.events[next]->id), block.events[next]->number);
      it.frame(block.input + static_cast<size_t>(i) * it.channels, block.output + static_cast<size_t>(i) * it.channels);
    }
    block.used = block.produced = count;
    return CUE_OK;
  }

  static void open(Plugin &it, const cue_listen_request &asked, const cue_listen_sink &sink) {
    if (it.isOpen) throw Failure{CUE_E_STATE, "A stream is open already."};
    const cue_audio_format format = take(asked.format);
    if (format.sample != CUE_SAMPLE_F32 && format.sample != CUE_SAMPLE_S16)
      throw Failure{CUE_E_FORMAT, "Sound is 32-bit float or 16-bit integer."};
    if (format.channels == 0 || format.channels > 64) throw Failure{CUE_E_FORMAT, "There are 1 to 64 channels."};
    if (format.rate < 100 || format.rate > 768000) throw Failure{CUE_E_RATE, "The rate goes from 100 to 768000 Hz."};
    checked(asked.language, "language");
    checked(asked.model, "model");
    // It hears that there is sound and not what is said, and says so. A recognizer of words looks at the phrases here.
    for (uint32_t i = 0; i < asked.phrase_count; i++) {
      cue_honoured ignored{};
      ignored.struct_size = sizeof ignored;
      ignored.field = CUE_FIELD_PHRASE;
      ignored.outcome = CUE_HONOURED_IGNORED;
      ignored.value = i + 1;
      ignored.text = text("it hears sound, not words");
      if (sink.honoured(sink.data, &ignored) != CUE_CONTINUE) throw Stopped{};
    }
    it.sink = sink;
    it.format = format;
    it.partials = asked.partials != 0;
    it.frame = 0;
    it.revision = 0;
    it.open(format.rate);
    it.isOpen = true;
  }

  static void push(Plugin &it, const cue_push &sound) {
    if (!it.isOpen) throw Failure{CUE_E_STATE, "No stream is open."};
    uint32_t channels = it.format.channels;
    for (size_t i = 0; i < sound.frames; i++) {
      double sum = 0;
      for (size_t at = i * channels; at < (i + 1) * channels; at++)
        sum += it.format.sample == CUE_SAMPLE_F32 ? static_cast<const float *>(sound.samples)[at]
                                                  : static_cast<const int16_t *>(sound.samples)[at] / 32768.0;
      it.frame++;
      if (it.push(std::isfinite(sum) ? sum / channels : 0) && it.partials) tell(it, it.sink.partial);
    }
  }

  static void tell(Plugin &it, int32_t (*give)(void *, const cue_transcript *)) {
    const Heard &heard = it.heard();
    std::string all;
    std::vector<cue_word> words = heard.words;
    std::vector<const cue_word *> pointers;
    for (size_t i = 0; i < words.size(); i++) {
      words[i].struct_size = sizeof(cue_word);
      pointers.push_back(&words[i]);
      words[i].text = text(heard.spoken[i]);
      all += (i ? " " : "") + heard.spoken[i];
    }
    cue_transcript told{};
    told.struct_size = sizeof told;
    told.revision = ++it.revision;
    told.text = text(all);
    told.stable_bytes = told.text.length;  // nothing that was heard is ever taken back
    told.words = pointers.data();
    told.word_count = static_cast<uint32_t>(words.size());
    told.end = it.frame;
    told.no_speech = words.empty() ? 1 : 0.5;
    if (give(it.sink.data, &told) != CUE_CONTINUE) throw Stopped{};
  }

  // Extensions.

  static const void *extension(const char *id) {
    if (!std::strcmp(id, CUE_EXT_PARAMS)) return &params;
    if constexpr (std::is_base_of_v<StreamingVoice, Plugin>) {
      static const cue_voice_stream table = {
          sizeof table,
          0,
          [](void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
            Plugin &it = of(self);
            cue_speech_request asked = take(request);
            it.cancelled.begin(asked.call);
            return guarded(error, [&] {
              if (it.line) throw Failure{CUE_E_BUSY, "A line is open already."};
              it.line = std::make_unique<Speech>(sink, it.cancelled);
              it.beginLine(wish(it, asked, *it.line), *it.line);
            });
          },
          [](void *self, const cue_stream_text *piece, cue_error *error) {
            Plugin &it = of(self);
            cue_stream_text given = take(piece);
            it.cancelled.begin(given.call);
            return guarded(error, [&] {
              if (!it.line) throw Failure{CUE_E_STATE, "No line is open."};
              it.addText(checked(given.text, "text"));
              if (it.cancelled) throw Stopped{};
            });
          },
          [](void *self, const cue_call *call, cue_error *error) {
            Plugin &it = of(self);
            it.cancelled.begin(take(call).call);
            return guarded(error, [&] {
              if (!it.line) throw Failure{CUE_E_STATE, "No line is open."};
              it.endLine();
              if (it.cancelled) throw Stopped{};
            });
          },
          [](void *self) {
            Plugin &it = of(self);
            if (it.line) guarded(nullptr, [&] { it.closeLine(); });
            it.line.reset();
          }};
      if (!std::strcmp(id, CUE_EXT_VOICE_STREAM)) return &table;
    }
    if constexpr (std::is_base_of_v<Stateful, Plugin>) {
      static const cue_state table = {sizeof table, 0,
                                      [](void *self, cue_state_data *out, cue_error *error) {
                                        Plugin &it = of(self);
                                        return guarded(error, [&] {
                                          it.saved = it.save();
                                          if (it.saved.size() > CUE_STATE_BYTES_MAX)
                                            throw Failure{CUE_E_INTERNAL, "The state is too large to be kept."};
                                          cue_state_data ours{};
                                          ours.length = static_cast<uint32_t>(it.saved.size());
                                          ours.bytes = it.saved.data();
                                          fill(out, ours);
                                        });
                                      },
                                      [](void *self, const cue_state_data *state, cue_error *error) {
                                        return guarded(error, [&] {
                                          cue_state_data given = take(state);
                                          auto bytes = static_cast<const uint8_t *>(given.bytes);
                                          of(self).load(std::vector<uint8_t>(bytes, bytes + given.length));
                                        });
                                      }};
      if (!std::strcmp(id, CUE_EXT_STATE)) return &table;
    }
    if constexpr (std::is_base_of_v<Answering, Plugin>) {
      static const cue_messages table = {
          sizeof table, 0, [](void *self, const cue_message *message, cue_message *reply, cue_error *error) {
            Plugin &it = of(self);
            cue_message asked = take(message);
            it.cancelled.begin(asked.call);
            return guarded(error, [&] {
              auto bytes = static_cast<const uint8_t *>(asked.bytes);
              it.reply = it.answer(checked(asked.extension, "extension's id"),
                                   std::vector<uint8_t>(bytes, bytes + asked.length));
              if (it.reply.size() > CUE_MESSAGE_BYTES_MAX) throw Failure{CUE_E_INTERNAL, "The reply is too long."};
              cue_message ours{};
              ours.length = static_cast<uint32_t>(it.reply.size());
              ours.bytes = it.reply.data();
              fill(reply, ours);
            });
          }};
      if (!std::strcmp(id, CUE_EXT_MESSAGES)) return &table;
    }
    return nullptr;
  }

  // One instance, and the library.

  static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
    return guarded(error, [&] {
      if (std::strcmp(request->id, Plugin::descriptor.id))
        throw Failure{CUE_E_NOT_FOUND, "This library offers no such plugin."};
      auto it = std::make_unique<Plugin>();
      it->host = request->host;
      it->context = request->context;
      for (const Parameter &each : Plugin::parameters) it->values.push_back(each.initial);
      it->table = {sizeof(cue_instance),
                   0,
                   it.get(),
                   [](void *self, cue_error *error) {
                     return guarded(error, [&] {
                       of(self).activate();
                       of(self).isActive = true;
                     });
                   },
                   [](void *self) { delete &of(self); },
                   [](void *self, uint64_t call) { of(self).cancelled.cancel(call); },
                   [](void *self, cue_error *error) { return guarded(error, [&] { of(self).reset(); }); },
                   [](void *, const char *id) -> const void * {
                     return std::strcmp(id, Plugin::descriptor.kind) ? extension(id) : kind();
                   }};
      *instance = &it.release()->table;
    });
  }

  static const cue_entry *entry() {
    static const cue_entry table = {
        sizeof table,
        CUE_ABI_MAGIC,
        CUE_ABI_MAJOR,
        CUE_ABI_MINOR,
        CUE_TEXT("cue 1.0 C++"),
        [](const cue_init_request *, cue_error *) { return CUE_OK; },
        []() { return 1u; },
        [](uint32_t index) -> const cue_descriptor * { return index == 0 ? &Plugin::descriptor : nullptr; },
        create,
        [](const char *) -> const void * { return nullptr; }};
    return &table;
  }
};

}  // namespace plugin

// Makes the library's one exported function, which offers `Class`.
#define CUE_OFFER(Class) \
  CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *) { return plugin::Library<Class>::entry(); }
