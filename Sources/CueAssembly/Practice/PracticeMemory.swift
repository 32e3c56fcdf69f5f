import CueAudio
import CuePractice
import CueStore
import CueText

/// Remembers what is set for a speech, where its practice stopped and how it went.
///
/// Settings are those of one speech, and a voice that needs a network is never among them: text leaves the machine only
/// where the user names such a voice. What cannot be kept is reported once; practice goes on without.
package final class PracticeMemory {
  private let practices: Practices
  private let speech: StoredSpeech?
  private let text: PracticeText
  private let keepsSettings: Bool
  private let needsNetwork: (_ voice: String) -> Bool
  private let note: (StoreFailure) -> Void
  private var kept: [String: String] = [:]
  private var place: Int?
  private var hasFailed = false

  /// The memory of practising `text`.
  ///
  /// - Parameters:
  ///   - practices: where it is kept
  ///   - speech: the speech, if it is kept; nothing is remembered of a text that is not
  ///   - text: what is practised
  ///   - keepsSettings: whether settings are read and written
  ///   - needsNetwork: whether a choice of voices, as in ``PracticeSettings/voice``, asks a network
  ///   - note: is called once if something cannot be kept
  package init(
    _ practices: Practices, _ speech: StoredSpeech?, _ text: PracticeText,
    keepsSettings: Bool = true, needsNetwork: @escaping (_ voice: String) -> Bool,
    note: @escaping (StoreFailure) -> Void
  ) {
    self.practices = practices
    self.speech = speech
    self.text = text
    self.keepsSettings = keepsSettings
    self.needsNetwork = needsNetwork
    self.note = note
  }

  /// What was set last for the speech.
  ///
  /// Settings that are missing or make no sense have their usual values; `usualRate` is the rate then, nil for the voice's own.
  package func settings(usualRate: Double? = nil) throws(StoreFailure) -> PracticeSettings {
    var usual = PracticeSettings()
    if let usualRate { usual.rates = [PracticeRate(usualRate)] }
    guard keepsSettings, let speech else { return usual }
    var settings = PracticeMemory.settings(try practices.settings(of: speech.number), else: usual)
    // An earlier version kept such voices.
    if needsNetwork(settings.voice) { settings.voice = "" }
    kept = PracticeMemory.values(settings)
    return settings
  }

  /// Forgets what was set for the speech and where its practice stopped; its history stays.
  package func forget() throws(StoreFailure) {
    if let speech { try practices.forget(speech.number) }
  }

  /// Where to go on; nil if it was not practised, or has changed since.
  package func lastPlace() throws(StoreFailure) -> Int? {
    try speech.flatMap { (speech) throws(StoreFailure) in try practices.place(in: speech) }
  }

  // Values.

  /// The settings in stored `values`; what is missing or makes no sense is as in `usual`.
  package static func settings(
    _ values: [String: String], else usual: PracticeSettings = PracticeSettings()
  ) -> PracticeSettings {
    var settings = usual
    if let rates = values["rates"]?.split(separator: ",").compactMap({ Double($0) }) {
      settings.rates = rates.map(PracticeRate.init)
    }
    if let pause = values["pause"].flatMap(PracticeSettings.Pause.init) { settings.pause = pause }
    if let factor = values["factor"].flatMap(Double.init) { settings.pauseFactor = factor }
    if let kind = values["by"].flatMap(Segment.Kind.init) { settings.granularity = kind }
    settings.voice = values["voice"] ?? ""
    return settings
  }

  /// `settings` as they are stored.
  package static func values(_ settings: PracticeSettings) -> [String: String] {
    [
      "rates": settings.rates.map { "\($0.value)" }.joined(separator: ","),
      "pause": settings.pause.rawValue, "factor": "\(settings.pauseFactor)",
      "by": settings.granularity.rawValue, "voice": settings.voice,
    ]
  }

  // While it goes on.

  /// Keeps what a report changes.
  package func take(_ report: PracticeReport) {
    switch report {
    case .started(let state): keep(state.settings)
    case .state(let state):
      keep(state.settings)
      if state.status != .finished { keepPlace(state) }
    case .finished(let outcome), .stopped(let outcome), .brokenOff(let outcome): keep(outcome)
    default: break
    }
  }

  private func keep(_ settings: PracticeSettings) {
    guard keepsSettings, let speech else { return }
    let values = PracticeMemory.values(settings)
    var changed = values.filter { kept[$0.key] != $0.value }
    guard !changed.isEmpty else { return }
    kept = values
    if let voice = changed["voice"], needsNetwork(voice) { changed["voice"] = nil }
    trying { () throws(StoreFailure) in
      try practices.set(changed.mapValues { $0.isEmpty ? nil : $0 }, of: speech.number)
    }
  }

  private func keepPlace(_ state: PracticeState) {
    let segments = text.segments(state.settings.granularity)
    guard segments.indices.contains(state.index) else { return }
    keepPlace(segments[state.index].range.lowerBound)
  }

  private func keepPlace(_ new: Int) {
    guard let speech, new != place else { return }
    place = new
    trying { () throws(StoreFailure) in try practices.setPlace(new, in: speech) }
  }

  private func keep(_ outcome: PracticeOutcome) {
    keepPlace(outcome.place)
    guard let speech, outcome.segments > 0 else { return }
    trying { () throws(StoreFailure) in
      try practices.add(PracticeRecord(outcome), of: speech.number)
    }
  }

  private func trying(_ body: () throws(StoreFailure) -> Void) {
    guard !hasFailed else { return }
    do throws(StoreFailure) { try body() } catch {
      hasFailed = true
      note(error)
    }
  }
}

