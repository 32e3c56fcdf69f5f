import CueModel
import CueScreenplay

/// The voice that plays a character, and how.
public struct Part {
  /// A plugin's voice, or a chain of voices.
  public var voice: any Voice
  /// Which of its voices; empty for its own choice.
  public var voiceID: String
  /// What it speaks; empty for the voice's own language.
  public var language = ""
  /// A factor on everything else that decides the speed.
  public var speed = 1.0
  /// Added to everything else that decides the pitch.
  public var pitchSemitones = 0.0
  /// A gain on everything else that decides the volume.
  public var volume = 1.0
  /// How words of the script are spoken.
  public var lexicon = Lexicon()
  /// How the part sounds when it is directed to no tone.
  public var profile = VoiceProfile()
  /// What a director wants of this character; it changes no other character's lines.
  public var direction = Direction()
  /// Seconds of silence before each of its lines.
  public var delaySeconds = 0.0
  /// How lines are directed one by one, by their index in the script.
  public var lineDirections: [Int: LineDirection] = [:]
  /// What scenes are about, by their index: for voices that use context.
  public var sceneContexts: [Int: String] = [:]
  /// Sound that is heard in place of the voice, by the index of the line.
  public var recordings: [Int: any LineSound] = [:]
  /// What a director set by number; it counts more than tones.
  public var directed: DirectedProfile?

  /// A part for `voice`, played in the voice's own way.
  public init(voice: any Voice, voiceID: String = "") {
    self.voice = voice
    self.voiceID = voiceID
  }

  /// What is in force: the profile, or the tones' average in its place, and on top what was set by number.
  public var effectiveProfile: VoiceProfile {
    (direction.tones.isEmpty ? profile : .blended(direction.tones)).merging(directed)
  }

  /// How a line is played from its byte `offset` on: by the notes of its scene, by the direction of this character, by what the
  /// line itself says there, and by the direction of this line.
  ///
  /// What is nearer to the words counts: see ``Expression/overridden(by:)``.
  public func expression(of line: Line, at offset: Int = 0) -> Expression {
    func read(_ words: [String]) -> Expression {
      words.reduce(Expression()) { $0.and(Expression(direction: $1)) }
    }
    return .layered([
      read(line.sceneTones), Expression(tones: direction.tones, manners: direction.manners),
      read(line.speechTones), read(Part.directions(of: line, at: offset)),
      lineDirections[line.index]?.expression ?? Expression(),
    ])
  }

  /// The parentheticals that hold at the byte `offset`: those at the last place before it that has some.
  private static func directions(of line: Line, at offset: Int) -> [String] {
    guard !line.turns.isEmpty else { return line.delivery }
    let place = line.turns.last { $0.offset <= offset }?.offset
    return line.turns.filter { $0.offset == place }.map(\.direction)
  }

  /// Where the words of `line` are interrupted, in order: by a silence of this many milliseconds, or, where these are 0, by
  /// being played otherwise from there on.
  func stops(in line: Line) -> [(offset: Int, milliseconds: Int)] {
    var stops = line.beats.map { ($0.offset, $0.milliseconds) }
    var now = expression(of: line)
    for turn in line.turns where turn.offset > 0 {
      let next = expression(of: line, at: turn.offset)
      if next != now, !stops.contains(where: { $0.0 == turn.offset }) {
        stops.append((turn.offset, 0))
      }
      now = next
    }
    return stops.sorted { $0.0 < $1.0 }.map { (offset: $0.0, milliseconds: $0.1) }
  }

  /// The silence before `line`, in milliseconds.
  func delayBefore(_ line: Line) -> Int {
    Int(((lineDirections[line.index]?.delaySeconds ?? delaySeconds) * 1000).rounded())
  }

  /// The silence that belongs to the end of `line`, in milliseconds.
  func pauseAfter(_ line: Line) -> Int {
    guard let pause = directed?.pauseAfterMilliseconds, pause > 0 else {
      return expression(of: line, at: line.text.utf8.count).pauseAfterMilliseconds
        ?? effectiveProfile.pauseAfterMilliseconds
    }
    return effectiveProfile.pauseAfterMilliseconds
  }

  /// The request for a line: its words as the lexicon spells them, and around them how to say them.
  ///
  /// What tones do to speed, pitch and volume is kept apart as `toneDelivery`, because a voice that
  /// can act takes the tones themselves; what was set by number holds for every voice.
  ///
  /// `words` are those of the line that are said now, from its byte `offset` on, if not all.
  func request(
    for line: Line, saying words: String? = nil, at offset: Int = 0, previous: String,
    next: String
  ) -> SpeechRequest {
    var request = SpeechRequest(text: lexicon.spoken(words ?? line.text))
    request.voice = voiceID
    request.language = language
    request.lexicon = lexicon.pronunciations(in: request.text)
    let expression = expression(of: line, at: offset)
    let own = (expression.tones.isEmpty ? profile : VoiceProfile()).merging(directed)
    let directed = lineDirections[line.index] ?? LineDirection()
    request.speed = speed * own.speedFactor * directed.speed
    request.pitchSemitones = pitchSemitones + own.pitchSemitones + directed.pitchSemitones
    request.volume = volume * own.volumeGain
    request.play(expression, besides: self.directed)
    request.direction = ActingNote.text(
      direction, context: line.sceneIndex.flatMap { sceneContexts[$0] },
      delivery: line.delivery + (lineDirections[line.index]?.note.map { [$0] } ?? []))
    request.previousText = previous
    request.nextText = next
    request.wantsMarks = true
    return request
  }
}
