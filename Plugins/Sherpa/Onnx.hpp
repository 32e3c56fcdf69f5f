// ONNX files as far as the plugin has to know them: whether one is whole and plausible, and a copy of it with more metadata and
// with noise that is always the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sherpa {

// A file's bytes, mapped.
class MappedFile {
 public:
  explicit MappedFile(const std::string &path);
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  std::string_view bytes() const { return {data, size}; }

 private:
  const char *data = nullptr;
  size_t size = 0;
};

// Thrown for a file that is not a usable model; `reason` completes "The model FILE cannot be used: ".
struct BadModel {
  std::string reason;
};

struct OnnxSummary {
  int64_t opset = 0;
  std::vector<std::string> inputs;
  std::map<std::string, std::string> metadata;
  bool drawsNoise = false;
  bool isInParts = false;  // its numbers are in another file
};

// Reads the whole structure: that every part ends where it says, that there is a graph, and that the stored numbers of each
// tensor are as many as its dimensions ask for.
OnnxSummary inspectOnnx(std::string_view model);

// A copy of `model`: nodes that draw random numbers are replaced by nodes that
// take them from a table, and `metadata` stands at the end.
class OnnxCopy {
 public:
  OnnxCopy(std::string_view model, const std::vector<std::pair<std::string, std::string>> &metadata);
  const std::string &bytes() const { return copy; }

 private:
  std::string copy;
};

}  // namespace sherpa
