/// What a view of practice shows: the text, the word that is spoken, the state.
///
/// It is a value that takes in what the session reports.
package struct PracticeScene: Equatable, Sendable {
  /// The current phase.
  package enum Phase: Equatable, Sendable {
    case ready
    case reading
    /// The speaker repeats it: the time that is left, and the total. Without a time, until the speaker falls silent.
    case repeating(secondsLeft: Double, of: Double)
    case repeatingUntilQuiet
    /// The speaker hears their own recording.
    case ownVoice
    /// A sample of a voice is played.
    case sample
    case paused
    case theEnd
    case timeIsUp

    /// Whether it is the speaker's turn.
    package var isTurn: Bool {
      switch self {
      case .repeating, .repeatingUntilQuiet: true
      default: false
      }
    }

    /// Whether practice has ended.
    package var isOver: Bool { self == .theEnd || self == .timeIsUp }
  }

  package enum Pause: Equatable, Sendable {
    case off
    case factor(Double)
    case untilQuiet
  }

  package var title = ""
  /// The bytes of ``current`` in the speech.
  package var place = 0..<0
  package var previous = ""
  package var current = ""
  package var next = ""
  /// The word that is being spoken, in bytes of ``current``.
  package var word: Range<Int>?
  /// The number of the segment, from 1, and how many there are; 0 of 0 if there is none.
  package var number = 0
  package var count = 0
  package var phase = Phase.ready
  package var rate = 0.5
  /// Which of several rates this is, from 1.
  package var pass = 1
  package var passes = 1
  package var pause = Pause.factor(1)
  package var isByParagraph = false
  package var voice = ""
  /// The segments that are repeated, from 1.
  package var loop: ClosedRange<Int>?
  /// The estimated time for the rest.
  package var secondsLeft: Int?
  /// Something that the user should know, as a sentence.
  package var note = ""

  /// Nothing is shown yet.
  package init() {}
}

extension PracticeScene {
  /// Shows the state of practice.
  package mutating func take(_ state: PracticeState, _ text: PracticeText) {
    let segments = text.segments(state.settings.granularity)
    guard segments.indices.contains(state.index) else { return }
    let segment = segments[state.index]
    let isSaid = state.status == .pausing || state.status == .finished
    if segment.range != place || isSaid { word = nil }
    if segment.range != place { note = "" }
    place = segment.range
    previous = state.index > 0 ? segments[state.index - 1].text : ""
    current = segment.text
    next = state.index + 1 < segments.count ? segments[state.index + 1].text : ""
    number = state.index + 1
    count = segments.count
    phase = Phase(state)
    rate = state.rate.value
    pass = state.pass + 1
    passes = state.settings.rates.count
    pause =
      switch state.settings.pause {
      case .off: .off
      case .untilQuiet where state.hasMicrophone: .untilQuiet
      case .timed, .untilQuiet: .factor(state.settings.pauseFactor)
      }
    isByParagraph = state.settings.granularity == .paragraph
    if voice.isEmpty { voice = state.settings.voice }
    loop = state.settings.loop.flatMap { text.indices(of: $0, in: state.settings.granularity) }
      .map { $0.lowerBound + 1...$0.upperBound }
  }

  /// A word of the text is being spoken.
  package mutating func take(word range: Range<Int>) {
    guard place.contains(range.lowerBound), range.upperBound <= place.upperBound else { return }
    word = range.lowerBound - place.lowerBound..<range.upperBound - place.lowerBound
  }

  /// This many tenths of a second of the pause are left.
  package mutating func take(tenths: Int) {
    guard case .repeating(_, let whole) = phase else { return }
    phase = .repeating(secondsLeft: Double(tenths) / 10, of: whole)
  }
}

extension PracticeScene.Phase {
  /// The phase of a session in that state.
  package init(_ state: PracticeState) {
    self =
      switch state.status {
      case .idle: .ready
      case .speaking: .reading
      case .playingOwn: state.sample == nil ? .ownVoice : .sample
      case .held: .paused
      case .finished: state.end == .limit ? .timeIsUp : .theEnd
      case .pausing:
        state.pause.flatMap { pause in
          pause.length.map {
            .repeating(secondsLeft: Double(pause.tenths) / 10, of: $0 / .seconds(1))
          }
        } ?? .repeatingUntilQuiet
      }
  }
}
