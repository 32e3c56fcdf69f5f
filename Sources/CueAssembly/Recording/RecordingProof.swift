import CueGeneration
import CueListening
import CueModel
import CuePlugins
import CueSystem
import CueText

/// A clip whose words differ from those that it was to say.
package struct ClipProof: Sendable {
  /// The clip's job in the plan.
  package let job: Int
  /// All that was heard.
  package let heard: String
  /// How it differs.
  package let reading: ProofReading
}

/// What came of reading a recording back.
package struct ProofReport: Sendable {
  /// The recognizer that heard it, as users name it.
  package var recognizer = ""
  /// Clips that were read now.
  package var read = 0
  /// Clips that were read before, and are as they were.
  package var known = 0
  /// Clips whose words differ, in the order of the plan.
  package var differing: [ClipProof] = []
  /// Jobs whose clips could not be read, and why.
  package var unread: [(job: Int, because: ListenFailure)] = []
}

/// Why a recording cannot be read back at all.
package enum ProofError: Error, Sendable {
  /// None of the recognizers can be used; why the best of them cannot.
  case noRecognizer(PluginSetupError?)
  /// The best recognizer that works does not hear the language, and no other does.
  case otherLanguage(recognizer: String, language: String)
  /// The best recognizer fails, and so do the others.
  case failed(ListenFailure)
  /// Somebody asked for an end.
  case cancelled
}

