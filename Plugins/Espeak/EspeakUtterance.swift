import CEspeak
import CueABI
import CuePluginKit

/// One request on its way through espeak, which calls back with sound and events.
@safe final class EspeakUtterance {
  private let request: SpeechRequest
  private let sink: SpeechSink
  private let rateHertz: UInt32
  /// The text for the engine, if that is not the text of the request.
  private let rewritten: RewrittenText?
  private let places: CharacterPlaces
  private var begun = false
  private var stopped = false
  private var lastWord: Range<Int>?
  /// Where marks and words stand in an SSML document; nil for other texts.
  private var document: DocumentPlaces?
  /// Whether no word of the current clause was reported yet.
  private var isAtClause = true
  /// The byte after the last word of the document.
  private var documentEnd = 0
  private var frameCount: UInt64 = 0

  /// `rewritten` is said in place of the text of `request`; nil for the text itself.
  init(
    _ request: SpeechRequest, saying rewritten: RewrittenText?, _ sink: SpeechSink,
    rateHertz: UInt32
  ) {
    self.request = request
    self.rewritten = rewritten
    self.sink = sink
    self.rateHertz = rateHertz
    places = CharacterPlaces(rewritten?.text ?? request.text)
    document = request.form == .ssml ? DocumentPlaces(request.text) : nil
  }

  func run() throws(PluginFailure) {
    // A NUL would end the text early; for espeak it is a blank.
    let text = (rewritten?.text ?? request.text).utf8.map { $0 == 0 ? 0x20 : $0 } + [0]
    var flags = espeakCHARS_UTF8 | espeakENDPAUSE
    switch request.form {
    case .plain: if rewritten != nil { flags |= espeakPHONEMES }
    case .ssml: flags |= espeakSSML
    case .phonemes: flags |= espeakPHONEMES
    }
    unsafe engine.set_callback { samples, count, events in
      guard var event = unsafe events else { return 0 }
      // The data of the first event is the data of all.
      guard let user = unsafe event.pointee.user_data else { return 0 }
      let utterance = unsafe Unmanaged<EspeakUtterance>.fromOpaque(user).takeUnretainedValue()
      while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
        unsafe utterance.take(event)
        unsafe event += 1
      }
      if let samples = unsafe samples, count > 0 {
        unsafe utterance.take(UnsafeBufferPointer(start: samples, count: Int(count)))
      }
      return utterance.stopped ? 1 : 0
    }
    let box = unsafe Unmanaged.passRetained(self)
    defer { unsafe box.release() }
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe engine.synth(
        bytes.baseAddress, bytes.count, 0, POS_CHARACTER, 0, UInt32(flags), nil, box.toOpaque())
    }
    guard status == EE_OK else {
      throw PluginFailure(
        CUE_E_INTERNAL, "espeak-ng could not say the text.", detail: status.rawValue)
    }
    let rest = document?.pass(to: .max) ?? []
    give(rest, atFrame: frameCount)
  }

  private func take(_ event: UnsafePointer<espeak_EVENT>) {
    let frame = UInt64(unsafe max(0, event.pointee.sample))
    let start = unsafe Int(event.pointee.text_position) - 1
    let kind: EventKinds
    var length = 0
    var name = ""
    switch unsafe event.pointee.type {
    case espeakEVENT_WORD:
      kind = .word
      length = unsafe Int(event.pointee.length)
    case espeakEVENT_SENTENCE: kind = .sentence
    case espeakEVENT_MARK:
      kind = .mark
      name = unsafe cue_espeak_name(event).map { unsafe String(cString: $0) } ?? ""
    case espeakEVENT_PHONEME:
      kind = .phoneme
      name = unsafe cue_espeak_phoneme(event).map { unsafe String(cString: $0) } ?? ""
    case espeakEVENT_END:
      isAtClause = true
      return
    default: return
    }
    // At the end of a clause, espeak may report a word without a place.
    guard !stopped, !(kind == .word && start < 0) else { return }
    var range = places.bytes(ofCharacters: start..<start + length)
    if document != nil {
      guard let place = take(kind, name, at: range, atFrame: frame) else { return }
      range = place
    }
    guard request.events.contains(kind) else { return }
    if kind == .word {
      // A number of several words is one word of the text.
      guard range.lowerBound != lastWord?.lowerBound else { return }
      // After quotation marks and dashes espeak counts some characters too few.
      if let lastWord, range.lowerBound < lastWord.upperBound, request.form == .plain {
        range = places.word(after: lastWord.upperBound)
      }
      // Of a sign that is said as several words, espeak reports what follows it, which may be a blank.
      guard !places.isBlank(range) else { return }
      lastWord = range
    }
    if let rewritten { range = rewritten.original(range) }
    guard begin() else { return }
    stopped = !sink.event(kind, atFrame: frame, textRange: range, name: name)
  }

  /// Reports the marks of a document before an event, and returns the event's place there; nil if the event itself is not reported.
  private func take(
    _ kind: EventKinds, _ name: String, at range: Range<Int>, atFrame frame: UInt64
  ) -> Range<Int>? {
    guard kind != .mark else {
      let passed = document?.pass(toMark: name) ?? []
      give(passed, atFrame: frame)
      return nil
    }
    guard kind != .phoneme,
      let place = document?.word(
        range, after: documentEnd, isFirst: isAtClause)
    else { return range }
    let passed = document?.pass(to: place.lowerBound) ?? []
    give(passed, atFrame: frame)
    guard kind == .word else { return place.lowerBound..<place.lowerBound }
    isAtClause = false
    // A number of several words is one word of the text.
    guard !stopped, place.lowerBound >= documentEnd else { return nil }
    documentEnd = place.upperBound
    return place
  }

  private func give(_ marks: [DocumentPlaces.Mark], atFrame frame: UInt64) {
    guard request.events.contains(.mark) else { return }
    for mark in marks where !stopped && begin() {
      stopped = !sink.event(
        .mark, atFrame: frame, textRange: mark.offset..<mark.offset, name: mark.name)
    }
  }

  private func take(_ samples: UnsafeBufferPointer<Int16>) {
    guard !stopped, begin() else { return }
    frameCount += UInt64(samples.count)
    stopped = unsafe !sink.sound(samples)
  }

  private func begin() -> Bool {
    guard !begun else { return true }
    begun = true
    stopped = !sink.begin16Bit(rateHertz: rateHertz)
    return !stopped
  }
}

/// Turns espeak's character counts into byte offsets.
struct CharacterPlaces {
  private let text: [UInt8]
  private var byteCount: Int { text.count }
  /// The byte at which each character begins; nil if each is one byte.
  private let starts: [Int]?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.text = bytes
    starts =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.filter { !UTF8.isContinuation(bytes[$0]) }
  }

  /// The bytes of `characters`, kept within the text.
  func bytes(ofCharacters characters: Range<Int>) -> Range<Int> {
    let start = byte(characters.lowerBound)
    return start..<max(start, byte(characters.upperBound))
  }

  /// Whether `range` has nothing but blanks in it.
  func isBlank(_ range: Range<Int>) -> Bool {
    text[range.clamped(to: 0..<text.count)].allSatisfy { $0 <= 0x20 }
  }

  /// The next word from byte `end` on.
  func word(after end: Int) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    let start = text[min(end, text.count)...].firstIndex { !isBlank($0) } ?? text.count
    return start..<(text[start...].firstIndex(where: isBlank) ?? text.count)
  }

  private func byte(_ character: Int) -> Int {
    guard let starts else { return min(max(character, 0), byteCount) }
    guard character < starts.count else { return byteCount }
    return starts[max(character, 0)]
  }
}
