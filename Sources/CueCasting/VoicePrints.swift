import CueAudio
import CueSystem
import CueModel
import CSystem
import Glibc
import Synchronization

/// Measures what voices sound like, each once.
///
/// Prints are kept in the cache folder, a file for each plugin, keyed by all that decides how the voice sounds.
struct VoicePrints {
  /// A voice to be measured.
  struct Subject: Sendable {
    /// Which of the providers has it.
    var provider: Int
    var voice: String
    /// Whether it is also asked how far it moves.
    var learnsResponse: Bool
    /// Whether its speed is measured, too; voices of low quality are fast.
    var learnsSpeed = false
    var identity: SoundIdentity
  }

  /// What came of a look at a voice.
  enum Outcome: Sendable {
    case print(VoicePrint)
    /// It made no sound that could be measured.
    case nothing
    case failed(PluginFailure)
  }

  /// What every voice says: mostly voiced, and every height of vowel.
  static let sentence = "Nobody knew why she would rather go home."
  static let raisedSemitones = 4.0
  /// A voice that makes fewer seconds of sound in a second is measured twice.
  private static let slowSpeed = 4.0

  /// Nil if the user has no cache folder: then voices are measured each time.
  let folder: String?

  init(cacheFolder: String?) { folder = cacheFolder.map { $0 + "/prints" } }

  /// The prints of `subjects`, in their order; those that are not kept are measured, on as many threads as there are processors.
  func prints(
    of subjects: [Subject], _ providers: [any VoiceProvider], _ cancellation: Cancellation
  ) -> [Outcome] {
    let kept = Dictionary(
      Set(subjects.map(\.identity.plugin)).map { ($0, read($0)) }, uniquingKeysWith: { $1 })
    var outcomes: [Outcome?] = subjects.map { subject in
      kept[subject.identity.plugin]?[VoicePrints.key(subject)].map { .print($0) }
    }
    let missing = outcomes.indices.filter { outcomes[$0] == nil }
    guard !missing.isEmpty else { return outcomes.compactMap { $0 } }
    let shares = min(missing.count, 8, Int(cue_core_count()), Int(cue_room_for_workers()))
    let measured = ParallelMap.values(shares, threads: shares) { share -> [(Int, Outcome)] in
      var engines: [Int: any ListedVoice] = [:]
      defer { for engine in engines.values { engine.quit() } }
      var measured: [(Int, Outcome)] = []
      for place in stride(from: share, to: missing.count, by: shares) {
        let subject = subjects[missing[place]]
        let engine =
          engines[subject.provider] ?? providers[subject.provider].makeVoice(core: nil)
        engines[subject.provider] = engine
        measured.append((missing[place], VoicePrints.measure(subject, engine, cancellation)))
      }
      return measured
    }
    for (place, outcome) in measured.flatMap({ $0 }) { outcomes[place] = outcome }
    keep(subjects, outcomes, kept)
    return outcomes.map { $0 ?? .nothing }
  }

  private static func measure(
    _ subject: Subject, _ engine: any ListedVoice, _ cancellation: Cancellation
  ) -> Outcome {
    var speed = 0.0
    func sound(_ semitones: Double) throws -> VoicePrint? {
      let start = cue_now_milliseconds()
      let used = subject.learnsSpeed ? engine.processorSeconds : nil
      var request = SpeechRequest(text: sentence)
      request.voice = subject.voice
      request.pitchSemitones = semitones
      let said = try engine.collect(request, mayStartOver: false, cancellation: cancellation)
      guard let made = said?.clip?.sound else { return nil }
      let passed = Double(cue_now_milliseconds() - start) / 1000
      let computed = used.flatMap { used in engine.processorSeconds.map { $0 - used } }
      speed = max(
        speed,
        Double(made.frameCount) / Double(made.format.rateHertz)
          / max(VoicePrints.seconds(passed: passed, computed: computed), 0.001))
      return VoicePrint(of: made)
    }
    var deaths = 0
    while true {
      do {
        guard var print = try sound(0) else { return .nothing }
        if subject.learnsResponse, let raised = try sound(raisedSemitones) {
          print.learnResponse(from: raised, askedSemitones: raisedSemitones)
        }
        // The first sentence includes the loading of the engine, so a voice that seems slow says it again.
        if subject.learnsSpeed {
          if speed < slowSpeed { _ = try sound(0) }
          print.speedOfMaking = speed
        }
        return .print(print)
      } catch let failure as PluginFailure {
        // A worker that dies is not a judgement of the voice: the engine starts another one.
        deaths += 1
        guard deaths <= failure.mostRestarts else { return .failed(failure) }
      } catch let lost as LineStartedOver {
        // The sound is not that of this voice.
        engine.quit()
        deaths += 1
        guard deaths <= lost.failure.mostRestarts else { return .failed(lost.failure) }
      } catch { return .nothing }
    }
  }