extension PracticeRecord {
  /// What is kept of a session that ended like that.
  package init(_ outcome: PracticeOutcome) {
    self.init()
    end = outcome.end?.rawValue ?? "hand"
    spokenMilliseconds = outcome.spoken.milliseconds
    pausedMilliseconds = outcome.paused.milliseconds
    segments = outcome.segments
    var voice = VoiceMeasure()
    for repeated in outcome.repetitions {
      count(repeated.repetition)
      voice.add(repeated.repetition.voice)
    }
    take(voice)
  }

  /// Takes how loud and how high the speaker was.
  package mutating func take(_ voice: VoiceMeasure) {
    loudnessLUFS = voice.loudnessLUFS
    pitchHertz = voice.pitch?.medianHertz
    pitchLowHertz = voice.pitch?.lowHertz
    pitchHighHertz = voice.pitch?.highHertz
  }

  /// Counts a repetition, too.
  package mutating func count(_ repetition: Repetition) {
    let heard = repetition.words - repetition.notHeard.count
    let wrong = repetition.missing.count + repetition.changed.count
    words += heard
    missing += repetition.missing.count
    changed += repetition.changed.count
    added += repetition.added.count
    compared += heard > 0 ? 1 : 0
    whole += heard > 0 && wrong + repetition.added.count == 0 ? 1 : 0
    guard repetition.took > .zero else { return }
    repeated += 1
    if repetition.spokenWords > 0 {
      spokenWords = (spokenWords ?? 0) + repetition.spokenWords
      fillers = (fillers ?? 0) + repetition.fillers.count
      silentMilliseconds = (silentMilliseconds ?? 0) + repetition.silent.milliseconds
    }
    modelMilliseconds += repetition.model.milliseconds
    tookMilliseconds += repetition.took.milliseconds
    silences += repetition.silences
    longestSilenceMilliseconds = max(
      longestSilenceMilliseconds, repetition.longestSilence.milliseconds)
  }
}

extension Duration {
  /// Whole milliseconds, the nearest.
  fileprivate var milliseconds: Int64 { Int64((self / .milliseconds(1)).rounded()) }
}
