#include "Models.hpp"

#include <dirent.h>
#include <jansson.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "Engine.hpp"

namespace sherpa {

namespace {

struct Free {
  void operator()(json_t *value) const { json_decref(value); }
};
using Json = std::unique_ptr<json_t, Free>;

struct Unreadable {
  std::string reason;
};

Json read(const std::string &path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) throw Unreadable{path + " is missing"};
  if (status.st_size > 16 << 20) throw Unreadable{path + " is larger than 16 MB, so it is no description"};
  json_error_t error;
  Json value(json_load_file(path.c_str(), 0, &error));
  if (!value) throw Unreadable{path + ", line " + std::to_string(error.line) + ": " + error.text};
  if (!json_is_object(value.get())) throw Unreadable{path + " holds no object"};
  return value;
}

std::string words(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}

std::vector<std::string> list(const json_t *object, const char *key) {
  std::vector<std::string> values;
  json_t *array = json_object_get(object, key), *each;
  size_t at;
  json_array_foreach(array, at, each) if (json_is_string(each)) values.push_back(json_string_value(each));
  return values;
}

uint32_t number(const json_t *object, const char *key, uint32_t most) {
  json_int_t value = json_integer_value(json_object_get(object, key));
  return value < 0 || value > most ? 0 : static_cast<uint32_t>(value);
}

uint32_t gender(const std::string &name) {
  return name == "male" ? 1 : name == "female" ? 2 : name == "neutral" ? 3 : 0;
}

// "en_US" as a language tag.
std::string tag(std::string language) {
  std::replace(language.begin(), language.end(), '_', '-');
  return language;
}

// What a Piper voice's own description adds: its language, rate, quality and speakers.
void addPiper(Model &model) {
  Json config = read(model.path("config"));
  const json_t *root = config.get();
  model.rate = number(json_object_get(root, "audio"), "sample_rate", 768000);
  if (model.rate == 0) throw Unreadable{model.path("config") + " says no sample_rate: it is not of a Piper voice"};
  if (!json_is_object(json_object_get(root, "phoneme_id_map")))
    throw Unreadable{model.path("config") + " says no phoneme_id_map: it is not of a Piper voice"};
  const json_t *language = json_object_get(root, "language");
  if (model.languages.empty()) {
    std::string code = tag(words(language, "code")), family = words(language, "family");
    if (!code.empty()) model.languages.push_back(code);
    if (!family.empty() && family != code) model.languages.push_back(family);
  }
  if (model.espeak.empty()) model.espeak = words(json_object_get(root, "espeak"), "voice");
  std::string quality = words(json_object_get(root, "audio"), "quality");
  if (model.quality == 0) model.quality = quality == "x_low" || quality == "low" ? 3 : 4;
  if (!model.speakers.empty()) return;
  json_t *ids = json_object_get(root, "speaker_id_map"), *each;
  const char *key;
  json_object_foreach(ids, key, each) {
    Speaker speaker;
    speaker.id = speaker.name = key;
    speaker.number = static_cast<int32_t>(json_integer_value(each));
    model.speakers.push_back(speaker);
  }
  std::sort(model.speakers.begin(), model.speakers.end(),
            [](const Speaker &a, const Speaker &b) { return a.number < b.number; });
}

bool isInside(const std::string &path) {
  return !path.empty() && path[0] != '/' && ("/" + path + "/").find("/../") == std::string::npos;
}

void readDescription(Model &model) {
  std::string file = model.folder + "/model.json";
  Json description = read(file);
  const json_t *root = description.get();
  if (json_integer_value(json_object_get(root, "format")) != 1)
    throw Unreadable{file + " has a format that this plugin does not know: 1 is expected"};
  model.name = words(root, "name");
  model.type = words(root, "type");
  model.licence = words(root, "licence");
  model.description = words(root, "description");
  model.espeak = words(root, "espeak");
  model.languages = list(root, "languages");
  model.rate = number(root, "rate", 768000);
  model.quality = number(root, "quality", 5);
  model.isSlow = json_is_true(json_object_get(root, "slow"));
  if (model.type.empty()) throw Unreadable{file + " says no type"};
  json_t *each;
  size_t at;
  json_array_foreach(json_object_get(root, "files"), at, each) {
    std::string role = words(each, "role"), path = words(each, "path");
    if (role.empty() || !isInside(path))
      throw Unreadable{file + ": file " + std::to_string(at + 1) + " has no role, or a path outside the folder"};
    model.files[role] = {path, words(each, "sha256")};
  }
  if (model.files.empty()) throw Unreadable{file + " names no files"};
  json_array_foreach(json_object_get(root, "speakers"), at, each) {
    Speaker speaker;
    speaker.id = words(each, "id");
    speaker.name = words(each, "name");
    speaker.espeak = words(each, "espeak");
    speaker.languages = list(each, "languages");
    speaker.number = static_cast<int32_t>(number(each, "number", 100000));
    speaker.gender = gender(words(each, "gender"));
    if (speaker.id.empty()) throw Unreadable{file + ": speaker " + std::to_string(at + 1) + " has no id"};
    model.speakers.push_back(speaker);
  }
}

// A folder with a Piper voice as published, NAME.onnx and NAME.onnx.json, without a description by Cue.
bool findPiperPair(Model &model) {
  DIR *folder = opendir(model.folder.c_str());
  if (!folder) return false;
  std::set<std::string> names;
  while (const dirent *entry = readdir(folder)) names.insert(entry->d_name);
  closedir(folder);
  for (const std::string &name : names) {
    if (name.size() < 6 || name.compare(name.size() - 5, 5, ".onnx") || !names.count(name + ".json")) continue;
    model.type = "piper";
    model.files["model"] = {name, ""};
    model.files["config"] = {name + ".json", ""};
    return true;
  }
  return false;
}

std::vector<std::string> usualFolders() {
  std::vector<std::string> folders;
  const char *cue = std::getenv("CUE_HOME"), *data = std::getenv("XDG_DATA_HOME"), *home = std::getenv("HOME");
  if (cue && *cue) folders.push_back(std::string(cue) + "/data/cue/models");
  else if (data && data[0] == '/') folders.push_back(std::string(data) + "/cue/models");
  else if (home && *home) folders.push_back(std::string(home) + "/.local/share/cue/models");
  // Beside the tree in build/, and where 'make install' puts them.
  const std::string &plugins = folder(), installed = "/lib/cue/plugins";
  folders.push_back(plugins.substr(0, plugins.rfind('/')) + "/share/cue/models");
  if (plugins.size() > installed.size() &&
      plugins.compare(plugins.size() - installed.size(), installed.size(), installed) == 0)
    folders.back() = plugins.substr(0, plugins.size() - installed.size()) + "/share/cue/models";
  return folders;
}

std::vector<std::string> split(const std::string &folders) {
  if (folders.empty()) return usualFolders();
  std::vector<std::string> all;
  for (size_t at = 0; at <= folders.size();) {
    size_t end = std::min(folders.find(':', at), folders.size());
    if (end > at) all.push_back(folders.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

}  // namespace

std::string Model::path(const char *role) const {
  auto found = files.find(role);
  return found == files.end() ? "" : folder + "/" + found->second.path;
}

std::string Model::language(const Speaker &speaker) const {
  const auto &spoken = speaker.languages.empty() ? languages : speaker.languages;
  return spoken.empty() ? "" : spoken.front();
}

bool Model::hasLexicon(const std::string &language) const {
  std::string family = lowerTag(language.substr(0, language.find_first_of("-_")));
  return has("lexicon") || files.count("lexicon-" + family) != 0;
}

std::string Model::state() const {
  std::string state = type;
  for (const auto &[role, file] : files) {
    struct stat status {};
    std::string whole = folder + "/" + file.path;
    stat(whole.c_str(), &status);
    state += "\n" + role + " " + whole + " " + std::to_string(status.st_size) + " " +
             std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec) + " " +
             std::to_string(status.st_ctim.tv_sec) + "." + std::to_string(status.st_ctim.tv_nsec);
  }
  return state;
}

std::string Model::subject() const { return "The model " + id + " in " + folder; }

std::vector<Model> installedModels(const std::string &folders) {
  std::vector<Model> models;
  std::set<std::string> ids;
  for (const std::string &parent : split(folders)) {
    DIR *directory = opendir(parent.c_str());
    if (!directory) continue;
    std::set<std::string> names;
    while (const dirent *entry = readdir(directory))
      if (entry->d_name[0] != '.') names.insert(entry->d_name);
    closedir(directory);
    for (const std::string &name : names) {
      Model model;
      model.id = name;
      model.folder = parent + "/" + name;
      struct stat status {};
      if (stat(model.folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) continue;
      try {
        bool isDescribed = stat((model.folder + "/model.json").c_str(), &status) == 0;
        if (!isDescribed && !findPiperPair(model)) continue;
        if (isDescribed) readDescription(model);
        if (model.type == "piper") {
          if (!model.has("config")) throw Unreadable{model.folder + "/model.json names no file with the role config"};
          addPiper(model);
        }
      } catch (const Unreadable &unreadable) {
        model.fault = unreadable.reason;
      }
      if (model.name.empty()) model.name = model.id;
      if (ids.insert(model.id).second) models.push_back(model);
    }
  }
  return models;
}

std::string lowerTag(std::string tag) {
  for (char &each : tag) each = each >= 'A' && each <= 'Z' ? static_cast<char>(each | 0x20) : each == '_' ? '-' : each;
  return tag;
}

std::string modelFolders(const std::string &folders) {
  std::string names;
  for (const std::string &each : split(folders)) names += (names.empty() ? "" : ", ") + each;
  return names;
}

}  // namespace sherpa
