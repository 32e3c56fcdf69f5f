import CueCasting
import CueGeneration
import CueModel
import CuePlugins

/// What is recorded, and how: everything that a recording can do, as one value.
public struct RecordingRequest: Sendable {
  /// Who says what.
  public var cast = CastRequest()
  /// What of the script is said, and what of that is wanted.
  public var wish = RecordingWish()
  /// The speed, pitch and seed that those of voices and script are moved from.
  public var delivery = RoleDelivery()
  /// Tones and manners of all characters, where the script says nothing else; not of the narrator.
  public var expression = Expression()
  /// Tones and manners of single characters, with their names in any case.
  public var expressions: [(name: String, expression: Expression)] = []
  /// Whether no voice stands in for another, and the first failure ends it.
  public var isStrict = false
  /// How many voices speak at once; nil for one on each core.
  public var lanes: Int?

  /// The file, or the folder where there are several; nil: clips are made, and no file is written.
  public var output: String?
  /// What the files are.
  public var settings = RecordingSettings()
  /// Where characters are heard: their names in any case, and −1 left to 1 right.
  public var pans: [(name: String, place: Double)] = []
  /// Whether only items that are made now go into the files.
  public var isOnlyChanged = false
  /// A recognizer that reads back every clip; nil for none.
  public var proof: Proof?

  /// A folder for clips instead of the library's.
  public var clips: String?
  /// Whether the library keeps the cast, the takes and the job, and a kept cast plays again.
  public var keepsLibrary = true
  /// Whether no file is written if a line cannot be made.
  public var needsAll = false
  /// Whether nothing is made, and only planned.
  public var isDryRun = false
  /// The share that is made here, if several programs make the recording together.
  public var share: Share?
  /// Whether the shares are joined, so that nothing is made here.
  public var assembles = false
  /// The job that this goes on with; nil for a new one.
  public var job: Int64?
  /// The words of a command that goes on with the job.
  public var words: [String] = []
  /// What else decides the files, as text: if it is the same as the last time, they need not be made again.
  public var stamp = ""

  /// How clips are read back.
  public struct Proof: Sendable {
    /// The recognizers; empty for the best that is installed.
    public var recognizers: [PluginChoice]
    /// How many more takes are made of a clip whose words differ.
    public var retakes: Int

    /// Reading back by `recognizers`.
    public init(by recognizers: [PluginChoice] = [], retakes: Int = 0) {
      self.recognizers = recognizers
      self.retakes = retakes
    }
  }

  /// One of several programs that make a recording together.
  public struct Share: Equatable, Sendable {
    /// Which one, from 1.
    public var number: Int
    /// How many there are.
    public var count: Int

    /// The share of that number.
    public init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }

    /// Whether the clip of `key` belongs to it: the same in every script, so that equal lines belong to one program.
    func has(_ key: ClipKey) -> Bool {
      let digits = key.hexadecimal.prefix(15)
      return Int(digits, radix: 16).map { $0 % count == number - 1 } ?? false
    }
  }

  /// All of a script, as at a table read.
  public init() {}

  /// A share, a trial run, and the joining of shares do not use the library: it belongs to one machine.
  var usesLibrary: Bool { keepsLibrary && share == nil && !assembles && !isDryRun }
}
