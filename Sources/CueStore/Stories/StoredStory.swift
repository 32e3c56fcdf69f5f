/// A story that is kept: takes that are layered over each other, and how all of them are heard.
public struct StoredStory: Sendable, Equatable {
  /// Its number here; no other ever has it.
  public let number: Int64
  /// What it is called everywhere: 32 small hexadecimal digits.
  public let id: String
  /// One line; no two stories have the same but for case.
  public var title: String
  /// What the user is called in it.
  public var player: String
  /// Frames a second of all its takes.
  public let rateHertz: Int
  /// How fast all of it plays, in thousandths: 250…2000.
  public var masterRate = 1000
  /// How much higher all of it sounds, in millicents.
  public var masterPitch = 0
  /// Whether speed moves the pitch.
  public var isLinked = true
  /// Whether a click is heard while it plays.
  public var hasClick = false
  /// The tempo of the click where the story plays at rate 1, in beats a minute: 20…400.
  public var beatsPerMinute = 120
  /// Whether the user holds the pen.
  public var isActive = true
  /// The player who holds it otherwise; empty if not known.
  public var holder = ""
  /// How often the pen was passed, as far as that is known here.
  public var turn = 0
  /// The id of the take that the next one answers; empty before the first.
  public var head = ""
  /// When it was made here, in milliseconds since the start of 1970, UTC.
  public let created: Int64
  /// When it last changed, in milliseconds since the start of 1970, UTC.
  public internal(set) var updated: Int64

  /// A story that is not kept yet.
  public init(id: String, title: String, player: String, rateHertz: Int) {
    number = 0
    self.id = id
    self.title = title
    self.player = player
    self.rateHertz = rateHertz
    created = 0
    updated = 0
  }

  init(_ row: borrowing StoreRow) {
    number = row.integer(0)
    id = row.text(1)
    title = row.text(2)
    player = row.text(3)
    rateHertz = Int(row.integer(4))
    masterRate = Int(row.integer(5))
    masterPitch = Int(row.integer(6))
    isLinked = row.integer(7) != 0
    isActive = row.integer(8) != 0
    holder = row.text(9)
    head = row.text(10)
    created = row.integer(11)
    updated = row.integer(12)
    hasClick = row.integer(13) != 0
    beatsPerMinute = Int(row.integer(14))
    turn = Int(row.integer(15))
  }
}

/// A take that is being recorded: what is known before its sound is complete.
public struct StoredRecording: Sendable, Equatable {
  /// The id of the story.
  public let story: String
  /// The id of the take.
  public let take: String
  /// The name of its sound file, in the folder of the story.
  public let file: String
  /// The id of the take that it answers; empty for the first.
  public let parent: String
  /// The player who records it.
  public let author: String
  /// What it is about.
  public let label: String
  /// Samples in a frame.
  public let channels: Int
  /// Whether samples are floats; else 16-bit integers.
  public let isFloat: Bool
  /// How fast the story plays meanwhile, in thousandths: 250…2000.
  public let recordedRate: Int
  /// How much higher all is heard, in millicents.
  public let recordedPitch: Int

  /// A recording of those values.
  public init(
    story: String, take: String, file: String, parent: String, author: String, label: String,
    channels: Int, isFloat: Bool, recordedRate: Int, recordedPitch: Int
  ) {
    self.story = story
    self.take = take
    self.file = file
    self.parent = parent
    self.author = author
    self.label = label
    self.channels = channels
    self.isFloat = isFloat
    self.recordedRate = recordedRate
    self.recordedPitch = recordedPitch
  }
}

/// A take that is kept: what was recorded, which never changes, and how it is mixed, which may.
public struct StoredTake: Sendable, Equatable {
  /// Its number in its story here, from 1; no other take of the story ever has it.
  public package(set) var number = 0
  /// What it is called everywhere: 32 small hexadecimal digits.
  public let id: String
  /// The id of the take that it answers; empty for the first.
  public internal(set) var parent: String
  /// The player who recorded it.
  public let author: String
  /// What it is about: its words, or the name of its file.
  public var label = ""
  /// Samples in a frame.
  public let channels: Int
  /// Whether samples are floats; else 16-bit integers.
  public let isFloat: Bool
  /// Frames.
  public let frames: Int
  /// The SHA-256 of its file: 64 small hexadecimal digits.
  public let digest: String
  /// How fast the story played when it was recorded, in thousandths: 250…2000.
  public let recordedRate: Int
  /// How much higher all was heard then, in millicents.
  public let recordedPitch: Int
  /// What went wrong while it was recorded; empty for nothing.
  public var damage = ""
  /// Whether others have it.
  public var isSent = false
  /// Hundredths of a decibel.
  public var gain = 0
  /// −100 for left to 100 for right.
  public var pan = 0
  /// Whether it is left out.
  public var isMuted = false
  /// Whether only this one, and others like it, are heard.
  public var isSolo = false
  /// How much higher it sounds than the story, in millicents.
  public var localPitch = 0
  /// When it was kept here, in milliseconds since the start of 1970, UTC.
  public internal(set) var created: Int64 = 0

  /// A take that is not kept yet.
  public init(
    id: String, parent: String, author: String, channels: Int, isFloat: Bool, frames: Int,
    digest: String, recordedRate: Int, recordedPitch: Int
  ) {
    self.id = id
    self.parent = parent
    self.author = author
    self.channels = channels
    self.isFloat = isFloat
    self.frames = frames
    self.digest = digest
    self.recordedRate = recordedRate
    self.recordedPitch = recordedPitch
  }

  init(_ row: borrowing StoreRow) {
    number = Int(row.integer(0))
    id = row.text(1)
    parent = row.text(2)
    author = row.text(3)
    label = row.text(4)
    channels = Int(row.integer(5))
    isFloat = row.integer(6) != 0
    frames = Int(row.integer(7))
    digest = row.text(8)
    recordedRate = Int(row.integer(9))
    recordedPitch = Int(row.integer(10))
    damage = row.text(11)
    isSent = row.integer(12) != 0
    gain = Int(row.integer(13))
    pan = Int(row.integer(14))
    isMuted = row.integer(15) != 0
    isSolo = row.integer(16) != 0
    localPitch = Int(row.integer(17))
    created = row.integer(18)
  }
}

/// Something that was done to a story, as its journal has it.
public struct StoryOperation: Sendable, Equatable {
  /// What was done.
  public enum Kind: String, Sendable {
    /// The story was begun.
    case new
    /// A take was added.
    case take
    /// A take was removed.
    case remove
    /// The story's dials were turned.
    case dial
    /// A take is mixed otherwise.
    case track
    /// The next take answers another one.
    case branch
    /// The operation in ``StoryOperation/before`` was taken back.
    case undo
    /// It was sent.
    case send
    /// Takes came from others.
    case receive
    /// The take got another parent, because the parents made no tree.
    case repair
  }

  /// Its number, higher than those of earlier ones.
  public let number: Int64
  /// What was done.
  public let kind: Kind
  /// The id of the take that it was done to; empty for the story.
  public let take: String
  /// How it was before, in the words of the code that wrote it.
  public let before: String
  /// How it was then.
  public let after: String
  /// Whether it was taken back.
  public let isUndone: Bool
  /// When, in milliseconds since the start of 1970, UTC.
  public let created: Int64
}
