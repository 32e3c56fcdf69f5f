#include "Onnx.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

namespace sherpa {

MappedFile::MappedFile(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw BadModel{errno == ENOENT ? "the file is missing" : std::strerror(errno)};
  struct stat status {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    throw BadModel{"it is not a file"};
  }
  size = static_cast<size_t>(status.st_size);
  void *at = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  int reason = errno;
  close(file);
  if (at == MAP_FAILED) {
    size = 0;
    throw BadModel{std::strerror(reason)};
  }
  data = static_cast<const char *>(at);
}

MappedFile::~MappedFile() {
  if (data) munmap(const_cast<char *>(data), size);
}

namespace {

// The wire form of Protocol Buffers, in which ONNX is stored.
struct Field {
  uint32_t number = 0, wire = 0;
  uint64_t value = 0;      // wires 0, 1 and 5
  std::string_view bytes;  // wire 2
  std::string_view whole;  // key and value
};

class Fields {
 public:
  Fields(std::string_view bytes, const char *what) : bytes(bytes), what(what) {}

  bool next(Field &field) {
    if (at == bytes.size()) return false;
    size_t start = at;
    uint64_t key = varint();
    field = {};
    field.number = static_cast<uint32_t>(key >> 3);
    field.wire = key & 7;
    if (field.number == 0) bad("has a field that no model has");
    switch (field.wire) {
      case 0: field.value = varint(); break;
      case 1: field.value = fixed(8); break;
      case 5: field.value = fixed(4); break;
      case 2: {
        uint64_t length = varint();
        if (length > bytes.size() - at) bad("ends too soon: the file is cut off or damaged");
        field.bytes = bytes.substr(at, length);
        at += length;
        break;
      }
      default: bad("has a field that no model has");
    }
    field.whole = bytes.substr(start, at - start);
    return true;
  }

 private:
  [[noreturn]] void bad(const char *reason) const { throw BadModel{std::string(what) + " " + reason}; }

  uint64_t varint() {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
      if (at == bytes.size()) bad("ends too soon: the file is cut off or damaged");
      auto byte = static_cast<unsigned char>(bytes[at++]);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    bad("has a number that is too long");
  }

  uint64_t fixed(size_t count) {
    if (bytes.size() - at < count) bad("ends too soon: the file is cut off or damaged");
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, count);
    at += count;
    return value;
  }

  std::string_view bytes;
  const char *what;
  size_t at = 0;
};

void putVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void putNumber(std::string &out, uint32_t field, uint64_t value) {
  putVarint(out, static_cast<uint64_t>(field) << 3);
  putVarint(out, value);
}

void putBytes(std::string &out, uint32_t field, std::string_view bytes) {
  putVarint(out, static_cast<uint64_t>(field) << 3 | 2);
  putVarint(out, bytes.size());
  out += bytes;
}

// Numbers of ONNX's messages and element types.
enum : uint32_t { modelIR = 1, modelGraph = 7, modelOpset = 8, modelMetadata = 14 };
enum : uint32_t { graphNode = 1, graphInitializer = 5, graphInput = 11 };
enum : uint32_t { nodeInput = 1, nodeOutput = 2, nodeName = 3, nodeKind = 4, nodeAttribute = 5, nodeDomain = 7 };
enum : uint32_t { attributeName = 1, attributeFloat = 2, attributeInt = 3, attributeTensor = 5, attributeGraph = 6 };
enum : uint32_t { attributeInts = 8, attributeGraphs = 11, attributeType = 20 };
enum : uint32_t { tensorDims = 1, tensorType = 2, tensorName = 8, tensorRaw = 9, tensorLocation = 14 };
enum : int { elementFloat = 1, elementInt64 = 7 };

uint64_t elementBits(uint64_t type) {
  switch (type) {
    case 1:
    case 6:
    case 12: return 32;
    case 2:
    case 3:
    case 9:
    case 17:
    case 18:
    case 19:
    case 20: return 8;
    case 4:
    case 5:
    case 10:
    case 16: return 16;
    case 7:
    case 11:
    case 13:
    case 14: return 64;
    case 15: return 128;
    case 21:
    case 22: return 4;
    default: return 0;
  }
}

// Numbers of a repeated field, packed or not.
void addNumbers(const Field &field, std::vector<uint64_t> &numbers) {
  if (field.wire == 0) {
    numbers.push_back(field.value);
    return;
  }
  size_t at = 0;
  while (at < field.bytes.size()) {
    uint64_t value = 0;
    uint32_t shift = 0;
    bool ended = false;
    while (at < field.bytes.size() && shift < 64) {
      auto byte = static_cast<unsigned char>(field.bytes[at++]);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) {
        ended = true;
        break;
      }
    }
    if (!ended) throw BadModel{"a list of dimensions is damaged"};
    numbers.push_back(value);
  }
}

