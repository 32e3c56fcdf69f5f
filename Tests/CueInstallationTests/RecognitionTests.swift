import CueSystem
import Foundation
import TestSupport
import Testing

@testable import CueInstallation

/// Files that look like models from outside.
enum Fake {
  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var length = bytes.count
    var prefix: [UInt8] = [number << 3 | 2]
    repeat {
      prefix.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
      length >>= 7
    } while length > 0
    return prefix + bytes
  }

  /// An ONNX file with a graph of nothing, and metadata.
  static func onnx(_ metadata: [String: String] = [:], graph: Int = 300) -> [UInt8] {
    let about = field(6, [UInt8](repeating: 0xEE, count: graph))
    let node = field(1, field(4, Array("Add".utf8)) + about)
    var bytes: [UInt8] = [0x08, 0x08] + field(7, node + field(2, Array("main".utf8)))
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      bytes += field(14, field(1, Array(name.utf8)) + field(2, Array(value.utf8)))
    }
    return bytes
  }

  /// The same with a node that was altered on the way: its length, and all around it, is right.
  static var altered: [UInt8] {
    var bytes = onnx()
    bytes.replaceSubrange(12..<16, with: [0x58, 0x58, 0x58, 0x58])
    return bytes
  }

  /// A Piper voice's description.
  static let config = Array(
    """
    {"audio": {"sample_rate": 22050, "quality": "medium"}, "dataset": "jane", "phoneme_id_map": {},
     "language": {"code": "en_GB", "family": "en"}}
    """.utf8)
}

