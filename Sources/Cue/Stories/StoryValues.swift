import CueStore
import CueStory

extension Story {
  /// How all of a story is heard.
  ///
  /// Values beyond the end of a dial mean its end.
  public struct Dials: Equatable, Sendable {
    /// How fast it plays: a factor, 0.25…2, in thousandths; 1 is as fast as takes are made.
    public var speed = 1.0
    /// How much higher it sounds, in semitones: −12…12, in cents.
    public var pitchSemitones = 0.0
    /// Whether speed moves the pitch, as on a tape; else the pitch stays.
    public var isLinked = true
    /// Whether a click is heard while it plays; it is in no mix.
    public var hasClick = false
    /// The tempo of the click at speed 1, in beats a minute: 20…400.
    public var beatsPerMinute = 120

    /// As takes are made, without a click.
    public init() {}

    init(_ story: StoredStory) {
      speed = story.dials.rate.factor
      pitchSemitones = story.dials.pitch.semitones
      isLinked = story.isLinked
      hasClick = story.hasClick
      beatsPerMinute = story.beatsPerMinute
    }

    var story: StoryDials {
      var dials = StoryDials()
      dials.rate = PlaybackRate(dial: Dials.number(speed, else: 1))
      dials.pitch = PitchOffset(dial: Dials.number(pitchSemitones, else: 0), isFine: true)
      dials.isLinked = isLinked
      return dials
    }

    var click: StoryClick { StoryClick(isOn: hasClick, beatsPerMinute: beatsPerMinute) }

    /// `value`, or `other` where it is not a number.
    static func number(_ value: Double, else other: Double) -> Double {
      value.isNaN ? other : value
    }
  }

  /// How one take is mixed with the others; nothing of it changes the take's sound.
  public struct Track: Equatable, Sendable {
    /// How much louder it is, in decibels: −200…24.
    public var gainDecibels = 0.0
    /// Where it is heard: −1, left, to 1, right.
    public var pan = 0.0
    /// Whether it is left out.
    public var isMuted = false
    /// Whether only this one, and others like it, are heard.
    public var isSolo = false
    /// How much higher it sounds than the story, in semitones: −12…12, in cents.
    public var pitchSemitones = 0.0

    /// In the middle, as loud and as high as it was recorded.
    public init() {}

    init(_ take: StoredTake) {
      gainDecibels = Double(take.gain) / 100
      pan = Double(take.pan) / 100
      (isMuted, isSolo) = (take.isMuted, take.isSolo)
      pitchSemitones = PitchOffset(millicents: take.localPitch).semitones
    }

    /// Mixes `take` so.
    func mix(_ take: inout StoredTake) {
      let gain = min(max(Dials.number(gainDecibels, else: 0), -200), 24)
      take.gain = Int((gain * 100).rounded())
      take.pan = Int((min(max(Dials.number(pan, else: 0), -1), 1) * 100).rounded())
      (take.isMuted, take.isSolo) = (isMuted, isSolo)
      take.localPitch =
        PitchOffset(dial: Dials.number(pitchSemitones, else: 0), isFine: true).millicents
    }
  }

  /// A take: sound that never changes, and how it is mixed.
  public struct Take: Equatable, Sendable {
    /// Its number in the story, from 1; no other take of the story ever has it.
    public let number: Int
    /// What it is called on all machines: 32 hexadecimal digits.
    public let id: String
    /// The number of the take that it answers; nil for the first.
    public let answers: Int?
    /// The player who recorded it.
    public let player: String
    /// What it is about.
    public let label: String
    /// Its WAV file, which is read-only.
    public let path: String
    /// Frames of the file.
    public let frames: Int
    /// Channels of the file, 1 or 2.
    public let channels: Int
    /// How fast the story played when it was recorded: a factor.
    public let recordedSpeed: Double
    /// How much higher the story sounded when it was recorded, in semitones; what a linked speed added included.
    public let recordedPitchSemitones: Double
    /// Where it begins, in seconds as the story is heard now.
    public let startSeconds: Double
    /// How long it is, in seconds as the story is heard now.
    public let seconds: Double
    /// How it is mixed.
    public let track: Track
    /// Whether others may have it.
    public let isSent: Bool
    /// What went wrong while it was recorded; nothing for a whole take.
    public let damage: [TakeDamage]
  }

  /// A story as it was at one moment.
  public struct State: Equatable, Sendable {
    /// One line; no two stories of a user have the same.
    public let title: String
    /// What the user is called in it.
    public let player: String
    /// Whether the user holds the pen, and may change it.
    public let hasPen: Bool
    /// The player who holds the pen otherwise; nil if that is not known.
    public let holder: String?
    /// Frames a second of all its takes.
    public let rateHertz: Int
    /// How it is heard.
    public let dials: Dials
    /// All takes, in the order in which they came here.
    public let takes: [Take]
    /// The numbers of the takes that are heard, from the first to the one that the next take answers.
    public let heard: [Int]
    /// Its length, in seconds as heard now.
    public let seconds: Double

    /// The take of that number; nil if there is none.
    public func take(_ number: Int) -> Take? { takes.first { $0.number == number } }

    /// The takes that answer the one of that number; those that begin the story for nil.
    public func answers(to number: Int?) -> [Take] { takes.filter { $0.answers == number } }

    /// The take that the next one answers; nil for a story without takes.
    public var head: Take? { heard.last.flatMap { take($0) } }

    /// All takes, every one after the one that it answers.
    public let tree: [TreeRow]
  }

  /// A take in the tree of a story.
  public struct TreeRow: Equatable, Sendable {
    /// Its number.
    public let take: Int
    /// How many takes are before it on the way from the first.
    public let depth: Int
  }

  /// What was taken back.
  public enum Undone: Equatable, Sendable {
    /// The dials are as they were.
    case dials
    /// The take of that number is mixed as it was.
    case track(Int)
    /// The next take answers the one that it did before.
    case branch
    /// The take of that number, which was added last, is removed.
    case take(Int)
  }
}

extension Story.State {
  init(_ view: StoryView, path: (StoredTake) -> String) {
    let story = view.story
    let tree = view.tree
    let places = tree.places
    func seconds(_ ticks: Int) -> Double {
      Double(ticks) / Double(story.masterRate) / Double(story.rateHertz)
    }
    title = story.title
    player = story.player
    hasPen = story.isActive
    holder = story.isActive || story.holder.isEmpty ? nil : story.holder
    rateHertz = story.rateHertz
    dials = Story.Dials(story)
    takes = view.takes.map { take in
      Story.Take(
        number: take.number, id: take.id, answers: tree.take(take.parent)?.number,
        player: take.author, label: take.label, path: path(take), frames: take.frames,
        channels: take.channels, recordedSpeed: take.recorded.rate.factor,
        recordedPitchSemitones: take.recorded.pitch.semitones,
        startSeconds: seconds(places[take.id]?.start ?? 0), seconds: seconds(take.ticks),
        track: Story.Track(take), isSent: take.isSent, damage: take.damages)
    }
    heard = view.chain().map(\.number)
    self.seconds = seconds(view.timeline().length)
    self.tree = tree.outline.map { Story.TreeRow(take: $0.take.number, depth: $0.depth) }
  }
}