void inspectTensor(std::string_view tensor, OnnxSummary &summary) {
  Fields fields(tensor, "a tensor");
  Field field;
  std::vector<uint64_t> dimensions;
  uint64_t type = 0, raw = 0;
  bool hasRaw = false;
  while (fields.next(field)) {
    if (field.number == tensorDims) addNumbers(field, dimensions);
    if (field.number == tensorType) type = field.value;
    if (field.number == tensorLocation) summary.isInParts = summary.isInParts || field.value == 1;
    if (field.number == tensorRaw) {
      hasRaw = true;
      raw = field.bytes.size();
    }
  }
  uint64_t count = 1;
  for (uint64_t each : dimensions) {
    if (each > INT64_MAX || (each && count > (1ull << 34) / each))
      throw BadModel{"a tensor has absurd dimensions, so it is damaged"};
    count *= each;
  }
  uint64_t bits = elementBits(type);
  if (hasRaw && bits && raw != (count * bits + 7) / 8)
    throw BadModel{"a tensor has more or fewer numbers than its dimensions ask for, so it is damaged"};
}

bool isNoise(std::string_view kind) {
  return kind == "RandomNormalLike" || kind == "RandomUniformLike" || kind == "RandomNormal" || kind == "RandomUniform";
}

void inspectGraph(std::string_view graph, OnnxSummary &summary, int depth) {
  if (depth > 16) throw BadModel{"its graphs are nested too deeply"};
  Fields fields(graph, "the graph");
  Field field;
  size_t nodes = 0;
  while (fields.next(field)) {
    if (field.wire != 2) continue;
    if (field.number == graphInitializer) inspectTensor(field.bytes, summary);
    if (field.number == graphInput && depth == 0) {
      Fields parts(field.bytes, "an input");
      Field part;
      while (parts.next(part))
        if (part.number == 1 && part.wire == 2) summary.inputs.emplace_back(part.bytes);
    }
    if (field.number != graphNode) continue;
    nodes++;
    Fields parts(field.bytes, "a node");
    Field part;
    while (parts.next(part)) {
      if (part.number == nodeKind && isNoise(part.bytes)) summary.drawsNoise = true;
      if (part.number != nodeAttribute || part.wire != 2) continue;
      Fields attribute(part.bytes, "an attribute");
      Field value;
      while (attribute.next(value)) {
        if (value.wire != 2) continue;
        if (value.number == attributeTensor) inspectTensor(value.bytes, summary);
        if (value.number == attributeGraph || value.number == attributeGraphs)
          inspectGraph(value.bytes, summary, depth + 1);
      }
    }
  }
  if (nodes == 0 && depth == 0) throw BadModel{"its graph is empty"};
}

}  // namespace

OnnxSummary inspectOnnx(std::string_view model) {
  if (model.empty()) throw BadModel{"the file is empty"};
  if (model.substr(0, 23) == "version https://git-lfs")
    throw BadModel{"it is a pointer of Git LFS and not the model itself; download the file that it points to"};
  if (model[0] == '<' || model[0] == '{' || model[0] == '#')
    throw BadModel{"it is text and not ONNX; the download may have been an error page"};
  if (model.substr(0, 2) == "PK" || model.substr(0, 2) == "BZ" || model.substr(0, 2) == "\x1f\x8b")
    throw BadModel{"it is an archive; unpack it first"};
  OnnxSummary summary;
  Fields fields(model, "the model");
  Field field;
  bool hasGraph = false;
  uint64_t version = 0;
  while (fields.next(field)) {
    if (field.number == modelIR && field.wire == 0) version = field.value;
    if (field.number == modelOpset && field.wire == 2) {
      Fields parts(field.bytes, "the version");
      Field part;
      std::string domain;
      int64_t opset = 0;
      while (parts.next(part)) {
        if (part.number == 1 && part.wire == 2) domain = part.bytes;
        if (part.number == 2 && part.wire == 0) opset = static_cast<int64_t>(part.value);
      }
      if (domain.empty() || domain == "ai.onnx") summary.opset = opset;
    }
    if (field.number == modelGraph && field.wire == 2) {
      hasGraph = true;
      inspectGraph(field.bytes, summary, 0);
    }
    if (field.number == modelMetadata && field.wire == 2) {
      Fields parts(field.bytes, "the metadata");
      Field part;
      std::string key, value;
      while (parts.next(part)) {
        if (part.number == 1 && part.wire == 2) key = part.bytes;
        if (part.number == 2 && part.wire == 2) value = part.bytes;
      }
      summary.metadata[key] = value;
    }
  }
  if (!hasGraph || version == 0 || version > 64) throw BadModel{"it is not an ONNX model"};
  if (summary.drawsNoise && summary.opset < 13)
    throw BadModel{"it was made for version " + std::to_string(summary.opset) +
                   " of ONNX's operators; this plugin needs 13 or later"};
  return summary;
}

