import CueSystem

/// Finds out what model some files are, and which of them play which role.
struct ModelRecognition: Sendable {
  /// A file that may belong to the model.
  struct Candidate: Equatable, Sendable {
    /// Below what was given, as in `a/b.onnx`.
    var name: String
    var path: String
    var byteCount: Int
    /// Whether it may be moved rather than copied.
    var isOurs: Bool

    /// The last part of its name, in small letters.
    var base: String { fileName.lowercased() }
    /// The last part of its name.
    var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
    var isInt8: Bool { base.contains("int8") }
    var isModel: Bool { base.hasSuffix(".onnx") || base.hasSuffix(".ort") }
  }

  /// What was found.
  struct Result: Equatable {
    var description: ModelDescription
    var files: [(role: String, file: Candidate)]
    /// Licences and similar files, which go along.
    var documents: [Candidate]

    static func == (one: Result, other: Result) -> Bool {
      one.description == other.description && one.documents == other.documents
        && one.files.elementsEqual(other.files) { $0.role == $1.role && $0.file == $1.file }
    }
  }

  private let candidates: [Candidate]
  /// What the source is called, in small letters: archives say more there than inside.
  private let hint: String
  private let wishedType: String?
  private let wishedLanguages: [String]

  init(
    _ candidates: [Candidate], called hint: String, type: String? = nil, languages: [String] = []
  ) {
    // Of two of one name, the one that lies higher.
    self.candidates = candidates.sorted { one, other in
      let (a, b) = (one.name.count { $0 == "/" }, other.name.count { $0 == "/" })
      return a == b ? one.name.utf8.lexicographicallyPrecedes(other.name.utf8) : a < b
    }
    self.hint = hint.lowercased()
    wishedType = type
    wishedLanguages = languages
  }

  func result() throws(ModelFailure) -> Result {
    var type = wishedType ?? ""
    if type.isEmpty { type = try guessedType() }
    var files: [(role: String, file: Candidate)] = []
    for part in parts(of: type, isMerged: isMergedMoonshine) {
      if let file = pick(part) {
        files.append((part.role, file))
      } else if part.isNeeded {
        throw .lacks(type: type, file: part.example)
      }
    }
    var known: [String: OnnxFile] = [:]
    for (role, file) in files where file.base.hasSuffix(".onnx") {
      do throws(OnnxFile.Fault) { known[role] = try OnnxFile(file.path) } catch {
        throw .damaged(name: file.fileName, error)
      }
    }
    var description = ModelDescription(type: type)
    let metadata = (known["model"] ?? known["encoder"])?.metadata ?? [:]
    describe(&description, metadata, config: files.first { $0.role == "config" }?.file.path)
    let documents = candidates.filter { candidate in
      ["license", "licence", "copying", "model_card", "readme"].contains {
        candidate.base.hasPrefix($0)
      }
    }
    description.licence = documents.lazy.compactMap(licence).first ?? ""
    if description.kind == .voice, description.languages.isEmpty, type != "piper" {
      throw .lacksLanguage(type: type)
    }
    return Result(description: description, files: files, documents: documents)
  }

  // MARK: - The type

  private func guessedType() throws(ModelFailure) -> String {
    let pairs = candidates.filter { candidate in
      candidate.base.hasSuffix(".onnx") && has(candidate.base + ".json")
    }
    if pairs.count == 1 { return "piper" }
    if pairs.count > 1 { throw .several(names: pairs.map(\.name)) }
    if has("model.bin"), has("config.json") { return "faster-whisper" }
    if any("duration_predictor") { return "supertonic" }
    if any("preprocess"), any("uncached_decode") || isMergedMoonshine { return "moonshine" }
    if isMergedMoonshine { return "moonshine" }
    if any("joiner") {
      return isStreaming("encoder") ? "transducer" : "offline-transducer"
    }
    if any("encoder"), any("decoder") {
      let type = metadata(of: "encoder")["model_type"] ?? ""
      if type.hasPrefix("whisper") || hint.contains("whisper") || anyEnding("-tokens.txt") {
        return "whisper"
      }
      if type.contains("paraformer") || hint.contains("paraformer") {
        return "streaming-paraformer"
      }
    }
    let models = candidates.filter(\.isModel)
    guard let model = models.first else { throw unrecognized() }
    let metadata: [String: String]
    do throws(OnnxFile.Fault) {
      metadata = model.base.hasSuffix(".onnx") ? try OnnxFile(model.path).metadata : [:]
    } catch { throw .damaged(name: model.fileName, error) }
    if has("voices.bin") { return try withVoices(metadata) }
    if any("model-steps") || metadata["model_type"] == "matcha-tts" { return "matcha" }
    if any("gtcrn") || any("dpdfnet") || metadata["model_type"] == "gtcrn" { return "denoise" }
    if any("silero") && any("vad") { return "vad" }
    guard anyEnding("tokens.txt") else { throw unrecognized() }
    return try withTokens(metadata)
  }