/// Reads the clips of a recording back with a recognizer, and finds those whose words differ from the script's.
///
/// What was heard in a clip is noted with it, so that a clip that has not changed is not read twice by the same recognizer.
package final class RecordingProof {
  /// Words that were changed or added are noticed by a recognizer that can listen for anything, too.
  private static let preferences = [("witness", "on")]

  private let cache: any SoundCache
  private let host: PluginHost
  private let choices: [PluginChoice]
  private let language: String

  /// Reads clips of `cache` that speak `language` with the first of `choices` that can.
  package init(
    _ cache: any SoundCache, _ host: PluginHost, _ choices: [PluginChoice], language: String
  ) {
    self.cache = cache
    var host = host
    host.isUnhurried = true
    self.host = host
    self.choices = choices
    self.language = language
  }

  /// Reads the clips of all jobs of `plan` that have one.
  ///
  /// - Parameters:
  ///   - plan: what was to be said
  ///   - outcome: which clips say it
  ///   - lanes: how many clips are read at once
  ///   - cancellation: ends it
  ///   - progress: is called after each clip with how many of all are done, on this thread
  /// - Returns: what differs
  /// - Throws: a ``ProofError``, or what the cache throws
  package func report(
    on plan: GenerationPlan, _ outcome: GenerationOutcome, lanes: Int,
    _ cancellation: Cancellation, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> ProofReport {
    let clips = outcome.ends.indices.compactMap { job in
      outcome.entry(job).map { Reading(job: job, entry: $0, text: plan.said(job)) }
    }
    var report = ProofReport()
    guard !clips.isEmpty else { return report }
    let results: [Result]
    (report.recognizer, results) = try read(clips, lanes: lanes, cancellation, progress: progress)
    let names = plan.names(language)
    for (clip, result) in zip(clips, results) {
      switch result {
      case .heard(let words, let isNew):
        if isNew { report.read += 1 } else { report.known += 1 }
        let reading = ProofReading(clip.text, language: language, heard: words, names: names)
        if !reading.differences.isEmpty {
          let text = words.filter { !$0.isFiller }.map(\.text).filter { !$0.isEmpty }
          report.differing.append(
            ClipProof(job: clip.job, heard: text.joined(separator: " "), reading: reading))
        }
      case .failed(let failure): report.unread.append((clip.job, failure))
      }
    }
    return report
  }

  /// Counts the words of clips that differ from the text.
  ///
  /// - Parameters:
  ///   - clips: jobs of `plan`, each with a clip that says it
  ///   - plan: the plan, which has the texts
  ///   - lanes: how many clips are recognized at once
  ///   - cancellation: ends it
  /// - Returns: a count for each clip; nil for a clip that could not be recognized
  /// - Throws: a ``ProofError``, or what the cache throws
  package func differences(
    in clips: [(job: Int, entry: ClipEntry)], of plan: GenerationPlan, lanes: Int,
    _ cancellation: Cancellation
  ) throws -> [Int?] {
    guard !clips.isEmpty else { return [] }
    let readings = clips.map { Reading(job: $0.job, entry: $0.entry, text: plan.said($0.job)) }
    let names = plan.names(language)
    let (_, results) = try read(readings, lanes: lanes, cancellation, progress: { _, _ in })
    return zip(readings, results).map { clip, result in
      guard case .heard(let words, _) = result else { return nil }
      return ProofReading(clip.text, language: language, heard: words, names: names)
        .differingWords
    }
  }

  /// Recognizes `clips`, of which there is at least one: the name of the recognizer, and a result for each clip.
  private func read(
    _ clips: [Reading], lanes: Int, _ cancellation: Cancellation,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> (recognizer: String, [Result]) {
    let (recognizers, first) = try chosen(clips[0], cancellation)
    defer { recognizers.quit() }
    var done = 0
    var results = try hear(clips, with: recognizers, lanes: lanes, first: first, cancellation) {
      done += 1
      progress(done, clips.count)
    }
    // While others ran, the recognizer may have been too slow for a clip: it is recognized again, alone.
    let missed = results.indices.filter { results[$0].mayBeHeardLater }
    if !missed.isEmpty {
      recognizers.startOver()
      let again = try hear(
        missed.map { clips[$0] }, with: recognizers, lanes: 1, first: nil, cancellation, each: {})
      for (place, result) in zip(missed, again) { results[place] = result }
    }
    return (recognizers.name, results)
  }

  /// Recognizes `clips`, `lanes` at once: a result for each in order.
  ///
  /// `first` is the result of the first one, if it is known.
  private func hear(
    _ clips: [Reading], with recognizers: LaneRecognizers, lanes: Int, first: Result?,
    _ cancellation: Cancellation,
    each: () -> Void
  ) throws -> [Result] {
    let (cache, language) = (cache, language)
    let work = OrderedWork(count: clips.count, threads: max(1, min(lanes, clips.count))) {
      index throws -> Result in
      if index == 0, let first { return first }
      return try recognizers.hear(clips[index], cache, language, cancellation)
    }
    defer { work.stop() }
    var results: [Result] = []
    while let result = try work.next() {
      results.append(result)
      if cancellation.isCancelled { throw ProofError.cancelled }
      each()
    }
    return results
  }

  /// The first recognizer that can read `clip`, and what it heard.
  private func chosen(
    _ clip: Reading, _ cancellation: Cancellation
  ) throws -> (LaneRecognizers, Result) {
    var because: ProofError?
    for choice in choices {
      let setup: PluginSetup
      do throws(PluginSetupError) {
        var made = try host.setup(host.recognizer(choice))
        made.preferences += RecordingProof.preferences
        setup = made
      } catch {
        because = because ?? .noRecognizer(error)
        continue
      }
      let recognizers = LaneRecognizers(
        setup, host.identity(ofRecognizer: setup) ?? setup.file.name)
      do {
        let result = try recognizers.hear(clip, cache, language, cancellation)
        guard case .failed(let failure) = result else { return (recognizers, result) }
        if failure == .cancelled { throw ProofError.cancelled }
        because = because ?? .failed(failure)
      } catch ProofFailure.otherLanguage(let language) {
        because = because ?? .otherLanguage(recognizer: recognizers.name, language: language)
      } catch {
        recognizers.quit()
        throw error
      }
      recognizers.quit()
    }
    throw because ?? .noRecognizer(nil)
  }

  fileprivate struct Reading: Sendable {
    let job: Int
    let entry: ClipEntry
    let text: String
  }

  fileprivate enum Result: Sendable {
    case heard([HeardWord], isNew: Bool)
    case failed(ListenFailure)

    /// Whether another try may help, because the recognizer died or was too slow.
    var mayBeHeardLater: Bool {
      guard case .failed(let failure) = self, failure != .cancelled,
        failure != ListenFailure(.audioFormatInvalid)
      else { return false }
      return true
    }
  }

  /// The recognizers of all lanes.
  fileprivate final class LaneRecognizers: Sendable {
    // One is used by the thread that took it from the pool, until it is put back.
    private struct Worker: @unchecked Sendable {
      let client: RecognizerClient
      let reader: ProofReader
    }

    private struct State {
      var idle: [Worker] = []
      /// The last failure, where that many clips failed in a row that no other is tried.
      var failures = 0
      var last: ListenFailure?
    }

    private static let mostFailures = 3

    private let setup: PluginSetup
    private let identity: String
    private let state = Monitor(State())
    let name: String

    init(_ setup: PluginSetup, _ identity: String) {
      self.setup = setup
      self.identity = identity
      name = setup.file.id.isEmpty ? setup.file.name : setup.file.id
    }

    /// Forgets earlier failures, so that clips can be recognized again.
    func startOver() {
      state.change { state in
        state.failures = 0
        state.last = nil
      }
    }

    func quit() {
      let idle = state.change { state in
        defer { state.idle = [] }
        return state.idle
      }
      for worker in idle { worker.client.quit() }
    }

    /// What is heard in a clip, from its note or a new hearing.
    func hear(
      _ clip: Reading, _ cache: any SoundCache, _ language: String, _ cancellation: Cancellation
    ) throws -> Result {
      if let note = (try? cache.note(.heard, of: clip.entry)) ?? nil,
        let words = HeardNote.words(note, by: identity, clip.text)
      {
        return .heard(words, isNew: false)
      }
      if let last = state.change({ $0.failures >= LaneRecognizers.mostFailures ? $0.last : nil }) {
        return .failed(last)
      }
      guard let kept = try cache.clip(clip.entry) else {
        return .failed(ListenFailure(.audioFormatInvalid))
      }
      let worker =
        state.change { $0.idle.popLast() }
        ?? {
          let client = RecognizerClient(setup)
          return Worker(client: client, reader: ProofReader(client))
        }()
      do throws(ProofFailure) {
        let words = try worker.reader.heard(
          in: kept.sound, saying: clip.text, language: language, cancellation: cancellation)
        state.change { state in
          state.failures = 0
          state.idle.append(worker)
        }
        try? cache.keep(
          HeardNote.text(words, by: identity, clip.text), as: .heard, of: clip.entry)
        return .heard(words, isNew: true)
      } catch {
        worker.client.quit()
        guard case .listening(let failure) = error else { throw error }
        state.change { state in
          state.failures += failure == .cancelled ? 0 : 1
          state.last = failure
        }
        return .failed(failure)
      }
    }
  }
}

/// What was heard in a clip, as noted with it: by whom, of which text, and a line for each word.
enum HeardNote {
  static func text(_ words: [HeardWord], by recognizer: String, _ text: String) -> String {
    ([recognizer, digest(text)]
      + words.map { word in
        let confidence = word.confidence.map { String($0) } ?? "-"
        return "\(word.isOutside ? 1 : 0) \(word.isFiller ? 1 : 0) \(confidence) "
          + word.text.filter { !$0.isNewline }
      }).joined(separator: "\n")
  }

  /// The words of `note`; nil if another recognizer heard them, or in another text.
  static func words(_ note: String, by recognizer: String, _ text: String) -> [HeardWord]? {
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, lines[0] == recognizer, lines[1] == digest(text) else { return nil }
    var words: [HeardWord] = []
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4 else { return nil }
      words.append(
        HeardWord(
          String(parts[3]), isOutside: parts[0] == "1", isFiller: parts[1] == "1",
          confidence: Double(parts[2])))
    }
    return words
  }

  private static func digest(_ text: String) -> String {
    ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(text.utf8)[...]))
  }
}

extension GenerationPlan {
  /// The words that a job says.
  fileprivate func said(_ job: Int) -> String {
    jobs[job].items.first.map { items[$0].saidText } ?? ""
  }

  /// Names: parts with names of one word, and what the script writes as names.
  fileprivate func names(_ language: String) -> Set<String> {
    ProofReading.names(in: items.map(\.saidText), language: language).union(
      roles.map { $0.speaker.lowercased() }.filter { !$0.contains(" ") })
  }
}