@Suite struct `A model's type` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recognise(
    _ files: [String: [UInt8]], called hint: String = "x", type: String? = nil,
    languages: [String] = []
  ) throws -> ModelRecognition.Result {
    for (name, bytes) in files {
      try folder.makeFolders((name as NSString).deletingLastPathComponent)
      try WholeFile.write(bytes, to: folder.path(name))
    }
    let candidates = FileTree.files(in: folder.path).map {
      ModelRecognition.Candidate(
        name: $0.name, path: $0.path, byteCount: $0.byteCount, isOurs: true)
    }
    return try ModelRecognition(candidates, called: hint, type: type, languages: languages)
      .result()
  }

  private func roles(_ result: ModelRecognition.Result) -> [String: String] {
    Dictionary(uniqueKeysWithValues: result.files.map { ($0.role, $0.file.fileName) })
  }

  @Test func `is found for a Piper pair, with what its description says`() throws {
    let card = "# Model card\n* License: https://creativecommons.org/licenses/by/4.0/\n"
    let found = try recognise([
      "v/jane.onnx": Fake.onnx(), "v/jane.onnx.json": Fake.config, "v/tokens.txt": [1],
      "v/MODEL_CARD": Array(card.utf8), "v/espeak-ng-data/en_dict": [1],
    ])
    #expect(found.description.type == "piper")
    #expect(found.description.languages == ["en-GB", "en"])
    #expect(found.description.rateHertz == 22050)
    #expect(found.description.name == "Jane")
    #expect(found.description.quality == 4)
    #expect(found.description.licence == "CC-BY-4.0")
    #expect(roles(found) == ["model": "jane.onnx", "config": "jane.onnx.json"])
    #expect(found.documents.map(\.fileName) == ["MODEL_CARD"])
  }

  @Test func `is a streaming transducer where the encoder counts chunks, and 8 bits are preferred`()
    throws
  {
    let found = try recognise(
      [
        "e/encoder-epoch-99.onnx": Fake.onnx(["decode_chunk_len": "32"]),
        "e/encoder-epoch-99.int8.onnx": Fake.onnx(["decode_chunk_len": "32"]),
        "e/decoder-epoch-99.onnx": Fake.onnx(), "e/decoder-epoch-99.int8.onnx": Fake.onnx(),
        "e/joiner-epoch-99.onnx": Fake.onnx(), "e/joiner-epoch-99.int8.onnx": Fake.onnx(),
        "e/tokens.txt": [1], "e/bpe.vocab": [1], "e/test_wavs/0.wav": [1],
      ], called: "sherpa-onnx-zipformer-en-2023")
    #expect(found.description.type == "transducer")
    #expect(found.description.languages == ["en"])
    #expect(
      roles(found) == [
        "encoder": "encoder-epoch-99.int8.onnx", "decoder": "decoder-epoch-99.onnx",
        "joiner": "joiner-epoch-99.int8.onnx", "tokens": "tokens.txt", "bpe": "bpe.vocab",
      ])
  }

  /// The names inside and metadata, what the archive is called, and the type.
  static let known: [(files: [String: [String: String]], hint: String, type: String)] = [
    (
      ["encoder.onnx": [:], "decoder.onnx": [:], "joiner.onnx": [:], "tokens.txt": [:]],
      "zipformer-gigaspeech", "offline-transducer"
    ),
    (
      ["encoder.onnx": [:], "decoder.onnx": [:], "joiner.onnx": [:], "tokens.txt": [:]],
      "sherpa-onnx-streaming-zipformer-en-kroko", "transducer"
    ),
    (
      [
        "tiny.en-encoder.int8.onnx": ["model_type": "whisper-tiny.en"],
        "tiny.en-decoder.int8.onnx": [:], "tiny.en-tokens.txt": [:],
      ], "x", "whisper"
    ),
    (
      [
        "preprocess.onnx": [:], "encode.int8.onnx": [:], "uncached_decode.int8.onnx": [:],
        "cached_decode.int8.onnx": [:], "tokens.txt": [:],
      ], "moonshine-tiny-en", "moonshine"
    ),
    (
      ["encoder_model.ort": [:], "decoder_model_merged.ort": [:], "tokenizer.bin": [:]], "base-en",
      "moonshine"
    ),
    (
      ["encoder.onnx": ["model_type": "paraformer"], "decoder.onnx": [:], "tokens.txt": [:]], "x",
      "streaming-paraformer"
    ),
    (
      [
        "model.onnx": ["model_type": "kokoro", "language": "English"], "voices.bin": [:],
        "tokens.txt": [:],
      ], "x", "kokoro"
    ),
    (
      [
        "model.fp16.onnx": ["model_type": "kitten-tts", "language": "English"], "voices.bin": [:],
        "tokens.txt": [:],
      ], "x", "kitten"
    ),
    (
      [
        "model-steps-3.onnx": ["model_type": "matcha-tts", "language": "English"],
        "vocos-22khz-univ.onnx": [:], "tokens.txt": [:],
      ], "x", "matcha"
    ),
    (
      ["ljs.onnx": ["model_type": "vits", "language": "English"], "tokens.txt": [:]], "x", "vits"
    ), (["silero_vad.onnx": [:]], "x", "vad"), (["gtcrn_simple.onnx": [:]], "x", "denoise"),
    (
      ["model.int8.onnx": ["model_type": "sense_voice_ctc"], "tokens.txt": [:]], "x", "sense-voice"
    ),
    (
      [
        "model.onnx": [
          "model_type": "zipformer2", "comment": "streaming ctc zipformer2",
          "decode_chunk_len": "32",
        ],
        "tokens.txt": [:],
      ], "x", "streaming-ctc"
    ), (["model.onnx": [:], "tokens.txt": [:]], "nemo-ctc-en", "nemo-ctc"),
    (["model.bin": [:], "config.json": [:], "vocabulary.txt": [:]], "x", "faster-whisper"),
  ]

  @Test(arguments: known.indices) func `A model's type is found by names and metadata`(index: Int)
    throws
  {
    let (files, hint, type) = Self.known[index]
    let made = Dictionary(
      uniqueKeysWithValues: files.map { name, metadata in
        (name, name.hasSuffix(".onnx") ? Fake.onnx(metadata) : [1])
      })
    #expect(try recognise(made, called: hint).description.type == type)
  }

  @Test func `that is Moonshine's needs its tokenizer, as it is published`() throws {
    var files: [String: [UInt8]] = ["encoder_model.ort": [1], "decoder_model_merged.ort": [1]]
    #expect(throws: ModelFailure.lacks(type: "moonshine", file: "tokens.txt or tokenizer.bin")) {
      try recognise(files)
    }
    files["tokenizer.bin"] = [1]
    #expect(
      roles(try recognise(files)) == [
        "encoder": "encoder_model.ort", "merged-decoder": "decoder_model_merged.ort",
        "tokens": "tokenizer.bin",
      ])
  }

  @Test func `a model with speakers lists them`() throws {
    let found = try recognise([
      "model.onnx": Fake.onnx([
        "model_type": "kokoro", "n_speakers": "3", "speaker_names": "af,bf_emma,am_adam",
        "sample_rate": "24000",
      ]), "voices.bin": [1], "tokens.txt": [1],
    ])
    #expect(found.description.speakers.map(\.id) == ["af", "bf_emma", "am_adam"])
    #expect(found.description.speakers.map(\.gender) == ["female", "female", "male"])
    #expect(found.description.speakers[1].languages == ["en-GB", "en"])
    #expect(found.description.languages == ["en-US", "en", "en-GB"])
    #expect(found.description.rateHertz == 24000)
  }

  @Test func `of many languages keeps the lexicons and rules of each`() throws {
    let found = try recognise([
      "model.onnx": Fake.onnx([
        "model_type": "kokoro", "n_speakers": "2", "speaker_names": "af_heart,zf_xiaoni",
      ]), "voices.bin": [1], "tokens.txt": [1], "lexicon-us-en.txt": [1], "lexicon-gb-en.txt": [1],
      "lexicon-zh.txt": [1], "date-zh.fst": [1], "number-zh.fst": [1], "phone-zh.fst": [1],
    ])
    #expect(found.description.languages == ["en-US", "en", "zh"])
    #expect(
      found.files.map { $0.role } == [
        "model", "voices", "tokens", "lexicon-zh", "lexicon-zh-en", "rules-date", "rules-number",
        "rules-phone",
      ])
  }

  @Test func `the type of an unknown model is not guessed`() throws {
    #expect(throws: ModelFailure.unrecognized(names: ["a.onnx", "tokens.txt"])) {
      try recognise(["a.onnx": Fake.onnx(), "tokens.txt": [1]])
    }
    #expect(throws: ModelFailure.lacksLanguage(type: "vits")) {
      try recognise(["a.onnx": Fake.onnx(), "tokens.txt": [1]], type: "vits")
    }
    let found = try recognise(
      ["a.onnx": Fake.onnx(), "tokens.txt": [1]], type: "vits", languages: ["et"])
    #expect(found.description.languages == ["et"])
  }

  @Test func `A model's type with a file missing says which`() throws {
    #expect(throws: ModelFailure.lacks(type: "matcha", file: "vocos-22khz-univ.onnx")) {
      try recognise([
        "model-steps-3.onnx": Fake.onnx(["model_type": "matcha-tts"]), "tokens.txt": [1],
      ])
    }
  }

  @Test func `of two voices at once is not chosen`() throws {
    #expect(throws: ModelFailure.several(names: ["a.onnx", "b.onnx"])) {
      try recognise([
        "a.onnx": Fake.onnx(), "a.onnx.json": Fake.config, "b.onnx": Fake.onnx(),
        "b.onnx.json": Fake.config,
      ])
    }
  }

  @Test(
    arguments: [
      ([], OnnxFile.Fault.empty), (Array("<html>Not Found</html>".utf8), .text),
      (Array("version https://git-lfs.github.com/spec/v1\noid".utf8), .pointer),
      (Array(Fake.onnx()[..<100]), .notONNX), (Fake.altered, .notONNX),
      ([0xFF, 0xFF, 0xFF, 0x01, 0x02], .notONNX),
    ] as [([UInt8], OnnxFile.Fault)])
  func `of a file that is no model is refused`(bytes: [UInt8], fault: OnnxFile.Fault) throws {
    #expect(throws: ModelFailure.damaged(name: "jane.onnx", fault)) {
      try recognise(["jane.onnx": bytes, "jane.onnx.json": Fake.config])
    }
  }

  @Test func `metadata is found after a graph of any size`() throws {
    let path = folder.path("large.onnx")
    try WholeFile.write(Fake.onnx(["model_type": "vits"], graph: 3_000_000), to: path)
    #expect(try OnnxFile(path).metadata == ["model_type": "vits"])
  }
}