  private func withVoices(_ metadata: [String: String]) throws(ModelFailure) -> String {
    switch metadata["model_type"] {
    case "kokoro": return "kokoro"
    case "kitten-tts": return "kitten"
    default: break
    }
    if hint.contains("kokoro") || hint.contains("kitten") {
      return hint.contains("kokoro") ? "kokoro" : "kitten"
    }
    throw unrecognized()
  }

  private func withTokens(_ metadata: [String: String]) throws(ModelFailure) -> String {
    let type = metadata["model_type"]?.lowercased() ?? ""
    let comment = metadata["comment"]?.lowercased() ?? ""
    func says(_ word: String) -> Bool { type.contains(word) || hint.contains(word) }
    if type == "vits" || type.isEmpty && hint.contains("vits") { return "vits" }
    if says("sense_voice") || says("sense-voice") || says("sensevoice") { return "sense-voice" }
    if says("paraformer") { return "paraformer" }
    if type.hasPrefix("encdec") || says("nemo") { return "nemo-ctc" }
    if says("ctc") || comment.contains("ctc") {
      return metadata["decode_chunk_len"] != nil || hint.contains("streaming")
        ? "streaming-ctc" : "ctc"
    }
    throw unrecognized()
  }

  private func unrecognized() -> ModelFailure {
    .unrecognized(names: candidates.prefix(8).map(\.name))
  }

  private var isMergedMoonshine: Bool {
    candidates.contains { $0.isModel && $0.base.contains("merged") }
      && candidates.contains { $0.isModel && $0.base.contains("encoder") }
  }

  private func isStreaming(_ part: String) -> Bool {
    let metadata = metadata(of: part)
    if metadata["decode_chunk_len"] != nil || metadata["chunk_shift"] != nil { return true }
    if metadata["comment"]?.contains("non-streaming") == true { return false }
    return hint.contains("streaming") && !hint.contains("non-streaming")
  }

  private func metadata(of part: String) -> [String: String] {
    guard let file = candidates.first(where: { $0.isModel && $0.base.contains(part) }),
      let onnx = try? OnnxFile(file.path)
    else { return [:] }
    return onnx.metadata
  }

  private func has(_ base: String) -> Bool { candidates.contains { $0.base == base } }
  private func any(_ word: String) -> Bool {
    candidates.contains { $0.isModel && $0.base.contains(word) }
  }
  private func anyEnding(_ end: String) -> Bool { candidates.contains { $0.base.hasSuffix(end) } }

  // MARK: - The parts

  /// A file that a type has.
  private struct Part: Sendable {
    let role: String
    /// For a sentence.
    let example: String
    var isNeeded = true
    /// Of two editions, the one with 8-bit numbers.
    var prefersInt8 = false
    let matches: @Sendable (Candidate) -> Bool
  }

  private func pick(_ part: Part) -> Candidate? {
    let found = candidates.filter(part.matches)
    return found.first { $0.isInt8 == part.prefersInt8 } ?? found.first
  }

  private static func model(
    _ role: String, _ word: String, but others: [String], int8: Bool
  ) -> Part {
    Part(role: role, example: "\(word)*.onnx", prefersInt8: int8) { file in
      file.isModel && file.base.contains(word) && !others.contains { file.base.contains($0) }
    }
  }

  private static func file(_ role: String, _ name: String, isNeeded: Bool) -> Part {
    Part(role: role, example: name, isNeeded: isNeeded) { $0.base == name }
  }

  private static let tokens = Part(role: "tokens", example: "tokens.txt") {
    $0.base.hasSuffix("tokens.txt")
  }
  private static let lexicon = Part(role: "lexicon", example: "lexicon.txt", isNeeded: false) {
    $0.base == "lexicon.txt" || $0.base == "lexicon-us-en.txt"
  }
  private static let bpe = file("bpe", "bpe.vocab", isNeeded: false)
  private static let vocoders = ["hifigan", "vocos", "vocoder"]

