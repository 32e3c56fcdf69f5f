import CueCasting
import CueListening
import CueModel
import CuePlugins
import CueRehearsal
import CueSystem
import CueText

/// Actors who act: they think within a line, dry, ask for words, leave some out, or say something else.
///
/// Whole rehearsals of one line, from sound that was prepared. Time is counted in frames of it, so that the figures do not depend
/// on the machine. `Benchmarks/turns/speeches-report.txt` is for reporting; rules were chosen on `speeches-tuning.txt`.
struct Beats {
  let turns: Turns
  let speeches: [String]
  /// How many tries are taken of each table.
  let count: Int
  /// Only tables whose name has this in it; all where it is empty.
  var only = ""

  init(turns: Turns, speeches: [String], count: Int) {
    (self.turns, self.speeches, self.count) = (turns, speeches, count)
  }

  /// With the speeches of `file`, a line each.
  init(turns: Turns, file: String, count: Int, only: String) throws {
    let lines = String(decoding: contents(ofFile: file), as: UTF8.self).split(separator: "\n")
    self.init(
      turns: turns, speeches: lines.filter { !$0.hasPrefix("#") }.map(String.init), count: count)
    self.only = only
    guard speeches.count > 1 else {
      throw BenchFailure(sentence: "\(file) should hold two speeches at least, a line each.")
    }
  }

  /// One try: an actor in one line.
  struct Try {
    var speech: Int
    var voice: String
    var place: Performance.Place
    /// Pauses within the line: the byte before which they are, and how long.
    var pauses: [(byte: Int, seconds: Double)] = []
  }

  /// What came of it.
  struct Result {
    /// What was heard of the line; nil if the rehearsal did not go on by itself.
    var heard: HeardLine?
    /// Words of the line, and how many of them were heard.
    var words = 0
    var said = 0
    /// From the last sound to the decision, in seconds.
    var waited = 0.0
    /// Words that the actor had not begun when the partner went on.
    var unsaid = 0
    /// Words that were given, in bytes of the line.
    var prompts: [Range<Int>] = []
    /// Commands that were heard.
    var commands: [SpokenCommand] = []

    var share: Double { words == 0 ? 1 : Double(said) / Double(words) }
  }

  // MARK: Tables

  /// Takes all figures.
  func measure(into table: inout Table) throws {
    func isWanted(_ name: String) -> Bool { only.isEmpty || name.contains(only) }
    if isWanted("beats") { try measureBeats(into: &table) }
    if isWanted("people") { try measurePeople(into: &table) }
    if isWanted("drying") { try measureDrying(into: &table) }
    if isWanted("skips") { try measureSkips(into: &table) }
    if isWanted("wrong lines") { try measureWrongLines(into: &table) }
    if isWanted("short words") { try measureShortWords(into: &table) }
    if isWanted("practice") { try measureAlone(into: &table) }
    if isWanted("overlap") { try measureOverlap(into: &table) }
  }

  private static let ends: Set<Character> = [".", "!", "?"]
  private static let commas: Set<Character> = [",", ";", ":"]

  /// The bytes of `text` at which a word follows one of `marks`.
  static func places(in text: String, after marks: Set<Character>) -> [Int] {
    var places: [Int] = []
    var byte = 0
    var last: Character = " "
    var before: Character = " "
    for character in text {
      if character != " ", before == " ", marks.contains(last), byte > 0 { places.append(byte) }
      if character != " " { last = character }
      before = character
      byte += character.utf8.count
    }
    return places
  }

  /// A fixed sample of lines, voices, places, pauses.
  func sample(_ seed: UInt64) -> [Try] {
    var random = RepeatableGenerator(seed: seed)
    return (0..<count).compactMap { number in
      let speech = Int.random(in: speeches.indices, using: &random)
      let all = Beats.places(
        in: speeches[speech], after: number.isMultiple(of: 2) ? Beats.commas : Beats.ends)
      let any =
        all.isEmpty
        ? Beats.places(in: speeches[speech], after: Beats.commas.union(Beats.ends)) : all
      guard let first = any.randomElement(using: &random) else { return nil }
      var places = [first]
      if Bool.random(using: &random), let second = any.randomElement(using: &random),
        second != first
      {
        places = [first, second].sorted()
      }
      return Try(
        speech: speech, voice: ActingVoices.all[number % ActingVoices.all.count],
        place: Performance.Place.allCases.randomElement(using: &random) ?? .allCases[0],
        pauses: places.map { ($0, [1.0, 2, 3, 6].randomElement(using: &random) ?? 1) })
    }
  }

