import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

@Suite struct `The times of words` {
  private func words(
    _ text: String, _ pieces: [([String], [Double])], framesBefore: [UInt64] = [0, 1000, 2000]
  ) -> [WordTimer.Word] {
    var timer = WordTimer(text: text, sent: plain(text), rateHertz: 1000)
    for (index, piece) in pieces.enumerated() {
      timer.take(
        Alignment(characters: piece.0, startSeconds: piece.1), pieceAtFrame: framesBefore[index])
    }
    return timer.due(from: 0, before: .max)
  }

  private func plain(_ text: String) -> RewrittenText {
    RewrittenText(text, tags: [], lexicon: [:], takesSlashes: false)
  }

  private func letters(_ text: String) -> [String] { text.unicodeScalars.map { String($0) } }

  @Test func `are counted in bytes of the text that was given`() {
    let text = "Ää “ök” 🎭ab"
    let times = (0..<letters(text).count).map { Double($0) / 10 }
    #expect(
      words(text, [(letters(text), times)])
        == [
          .init(frame: 0, textRange: 0..<4), .init(frame: 300, textRange: 5..<14),
          .init(frame: 800, textRange: 15..<21),
        ])
  }

  @Test func `go on from piece to piece, also within a word`() {
    #expect(
      words(
        "one two", [(letters("one t"), [0, 0.1, 0.2, 0.3, 0.4]), (letters("wo"), [0.5, 0.6])])
        == [.init(frame: 0, textRange: 0..<3), .init(frame: 400, textRange: 4..<7)])
  }

  @Test func `word times count from their piece if they start again`() {
    #expect(
      words("a b", [(["a", " "], [0, 0.5]), (["b"], [0.1])]).map(\.frame) == [0, 1100])
  }

  @Test func `bear white space that is missing or different`() {
    #expect(
      words("  one\n\ntwo ", [(letters("one two"), [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])])
        == [.init(frame: 0, textRange: 2..<5), .init(frame: 400, textRange: 7..<10)])
  }

  @Test func `word times end if the service's letters differ`() {
    var timer = WordTimer(text: "one 2 three", sent: plain("one 2 three"), rateHertz: 1000)
    timer.take(
      Alignment(characters: letters("one two three"), startSeconds: Array(repeating: 0, count: 13)),
      pieceAtFrame: 0)
    #expect(timer.hasParted)
    #expect(timer.due(from: 0, before: .max).map(\.textRange) == [0..<3])
    timer.take(Alignment(characters: ["x"], startSeconds: [9]), pieceAtFrame: 0)
    #expect(timer.due(from: 0, before: .max) == [])
  }

  @Test func `word times never go back, and only name words`() {
    #expect(
      words("a — b", [(letters("a — b"), [0.5, 0.4, 0.3, 0.2, 0.1])]).map(\.frame) == [500, 500])
  }

  @Test func `are due with the sound that holds them, not earlier than what was given`() {
    var timer = WordTimer(text: "a b c", sent: plain("a b c"), rateHertz: 1000)
    timer.take(
      Alignment(characters: letters("a b c"), startSeconds: [0, 0.1, 0.2, 0.3, 0.4]),
      pieceAtFrame: 0)
    #expect(timer.due(from: 50, before: 200).map(\.frame) == [50])
    #expect(timer.due(from: 200, before: 400).map(\.frame) == [200])
    #expect(timer.due(from: 400, before: 401).map(\.frame) == [400])
  }

  @Test(arguments: [
    #"null"#, #"{}"#, #"{"characters":["a"],"character_start_times_seconds":[0]}"#,
    #"{"characters":["a"],"character_start_times_seconds":[0,1],"character_end_times_seconds":[1]}"#,
    #"{"characters":[1],"character_start_times_seconds":[0],"character_end_times_seconds":[1]}"#,
    #"{"characters":["a"],"character_start_times_seconds":["0"],"character_end_times_seconds":[1]}"#,
    #"{"characters":["a"],"character_start_times_seconds":[-1],"character_end_times_seconds":[1]}"#,
    #"{"characters":["a"],"character_start_times_seconds":[1e300],"character_end_times_seconds":[1]}"#,
    #"{"characters":"a","character_start_times_seconds":[0],"character_end_times_seconds":[1]}"#,
  ])
  func `are not read from lists that do not belong together`(json: String) {
    #expect(Alignment(Json(parsing: Array(json.utf8))) == nil)
  }
}