  private func parts(of type: String, isMerged: Bool) -> [Part] {
    typealias Files = ModelRecognition
    let (tokens, lexicon, bpe, vocoders) = (Files.tokens, Files.lexicon, Files.bpe, Files.vocoders)
    func model(
      _ role: String, _ word: String, but others: [String] = [], int8: Bool = false
    ) -> Part { Files.model(role, word, but: others, int8: int8) }
    func file(_ role: String, _ name: String, isNeeded: Bool = true) -> Part {
      Files.file(role, name, isNeeded: isNeeded)
    }
    return switch type {
    case "piper":
      [
        Part(role: "config", example: "NAME.onnx.json") { $0.base.hasSuffix(".onnx.json") },
        Part(role: "model", example: "NAME.onnx") { [self] in
          $0.base.hasSuffix(".onnx") && (has($0.base + ".json") || !anyEnding(".onnx.json"))
        },
      ]
    case "vits": [model("model", ""), tokens, lexicon]
    case "matcha":
      [
        model("model", "", but: vocoders),
        Part(role: "vocoder", example: "vocos-22khz-univ.onnx") { file in
          file.isModel && vocoders.contains { file.base.contains($0) }
        }, tokens, lexicon,
      ]
    case "kokoro":
      // English has its phonemes from eSpeak NG; Chinese text may have English words, too.
      [
        model("model", ""), file("voices", "voices.bin"), tokens,
        file("lexicon", "lexicon.txt", isNeeded: false),
        file("lexicon-zh", "lexicon-zh.txt", isNeeded: false),
        file("lexicon-zh-en", "lexicon-us-en.txt", isNeeded: false),
        file("rules-date", "date-zh.fst", isNeeded: false),
        file("rules-number", "number-zh.fst", isNeeded: false),
        file("rules-phone", "phone-zh.fst", isNeeded: false),
      ]
    case "kitten": [model("model", ""), file("voices", "voices.bin"), tokens, lexicon]
    case "supertonic":
      [
        model("durations", "duration_predictor"), model("encoder", "text_encoder"),
        model("estimator", "vector_estimator"), model("vocoder", "vocoder"),
        file("config", "tts.json"),
        Part(role: "letters", example: "unicode_indexer.bin") {
          $0.base.hasPrefix("unicode_indexer")
        },
        Part(role: "voices", example: "voice.bin") { $0.base.hasPrefix("voice") && !$0.isModel },
      ]
    case "transducer", "offline-transducer":
      [
        model("encoder", "encoder", int8: true), model("decoder", "decoder"),
        model("joiner", "joiner", int8: true), tokens, bpe,
      ]
    case "whisper", "streaming-paraformer":
      [
        model("encoder", "encoder", int8: true), model("decoder", "decoder", int8: true), tokens,
      ]
    case "moonshine" where isMerged:
      [
        model("encoder", "encoder"), model("merged-decoder", "merged"),
        // As it is published, or as sherpa-onnx's own archives have it.
        Part(role: "tokens", example: "tokens.txt or tokenizer.bin") {
          $0.base.hasSuffix("tokens.txt") || $0.base == "tokenizer.bin"
        },
      ]
    case "moonshine":
      [
        model("preprocessor", "preprocess"),
        model("encoder", "encode", but: ["uncached", "cached"], int8: true),
        model("uncached-decoder", "uncached_decode", int8: true),
        model("cached-decoder", "cached_decode", but: ["uncached"], int8: true), tokens,
      ]
    case "faster-whisper":
      [
        file("model", "model.bin"), file("config", "config.json"),
        file("tokenizer", "tokenizer.json", isNeeded: false),
        Part(role: "vocabulary", example: "vocabulary.txt", isNeeded: false) {
          $0.base.hasPrefix("vocabulary.")
        },
        file("preprocessor", "preprocessor_config.json", isNeeded: false),
      ]
    case "vad", "denoise": [model("model", "")]
    default: [model("model", "", int8: true), tokens]
    }
  }

  // MARK: - What else is known

  private func describe(
    _ description: inout ModelDescription, _ metadata: [String: String], config: String?
  ) {
    description.rateHertz = metadata["sample_rate"].flatMap { Int($0) }
    description.languages = wishedLanguages
    switch description.type {
    case "piper":
      if let config { describePiper(&description, config) }
    case "kokoro", "kitten", "matcha", "vits", "supertonic":
      if description.type != "vits" { description.quality = description.type == "kokoro" ? 5 : 4 }
      description.speakers = speakers(metadata)
      if description.type == "kokoro" { describeKokoro(&description) }
      if let espeak = metadata["voice"], description.type != "kokoro" {
        description.espeak = espeak
      }
    default: break
    }
    if description.languages.isEmpty, let language = metadata["language"] {
      description.languages = LanguageHints.tags(ofName: language)
    }
    if description.languages.isEmpty, description.kind == .voice || description.kind == .recognizer
    {
      let names = [hint] + candidates.map(\.base)
      description.languages =
        names.lazy.map(LanguageHints.tags(inFileName:)).first { !$0.isEmpty } ?? []
    }
  }

  private func describePiper(_ description: inout ModelDescription, _ path: String) {
    guard let bytes = try? WholeFile.read(path, limit: 16 << 20),
      let json = try? LinedJSON(parsing: bytes)
    else { return }
    if let audio = json.member("audio") {
      description.rateHertz = audio.integer("sample_rate")
      let quality = audio.text("quality")
      description.quality = ["x_low", "low"].contains(quality) ? 3 : 4
    }
    if let language = json.member("language"), wishedLanguages.isEmpty {
      let code = language.text("code").replacing("_", with: "-")
      let family = language.text("family")
      description.languages = [code] + (family == code ? [] : [family])
      description.languages.removeAll { $0.isEmpty }
    }
    let name = json.text("dataset")
    if let first = name.first { description.name = first.uppercased() + name.dropFirst() }
  }

