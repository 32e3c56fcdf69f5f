import CueAudio
import CueListening
import CueModel
import CSystem
import CuePractice
import CueText
import Glibc

/// Hears a speaker in a file, where one take stands behind the other, or in a pipe that is live.
///
/// What a pipe brings while the voice speaks is not listened to.
final class MicrophoneEar: PracticeEar {
  private let reader: SoundFileReader
  private let descriptor: Int32
  private let isLive: Bool
  private let language: String
  private let recognizer: (any Recognizer)?
  private let format: AudioFormat
  private let words: Messages
  private let note: (UserError) -> Void
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
    /// Nothing where nobody hears words.
    var session: ListenSession?
    var hasEnded = false
  }

  /// Opens the microphone at `path` (`-` is standard input), whose sound is what `raw` says where it has no header.
  ///
  /// With a `recognizer` what is said in `language` is compared with the text. `cancellation` ends the wait for the first sound.
  init(
    path: String, raw: RawSound?, language: String, recognizer: (any Recognizer)?,
    _ cancellation: Cancellation, _ words: Messages, note: @escaping (UserError) -> Void
  ) throws(UserError) {
    self.words = words
    self.note = note
    descriptor =
      path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw UserError(
        "The microphone \(path) cannot be read: \(Console.describe(errno: errno)).", .noInput)
    }
    var status = stat()
    unsafe fstat(descriptor, &status)
    isLive = status.st_mode & S_IFMT != S_IFREG
    do throws(SoundFileError) {
      reader = try SoundFileReader(
        descriptor: descriptor, name: path == "-" ? "Standard input" : path, raw: raw,
        cancellation: cancellation)
    } catch { throw UserError(error) }
    self.language = language
    self.recognizer = recognizer
    format = AudioFormat(
      sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels)
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  func begin(_ segment: Segment, model: Duration) throws(EarLost) {
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
      throw EarLost(failure.sentence)
    }
    note(UserError(failure.sentence, hint: words(.notComparedNow), .done))
  }

  func listen(atMost duration: Duration, cancellation: Cancellation) throws(EarLost) -> EarTurn {
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

  func end() -> Repetition? {
    guard let turn else { return nil }
    defer { drop() }
    guard let session = turn.session,
      let result = try? session.finish(cancellation: Cancellation()).result
    else { return nil }
    failures = 0
    return repetition(turn, result)
  }

  func drop() {
    if turn?.session != nil { recognizer?.close() }
    turn = nil
  }

  // Sound.

  private var over: EarLost { EarLost("\(reader.name), where you are heard, has no more sound.") }

  private func read(
    _ frames: Int, _ cancellation: Cancellation
  ) throws(EarLost) -> AudioBuffer? {
    do throws(SoundFileError) {
      return try reader.read(atMost: frames, cancellation: cancellation)
    } catch { throw EarLost(error.sentence) }
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
