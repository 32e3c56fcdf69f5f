#include "Kit.hpp"

#include <cue/needs.h>

#include "Engine.hpp"

// Models; the engine beside this library; a folder for what was tried.
CUE_PLUGIN_NEEDS(
    "$models\n"
    "$cache\n"
    "read:$plugin/sherpa\n")

namespace sherpa {

using plugin::Failure;
using plugin::guarded;

struct InstanceTables {
  static Instance &at(void *self) { return *static_cast<Instance *>(self); }
  static uint32_t count(void *self) { return static_cast<uint32_t>(at(self).parameters.size()); }

  static int32_t info(void *self, uint32_t index, cue_param_info *out) {
    if (index >= count(self)) return CUE_E_NOT_FOUND;
    const Parameter &each = at(self).parameters[index];
    cue_param_info ours{};
    ours.id = each.id;
    ours.type = each.type;
    ours.flags = each.flags;
    ours.name = plugin::text(each.name);
    ours.unit = plugin::text(each.unit);
    ours.description = plugin::text(each.description);
    ours.minimum = each.minimum;
    ours.maximum = each.maximum;
    ours.initial = each.initial;
    return plugin::fill(out, ours);
  }

  static int32_t get(void *self, uint32_t id, cue_param_value *out) {
    Instance &it = at(self);
    const Parameter *each = it.find(id);
    if (!each) return CUE_E_NOT_FOUND;
    const Instance::Value &value = it.values[static_cast<size_t>(each - it.parameters.data())];
    cue_param_value ours{};
    ours.number = value.number;
    ours.text = plugin::text(value.words);
    return plugin::fill(out, ours);
  }

  static int32_t set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
    return guarded(error, [&] {
      Instance &it = at(self);
      const Parameter *each = it.find(id);
      if (!each) throw Failure{CUE_E_NOT_FOUND, "There is no such parameter."};
      cue_param_value given = plugin::take(value);
      std::string words;
      if (each->type == CUE_PARAM_TEXT) {
        words = plugin::checked(given.text, "value");
        if (words.find('\0') != words.npos) throw Failure{CUE_E_INVALID, "The value holds a NUL."};
        given.number = 0;
      } else if (!(given.number >= each->minimum && given.number <= each->maximum) ||
                 (each->type != CUE_PARAM_NUMBER && given.number != std::floor(given.number))) {
        throw Failure{CUE_E_INVALID, std::string(each->name) + " goes from " +
                                         std::to_string(static_cast<int>(each->minimum)) + " to " +
                                         std::to_string(static_cast<int>(each->maximum)) + "."};
      }
      it.set(id, given.number, words);
      it.values[static_cast<size_t>(each - it.parameters.data())] = {given.number, words};
    });
  }
};

const cue_params Instance::params = {
    sizeof(cue_params), 0, InstanceTables::count, InstanceTables::info, InstanceTables::get, InstanceTables::set};

const Parameter *Instance::find(uint32_t id) const {
  for (const Parameter &each : parameters)
    if (each.id == id) return &each;
  return nullptr;
}

Instance::Instance(const std::vector<Parameter> &parameters) : parameters(parameters) {
  for (const Parameter &each : parameters) values.push_back({each.initial, ""});
  instance = {sizeof(cue_instance),
              0,
              this,
              [](void *self, cue_error *error) { return guarded(error, [&] { InstanceTables::at(self).activate(); }); },
              [](void *self) { delete static_cast<Instance *>(self); },
              [](void *self, uint64_t call) {
                InstanceTables::at(self).cancelled.cancel(call);
                InstanceTables::at(self).cancel();
              },
              [](void *self, cue_error *error) { return guarded(error, [&] { InstanceTables::at(self).reset(); }); },
              [](void *self, const char *id) -> const void * {
                if (!std::strcmp(id, CUE_EXT_PARAMS)) return &params;
                const Instance &it = InstanceTables::at(self);
                return std::strcmp(id, it.kind()) ? nullptr : it.kindTable();
              }};
}

namespace {

struct Offered {
  const cue_descriptor *descriptor;
  Instance *(*make)();
};
const Offered offered[] = {
    {&voiceDescriptor, makeVoice}, {&recognizerDescriptor, makeRecognizer}, {&denoiserDescriptor, makeDenoiser}};

const cue_entry entry = {sizeof entry,
                         CUE_ABI_MAGIC,
                         CUE_ABI_MAJOR,
                         CUE_ABI_MINOR,
                         CUE_TEXT("cue 1.0 C++"),
                         [](const cue_init_request *request, cue_error *error) {
                           return guarded(error,
                                          [&] { remember(request->host, plugin::checked(request->path, "path")); });
                         },
                         []() { return static_cast<uint32_t>(std::size(offered)); },
                         [](uint32_t index) -> const cue_descriptor * {
                           return index < std::size(offered) ? offered[index].descriptor : nullptr;
                         },
                         [](const cue_create_request *request, const cue_instance **instance, cue_error *error) {
                           return guarded(error, [&] {
                             for (const Offered &each : offered) {
                               if (std::strcmp(request->id, each.descriptor->id)) continue;
                               *instance = each.make()->table();
                               return;
                             }
                             throw Failure{CUE_E_NOT_FOUND, "This library offers no such plugin."};
                           });
                         },
                         [](const char *) -> const void * { return nullptr; }};

}  // namespace

cue_honoured honoured(uint32_t field, uint32_t outcome, double value, std::string_view words) {
  cue_honoured honoured{};
  honoured.struct_size = sizeof honoured;
  honoured.field = field;
  honoured.outcome = outcome;
  honoured.value = value;
  honoured.text = plugin::text(words);
  return honoured;
}

}  // namespace sherpa

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *) { return &sherpa::entry; }
