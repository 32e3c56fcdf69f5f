import CueAudio
import CueModel
import Glibc

/// Both voices of a take together.
package enum TakeMixer {
  private static let blockFrames = 1 << 16

  /// The sum of both tracks, block by block; what is beyond full scale is limited to it.
  ///
  /// - Parameters:
  ///   - take: whose tracks
  ///   - body: takes the next block of ``TakeTracks/format``
  /// - Throws: where a track cannot be read, and what `body` throws
  package static func mix(_ take: Take, _ body: (AudioBuffer) throws -> Void) throws {
    let own = try reader(take.path(of: .own))
    let partner = try reader(take.path(of: .partner))
    while true {
      let one = try own?.read(atMost: blockFrames)?.int16s ?? []
      let other = try partner?.read(atMost: blockFrames)?.int16s ?? []
      let count = max(one.count, other.count)
      guard count > 0 else { return }
      let sum = (0..<count).map { index -> Int16 in
        let value =
          (index < one.count ? Int(one[index]) : 0) + (index < other.count ? Int(other[index]) : 0)
        return Int16(clamping: value)
      }
      try body(AudioBuffer(int16: sum, rateHertz: TakeTracks.format.rateHertz))
    }
  }

  /// Writes the mix beside the tracks, unless it is there.
  package static func writeMix(of take: Take) throws {
    let path = take.path(of: .mix)
    guard unsafe access(path, F_OK) != 0 else { return }
    let file = try GrowingSoundFile(path: path, format: TakeTracks.format)
    do {
      try mix(take) { try file.append($0) }
      try file.close()
    } catch {
      // Half of a mix is useless; it is made again when needed.
      unsafe unlink(path)
      throw error
    }
  }

  /// Reads a track of a take; the mix is made where it is not there.
  package static func read(
    _ track: Take.Track, of take: Take, _ body: (AudioBuffer) throws -> Void
  ) throws {
    if track == .mix, unsafe access(take.path(of: .mix), R_OK) != 0 {
      return try mix(take, body)
    }
    guard let reader = try reader(take.path(of: track)) else { return }
    while let sound = try reader.read(atMost: blockFrames) {
      try body(AudioBuffer(int16: sound.int16s, rateHertz: sound.format.rateHertz))
    }
  }

  /// Reads a file; nil for one without sound.
  private static func reader(_ path: String) throws(SoundFileError) -> SoundFileReader? {
    do throws(SoundFileError) { return try SoundFileReader(path: path) } catch {
      if error.reason == .noFrames { return nil }
      throw error
    }
  }
}