@Suite struct `A description` {
  @Test func `A description is read as it was written`() throws {
    var description = ModelDescription(type: "kokoro")
    description.name = "Ko “ko”"
    description.languages = ["en-US", "en"]
    description.rateHertz = 24000
    description.quality = 5
    description.licence = "Apache-2.0"
    description.source = "https://a.example/b"
    description.espeak = "en-us"
    description.summary = "One sentence."
    var speaker = ModelDescription.Speaker(id: "bf_emma", number: 3)
    speaker.gender = "female"
    speaker.name = "Emma"
    speaker.languages = ["en-GB"]
    description.speakers = [speaker]
    description.files = [
      .init(
        role: "model", path: "m.onnx", byteCount: 5, checksum: String(repeating: "a", count: 64)),
      .init(role: "tokens", path: "tokens.txt"),
    ]
    #expect(try ModelDescription(parsing: Array(description.text.utf8)) == description)
  }

  @Test(arguments: [
    ("{", ModelDescription.Fault.notJSON(line: 1)), ("{\"format\": 2}", .otherFormat),
    ("{\"format\": 1}", .lacks("type")), ("{\"format\": 1, \"type\": \"vad\"}", .lacks("files")),
    ("{\"format\": 1, \"type\": \"vad\", \"files\": [{\"role\": \"model\"}]}", .lacks("path")),
    (
      "{\"format\": 1, \"type\": \"vad\", \"files\": [{\"role\": \"model\", \"path\": \"a/../../b\"}]}",
      .outside("a/../../b")
    ),
  ])
  func `A description that cannot be used says why`(text: String, fault: ModelDescription.Fault) {
    #expect(throws: fault) { try ModelDescription(parsing: Array(text.utf8)) }
  }

