import struct Cue.RecordingVoices
import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem

/// The files of a recording: what was asked for, and what became of it.
final class GenerateFiles {
  struct Written {
    var path: String
    var seconds: Double?
  }

  private let output: String?
  private var settings = RecordingSettings()
  private(set) var written: [Written] = []
  private var seconds = 0.0
  private var description: String
  private let pans: [GenerateOptions.OutputOptions.Pan]

  init(_ options: GenerateOptions) throws(UserError) {
    output = options.output
    let asked = options.files
    pans = asked.pans
    description =
      "\(asked) \(options.scenes) \(options.characters) \(options.rules) "
      + "\(options.speaking.saysCentered) \(options.speaking.announcesTitle) "
      + "\(options.speaking.isDualTogether) \(GenerateFiles.aliases(options.wishes)) "
      + (options.output ?? "")
    switch asked.per {
    case "scene": settings.form = .scenes
    case "line": settings.form = .lines
    case "character": settings.form = .stems
    default: settings.form = .whole
    }
    if let format = asked.format {
      guard let kind = RecordingKind(path: "x." + format) else {
        throw .usage(
          "--format: there is no “\(format)”; there are m4b, "
            + SoundFileKind.allCases.map(\.rawValue).joined(separator: ", ") + ".", "generate")
      }
      settings.kind = kind
    } else if settings.form == .whole, let output, RecordingKind(path: output) == nil {
      throw .usage(
        "\(output) does not say what it is; it may end in .m4b, "
          + SoundFileKind.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
          + ", or --format says it.", "generate")
    }
    if let gap = asked.gapMilliseconds {
      settings.gaps.sceneMilliseconds =
        gap * settings.gaps.sceneMilliseconds
        / settings.gaps
        .speechMilliseconds
      settings.gaps.sameSpeakerMilliseconds =
        gap * settings.gaps.sameSpeakerMilliseconds / settings.gaps.speechMilliseconds
      settings.gaps.speechMilliseconds = gap
    }
    if asked.loudness == "off" {
      settings.loudness = nil
    } else if let loudness = asked.loudness.flatMap(Double.init) {
      settings.loudness?.integratedLUFS = loudness
    }
    if let peak = asked.truePeak { settings.loudness?.truePeakDBTP = peak }
    if let cover = asked.cover {
      guard settings.kind ?? output.flatMap(RecordingKind.init(path:)) == .book else {
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

  /// Puts those who were given a place by name where they stand.
  func place(_ cast: Cast, _ speakers: Speakers, _ script: String) throws(UserError) {
    for pan in pans {
      let key = CharacterName.key(of: pan.name, aliases: speakers.aliases)
      let isNarrator = key == CharacterName.key(of: Cast.narratorName, aliases: [:])
      guard let role = cast.role(key: key) ?? (isNarrator ? cast.narrator : nil) else {
        throw UserError(
          "--pan: nobody in \(script) is called “\(pan.name)”.",
          hint: "There are: \(cast.everybody.map(\.name).joined(separator: ", "))", .usage)
      }
      settings.pans[role.name] = pan.place
    }
  }

  /// A digest of all that goes into the files, but for the sound itself: that is decided by the voices.
  func digest(
    _ script: GenerateScript, _ voices: RecordingVoices, _ planner: GenerationPlanner, _ cast: Cast,
    _ stamp: String
  ) throws -> String {
    var parts = [
      ProductVersion.number, "\(ClipRequest.keyVersion)", script.digest, description, stamp,
    ]
    // A lexicon and aliases are seen in what is said.
    for place in script.wanted {
      parts.append(script.items[place].saidText)
    }
    for role in voices.roles {
      parts.append(role.speaker)
      for choice in role.choices {
        let delivery = choice.delivery
        let identity = try? planner.identity(source: choice.source, voice: delivery.voice)
        parts.append("\(delivery) \(identity.map { "\($0)" } ?? "")")
      }
    }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count) ".utf8)
      bytes += Array(part.utf8)
    }
    return ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  func write(
    _ items: [RenderedItem], _ script: GenerateScript, _ cache: any SoundCache, _ manner: Manner,
    _ cancellation: Cancellation
  ) throws {
    guard let output else { return }
    var settings = settings
    if let path = UserEnvironment.current().variable("PATH") { settings.programSearchPath = path }
    let recording = Recording(
      items, of: script.screenplay, source: script.bytes, settings: settings)
    let report: RecordingReport
    do {
      report = try recording.write(to: output, from: cache, cancellation: cancellation)
    } catch let error as SoundFileError {
      throw UserError(error)
    }
    seconds = report.seconds
    written = report.files.map {
      Written(
        path: $0.path,
        seconds: report.rateHertz > 0 ? Double($0.frames) / Double(report.rateHertz) : nil)
    }
    written += report.companionPaths.map { Written(path: $0, seconds: nil) }
    guard manner.isJSON else { return }
    for file in written {
      var line = JSONObject(event: "file")
      line["path"] = .string(file.path)
      line["seconds"] = file.seconds.map { .number($0) }
      try Console.result(line.line)
    }
  }

  /// What was done, in a line or two.
  func summary(_ show: GenerationShow) -> String {
    let kept = show.numbers.count - show.failures.count
    var text = "\(kept) items, \(show.made) of them made now"
    if let first = written.first {
      text += "; \(GenerationShow.clock(seconds)) in \(first.path)"
      if written.count > 1 { text += " and \(written.count - 1) files more" }
    }
    return text + ".\n"
  }
}
