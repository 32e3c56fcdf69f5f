import CPocketSphinx

/// A decoder of PocketSphinx: a model, a dictionary that grows, and what may be heard now.
///
/// Called from one thread at a time.
@safe final class Decoder {
  /// A stretch of the best path, in frames of 10 ms from the stream's start; `last` is the last of them.
  struct Segment: Equatable {
    var name: String
    var first: Int
    var last: Int
    /// What its sound costs, in the decoder's measure: 0 is a perfect fit.
    var acousticCost: Int

    var frameCount: Int { last - first + 1 }
  }

  /// Samples a second.
  static let rateHertz = 16000
  /// Samples in a frame.
  static let frameSamples = 160
  /// Values that stand for a speaker and a room.
  static let meanCount = 13

  private let engine: OpaquePointer
  private var segments = unsafe [cps_segment](repeating: cps_segment(), count: 256)
  /// Further pronunciations of a name: "the(2)".
  private var alternates: [String: [String]] = [:]
  private var firstFrame: Int?
  /// How many of `segments` are the path, where it has been read since the last sound.
  private var pathCount: Int?
  private var lastWords = 0
  private var lastFit: [Bool] = []

  /// Loads a model; nil if that cannot be loaded.
  init?(_ options: [(name: String, value: String)]) {
    let words = options.flatMap { [$0.name, $0.value] }
    guard
      let engine = unsafe withCStrings(
        words, { words, count in unsafe cps_open(words, UInt32(count)) })
    else { return nil }
    unsafe self.engine = unsafe engine
  }

  deinit { unsafe cps_close(engine) }

  /// The word of a name: "the" of "the(2)", which is another way to speak it.
  static func word(_ name: String) -> String {
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") else { return name }
    return String(name[..<bracket])
  }

