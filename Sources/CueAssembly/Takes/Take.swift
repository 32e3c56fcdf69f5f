import CueSystem
import Glibc

/// A recorded run through a scene: a folder with the actor's voice, the partner's, both together, and what is known of it.
///
/// Only names within the folder of takes are kept, so that it can be moved.
package struct Take: Equatable, Sendable {
  /// Its scene, from 1; 0 for lines ahead of the first heading.
  package var scene: Int
  /// Its number in the scene, from 1.
  package var number: Int
  /// Where it is.
  package var folder: String
  /// The script's title.
  package var title = ""
  /// The scene's heading.
  package var heading = ""
  /// The actor's characters.
  package var roles: [String] = []
  /// When it began, in milliseconds since the start of 1970, UTC.
  package var began: Int64 = 0
  /// Whether it is the best of its scene.
  package var isBest = false
  /// Its lines, in the order in which they were said.
  package var lines: [TakeLine] = []

  /// One of the three sounds of a take.
  package enum Track: String, CaseIterable, Sendable {
    case own, partner, mix
  }

  /// A take in a folder.
  package init(scene: Int, number: Int, folder: String) {
    self.scene = scene
    self.number = number
    self.folder = folder
  }

  /// As the user names it: `2.3` is the third take of the second scene.
  package var name: String { "\(scene).\(number)" }

  /// The file of a track.
  package func path(of track: Track) -> String { "\(folder)/\(track.rawValue).wav" }

  /// Frames of the take, as far as they are in its files: of one that was killed, one track may be longer.
  package var frames: Int { max(frames(of: .own), frames(of: .partner)) }

  private func frames(of track: Track) -> Int {
    var status = stat()
    guard unsafe stat(path(of: track), &status) == 0 else { return 0 }
    return max(0, Int(status.st_size) - Take.headerByteCount)
      / TakeTracks.format.frameByteCount
  }

  /// Bytes of a WAV file ahead of its sound.
  private static let headerByteCount = 44

  /// Seconds of the take.
  package var seconds: Double { Double(frames) / Double(TakeTracks.format.rateHertz) }
}

/// A line in a take.
package struct TakeLine: Equatable, Sendable {
  /// The number of the spoken line, from 1.
  package var number: Int
  /// The speaker.
  package var character: String
  /// Whether it is the actor's.
  package var isOwn: Bool
  /// The frames of the take between which it was the line at hand.
  package var frames: Range<Int>
  /// The share of its words that were said; nil if that was not judged.
  package var share: Double?
  /// Until the first word, in seconds; nil if that is not known.
  package var pickUpSeconds: Double?
  /// How long it took to say, in seconds; nil if that is not known.
  package var seconds: Double?

  /// A line that is said from a frame on.
  package init(number: Int, character: String, isOwn: Bool, frames: Range<Int>) {
    self.number = number
    self.character = character
    self.isOwn = isOwn
    self.frames = frames
  }
}

// What stands in the file `take.json` of its folder.
extension Take {
  var infoPath: String { folder + "/take.json" }

  var json: JSONObject {
    var json = JSONObject()
    json["title"] = .string(title)
    json["heading"] = .string(heading)
    json["roles"] = .strings(roles)
    json["began"] = .integer(Int(began))
    json["is_best"] = .bool(isBest)
    json["rate"] = .integer(TakeTracks.format.rateHertz)
    json["lines"] = .objects(
      lines.map { line in
        var json = JSONObject()
        json["number"] = .integer(line.number)
        json["character"] = .string(line.character)
        json["is_own"] = .bool(line.isOwn)
        json["start"] = .integer(line.frames.lowerBound)
        json["end"] = .integer(line.frames.upperBound)
        json["share"] = line.share.map { .number($0) }
        json["pick_up_seconds"] = line.pickUpSeconds.map { .number($0) }
        json["seconds"] = line.seconds.map { .number($0) }
        return json
      })
    return json
  }

  /// Takes what the file says; one that is missing or damaged says nothing.
  mutating func readInfo() {
    guard let bytes = try? WholeFile.read(infoPath, limit: 16 << 20),
      let json = try? LinedJSON(parsing: bytes)
    else { return }
    title = json.text("title") ?? ""
    heading = json.text("heading") ?? ""
    if case .array(let values)? = json["roles"] { roles = values.compactMap(\.text) }
    began = json.number("began").map { Int64($0) } ?? 0
    if case .bool(let value)? = json["is_best"] { isBest = value }
    guard case .array(let values)? = json["lines"] else { return }
    lines = values.compactMap { value in
      guard let number = value.number("number"), let start = value.number("start"),
        let end = value.number("end"), start >= 0, end >= start
      else { return nil }
      var isOwn = false
      if case .bool(let value)? = value["is_own"] { isOwn = value }
      var line = TakeLine(
        number: Int(number), character: value.text("character") ?? "", isOwn: isOwn,
        frames: Int(start)..<Int(end))
      line.share = value.number("share")
      line.pickUpSeconds = value.number("pick_up_seconds")
      line.seconds = value.number("seconds")
      return line
    }
  }
}

extension LinedJSON {
  fileprivate var text: String? { if case .string(let text) = value { text } else { nil } }

  fileprivate func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// A number that an integer can hold.
  fileprivate func number(_ name: String) -> Double? {
    if case .number(let number)? = self[name], abs(number) < 9e15 { number } else { nil }
  }
}
