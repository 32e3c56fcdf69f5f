import CueListening
import CueModel
import CuePlugins
import CueSystem

/// Why words of clips have times that are spread and not heard.
package enum ClipTimesNote: Sendable {
  /// No recognizer that knows the language is installed.
  case noRecognizer(language: String)
  /// The recognizer failed.
  case failed(ListenFailure)
}

/// Finds when the words of kept clips are heard whose voices do not report that, once: the result is noted with the clip.
///
/// A recognizer listens to as many clips at once as are asked for, each in a worker of its own. Where there is none for the
/// language, and where it fails, words are spread by letters, loudness and pauses; that is reported once. What was spread
/// because a recognizer failed is not noted, so that another run asks again.
package final class ClipTimes: ClipTiming {
  /// A recognizer that failed so often in a row is not asked any more.
  private static let mostFailures = 3

  // One is used by the thread that took it from the pool, until it is put back.
  private struct Worker: @unchecked Sendable {
    let timer: RecognizedWordTimer
    let quit: () -> Void
  }

  /// A clip whose words are found in the background.
  private struct Later: Sendable {
    let clip: Clip
    let entry: ClipEntry
    let text: String
    let language: String
  }

  private struct State: Sendable {
    var later: [Later] = []
    /// Whether a thread finds words.
    var isFindingLater = false
    var isEnding = false
    var recognizers: [String: WordRecognizer?] = [:]
    var idle: [String: [Worker]] = [:]
    var failures = 0
    var told: Set<String> = []
  }

  private let cache: any SoundCache
  private let host: PluginHost
  private let tell: @Sendable (ClipTimesNote) -> Void
  private let state = Monitor(State())
  private let ending = Cancellation()

  /// The times of clips that `cache` keeps, found with the plugins of `host`; `note` is called once for each reason.
  package init(
    _ cache: any SoundCache, _ host: PluginHost, note: @escaping @Sendable (ClipTimesNote) -> Void
  ) {
    self.cache = cache
    self.host = host
    tell = note
  }

  /// Ends all recognizers; no thread may ask any more.
  package func quit() {
    state.change { state in
      state.isEnding = true
      state.later = []
    }
    ending.cancel()
    state.wait { $0.isFindingLater ? nil : () }
    let workers = state.change { state in
      defer { state.idle = [:] }
      return state.idle.values.flatMap { $0 }
    }
    for worker in workers { worker.quit() }
  }

  /// The words of a clip, as they were noted, or are found now and noted.
  package func words(
    of clip: Clip, _ entry: ClipEntry?, saying text: String, language: String,
    cancellation: Cancellation
  ) throws -> [SpeechMark] {
    let recognizer = recognizer(for: language)
    // A note that cannot be read or kept costs the time to find the words again, and nothing else.
    let noted = entry.flatMap { (try? cache.note(.words, of: $0)) ?? nil }
      .flatMap { WordNote($0, clip.sound.frameCount, text) }
    if let noted, recognizer == nil || noted.finder != SpreadWordTimer.id { return noted.marks }
    guard let recognizer else {
      once("none \(language)", .noRecognizer(language: language))
      let timer = SpreadWordTimer()
      let marks = timer.words(
        of: text, language: language, in: clip.sound, cancellation: cancellation)
      try? keep(WordNote(finder: timer.id, marks: marks), of: text, entry)
      return marks
    }
    guard state.change({ $0.failures }) < ClipTimes.mostFailures else {
      return WordSpread(text, language: language).marks(in: clip.sound)
    }
    let worker = taken(recognizer)
    do throws(ListenFailure) {
      let marks = try worker.timer.words(
        of: text, language: language, in: clip.sound, cancellation: cancellation)
      state.change { state in
        state.failures = 0
        state.idle[recognizer.identity, default: []].append(worker)
      }
      try? keep(WordNote(finder: worker.timer.id, marks: marks), of: text, entry)
      return marks
    } catch {
      worker.quit()
      if error != .cancelled {
        state.change { $0.failures += 1 }
        once("failed", .failed(error))
      }
      return WordSpread(text, language: language).marks(in: clip.sound)
    }
  }

  /// The words of a clip without waiting for a recognizer: as they were noted, else spread.
  ///
  /// In the latter case a recognizer finds them afterwards, on a thread of its own, for the next time.
  package func wordsAtOnce(
    of clip: Clip, _ entry: ClipEntry, saying text: String, language: String
  ) -> [SpeechMark] {
    let noted = (try? cache.note(.words, of: entry))
      .flatMap { WordNote($0, clip.sound.frameCount, text) }
    if noted.map({ $0.finder == SpreadWordTimer.id }) ?? true {
      findLater(Later(clip: clip, entry: entry, text: text, language: language))
    }
    return noted?.marks ?? WordSpread(text, language: language).marks(in: clip.sound)
  }

  /// At most this many clips may wait.
  private static let mostWaiting = 8

  private func findLater(_ later: Later) {
    let starts = state.change { state in
      guard !state.isEnding, state.later.count < ClipTimes.mostWaiting else { return false }
      state.later.append(later)
      defer { state.isFindingLater = true }
      return !state.isFindingLater
    }
    guard starts else { return }
    do throws(ThreadError) {
      try Threads.start("word times") { [self] in
        while let next = nextLater() {
          _ = try? words(
            of: next.clip, next.entry, saying: next.text, language: next.language,
            cancellation: ending)
        }
      }
    } catch {
      state.change { $0.isFindingLater = false }
    }
  }

  private func nextLater() -> Later? {
    state.change { state in
      guard !state.later.isEmpty else {
        state.isFindingLater = false
        return nil
      }
      return state.later.removeFirst()
    }
  }

  private func keep(_ note: WordNote, of text: String, _ entry: ClipEntry?) throws {
    if let entry { try cache.keep(note.text(of: text), as: .words, of: entry) }
  }

  private func recognizer(for language: String) -> WordRecognizer? {
    if let known = state.change({ $0.recognizers[language] }) { return known }
    let found = WordRecognizer(for: language, host)
    state.change { $0.recognizers[language] = .some(found) }
    return found
  }

  private func taken(_ recognizer: WordRecognizer) -> Worker {
    if let idle = state.change({ $0.idle[recognizer.identity]?.popLast() }) { return idle }
    let (timer, quit) = recognizer.timer()
    return Worker(timer: timer, quit: quit)
  }

  private func once(_ key: String, _ note: ClipTimesNote) {
    if state.change({ $0.told.insert(key).inserted }) { tell(note) }
  }
}