  private func measureBeats(into table: inout Table) throws {
    let tries = sample(1)
    let without = try results(tries) { _, speech in
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      performance.say(speech)
      return performance
    }
    let with = try results(tries) { attempt, speech in
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      var start = 0
      for pause in attempt.pauses {
        performance.say(speech, start..<pause.byte)
        performance.rest(pause.seconds)
        start = pause.byte
      }
      performance.say(speech, start..<Int.max)
      return performance
    }
    add("beats, no pause", without, tries, into: &table)
    add("beats", with, tries, into: &table)
    for voice in ActingVoices.all {
      let own = with.indices.filter { tries[$0].voice == voice }
      addShare("beats, \(voice)", own.map { with[$0] }, own.map { without[$0] }, into: &table)
    }
    for seconds in [1.0, 2, 3, 6] {
      let own = with.indices.filter { tries[$0].pauses.map(\.seconds).max() == seconds }
      addShare(
        "beats, longest pause \(Int(seconds)) s", own.map { with[$0] }, own.map { without[$0] },
        into: &table)
    }
  }

  private func addShare(
    _ name: String, _ with: [Result], _ without: [Result], into table: inout Table
  ) {
    guard !with.isEmpty else { return }
    table.add(
      Measure(
        name: "\(name): of \(with.count) lines, words right, %; without a pause",
        ours: Beats.percent(with), direct: Beats.percent(without), unit: .percent, limit: .none))
  }

  static func percent(_ results: [Result]) -> Double {
    100 * Double(results.reduce(0) { $0 + $1.said })
      / Double(max(1, results.reduce(0) { $0 + $1.words }))
  }