@Suite struct `Pieces of an answer` {
  @Test(
    arguments: [
      ("", []), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]), ("TWE", [77, 97]),
      ("TW\r\nFu ", [77, 97, 110]), ("-_-_", [0xFB, 0xFF, 0xBF]), ("+/+/", [0xFB, 0xFF, 0xBF]),
      ("T", nil), ("TWFuT", nil), ("T*==", nil), ("TQ==TQ==", nil), ("ü", nil),
    ] as [(String, [UInt8]?)])
  func `Pieces of an answer are read from base64`(text: String, bytes: [UInt8]?) {
    #expect(base64Decoded(text) == bytes)
  }

  @Test func `are whole objects, however they are split and whatever is between them`() throws {
    let stream = Array(
      "\n{\"a\":\"}{\\\"\"}\n\n{\"b\":{\"c\":[{}]}}{\"d\":1}event: x\ndata: {\"e\":\"\\\\\"}\n\n{\"f"
        .utf8)
    let expected = [
      #"{"a":"}{\""}"#, #"{"b":{"c":[{}]}}"#, #"{"d":1}"#, #"{"e":"\\"}"#,
    ]
    for size in 1...stream.count {
      var objects = JsonStream()
      var found: [String] = []
      var rest = stream[...]
      while !rest.isEmpty {
        found += try objects.take(Array(rest.prefix(size))).map {
          String(decoding: $0, as: UTF8.self)
        }
        rest = rest.dropFirst(size)
      }
      #expect(found == expected)
      #expect(objects.isInObject)
    }
  }

  @Test func `become samples, however they are split, and loud without turning over`() {
    let sound: [Int16] = [0, 1, -1, 256, 20_000, -20_000, .max, .min]
    var plain = Samples(gain: 1)
    #expect(oddPieces(bytes(of: sound)).flatMap { plain.take($0) } == sound)
    #expect(!plain.isOdd)
    var loud = Samples(gain: 2)
    #expect(loud.take(bytes(of: sound)) == [0, 2, -2, 512, .max, .min, .max, .min])
    #expect(loud.take([1]) == [])
    #expect(loud.isOdd)
  }

  @Test func `are held back only while they could be words`() {
    var words = Opening()
    #expect(words.take(Array("{\"det".utf8)) == .undecided)
    #expect(words.take(Array("ail\":1".utf8)) == .writing(Array("{\"detail\":1".utf8)))
    var sound = Opening()
    #expect(sound.take([0x7B]) == .undecided)
    #expect(sound.take([0x7B]) == .sound([0x7B, 0x7B]))
    #expect(sound.take(Array("<html".utf8)) == .sound(Array("<html".utf8)))
    var short = Opening()
    #expect(short.take([0x3C]) == .undecided)
    #expect(short.rest() == [0x3C])
  }
}

@Suite struct `An address` {
  @Test(
    arguments: [
      ("https://api.elevenlabs.io", "https://api.elevenlabs.io"),
      ("https://api.eu.residency.elevenlabs.io/", "https://api.eu.residency.elevenlabs.io"),
      ("https://example.org/proxy//", "https://example.org/proxy"),
      ("http://127.0.0.1:80/", "http://127.0.0.1:80"), ("http://127.1.2.3", "http://127.1.2.3"),
      ("http://localhost:8080", "http://localhost:8080"), ("http://[::1]:9", "http://[::1]:9"),
      ("http://LOCALHOST", nil),
    ] as [(String, String?)])
  func `may be the service's or this machine's`(address: String, base: String?) throws {
    let site = try Site(address)
    if let base { #expect(site.base == base) }
    #expect(site.isLoopback == address.hasPrefix("http:"))
  }

  @Test(arguments: [
    "", "api.elevenlabs.io", "ftp://api.elevenlabs.io", "file:///etc/passwd", "https://",
    "http://api.elevenlabs.io", "http://127.0.0.1.example.org", "http://127.0.0.1@example.org",
    "http://user:word@127.0.0.1", "http://128.0.0.1", "http://localhost.example.org",
    "http://0.0.0.0", "http://[::2]", "http://2130706433.example.org", "https://example.org/?a=b",
    "https://example.org/#a", "http://127.0.0.1\\@example.org",
  ])
  func `an address that is insecure or invalid is refused`(address: String) {
    #expect(throws: PluginFailure.self) { try Site(address) }
  }
}

@Suite struct `Sound that can be continued` {
  @Test func `is the voice's last three, oldest first, for two hours`() {
    var stitches = RequestIDHistory()
    for (index, id) in ["a", "b", "c", "d"].enumerated() {
      stitches.add(id, for: "v", nowSeconds: Double(index) * 1000)
    }
    stitches.add("x", for: "w", nowSeconds: 0)
    #expect(stitches.ids(for: "v", nowSeconds: 3000) == ["b", "c", "d"])
    #expect(stitches.ids(for: "w", nowSeconds: 3000) == ["x"])
    #expect(stitches.ids(for: "v", nowSeconds: 9000) == ["c", "d"])
    #expect(stitches.ids(for: "v", nowSeconds: 20_000) == [])
    stitches.forget()
    #expect(stitches.ids(for: "v", nowSeconds: 3000) == [])
  }
}
