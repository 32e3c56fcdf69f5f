import CueOptions
import struct CueAssembly.Take
import CuePlugins

struct TakesValues {
  var track = Take.Track.mix
  var devices: [PluginChoice] = []
}

extension CommandTable {
  static var takes: CommandDefinition<TakesValues> {
    var description = CommandDescription(
      "takes", "Takes of rehearsals: what '\(Program.name) rehearse --record' recorded.")
    let complaint =
      "Takes are listed (list SCRIPT), heard (play SCRIPT TAKE), compared (compare SCRIPT TAKE TAKE), marked (best SCRIPT TAKE), "
      + "copied (export SCRIPT TAKE OUT) or removed (remove SCRIPT TAKE…)."
    let files: [Completion] = [.file, .nothing]
    description.verbs = [
      VerbDescription(
        "list", WordsDescription("[SCRIPT]", 0...1, completing: [.file], complaint),
        "the takes of a script, or all; the best of a scene has a star"),
      VerbDescription(
        "play", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint), "hear it"),
      VerbDescription(
        "compare", WordsDescription("SCRIPT TAKE TAKE", 3...3, completing: files, complaint),
        "two takes beside each other: length, loudness, and each of your lines"),
      VerbDescription(
        "best", WordsDescription("SCRIPT TAKE", 2...2, completing: files, complaint),
        "mark it as the best of its scene"),
      VerbDescription(
        "export",
        WordsDescription(
          "SCRIPT TAKE OUT", 3...3, completing: [.file, .nothing, .file], complaint),
        "copy it into a sound file, of the kind that OUT's ending says"),
      VerbDescription(
        "remove", WordsDescription("SCRIPT TAKE…", 2...100, completing: files, complaint),
        "remove it; later takes move up"),
    ]
    description.terms = [
      (
        "SCRIPT",
        "the file of the script; if it was moved, the name that 'takes list' shows for it"
      ),
      (
        "TAKE",
        "scene and number, as in 2.3; the number alone, if all takes are of one scene"
      ),
    ]
    description.notes = [
      "A take is a folder with own.wav, partner.wav and mix.wav, which are equally long, and take.json. It survives a rehearsal "
        + "that is killed, or a full disk."
    ]
    description.examples = [
      .init("takes list scene.fountain"), .init("takes play scene.fountain 2.3 --track own"),
    ]
    return CommandDefinition(
      description, TakesValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--track own|partner|mix", "your voice, the partner's, or both; both by default",
              for: ["play", "export"]
            ) {
              $0.track = Take.Track(rawValue: $1) ?? .mix
            },
            .device(
              { values, change in change(&values.devices) },
              "where 'play' is heard; pulse by default"),
            .json("print an object for each take"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      let (words, values) = (given.words, given.values)
      if !values.devices.isEmpty, given.verb != "play" {
        throw .usage("--device is for '\(Program.name) takes play'.")
      }
      let action: TakesAction =
        switch given.verb {
        case "list": .list(words.first)
        case "play":
          .play(words[0], take: words[1], values.track, device: values.devices.first)
        case "compare": .compare(words[0], words[1], words[2])
        case "best": .best(words[0], take: words[1])
        case "export": .export(words[0], take: words[1], values.track, to: words[2])
        default: .remove(words[0], takes: Array(words.dropFirst()))
        }
      return .takes(action)
    }
  }
}