  private func add(
    _ name: String, _ results: [Result], _ tries: [Try], into table: inout Table
  ) {
    let right = results.map(\.share)
    let mean = right.reduce(0, +) / Double(max(1, right.count))
    let variance =
      right.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, right.count - 1))
    // The normal approximation of the mean over lines.
    let margin = 196 * (variance / Double(max(1, right.count))).squareRoot()
    table.add(
      Measure(
        name:
          "\(name): of \(results.count) lines, words right, % (± \(rounded(margin, 1)) by line)",
        ours: Beats.percent(results), unit: .percent, limit: .least(97)))
    table.add(
      Measure(
        name: "\(name): the partner cut in with more than 3 words unsaid, lines",
        ours: Double(results.count { $0.unsaid > 3 }), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): the partner did not go on, lines",
        ours: Double(results.count { $0.heard == nil }), unit: .count, limit: .most(0)))
    let over = results.filter { $0.heard != nil && $0.unsaid == 0 }
    for (kind, most) in [("matched", 350.0), ("other", 950)] {
      let own = over.filter { ($0.heard?.end == .matched) == (kind == "matched") }
      guard !own.isEmpty else { continue }
      table.add(
        Measure(
          name: "\(name): wait after the last word, \(kind), median of \(own.count)",
          ours: 1000 * median(own.map(\.waited)), unit: .milliseconds, limit: .most(most)))
    }
  }

  private func measureDrying(into table: inout Table) throws {
    // With three words unsaid, the partner goes on.
    let tries = sample(2).compactMap { attempt -> Try? in
      var attempt = attempt
      attempt.pauses = [attempt.pauses[0]]
      let left = ExpectedWords.starts(in: speeches[attempt.speech])
        .count { $0 >= attempt.pauses[0].byte }
      return left > 3 ? attempt : nil
    }
    var random = RepeatableGenerator(seed: 3)
    let dry = tries.map { _ in Double.random(in: 0.5...5, using: &random) }
    for way in Way.allCases {
      try measureDrying(way, tries, dry, into: &table)
    }
  }

  /// How an actor asks for words.
  private enum Way: String, CaseIterable {
    case linePlease = "“line please”"
    case line = "“line”"
    case tab = "Tab"
    case after = "--prompt-after 2"

    /// What is said; nil if nothing is.
    var words: String? {
      switch self {
      case .linePlease: "Line, please."
      case .line: "Line."
      case .tab, .after: nil
      }
    }

    /// After this many seconds of silence words are given; nil if the actor asks.
    var promptSeconds: Double? { self == .after ? 2 : nil }
  }

  private func measureDrying(
    _ way: Way, _ tries: [Try], _ dry: [Double], into table: inout Table
  ) throws {
    let acting: Acting = { attempt, speech, voices, number in
      let place = attempt.pauses[0].byte
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      performance.say(speech, 0..<place)
      performance.rest(dry[number])
      if let words = way.words {
        performance.say(try voices.say(words, attempt.voice), at: nil)
        performance.rest(1.5)
      }
      if let seconds = way.promptSeconds { performance.rest(seconds) }
      performance.rest(1)
      performance.say(speech, place..<Int.max)
      return performance
    }
    let press: Pressing = { performance, attempt in
      let place = attempt.pauses[0].byte
      let next = performance.words.first { $0.byte >= place }?.frame ?? 0
      return KeyPress(frame: next - performance.rateHertz * 8 / 10, command: .prompt)
    }
    let results = try results(
      tries, acting, key: way == .tab ? press : nil, promptSeconds: way.promptSeconds)
    var (right, among) = (0, 0)
    for (result, attempt) in zip(results, tries) {
      let wanted = ExpectedWords.starts(in: speeches[attempt.speech])
        .first { $0 >= attempt.pauses[0].byte }
      guard let wanted, let given = result.prompts.first else { continue }
      if given.lowerBound == wanted { right += 1 }
      if given.contains(wanted) { among += 1 }
    }
    table.add(
      Measure(
        name: "drying, \(way.rawValue): of \(results.count) lines, the next words were given, %",
        ours: 100 * Double(right) / Double(max(1, results.count)), unit: .percent,
        limit: .least(97)))
    table.add(
      Measure(
        name: "drying, \(way.rawValue): the next word was among those that were given, %",
        ours: 100 * Double(among) / Double(max(1, results.count)), unit: .percent,
        limit: .least(97)))
    add("drying, \(way.rawValue)", results, tries, into: &table)
  }

  private func measureSkips(into table: inout Table) throws {
    // The last words are the cue: the last sentence has three at least.
    func starts(_ attempt: Try) -> [Int] {
      let text = speeches[attempt.speech]
      let sentences = Segments.sentences(of: text, language: "en").map(\.range.lowerBound)
      let last = ExpectedWords.starts(in: text).count { $0 >= sentences.last ?? 0 }
      return last >= 3 ? sentences : []
    }
    let tries = sample(4).filter { starts($0).count >= 3 }
    var random = RepeatableGenerator(seed: 5)
    let skipped = tries.map { attempt in
      // A sentence that is not the last one.
      let starts = starts(attempt)
      let which = Int.random(in: 0..<starts.count - 1, using: &random)
      return starts[which]..<starts[which + 1]
    }
    let results = try results(tries) { attempt, speech, _, number in
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      if skipped[number].lowerBound > 0 {
        performance.say(speech, 0..<skipped[number].lowerBound)
      }
      performance.say(speech, skipped[number].upperBound..<Int.max)
      return performance
    }
    table.add(
      Measure(
        name: "skips: of \(results.count) lines with a sentence left out, the partner goes on, %",
        ours: 100 * Double(results.count { $0.heard != nil }) / Double(max(1, results.count)),
        unit: .percent, limit: .least(95)))
    let told = zip(results, skipped).count { result, range in
      result.heard?.match?.missing.contains { $0.overlaps(range) } ?? false
    }
    table.add(
      Measure(
        name: "skips: missing words are reported, %",
        ours: 100 * Double(told) / Double(max(1, results.count)), unit: .percent,
        limit: .least(95)))
    table.add(
      Measure(
        name: "skips: the partner cut in with more than 3 words unsaid, lines",
        ours: Double(results.count { $0.unsaid > 3 }), unit: .count, limit: .most(0)))
    let over = results.filter { $0.heard != nil }
    if !over.isEmpty {
      table.add(
        Measure(
          name: "skips: wait after the last word, median", ours: 1000 * median(over.map(\.waited)),
          unit: .milliseconds, limit: .most(950)))
    }
  }

  private func measureWrongLines(into table: inout Table) throws {
    let tries = sample(6)
    var random = RepeatableGenerator(seed: 7)
    let others = tries.map { attempt in
      var other = attempt.speech
      while other == attempt.speech { other = Int.random(in: speeches.indices, using: &random) }
      return other
    }
    let results = try results(tries) { attempt, speech, voices, number in
      let said = try voices.say(speeches[others[number]], attempt.voice)
      var performance = Performance(rateHertz: said.rateHertz)
      performance.rest(0.3)
      performance.say(said, at: nil)
      return performance
    }
    table.add(
      Measure(
        name: "wrong lines: of \(results.count), accepted",
        ours: Double(results.count { $0.heard != nil }), unit: .count, limit: .most(0)))
  }

  /// Short first words, which sound like commands to a recognizer.
  private static let openers = [
    "Yes.", "No.", "Oh!", "Well.", "Mine.", "Fine.", "Right.", "Back.", "Again?", "Stop!", "Now.",
    "Nine.", "Lie!", "Lion.", "Nice.", "Next?", "So.", "What?", "Why?", "Please.",
  ]

  private func measureShortWords(into table: inout Table) throws {
    var random = RepeatableGenerator(seed: 8)
    let rests = speeches.filter { $0.split(separator: " ").count < 16 }
    let own = (0..<count).map { number in
      Beats.openers[number % Beats.openers.count] + " "
        + rests[Int.random(in: rests.indices, using: &random)]
    }
    let beats = Beats(turns: turns, speeches: own, count: count)
    let tries = own.indices.map { number in
      let pause: Double = [1.0, 2, 3].randomElement(using: &random) ?? 1
      let opener = Beats.openers[number % Beats.openers.count]
      return Try(
        speech: number, voice: ActingVoices.all[number / 3 % ActingVoices.all.count],
        place: .allCases[number % 2], pauses: [(opener.utf8.count + 1, pause)])
    }
    let results = try beats.results(tries) { attempt, speech in
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      performance.say(speech, 0..<attempt.pauses[0].byte)
      performance.rest(attempt.pauses[0].seconds)
      performance.say(speech, attempt.pauses[0].byte..<Int.max)
      return performance
    }
    table.add(
      Measure(
        name: "short words: of \(results.count) lines, taken for a command",
        ours: Double(results.count { !$0.commands.isEmpty }), unit: .count, limit: .most(0)))
    add("short words", results, tries, into: &table)
  }

  // MARK: Rehearsals

  private typealias Acting =
    @Sendable (Try, Speech, ActingVoices, Int) throws -> Performance

  private typealias Pressing = @Sendable (Performance, Try) -> KeyPress

  private func results(
    _ tries: [Try], _ act: @escaping @Sendable (Try, Speech) throws -> Performance
  ) throws -> [Result] {
    try results(tries) { attempt, speech, _, _ in try act(attempt, speech) }
  }

  /// What came of `tries`, two rehearsals at a time.
  private func results(
    _ tries: [Try], _ act: @escaping Acting, key: Pressing? = nil, promptSeconds: Double? = nil
  ) throws -> [Result] {
    try inLanes(tries) { attempt, number, room in
      let speech = try room.voices.say(speeches[attempt.speech], attempt.voice)
      let performance = try act(attempt, speech, room.voices, number)
      let microphone = PreparedMicrophone(
        performance.heard(in: attempt.place), rateHertz: performance.rateHertz)
      var settings = ActorListening()
      settings.rules.language = "en"
      settings.promptSeconds = promptSeconds
      return try rehearse(
        attempt, performance, microphone, room,
        RehearsedPart(
          from: attempt.speech + 1, part: CueRehearsal.Part(voice: room.partner),
          settings: settings, key: key?(performance, attempt)))
    }
  }

  /// The parties in the rehearsals of a thread.
  struct Cast {
    let ear: TracedRecognizer
    let voices: ActingVoices
    /// A partner who makes a tone, and one who speaks.
    let partner: NormalizedVoice
    let speaker: NormalizedVoice
  }

  /// What `body` makes of each of `tries`, in two threads; it gets the number of the try.
  func inLanes<Value: Sendable>(
    _ tries: [Try], _ body: @escaping @Sendable (Try, Int, Cast) throws -> Value
  ) throws -> [Value] {
    let lanes = 2
    let done = ParallelMap.values(lanes, threads: lanes) { lane in
      Swift.Result<[Value], any Error> {
        let cast = Cast(
          ear: TracedRecognizer(RecognizerClient(turns.setup("pocketsphinx")), isOn: turns.traces),
          voices: ActingVoices { NormalizedVoice(turns.setup($0)) },
          partner: NormalizedVoice(turns.setup("mock")),
          speaker: NormalizedVoice(turns.setup("flite")))
        defer {
          cast.ear.quit()
          cast.voices.quit()
          cast.partner.quit()
          cast.speaker.quit()
        }
        return try stride(from: lane, to: tries.count, by: lanes).map { number in
          try body(tries[number], number, cast)
        }
      }
    }
    let lists = try done.map {
      try $0.mapError { $0 as? BenchFailure ?? BenchFailure(sentence: "\($0)") }.get()
    }
    return tries.indices.map { lists[$0 % lanes][$0 / lanes] }
  }

  /// How a part of the scene is rehearsed, up to the line of a try.
  struct RehearsedPart {
    /// The number of the first line.
    var from: Int
    var part: CueRehearsal.Part
    var settings: ActorListening
    var key: KeyPress?
    /// Takes where a partner was cut, in seconds of the session.
    var partnerCut: (Double) -> Void = { _ in }
  }

  /// Rehearses the line of `attempt`, which is performed so.
  func rehearse(
    _ attempt: Try, _ performance: Performance, _ microphone: PreparedMicrophone, _ cast: Cast,
    _ rehearsed: RehearsedPart
  ) throws -> Result {
    let script = Turns.script(speeches, actorIsOther: !attempt.speech.isMultiple(of: 2))
    let name = "\(attempt.voice), \(attempt.place.name), line \(attempt.speech)"
    cast.ear.who = name
    var result = Result()
    let hand = KeyHand(microphone, performance, rehearsed.key)
    let actor = ListeningActor(
      hand, through: microphone, cast.ear, script: script, roles: ["ACTOR"], rehearsed.settings
    ) { report in
      turns.trace(
        "\(name): \(report) at \(microphone.position), end \(performance.endFrame)")
      switch report {
      case .command(_, let command): result.commands.append(command)
      case .heard(let heard):
        result.heard = heard
        result.waited =
          Double(microphone.position - performance.endFrame) / Double(performance.rateHertz)
        result.unsaid = performance.unsaid(at: microphone.position)
      default: break
      }
    }
    actor.traced = { trace in turns.trace("\(name): \(trace)") }
    var rules = RehearsalSettings()
    rules.isListening = true
    rules.firstLine = rehearsed.from
    rules.lastLine = attempt.speech + 1
    let output = Nowhere()
    _ = try RehearsalDriver(
      script: script, roles: ["ACTOR"], parts: ["PARTNER": rehearsed.part], output: output,
      actor: actor, settings: rules, prompter: CueRehearsal.Part(voice: cast.partner)
    ).run { report in
      switch report {
      case .prompted(_, let range, _):
        turns.trace("\(name): prompted \(range)")
        result.prompts.append(range)
      case .lineDone(_, .cut):
        rehearsed.partnerCut(Double(output.frames) / Double(max(1, output.lastRateHertz)))
      default: break
      }
    }
    let outcomes = result.heard?.match.map { match in
      zip(match.words, match.outcomes).filter { !$0.0.isOptional }.map(\.1)
    }
    result.words =
      outcomes?.count ?? speeches[attempt.speech].split(separator: " ").count
    result.said = outcomes?.count { if case .said = $0 { true } else { false } } ?? 0
    if result.share < 0.97 {
      turns.trace(
        "\(name): \(result.said) of \(result.words) words, \(result.unsaid) unsaid, \(attempt.pauses)"
      )
    }
    return result
  }
}

