import CueModel

/// A device, and the effects of what is heard on it: one thread each uses them at a time.
final class PlayerMachinery: @unchecked Sendable {
  let device: any Device
  private let makeEffects: () throws -> StoryEffects
  private var made: StoryEffects?

  /// That device, and what makes effects when they are first needed.
  init(_ device: any Device, _ makeEffects: @escaping () throws -> StoryEffects) {
    self.device = device
    self.makeEffects = makeEffects
  }

  /// The effects; the same ones each time.
  func effects() throws -> StoryEffects {
    if let made { return made }
    let effects = try makeEffects()
    made = effects
    return effects
  }
}