  /// What the library last complained of, on this thread.
  static var complaint: String {
    var line = unsafe String(cString: cps_last_error())
    // "ERROR: "file.c", line 12: what was wrong".
    if let range = line.firstRange(of: "line "),
      let colon = line[range.upperBound...].firstIndex(of: ":")
    {
      line = String(line[line.index(after: colon)...])
    }
    return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Sends what the library complains of to `line`, for the whole process.
  static func log(to line: @escaping @Sendable (_ isFatal: Bool, _ text: String) -> Void) {
    let box = LogLine(take: line)
    unsafe cps_log_to(
      { context, isFatal, text in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<LogLine>.fromOpaque(context).takeUnretainedValue().take(
          isFatal != 0, String(cString: text))
      }, Unmanaged.passRetained(box).toOpaque())  // lives as long as the process
  }

  /// Adds a pronunciation of `name`, as phones of the model with blanks between; false where the model has no such phone.
  ///
  /// `alternateOf` is the name of the same word's first one.
  func add(_ name: String, _ phones: String, alternateOf first: String? = nil) -> Bool {
    guard unsafe cps_add_word(engine, name, phones) == 0 else { return false }
    if let first, !(alternates[first] ?? []).contains(name) {
      alternates[first, default: []].append(name)
    }
    return true
  }

  /// Hears what `grammar` allows from now on.
  ///
  /// `weight` is the one that the decoder's options were made for.
  func listen(for grammar: Grammar, weight: Float) -> Bool {
    // An arc for each pronunciation: the library finds them by looking at all arcs for each word.
    let allArcs = grammar.arcs.flatMap { arc in
      [arc]
        + (arc.word.flatMap { alternates[$0] } ?? []).map { name in
          var alternate = arc
          alternate.word = name
          return alternate
        }
    }
    let names = allArcs.compactMap(\.word)
    return unsafe withCStrings(names) { names, _ in
      var next = 0
      let arcs = unsafe allArcs.map { arc in
        var word: UnsafePointer<CChar>?
        if arc.word != nil {
          unsafe word = unsafe names[next]
          next += 1
        }
        return unsafe cps_arc(
          from: Int32(arc.from), to: Int32(arc.to), cost: arc.costNats, word: word)
      }
      return unsafe cps_set_grammar(
        engine, UInt32(grammar.stateCount), UInt32(grammar.start), UInt32(grammar.end), arcs,
        UInt32(arcs.count), weight) == 0
    }
  }

  /// Hears what the language model in a file makes likely from now on.
  func listen(forLanguageAt path: String) -> Bool {
    unsafe cps_set_language(engine, path) == 0
  }

  /// Begins a stream.
  func begin() -> Bool {
    firstFrame = nil
    pathCount = nil
    lastWords = 0
    lastFit = []
    return unsafe cps_begin(engine) == 0
  }

  /// Hears the next samples.
  func hear(_ samples: [Int16]) -> Bool {
    pathCount = nil
    return unsafe cps_hear(engine, samples, UInt32(samples.count)) == 0
  }

  /// Ends the stream.
  func end() -> Bool {
    pathCount = nil
    return unsafe cps_end(engine) == 0
  }

  /// Whether the best path has other words than when this was last asked.
  ///
  /// Sound outside the grammar does not count: its phones are others with every piece, and give no text.
  func wordsHaveChanged() -> Bool {
    var hasher = Hasher()
    for index in 0..<readPath() {
      guard let word = unsafe segments[index].word, unsafe !Decoder.isNoWord(word[0]) else {
        continue
      }
      unsafe hasher.combine(word)
    }
    let words = hasher.finalize()
    defer { lastWords = words }
    return words != lastWords
  }

  /// Whether other words of the best path fit their sound than when this was last asked.
  func fitHasChanged() -> Bool {
    var costs: [Double] = []
    var frameCounts: [Int] = []
    for index in 0..<readPath() {
      let segment = unsafe segments[index]
      guard let word = unsafe segment.word, unsafe !Decoder.isNoWord(word[0]) else { continue }
      let frameCount = Int(unsafe segment.last - segment.first) + 1
      frameCounts.append(frameCount)
      costs.append(WordFit.cost(-Int(unsafe segment.acoustic), frameCount: frameCount))
    }
    let fit = WordFit(costs: costs)
    let fits = zip(costs, frameCounts).map { fit.confidence(cost: $0, frameCount: $1) >= 0.5 }
    defer { lastFit = fits }
    return fits != lastFit
  }

  /// "<sil>", "+AH+" (a phone outside the grammar) and "(NULL)" (no sound) begin so.
  private static func isNoWord(_ first: CChar) -> Bool {
    [UInt8(ascii: "<"), UInt8(ascii: "+"), UInt8(ascii: "(")].contains(UInt8(bitPattern: first))
  }

  /// Reads the best path into `segments`, where that has not been done, and says how many it has.
  private func readPath() -> Int {
    if let pathCount { return pathCount }
    var count = Int(unsafe cps_path(engine, &segments, UInt32(segments.count)))
    if unsafe count > segments.count {
      unsafe segments = unsafe [cps_segment](repeating: cps_segment(), count: count * 2)
      count = Int(unsafe cps_path(engine, &segments, UInt32(segments.count)))
    }
    pathCount = count
    return count
  }

  /// The best path by now, free arcs left out.
  func path() -> [Segment] {
    let count = readPath()
    var path: [Segment] = []
    path.reserveCapacity(count)
    for index in 0..<count {
      let segment = unsafe segments[index]
      guard let word = unsafe segment.word, unsafe segment.first >= 0 else { continue }
      let name = unsafe String(cString: word)
      if name == "(NULL)" { continue }
      path.append(
        Segment(
          name: name, first: Int(unsafe segment.first), last: Int(unsafe segment.last),
          acousticCost: -Int(unsafe segment.acoustic)))
    }
    // Frames run on from stream to stream, and each path begins where its stream does.
    guard let first = firstFrame ?? path.first?.first else { return [] }
    firstFrame = first
    return path.map {
      var segment = $0
      segment.first -= first
      segment.last -= first
      return segment
    }
  }

  /// Forgets room and speaker, and takes `mean` for them; not during a stream.
  func forget(mean: [Float]) {
    unsafe cps_forget_room(engine)
    self.mean = mean
  }

  /// What it takes for room and speaker: the means of its features, which it learns on from there.
  var mean: [Float] {
    get {
      var mean = [Float](repeating: 0, count: Decoder.meanCount)
      unsafe cps_mean(engine, &mean, UInt32(mean.count))
      return mean
    }
    set { unsafe cps_set_mean(engine, newValue, UInt32(newValue.count)) }
  }
}

private final class LogLine: Sendable {
  let take: @Sendable (Bool, String) -> Void
  init(take: @escaping @Sendable (Bool, String) -> Void) { self.take = take }
}

/// Lends an array of C strings.
private func withCStrings<Value>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>>, Int) -> Value
) -> Value {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    bytes += string.utf8.map { CChar(bitPattern: $0) }
    bytes.append(0)
  }
  bytes.append(0)
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    let first = bytes.baseAddress!
    var pointers = unsafe starts.map { unsafe first + $0 }
    unsafe pointers.append(first)
    return unsafe pointers.withUnsafeBufferPointer {
      unsafe body($0.baseAddress!, strings.count)
    }
  }
}
