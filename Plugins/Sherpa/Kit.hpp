// What the three plugins of this library share: their parameters, which are texts and numbers, and the way their tables are made.
#pragma once

#include <string>
#include <vector>

#include "plugin.hpp"

namespace sherpa {

struct Parameter {
  uint32_t id, type, flags;  // CUE_PARAM_...
  std::string_view name, unit, description;
  double minimum, maximum, initial;
};

class Instance {
 public:
  explicit Instance(const std::vector<Parameter> &parameters);
  virtual ~Instance() = default;
  virtual void activate() = 0;
  virtual void reset() {}
  // On any thread: a call was cancelled, perhaps the one under way.
  virtual void cancel() {}
  // Takes a new value, which is within its range; throws a plugin::Failure to refuse it.
  virtual void set(uint32_t id, double number, const std::string &words) = 0;
  virtual const char *kind() const = 0;
  virtual const void *kindTable() const = 0;

  plugin::Cancellation cancelled;
  const cue_instance *table() const { return &instance; }

 protected:
  struct Value {
    double number;
    std::string words;
  };
  const std::vector<Parameter> &parameters;
  std::vector<Value> values;

 private:
  cue_instance instance{};
  static const cue_params params;
  const Parameter *find(uint32_t id) const;
  friend struct InstanceTables;
};

// The instance that a table's `self` points to, as its class.
template <class Plugin>
Plugin &of(void *self) {
  return static_cast<Plugin &>(*static_cast<Instance *>(self));
}

// How a field of a request was honoured, for a sink. `words` have to outlive it.
cue_honoured honoured(uint32_t field, uint32_t outcome, double value = 0, std::string_view words = {});

extern const cue_descriptor voiceDescriptor, recognizerDescriptor, denoiserDescriptor;
Instance *makeVoice();
Instance *makeRecognizer();
Instance *makeDenoiser();

}  // namespace sherpa
