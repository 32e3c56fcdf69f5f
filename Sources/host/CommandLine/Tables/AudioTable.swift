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
    var description = CommandDescription(
      "audio", "Choose among the versions of each item's sound.")
    let complaint =
      "Sound is listed (list SCRIPT [ITEM]), chosen (activate VERSION), heard (play VERSION), copied (export VERSION OUT), "
      + "rated (rate VERSION 1…5) or given a note (note VERSION WORDS…)."
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("SCRIPT [ITEM]", 1...2, completing: [.file, .nothing], complaint),
        "the items and their versions, or one item"),
      VerbDescription(
        "activate", WordsDescription("VERSION", 1...1, complaint),
        "make this the version that is heard, whatever voice the part has"),
      VerbDescription(
        "rate",
        WordsDescription(
          "VERSION 1…5", 2...2, completing: [.nothing, .word(["1", "2", "3", "4", "5", "none"])],
          complaint),
        "how good it is; 'none' removes the rating"),
      VerbDescription(
        "note", WordsDescription("VERSION [WORDS…]", 1...Int.max, complaint),
        "keep a note about it; no words remove the note"),
      VerbDescription("play", WordsDescription("VERSION", 1...1, complaint), "hear it"),
      VerbDescription(
        "export",
        WordsDescription("VERSION OUT", 2...2, completing: [.nothing, .file], complaint),
        "copy it into a sound file, of the kind that OUT's ending says"),
    ]
    description.terms = [
      ("SCRIPT", "its file, its name or its number in the library"),
      (
        "ITEM, VERSION",
        "numbers, as 'list' shows them; items are counted from 1 in the script, as for generate --redo"
      ),
    ]
    return CommandDefinition(
      description, LibraryValues(),
      [
        OptionGroup(
          "",
          [
            .device(
              { values, change in change(&values.devices) },
              "where 'play' is heard; pulse by default"),
            .json("print an object for each item"), .quiet, .verbose, .showsHelp,
          ])
      ]
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
      guard let number = Int64(words[index]), number > 0 else {
        throw .usage(
          "\(subject) is named by its number, as '\(Program.name) audio list' shows it; not “\(words[index])”."
        )
      }
      return number
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