/// Where words begin, as a prompter sees them.
enum ExpectedWords {
  static func starts(in text: String) -> [Int] {
    var starts: [Int] = []
    var byte = 0
    var before: Character = " "
    for character in text {
      if before == " ", character != " " { starts.append(byte) }
      before = character
      byte += character.utf8.count
    }
    return starts
  }
}

/// A key that is pressed when this much of the sound was heard.
struct KeyPress {
  var frame: Int
  var command: ActorCommand
}

/// A hand that presses a key once, when this much of the sound was heard, and ends the rehearsal when nobody answers.
private final class KeyHand: ActorInput {
  private let microphone: PreparedMicrophone
  private let last: Int
  private var key: KeyPress?

  init(
    _ microphone: PreparedMicrophone, _ performance: Performance,
    _ key: KeyPress?
  ) {
    self.microphone = microphone
    self.key = key
    last = performance.endFrame + 20 * performance.rateHertz
  }

  func poll(_ moment: Moment) -> ActorCommand? {
    if let key, microphone.position >= key.frame {
      self.key = nil
      return key.command
    }
    return microphone.position > last ? .stop : nil
  }

  func wait(_ moment: Moment) -> ActorTurn { ActorTurn(.stop) }
  func speaking(_ line: Cancellation?) {}
}
