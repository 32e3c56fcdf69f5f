/// A parameter of an effect that may change while sound runs.
public struct EffectChange: Equatable, Sendable {
  /// The parameter's number.
  public var parameter: UInt32
  /// Frames from the start of the sound it is given with.
  public var frame: Int
  /// The new value.
  public var value: Double

  /// A change of `parameter` at `frame` to `value`.
  public init(parameter: UInt32, frame: Int, value: Double) {
    self.parameter = parameter
    self.frame = frame
    self.value = value
  }
}

/// What may be changed on an effect.
public struct EffectParameter: Equatable, Sendable {
  /// Its number, for an ``EffectChange``.
  public var id: UInt32
  /// What users type.
  public var name: String
  /// "dB", "st", …, or nothing.
  public var unit: String
  /// The smallest and the largest value, where it is a number.
  public var range: ClosedRange<Double>?
  /// Whether it may change at a frame.
  public var isLive: Bool

  /// Describes a parameter.
  public init(
    id: UInt32, name: String, unit: String = "", range: ClosedRange<Double>? = nil,
    isLive: Bool = false
  ) {
    self.id = id
    self.name = name
    self.unit = unit
    self.range = range
    self.isLive = isLive
  }
}

/// What became of sound that was given to an effect.
public struct EffectOutput: Equatable, Sendable {
  /// The sound, of any length.
  public var sound: AudioBuffer
  /// Where the frames that were asked for are heard, counted since the effect was configured.
  public var places: [Int]

  /// That sound, and those places.
  public init(sound: AudioBuffer, places: [Int] = []) {
    self.sound = sound
    self.places = places
  }
}

/// Sound goes in block by block, and comes out, not always as much.
///
/// Blocks are handed over with ``begin(_:changes:asking:)`` and come back in the same order with ``finish()``; a few may be on
/// their way at once, so that the effect works while its user does other things. A failure is a ``PluginFailure``; after it,
/// and after ``flush(asking:)``, it is configured again.
public protocol Effect: AnyObject {
  /// Which effect, for people.
  var name: String { get }
  /// Samples in a frame of its output, once it is configured; nil: as many as of its input.
  var outputChannels: Int? { get }
  /// Frames by which output comes later than its input: as many at its start belong to nothing.
  var latencyFrames: Int { get }
  /// Frames that sound on after the input has ended, beyond the latency.
  var tailFrames: Int { get }

  /// What may be changed.
  func parameters() throws -> [EffectParameter]

  /// Prepares for float sound of that rate and channel count; forgets all sound.
  func configure(rateHertz: Int, channels: Int) throws

  /// Hands over float sound, with changes at its frames, sorted, and frames since configuring whose places are wanted.
  func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) throws

  /// Waits for what became of the sound that was handed over first.
  func finish() throws -> EffectOutput

  /// No more sound comes: gives what is left.
  func flush(asking frames: [Int]) throws -> EffectOutput

  /// Whatever is on its way is not wanted any more.
  func abandon()
}

extension Effect {
  /// As many as of its input.
  public var outputChannels: Int? { nil }

  /// What becomes of `sound`, waited for.
  public func process(_ sound: AudioBuffer, changes: [EffectChange] = []) throws -> AudioBuffer {
    try begin(sound, changes: changes, asking: [])
    return try finish().sound
  }

  /// What is left when no more sound comes.
  public func flush() throws -> AudioBuffer { try flush(asking: []).sound }
}

/// An effect that failed, where a failed voice would be taken for its cause otherwise.
public struct EffectFailure: Error, Equatable, Sendable {
  /// How it failed.
  public let failure: PluginFailure

  /// A failure of an effect.
  public init(_ failure: PluginFailure) { self.failure = failure }
}
