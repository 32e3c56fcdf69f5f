// Installed models: folders with a description, model.json, as Documentation/Models.md explains.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sherpa {

struct Speaker {
  std::string id, name, espeak;
  std::vector<std::string> languages;
  int32_t number = 0;
  uint32_t gender = 0;  // CUE_GENDER_...
};

struct ModelFile {
  std::string path, sha256;
};

struct Model {
  std::string id, folder, name, type, licence, description, espeak, fault;
  std::vector<std::string> languages;
  uint32_t rate = 0, quality = 0;
  bool isSlow = false;  // may take longer to speak than its sound lasts
  std::vector<Speaker> speakers;
  std::map<std::string, ModelFile> files;  // by role

  bool has(const char *role) const { return files.count(role) != 0; }
  // The language in which that speaker speaks, the model's where it has none of its own.
  std::string language(const Speaker &speaker) const;
  // Whether words of that language are in a lexicon: a file with the role "lexicon-zh" (of "zh-CN"), or one for all languages.
  bool hasLexicon(const std::string &language) const;
  // The whole path of the file with that role, or nothing.
  std::string path(const char *role) const;
  // Names the files as they are now: path, size and time of each.
  std::string state() const;
  // A sentence's beginning: "The model en_US-joe-medium (/…)".
  std::string subject() const;
};

// All models in `folders` (with : between them), or in the usual ones where that is empty; the first of an id counts. A folder that
// cannot be read as a model is in the list, too, with its `fault`.
std::vector<Model> installedModels(const std::string &folders);
// A language tag as eSpeak NG names its voices: "en-us".
std::string lowerTag(std::string tag);
// The folders in which models are looked for, for a sentence.
std::string modelFolders(const std::string &folders);

}  // namespace sherpa
