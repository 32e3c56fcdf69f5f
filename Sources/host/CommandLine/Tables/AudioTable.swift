import CueOptions
import CuePlugins

/// The action of `audio`.
enum AudioAction: Equatable {
  case list(script: String, item: Int64?)
  case activate(Int64)
  /// Nil takes a rating back.
  case rate(Int64, Int?)
  case note(Int64, String)
  /// Plays a version.
  case play(Int64, device: PluginChoice?)
  /// Copies a version into a sound file.
  case export(Int64, to: String)
}

extension CommandTable {
  static var audio: CommandDefinition<LibraryValues> {
    CommandDefinition(
      .init(
        "audio",
        verbs: [
          .init("list", "SCRIPT [ITEM]", completing: [.file, .nothing]),
          .init("activate", "VERSION"),
          .init(
            "rate", "VERSION 1…5", 2...2,
            completing: [.nothing, .word(["1", "2", "3", "4", "5", "none"])]),
          .init("note", "VERSION [WORDS…]"),
          .init("play", "VERSION"),
          .init("export", "VERSION OUT", completing: [.nothing, .file]),
        ]), LibraryValues(),
      options: [
        .device({ $1(&$0.devices) })
      ], CommandOption.talking
    ) { given throws(UserError) in
      if !given.values.devices.isEmpty, given.verb != "play" {
        throw .usage("--device is for '\(Program.name) audio play'.")
      }
      return .audio(try audioAction(given.verb, given.words, device: given.values.devices.first))
    }
  }

  private static func audioAction(
    _ verb: String, _ words: [String], device: PluginChoice?
  ) throws(UserError) -> AudioAction {
    func number(_ index: Int, _ subject: String) throws(UserError) -> Int64 {
      try OptionValues.stored(
        words[index],
        "\(subject) is named by its number, as '\(Program.name) audio list' shows it; not “\(words[index])”."
      )
    }
    switch verb {
    case "list":
      return .list(script: words[0], item: words.count == 2 ? try number(1, "An item") : nil)
    case "activate": return .activate(try number(0, "A version"))
    case "play": return .play(try number(0, "A version"), device: device)
    case "export": return .export(try number(0, "A version"), to: words[1])
    case "note":
      return .note(try number(0, "A version"), words.dropFirst().joined(separator: " "))
    default:
      let version = try number(0, "A version")
      if words[1] == "none" { return .rate(version, nil) }
      guard let rating = Int(words[1]), (1...5).contains(rating) else {
        throw .usage("A rating is 1 to 5, or none; not “\(words[1])”.")
      }
      return .rate(version, rating)
    }
  }
}
