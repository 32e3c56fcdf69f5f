import CueAudio
import CueListening
import CueModel
import CSystem
import CuePractice
import CueText
import Glibc

/// Why the microphone cannot be opened.
package enum MicrophoneError: Error {
  /// The file cannot be opened; an `errno` value.
  case cannotOpen(errno: Int32)
  /// It is no sound.
  case sound(SoundFileError)
}

/// Why the speaker cannot be heard any more.
package enum MicrophoneTrouble {
  /// The recognizer failed again and again; its last failure.
  case recognizer(ListenFailure)
  /// Reading the sound failed.
  case sound(SoundFileError)
  /// The sound of that name is over.
  case over(String)
}

/// Hears a speaker in a file, where one take stands behind the other, or in a pipe that is live.
///
/// What a pipe brings while the voice speaks is not listened to.
package final class MicrophoneEar: PracticeEar {
  private let reader: SoundFileReader
  private let descriptor: Int32
  private let isLive: Bool
  private let language: String
  private let recognizer: (any Recognizer)?
  private let format: AudioFormat
  private let explain: (MicrophoneTrouble) -> String
  private let note: (ListenFailure) -> Void
  private var turn: Turn?
  private var isOver = false
  /// In how many turns running nobody could hear words.
  private var failures = 0
  /// A recognizer that fails so often is not asked again; until then a failure costs one repetition.
  private static let mostFailures = 3

  /// One segment's repetition.
  private struct Turn {
    let segment: Segment
    let model: Duration
    var endpointer: Endpointer
    /// Nil where nobody hears words.
    var session: ListenSession?
    var hasEnded = false
  }

  /// Opens a microphone.
  ///
  /// - Parameters:
  ///   - path: a file or pipe; `-` is standard input
  ///   - name: what it is called in messages
  ///   - raw: what its sound is where it has no header
  ///   - language: what is spoken, as a BCP 47 tag
  ///   - recognizer: compares what is said with the text; nil for the speaker's silence alone
  ///   - cancellation: ends the wait for the first sound
  ///   - explain: tells why the speaker cannot be heard any more, as a sentence
  ///   - note: is told of a failure that costs one repetition
  /// - Throws: where there is no such file, or no sound in it
  package init(
    path: String, name: String, raw: RawSound?, language: String, recognizer: (any Recognizer)?,
    _ cancellation: Cancellation, explain: @escaping (MicrophoneTrouble) -> String,
    note: @escaping (ListenFailure) -> Void
  ) throws(MicrophoneError) {
    self.explain = explain
    self.note = note
    descriptor =
      path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotOpen(errno: errno) }
    var status = stat()
    unsafe fstat(descriptor, &status)
    isLive = status.st_mode & S_IFMT != S_IFREG
    do throws(SoundFileError) {
      reader = try SoundFileReader(
        descriptor: descriptor, name: name, raw: raw, cancellation: cancellation)
    } catch { throw .sound(error) }
    self.language = language
    self.recognizer = recognizer
    format = AudioFormat(
      sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels)
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Begins to listen for `segment`.
  package func begin(_ segment: Segment, model: Duration) throws(EarLost) {
    guard !isOver else { throw over }
    try skipWhatCame()
    guard !isOver else { throw over }
    var limits = ListeningLimits()
    // Who repeats a long paragraph is not cut off.
    limits.max = max(limits.max, 3 * (model / .seconds(1)))
    turn = Turn(
      segment: segment, model: model,
      endpointer: Endpointer(rateHertz: format.rateHertz, limits: limits, needsWords: false))
    guard let recognizer else { return }
    var settings = ListenSettings()
    settings.limits = limits
    settings.followsOwnSpeech = isLive
    let session = ListenSession(
      recognizer, format, expecting: .line(SceneLine(segment.text)), language: language, settings)
    do throws(ListenFailure) {
      _ = try session.open(language: language, cancellation: Cancellation())
      turn?.session = session
    } catch { try give(up: error) }
  }

  /// Only silence is listened for in this turn.
  private func give(up failure: ListenFailure) throws(EarLost) {
    recognizer?.close()
    turn?.session = nil
    failures += 1
    guard failures < MicrophoneEar.mostFailures else {
      turn = nil
      throw EarLost(explain(.recognizer(failure)))
    }
    note(failure)
  }

  /// Listens on, for at most so long.
  package func listen(atMost duration: Duration, cancellation: Cancellation) throws(EarLost)
    -> EarTurn
  {
    let frames = max(1, format.frames(inSeconds: duration / .seconds(1)))
    guard turn != nil, !isOver else { return EarTurn(passed: duration, hasEnded: true) }
    guard let sound = try read(frames, cancellation) else {
      // Its end is the end of this repetition; the next finds nothing.
      isOver = !cancellation.isCancelled
      return EarTurn(passed: isOver ? duration : .zero, hasEnded: isOver)
    }
    if turn?.hasEnded == false { try hear(sound, cancellation) }
    let passed = Duration.seconds(Double(sound.frameCount) / Double(format.rateHertz))
    return EarTurn(passed: passed, hasEnded: turn?.hasEnded ?? true)
  }

  /// How the segment was repeated.
  package func end() -> Repetition? {
    guard let turn else { return nil }
    defer { drop() }
    guard let session = turn.session,
      let result = try? session.finish(cancellation: Cancellation()).result
    else { return nil }
    failures = 0
    return repetition(turn, result)
  }

  /// Forgets what was heard.
  package func drop() {
    if turn?.session != nil { recognizer?.close() }
    turn = nil
  }

  // Sound.

  private var over: EarLost { EarLost(explain(.over(reader.name))) }

  private func read(
    _ frames: Int, _ cancellation: Cancellation
  ) throws(EarLost) -> AudioBuffer? {
    do throws(SoundFileError) {
      return try reader.read(atMost: frames, cancellation: cancellation)
    } catch { throw EarLost(explain(.sound(error))) }
  }

  /// Passes over what came while nobody listened.
  private func skipWhatCame() throws(EarLost) {
    guard isLive else { return }
    while cue_wait(descriptor, -1, -1, 0) & 1 != 0 {
      guard try read(format.rateHertz / 10, Cancellation()) != nil else {
        isOver = true
        return
      }
    }
  }

  private func hear(_ sound: AudioBuffer, _ cancellation: Cancellation) throws(EarLost) {
    turn?.endpointer.hear(MicrophoneEar.mono(sound))
    if let session = turn?.session {
      do throws(ListenFailure) {
        _ = try session.hear(sound, cancellation: cancellation)
        turn?.hasEnded = session.end != nil
        return
      } catch {
        if error.kind == .cancelled { return }
        try give(up: error)
      }
    }
    let hasEnded = turn?.endpointer.end != nil
    turn?.hasEnded = hasEnded
  }

  private static func mono(_ sound: AudioBuffer) -> [Float] {
    let channels = sound.format.channels
    let samples = sound.floats
    guard channels > 1 else { return samples }
    return (0..<sound.frameCount).map { frame in
      samples[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
  }

  // What was heard.

  private func repetition(_ turn: Turn, _ result: ListenResult) -> Repetition {
    let place = turn.segment.range.lowerBound
    func placed(_ ranges: [Range<Int>]) -> [Range<Int>] {
      ranges.map { place + $0.lowerBound..<place + $0.upperBound }
    }
    let line = ExpectedLine(turn.segment.text, language: language.isEmpty ? "en" : language)
    let match: LineMatch =
      if case .line(let match, _) = result.meaning { match } else { line.match("") }
    var repetition = Repetition(model: turn.model, words: line.words.count { !$0.isOptional })
    repetition.missing = placed(match.missing)
    repetition.changed = placed(match.changed)
    let words = result.heard.words.filter { !$0.isOutside && !$0.frames.isEmpty }
    guard let first = words.first, let last = words.last else { return repetition }
    func time(_ frames: Int) -> Duration {
      .seconds(Double(max(0, frames)) / Double(format.rateHertz))
    }
    repetition.took = time(last.frames.upperBound - first.frames.lowerBound)
    for (word, next) in zip(words, words.dropFirst()) {
      let silence = time(next.frames.lowerBound - word.frames.upperBound)
      guard silence >= Repetition.leastSilence else { continue }
      repetition.silences += 1
      repetition.longestSilence = max(repetition.longestSilence, silence)
    }
    return repetition
  }
}