  /// How long a voice took, in seconds.
  ///
  /// On a busy machine a voice waits for a processor, which says nothing about the voice, so its processor time counts. With several
  /// threads that is longer than the time that passed, so the shorter of the two counts. If it computed next to nothing, another process
  /// does the work, and only the clock can measure that.
  ///
  /// - Parameters:
  ///   - passed: seconds by the clock
  ///   - computed: seconds of processor time; nil if unknown
  /// - Returns: seconds
  static func seconds(passed: Double, computed: Double?) -> Double {
    guard let computed, computed > passed / 20 else { return passed }
    return min(passed, computed)
  }

  // MARK: - The file

  /// A line a voice: key, then figures, all with a tab between.
  private func path(_ plugin: String) -> String? {
    let name = plugin.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
    return folder.map { "\($0)/\(String(name))" }
  }

  /// All that decides the print, in one word.
  private static func key(_ subject: Subject) -> String {
    let parts =
      [
        "\(VoicePrint.version)", sentence, subject.identity.plugin, subject.identity.fingerprint,
        subject.voice, subject.learnsResponse ? "moved" : "",
      ] + subject.identity.parameters
    return ContentDigest.hexadecimal(
      ContentDigest.bytes(of: Array(parts.joined(separator: "\u{0}").utf8)[...]))
  }

  private func read(_ plugin: String) -> [String: VoicePrint] {
    guard let path = path(plugin), unsafe access(path, R_OK) == 0,
      let bytes = try? TextInput.bytes(ofFile: path)
    else { return [:] }
    var prints: [String: VoicePrint] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "\t")
      let figures = words.dropFirst().compactMap { Double($0) }
      guard figures.count == words.count - 1, figures.count == 4 + VoicePrint.bandEdges.count,
        figures.allSatisfy(\.isFinite)
      else { continue }
      var print = VoicePrint(
        pitchHertz: figures[0], pitchSpreadSemitones: figures[1], voicedShare: figures[2],
        bandDecibels: Array(figures[5...]))
      print.pitchResponse = figures[3]
      print.speedOfMaking = figures[4]
      prints[String(words[0])] = print
    }
    return prints
  }

  /// Keeps what is new; a print that cannot be kept is measured again.
  private func keep(
    _ subjects: [Subject], _ outcomes: [Outcome?], _ kept: [String: [String: VoicePrint]]
  ) {
    guard let folder else { return }
    try? WholeFile.makeFolder(folder, permissions: 0o700)
    for plugin in kept.keys.sorted() {
      var new: [String: VoicePrint] = [:]
      for (subject, outcome) in zip(subjects, outcomes) where subject.identity.plugin == plugin {
        let key = VoicePrints.key(subject)
        if case .print(let print)? = outcome, kept[plugin]?[key] == nil { new[key] = print }
      }
      guard !new.isEmpty, let path = path(plugin) else { continue }
      // Another program may have measured others meanwhile.
      try? SharedFile.change(path, refusing: { $0 }) { () throws(SharedFile.Failure) in
        let prints = read(plugin).merging(new) { $1 }
        return ((), Array(prints.sorted { $0.key < $1.key }.map(VoicePrints.line).joined().utf8))
      }
    }
  }

  private static func line(_ key: String, _ print: VoicePrint) -> String {
    let figures =
      [
        print.pitchHertz, print.pitchSpreadSemitones, print.voicedShare, print.pitchResponse,
        print.speedOfMaking,
      ] + print.bandDecibels
    return ([key] + figures.map { String($0) }).joined(separator: "\t") + "\n"
  }
}