  /// Those of this tree, which the plugin reads too.
  @Test(arguments: ["en_US-joe-medium", "silero-vad"])
  func `of a model that is installed with the plugins is read`(id: String) throws {
    let path = Places.source("Plugins/Sherpa/models/\(id)/model.json")
    #expect(try !ModelDescription(ofFile: path).files.isEmpty)
  }
}

@Suite struct `The catalogue` {
  @Test
  func `has voices in a dozen languages and all kinds of models, with addresses that are safe`()
    throws
  {
    let catalogue = try ModelCatalogue(ofFile: Places.source("Packaging/models.json"))
    let piper = catalogue.entries.filter { $0.description.type == "piper" }
    #expect(Set(piper.compactMap(\.description.languages.last)).count >= 12)
    let types = Set(catalogue.entries.map(\.description.type))
    #expect(
      types.isSuperset(of: ["kokoro", "whisper", "moonshine", "transducer", "vad", "denoise"]))
    #expect(Set(catalogue.entries.map(\.id)).count == catalogue.entries.count)
    for entry in catalogue.entries {
      #expect(ModelType.all.contains(entry.description.type), "\(entry.id)")
      #expect(!entry.description.source.isEmpty && !entry.description.name.isEmpty, "\(entry.id)")
      for file in entry.files {
        let address = try WebAddress(file.address)
        #expect(address.scheme == "https" && address.shown == file.address, "\(entry.id)")
        #expect(file.checksum.map { $0.count == 64 } ?? true, "\(entry.id)")
        if entry.description.type != "piper" { continue }
        #expect(address.fileName.hasPrefix(entry.id + ".onnx"))
        #expect((file.byteCount ?? 0) > 1000)
      }
    }
  }

  @Test func `finds a model in any case, and says where it is damaged`() throws {
    let catalogue = try ModelCatalogue(ofFile: Places.source("Packaging/models.json"))
    #expect(catalogue["EN_us-JOE-medium"]?.id == "en_US-joe-medium")
    #expect(catalogue["nobody"] == nil)
    let folder = try TemporaryFolder()
    for (text, line) in [
      ("{\n\n]", 3), ("{\"format\": 1, \"models\": [\n{\"id\": \"../x\"}]}", 2), ("{}", 1),
    ] {
      let path = try folder.write(text, as: "c.json")
      #expect(throws: ModelCatalogue.Fault.damaged(path: path, line: line)) {
        try ModelCatalogue(ofFile: path)
      }
    }
  }
}