namespace {

// Writes nodes, one after the other, each with names of its own.
class NodeWriter {
 public:
  NodeWriter(std::string &out, const std::string &prefix) : out(out), prefix(prefix) {}

  std::string name() { return prefix + std::to_string(count++); }

  std::string node(const char *kind, const std::vector<std::string> &inputs, const std::string &attributes = {},
                   std::string output = {}) {
    if (output.empty()) output = name();
    std::string node;
    for (const std::string &each : inputs) putBytes(node, nodeInput, each);
    putBytes(node, nodeOutput, output);
    putBytes(node, nodeName, output + "/node");
    putBytes(node, nodeKind, kind);
    node += attributes;
    putBytes(out, graphNode, node);
    return output;
  }

  static std::string number(const char *name, uint64_t value) {
    std::string attribute, field;
    putBytes(attribute, attributeName, name);
    putNumber(attribute, attributeInt, value);
    putNumber(attribute, attributeType, 2);
    putBytes(field, nodeAttribute, attribute);
    return field;
  }

  template <class Number>
  std::string constant(int type, const std::vector<Number> &values, bool isScalar = false) {
    std::string tensor, attribute, field;
    if (!isScalar) putNumber(tensor, tensorDims, values.size());
    putNumber(tensor, tensorType, static_cast<uint64_t>(type));
    putBytes(tensor, tensorRaw, {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(Number)});
    putBytes(attribute, attributeName, "value");
    putBytes(attribute, attributeTensor, tensor);
    putNumber(attribute, attributeType, 4);
    putBytes(field, nodeAttribute, attribute);
    return node("Constant", {}, field);
  }
  std::string single(float value) { return constant<float>(elementFloat, {value}, true); }

 private:
  std::string &out;
  std::string prefix;
  int count = 0;
};

constexpr uint64_t noiseCount = 1 << 18;
// The noise begins this many places later for each number that a sentence needs.
constexpr uint64_t noiseStep = 8191;
constexpr const char *normalTable = "cue/noise/normal", *evenTable = "cue/noise/even";

// Numbers that look random: evenly spread over 0 to 1, or as a bell of width 1 (Box and Muller).
std::vector<float> noiseTable(bool isNormal) {
  uint64_t state = 0x9e3779b97f4a7c15;
  auto even = [&] {
    // Vigna's splitmix64.
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (static_cast<double>((mixed ^ mixed >> 31) >> 11) + 0.5) / 9007199254740992.0;
  };
  std::vector<float> table(noiseCount);
  for (float &each : table) {
    double value = even();
    if (isNormal) value = std::sqrt(-2 * std::log(value)) * std::cos(6.283185307179586 * even());
    each = static_cast<float>(value);
  }
  return table;
}

// Replaces nodes that draw noise, in a graph and in those inside it.
class NoiseFixer {
 public:
  // The whole of a model's graph, with the tables that its nodes need.
  std::string all(std::string_view model) {
    std::string fixed = graph(model);
    for (bool isNormal : {true, false}) {
      if (!(isNormal ? needsNormal : needsEven)) continue;
      std::vector<float> values = noiseTable(isNormal);
      std::string tensor;
      putNumber(tensor, tensorDims, values.size());
      putNumber(tensor, tensorType, elementFloat);
      putBytes(tensor, tensorName, isNormal ? normalTable : evenTable);
      putBytes(tensor, tensorRaw, {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float)});
      putBytes(fixed, graphInitializer, tensor);
    }
    return fixed;
  }

 private:
  std::string graph(std::string_view graph) {
    std::string fixed;
    fixed.reserve(graph.size() + (4 << 20));
    Fields fields(graph, "the graph");
    Field field;
    while (fields.next(field)) {
      if (field.number == graphNode && field.wire == 2) node(field, fixed);
      else fixed += field.whole;
    }
    return fixed;
  }

  int noises = 0;
  bool needsNormal = false, needsEven = false;

  void node(const Field &field, std::string &out) {
    Fields parts(field.bytes, "a node");
    Field part;
    std::string kind, input, output;
    std::vector<std::string_view> attributes;
    bool holdsGraphs = false;
    while (parts.next(part)) {
      if (part.wire != 2) continue;
      if (part.number == nodeKind) kind = part.bytes;
      if (part.number == nodeInput) input = part.bytes;
      if (part.number == nodeOutput) output = part.bytes;
      if (part.number == nodeAttribute) {
        attributes.push_back(part.bytes);
        holdsGraphs = holdsGraphs || hasGraph(part.bytes);
      }
    }
    if (isNoise(kind)) {
      noise(kind, input, output, attributes, out);
    } else if (holdsGraphs) {
      std::string fixed;
      Fields again(field.bytes, "a node");
      while (again.next(part)) {
        if (part.number == nodeAttribute && part.wire == 2) putBytes(fixed, nodeAttribute, attribute(part.bytes));
        else fixed += part.whole;
      }
      putBytes(out, graphNode, fixed);
    } else {
      out += field.whole;
    }
  }

