import CueSystem
import CueScreenplay
import Glibc

/// The script of a recording: what is said, and which of it is wanted.
struct GenerateScript {
  let path: String
  let bytes: [UInt8]
  /// Of the file's bytes, in hexadecimal.
  let digest: String
  let screenplay: Screenplay
  /// All that the rules have said, in order.
  private(set) var items: [SpeakableItem] = []
  /// Places of those that are wanted.
  private(set) var wanted: [Int] = []

  /// Reads it; nothing is said of it yet.
  init(_ options: GenerateOptions, _ manner: Manner) throws(UserError) {
    let bytes = try Texts.contents(ofFile: options.script)
    self.bytes = bytes
    digest = ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
    path = try GenerateScript.absolute(options.script)
    screenplay = try GenerateScript.screenplay(bytes, options.script, manner)
  }

  /// Tells it into what is said, by whom `speakers` knows.
  mutating func tell(_ options: GenerateOptions, _ speakers: Speakers) throws(UserError) {
    var speaking = options.speaking
    speaking.aliases = speakers.aliases
    speaking.lexicon = try Lexicon(file: options.wishes.lexicon)
    let items = SpeakableItems.items(of: screenplay, rules: options.rules, options: speaking)
    guard !items.isEmpty else {
      throw UserError(
        "By the rules \(options.rules.rawValue), nothing of \(options.script) is said.", .badInput)
    }
    self.items = items
    wanted = try GenerateScript.wanted(options, speakers, screenplay, items)
  }

  private static func screenplay(
    _ bytes: [UInt8], _ name: String, _ manner: Manner
  ) throws(UserError) -> Screenplay {
    let screenplay: Screenplay
    do throws(ScriptError) {
      screenplay = try ScreenplayReader.read(bytes, fileName: name)
    } catch {
      throw UserError(
        "\(name) cannot be read as a screenplay: \(Messages(language: .english).why(error)).",
        .badInput)
    }
    guard
      screenplay.elements.contains(where: { $0.kind == .sceneHeading || $0.kind == .character })
    else {
      throw UserError(
        "\(name) is no screenplay: from line 1 on there is neither a scene heading nor a character.",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech. "
          + "Other text is said by:\n\(Program.name) speak --file \(name) -o out.wav", .badInput)
    }
    if !manner.isQuiet {
      for warning in screenplay.warnings {
        Console.say("\(name), line \(warning.line): \(warning.sentence)")
      }
    }
    return screenplay
  }

  static func absolute(_ path: String) throws(UserError) -> String {
    guard let real = unsafe realpath(path, nil) else {
      throw UserError("\(path) cannot be read: \(Console.describe(errno: errno)).", .noInput)
    }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  // What is wanted of it.

  private static func wanted(
    _ options: GenerateOptions, _ speakers: Speakers, _ screenplay: Screenplay,
    _ items: [SpeakableItem]
  ) throws(UserError) -> [Int] {
    let sceneCount = screenplay.scenes.count { $0.id != "preamble" }
    for range in options.scenes where range.upperBound > sceneCount {
      throw UserError(
        "--scenes: \(options.script) has \(sceneCount) scenes, and no scene \(range.upperBound).",
        .usage)
    }
    let keys = try characters(options, speakers, items)
    for number in options.redone where number > items.count {
      throw UserError(
        "--redo: there are \(items.count) items, and no item \(number).",
        hint: "\(Program.name) generate --dry-run --json lists them.", .usage)
    }
    let wanted = items.indices.filter { index in
      let item = items[index]
      let isInScenes =
        options.scenes.isEmpty
        || options.scenes.contains { range in
          Int(item.sceneID.dropFirst("scene-".count)).map(range.contains) ?? false
        }
      return isInScenes && (keys?.contains(speakers.key(of: item) ?? "") ?? true)
    }
    guard !wanted.isEmpty else {
      throw UserError(
        "Nothing is said by these characters in these scenes of \(options.script).", .usage)
    }
    return wanted
  }

  /// The keys of the wanted characters; nothing for all.
  ///
  /// NARRATOR is the narrator, where nobody else is called that.
  private static func characters(
    _ options: GenerateOptions, _ speakers: Speakers, _ items: [SpeakableItem]
  ) throws(UserError) -> Set<String>? {
    guard !options.characters.isEmpty else { return nil }
    let known = Set(items.compactMap { speakers.key(of: $0) }.filter { !$0.isEmpty })
    var keys: Set<String> = []
    for name in options.characters {
      let key = CharacterName.key(of: name, aliases: speakers.aliases)
      if known.contains(key) {
        keys.insert(key)
      } else if key == "narrator" {
        keys.insert("")
      } else {
        throw UserError(
          "Nobody in \(options.script) is called “\(name)”.",
          hint: "There are: \(known.sorted().map { $0.uppercased() }.joined(separator: ", "))",
          .usage)
      }
    }
    return keys
  }
}
