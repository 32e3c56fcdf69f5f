import CueModel

/// Effects one after the other, as one.
///
/// What comes late out of an effect is dropped at its start, so a chain has no latency. Blocks that were handed over ahead keep
/// all effects busy at once.
public final class EffectChain: Effect {
  private let effects: [any Effect]
  /// The format of the input of each effect, and of the last one's output.
  private var formats: [AudioFormat] = []
  /// How many blocks each effect has and has not given back.
  private var waiting: [Int]
  /// How many frames of each effect's output are still to be dropped; nil before the first, because an
  /// effect may report it only then.
  private var late: [Int?]

  /// A chain of at least one effect, the first one first.
  public init(_ effects: [any Effect]) {
    precondition(!effects.isEmpty, "a chain has a link")
    self.effects = effects
    waiting = Array(repeating: 0, count: effects.count)
    late = Array(repeating: nil, count: effects.count)
  }

  /// How many blocks may be on their way so that no effect waits for another.
  public var usefulBlocks: Int { effects.count + 1 }

  /// Its effects, the first one first.
  public var name: String { effects.map(\.name).joined(separator: ", ") }
  /// What comes late is dropped.
  public let latencyFrames = 0
  /// Those of the last effect.
  public var outputChannels: Int? { formats.last?.channels }
  /// What the effects sound on, together.
  public var tailFrames: Int { effects.reduce(0) { $0 + $1.tailFrames } }

  /// What may be changed on the first effect.
  public func parameters() throws -> [EffectParameter] { try effects[0].parameters() }

  /// Prepares all effects.
  public func configure(rateHertz: Int, channels: Int) throws {
    func format(_ channels: Int) -> AudioFormat {
      AudioFormat(sample: .float32, rateHertz: rateHertz, channels: channels)
    }
    formats = [format(channels)]
    for (index, effect) in effects.enumerated() {
      let channels = formats[index].channels
      try effect.configure(rateHertz: rateHertz, channels: channels)
      formats.append(format(effect.outputChannels ?? channels))
      waiting[index] = 0
      late[index] = nil
    }
  }

  /// Hands sound to the first effect; `changes` are its.
  public func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) throws {
    try effects[0].begin(sound, changes: changes, asking: frames)
    waiting[0] += 1
  }

  /// Waits for what became of the sound that was handed over first.
  public func finish() throws -> EffectOutput {
    precondition(waiting.contains { $0 > 0 }, "nothing was handed over")
    return try pull(effects.count - 1)
  }

  /// What the effect at `index` gives next; it gets another block first, where there is one for it to work on meanwhile.
  private func pull(_ index: Int) throws -> EffectOutput {
    while index > 0, waiting[index] < 2, waiting[..<index].contains(where: { $0 > 0 }) {
      let input = try pull(index - 1)
      try effects[index].begin(input.sound, changes: [], asking: input.places)
      waiting[index] += 1
    }
    let output = try effects[index].finish()
    waiting[index] -= 1
    return timely(output, index)
  }

  private func timely(_ output: EffectOutput, _ index: Int) -> EffectOutput {
    let latency = effects[index].latencyFrames
    guard latency > 0 else { return output }
    let left = late[index] ?? latency
    let dropped = min(left, output.sound.frameCount)
    late[index] = left - dropped
    return EffectOutput(
      sound: output.sound.frames(dropped..<output.sound.frameCount),
      places: output.places.map { max(0, $0 - latency) })
  }

  /// Gives what is left in all effects.
  public func flush(asking frames: [Int]) throws -> EffectOutput {
    precondition(!formats.isEmpty, "a chain is configured before it is used")
    precondition(waiting.allSatisfy { $0 == 0 }, "sound is still on its way")
    var rest = AudioBuffer(format: formats[0], bytes: [])
    var places = frames
    for (index, effect) in effects.enumerated() {
      var bytes: [UInt8] = []
      if rest.frameCount > 0 {
        try effect.begin(rest, changes: [], asking: [])
        bytes = timely(try effect.finish(), index).sound.bytes
      }
      let output = timely(try effect.flush(asking: places), index)
      places = output.places
      rest = AudioBuffer(format: formats[index + 1], bytes: bytes + output.sound.bytes)
    }
    return EffectOutput(sound: rest, places: places)
  }

  /// Whatever is on its way is not wanted any more.
  public func abandon() {
    for effect in effects { effect.abandon() }
    waiting = Array(repeating: 0, count: effects.count)
  }
}