  static bool hasGraph(std::string_view attribute) {
    Fields parts(attribute, "an attribute");
    Field part;
    while (parts.next(part))
      if (part.wire == 2 && (part.number == attributeGraph || part.number == attributeGraphs)) return true;
    return false;
  }

  std::string attribute(std::string_view attribute) {
    std::string fixed;
    Fields parts(attribute, "an attribute");
    Field part;
    while (parts.next(part)) {
      if (part.wire == 2 && (part.number == attributeGraph || part.number == attributeGraphs))
        putBytes(fixed, part.number, graph(part.bytes));
      else fixed += part.whole;
    }
    return fixed;
  }

  // The number at place i is that of a table, which holds more than a sentence needs; it is in the copy, so that the same model
  // gives the same sound everywhere.
  void noise(const std::string &kind, const std::string &input, const std::string &output,
             const std::vector<std::string_view> &attributes, std::string &out) {
    uint64_t type = 0;
    float mean = 0, scale = 1, low = 0, high = 1;
    std::vector<uint64_t> shape;
    for (std::string_view each : attributes) {
      Fields parts(each, "an attribute");
      Field part;
      std::string name;
      float real = 0;
      uint64_t whole = 0;
      std::vector<uint64_t> list;
      while (parts.next(part)) {
        if (part.number == attributeName && part.wire == 2) name = part.bytes;
        if (part.number == attributeFloat && part.wire == 5) {
          auto bits = static_cast<uint32_t>(part.value);
          std::memcpy(&real, &bits, sizeof real);
        }
        if (part.number == attributeInt && part.wire == 0) whole = part.value;
        if (part.number == attributeInts) addNumbers(part, list);
      }
      if (name == "dtype") type = whole;
      if (name == "mean") mean = real;
      if (name == "scale") scale = real;
      if (name == "low") low = real;
      if (name == "high") high = real;
      if (name == "shape") shape = list;
    }
    bool isNormal = kind.rfind("RandomNormal", 0) == 0;
    uint64_t start = static_cast<uint64_t>(noises) * 97003 % noiseCount;
    NodeWriter write(out, "cue/noise" + std::to_string(noises++) + "/");
    (isNormal ? needsNormal : needsEven) = true;
    bool isLike = kind.size() > 4 && kind.compare(kind.size() - 4, 4, "Like") == 0;
    std::string dimensions;
    if (isLike) {
      dimensions = write.node("Shape", {input});
    } else {
      std::vector<int64_t> sizes(shape.begin(), shape.end());
      dimensions = write.constant<int64_t>(elementInt64, sizes);
    }
    std::string count = write.node("ReduceProd", {dimensions}, NodeWriter::number("keepdims", 0));
    auto whole64 = [&](uint64_t value) {
      return write.constant<int64_t>(elementInt64, {static_cast<int64_t>(value)}, true);
    };
    // Else every sentence would begin with the same noise, and where that blurs a word, it would in each.
    std::string first = write.node("Add", {write.node("Mul", {count, whole64(noiseStep)}), whole64(start)});
    std::string places = write.node("Range", {first, write.node("Add", {count, first}), whole64(1)});
    std::string index = write.node("Mod", {places, whole64(noiseCount)});
    std::string flat = write.node("Gather", {isNormal ? normalTable : evenTable, index});
    float factor = isNormal ? scale : high - low, shift = isNormal ? mean : low;
    if (factor != 1) flat = write.node("Mul", {flat, write.single(factor)});
    if (shift != 0) flat = write.node("Add", {flat, write.single(shift)});
    if (type == 0 || type == elementFloat) {
      write.node("Reshape", {flat, dimensions}, {}, output);
    } else {
      std::string shaped = write.node("Reshape", {flat, dimensions});
      write.node("Cast", {shaped}, NodeWriter::number("to", type), output);
    }
  }
};

}  // namespace

OnnxCopy::OnnxCopy(std::string_view model, const std::vector<std::pair<std::string, std::string>> &metadata) {
  copy.reserve(model.size() + (4 << 20));
  NoiseFixer fixer;
  Fields fields(model, "the model");
  Field field;
  while (fields.next(field)) {
    if (field.number == modelGraph && field.wire == 2) putBytes(copy, modelGraph, fixer.all(field.bytes));
    else copy += field.whole;
  }
  for (const auto &[key, value] : metadata) {
    std::string pair;
    putBytes(pair, 1, key);
    putBytes(pair, 2, value);
    putBytes(copy, modelMetadata, pair);
  }
}

}  // namespace sherpa
