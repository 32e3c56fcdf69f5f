import CueOptions
import struct CueAssembly.Take
import CuePlugins

struct TakesValues {
  var track = Take.Track.mix
  var devices: [PluginChoice] = []
}

extension CommandTable {
  static var takes: CommandDefinition<TakesValues> {
    CommandDefinition(
      .init(
        "takes",
        verbs: [
          .init("list", "[SCRIPT]", completing: [.file]),
          .init("play", "SCRIPT TAKE", completing: [.file, .nothing]),
          .init("compare", "SCRIPT TAKE TAKE", completing: [.file, .nothing]),
          .init("best", "SCRIPT TAKE", completing: [.file, .nothing]),
          .init("export", "SCRIPT TAKE OUT", completing: [.file, .nothing, .file]),
          .init("remove", "SCRIPT TAKE…", 2...100, completing: [.file, .nothing]),
        ]), TakesValues(),
      options: [
        .choice("--track own|partner|mix", for: ["play", "export"]) {
          $0.track = Take.Track(rawValue: $1) ?? .mix
        },
        .device({ $1(&$0.devices) }),
      ], CommandOption.talking
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
