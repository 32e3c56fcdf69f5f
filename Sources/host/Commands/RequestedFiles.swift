import CueAudio
import CueCasting
import CueGeneration
import CueScreenplay
import CueSystem

/// The files that the options of `host generate` ask for.
struct RequestedFiles {
  var settings = RecordingSettings()
  /// All of it as text, for a digest.
  private(set) var description: String

  init(_ options: GenerateOptions) throws(UserError) {
    let asked = options.files
    description =
      "\(asked) \(options.scenes) \(options.characters) \(options.rules) "
      + "\(options.speaking.saysCentered) \(options.speaking.announcesTitle) "
      + "\(options.speaking.isDualTogether) \(RequestedFiles.aliases(options.wishes)) "
      + (options.output ?? "")
    switch asked.per {
    case "scene": settings.form = .scenes
    case "line": settings.form = .lines
    case "character": settings.form = .stems
    default: settings.form = .whole
    }
    if let format = asked.format {
      guard let kind = RecordingKind(path: "x." + format) else {
        let names = ["m4b"] + SoundFileKind.allCases.map(\.rawValue)
        var error = UserError.unknown(
          format, in: names,
          "--format: there is no “\(format)”; there are \(names.joined(separator: ", ")).")
        error.hint += (error.hint.isEmpty ? "" : "\n") + UserError.seeHelp("generate")
        throw error
      }
      settings.kind = kind
      if settings.form == .whole, let output = options.output,
        output.split(separator: "/").last?.dropFirst().contains(".") == true,
        let told = RecordingKind(path: output), told != kind
      {
        throw .usage(
          "\(output) is to be a .\(told.fileExtension) file by its name, and a .\(kind.fileExtension) file by "
            + "--format \(format).", "generate")
      }
    } else if settings.form == .whole, let output = options.output,
      RecordingKind(path: output) == nil
    {
      throw .usage(
        "\(output) does not say what it is; it may end in .m4b, "
          + SoundFileKind.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
          + ", or --format says it.", "generate")
    }
    settings.rateHertz = asked.rateHertz
    if let kilobits = asked.kilobits {
      let kind =
        settings.kind
        ?? (settings.form == .whole ? options.output : "x.wav").flatMap(
          RecordingKind.init(path:))
      guard kind?.hasBitRate == true else {
        throw .usage(
          "--bitrate is for .mp3, .opus and .m4b; other files have no rate to choose.", "generate")
      }
      settings.bitsPerSecond = kilobits * 1000
    }
    if let gap = asked.gapMilliseconds { settings.gaps.scale(toSpeechMilliseconds: gap) }
    if asked.loudness == "off" {
      settings.loudness = nil
    } else if let loudness = asked.loudness.flatMap(Double.init) {
      settings.loudness?.integratedLUFS = loudness
    }
    if let peak = asked.truePeak { settings.loudness?.truePeakDBTP = peak }
    if let cover = asked.cover {
      guard settings.kind ?? options.output.flatMap(RecordingKind.init(path:)) == .book else {
        throw .usage("--cover is for .m4b; other files have no place for a picture.", "generate")
      }
      settings.coverPath = cover
      let picture = try Texts.contents(ofFile: cover)
      description += " " + ContentDigest.hexadecimal(ContentDigest.bytes(of: picture[...]))
    }
    if let chapters = asked.chapters.flatMap(RecordingSettings.Chapters.init(rawValue:)) {
      settings.chapters = chapters
    }
    settings.companions = Set(
      asked.subtitles.compactMap(RecordingSettings.Companion.init(rawValue:)))
  }

  private static func aliases(_ wishes: CastWishes) -> [(key: String, value: String)] {
    let names = Dictionary(wishes.aliases.map { ($0.cue, $0.name ?? "") }) { $1 }
    return names.sorted { $0.key < $1.key }
  }
}