  private func speakers(_ metadata: [String: String]) -> [ModelDescription.Speaker] {
    let names = metadata["speaker_names"].map { $0.split(separator: ",").map(String.init) } ?? []
    let count = metadata["n_speakers"].flatMap { Int($0) } ?? names.count
    guard count > 1, count <= 10_000 else { return [] }
    return (0..<count).map { number in
      let isNamed = names.count == count && ModelShelf.isID(names[number])
      return ModelDescription.Speaker(id: isNamed ? names[number] : "\(number)", number: number)
    }
  }

  /// Kokoro's speakers have names such as `bf_emma`: British, female.
  private func describeKokoro(_ description: inout ModelDescription) {
    let languages: [Character: [String]] = [
      "a": ["en-US", "en"], "b": ["en-GB", "en"], "e": ["es"], "f": ["fr"], "h": ["hi"],
      "i": ["it"], "j": ["ja"], "p": ["pt-BR", "pt"], "z": ["zh"],
    ]
    for index in description.speakers.indices {
      let id = Array(description.speakers[index].id)
      guard id.count >= 2, let spoken = languages[id[0]], "fm".contains(id[1]),
        id.count == 2 || id[2] == "_"
      else { continue }
      description.speakers[index].gender = id[1] == "f" ? "female" : "male"
      description.speakers[index].languages = spoken
      if id.count > 3 {
        description.speakers[index].name = id[3].uppercased() + String(id[4...])
      }
    }
    guard description.languages.isEmpty else { return }
    for language in description.speakers.flatMap(\.languages)
    where !description.languages.contains(language) {
      description.languages.append(language)
    }
  }

  /// The licence that a document names, where it is a usual one.
  private func licence(_ document: Candidate) -> String? {
    guard document.byteCount < 65_536, document.base.hasPrefix("model_card"),
      let bytes = try? WholeFile.read(document.path, limit: 65_536)
    else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first {
      $0.lowercased().contains("license:")
    }
    guard let text = line?.lowercased() else { return nil }
    let known = [
      ("publicdomain/zero", "CC0-1.0"), ("cc0", "CC0-1.0"), ("by-nc-sa/4.0", "CC-BY-NC-SA-4.0"),
      ("by-nc/4.0", "CC-BY-NC-4.0"), ("by-sa/4.0", "CC-BY-SA-4.0"), ("by/4.0", "CC-BY-4.0"),
      ("cc by 4.0", "CC-BY-4.0"), ("apache", "Apache-2.0"), (" mit", "MIT"),
    ]
    return known.first { text.contains($0.0) }?.1
  }
}

/// Languages in the words of those who publish models.
enum LanguageHints {
  private static let names: [String: String] = [
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
    "portuguese": "pt", "dutch": "nl", "polish": "pl", "russian": "ru", "ukrainian": "uk",
    "chinese": "zh", "japanese": "ja", "korean": "ko", "arabic": "ar", "turkish": "tr",
    "swedish": "sv", "finnish": "fi", "estonian": "et", "vietnamese": "vi", "hindi": "hi",
  ]
  private static let codes: Set = [
    "ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "hi",
    "hu", "id", "ja", "ka", "kk", "ko", "lb", "lt", "lv", "ne", "nl", "pl", "pt", "ro", "ru", "sk",
    "sl", "sr", "sv", "sw", "th", "tr", "uk", "vi", "zh",
  ]

  /// The tags of "English", or of a tag.
  static func tags(ofName name: String) -> [String] {
    let name = name.lowercased()
    if let tag = names[name] { return [tag] }
    return codes.contains(String(name.prefix { $0 != "-" && $0 != "_" })) && name.count <= 5
      ? [name.replacing("_", with: "-")] : []
  }

  /// The tags in `sherpa-onnx-moonshine-tiny-en-int8`, or in `vits-de_de-thorsten`.
  static func tags(inFileName name: String) -> [String] {
    var found: [String] = []
    for word in name.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
      let parts = word.split(separator: "_").map(String.init)
      guard let code = parts.first, codes.contains(code), parts.count <= 2 else { continue }
      if parts.count == 2 {
        guard parts[1].count == 2 else { continue }
        found.append("\(code)-\(parts[1].uppercased())")
      }
      found.append(code)
    }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension LinedJSON {
  /// The member that is an object.
  func member(_ name: String) -> LinedJSON? {
    guard let value = self[name], case .object = value else { return nil }
    return LinedJSON(line: line, value: value)
  }
}