/// Times of words as they are noted with a clip: what found them, and a line for each word.
struct WordNote: Equatable {
  /// What found them; see ``WordTimer/id``.
  var finder: String
  var marks: [SpeechMark]

  init(finder: String, marks: [SpeechMark]) {
    self.finder = finder
    self.marks = marks
  }

  /// What `note` says of a clip of this many frames that says `text`; nil if it is no such note, or of another text.
  init?(_ note: String, _ frames: Int, _ text: String) {
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, lines[1] == WordNote.digest(text) else { return nil }
    finder = String(lines[0])
    marks = []
    var latest = 0
    for line in lines.dropFirst(2) where !line.isEmpty {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, numbers[0] >= latest, numbers[0] <= frames,
        0 <= numbers[1], numbers[1] <= numbers[2], numbers[2] <= text.utf8.count
      else { return nil }
      latest = numbers[0]
      marks.append(
        SpeechMark(
          kind: .word, frame: numbers[0], textRange: numbers[1]..<numbers[2], isEstimated: true))
    }
  }

  /// The note of what the marks say in `text`.
  func text(of text: String) -> String {
    ([finder, WordNote.digest(text)]
      + marks.map { "\($0.frame) \($0.textRange.lowerBound) \($0.textRange.upperBound)" })
      .joined(separator: "\n")
  }

  private static func digest(_ text: String) -> String {
    ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(text.utf8)[...]))
  }
}
