import CueCasting
import CueModel
import CuePlugins
import CueScreenplay

/// Who plays whom, as options say it: the same ones in every command that casts a script.
struct CastWishes: Equatable {
  /// `--voice`: the voices to cast from; empty for all that cost nothing.
  var voices: [PluginChoice] = []
  /// `--cast FILE`.
  var file: String?
  /// `--cast NAME=VOICE`, and `--role`, which was its name once.
  var roles: [CastRequest.Assignment] = []
  /// `--narrator`.
  var narrator: VoiceReference?
  /// `--alias`.
  var aliases: [CastRequest.Alias] = []
  /// `--language`; empty for what the script says.
  var language = ""
  /// `--lexicon`: a file.
  var lexicon: String?
}

extension CommandOption {
  /// Who plays whom: `--cast` and `--narrator`, the same in every command that casts a script.
  ///
  /// `keeps`: what becomes of them, as the end of the help text.
  static func cast(_ place: WritableKeyPath<Values, CastWishes>, keeps: String) -> [Self] {
    [
      .value(
        "--cast NAME=VOICE|FILE",
        "who plays NAME, as in ALEX=flite:rms, or a file that 'cast --write' wrote; \(keeps); may be repeated",
        formerly: ["--role"], completion: .file, isRepeatable: true
      ) { (values: inout Values, text: String) throws(UserError) in
        // A file has an ending or a folder, a character's name alone is a mistake.
        if text.hasSuffix(".json")
          || (!text.contains("=") && text.contains(where: { "./-".contains($0) }))
        {
          return values[keyPath: place].file = text
        }
        let (name, voice) = try OptionValues.pair(
          "--cast", text, "NAME=VOICE, as in --cast ALEX=flite:rms, or a file such as cast.json")
        values[keyPath: place].roles.append(
          .init(name: name, voices: [try OptionValues.voice("--cast", voice)]))
      },
      .value(
        "--narrator VOICE", "who reads what is no speech", completion: .voice
      ) { (values: inout Values, text: String) throws(UserError) in
        values[keyPath: place].narrator = try OptionValues.voice("--narrator", text)
      },
    ]
  }

  /// `--alias`: a cue that is another name.
  static func alias(_ place: WritableKeyPath<Values, CastWishes>) -> Self {
    .value(
      "--alias CUE=NAME",
      "a cue that is another name: \"REGGIE'S VOICE=REGGIE\"; with nothing behind =, it no longer is. "
        + "'Alias:' on the title page does the same",
      isRepeatable: true
    ) { (values: inout Values, text: String) throws(UserError) in
      let (cue, name) = try OptionValues.pair("--alias", text, aliasForm)
      values[keyPath: place].aliases.append(.init(cue: cue, name: name.isEmpty ? nil : name))
    }
  }
}

extension OptionValues {
  /// The voice that `text` names.
  static func voice(_ option: String, _ text: String) throws(UserError) -> VoiceReference {
    do throws(VoiceReferenceError) { return try VoiceReference(typed: text) } catch {
      throw .usage("\(option): \(error.clause).")
    }
  }
}

extension CastWishes {
  /// What casting is asked for; reads the cast file.
  func request() throws(UserError) -> CastRequest {
    var request = CastRequest()
    request.pool = voices
    request.assignments = roles
    request.narrator = narrator
    request.aliases = aliases
    request.language = language
    guard let file else { return request }
    let bytes = try Texts.contents(ofFile: file)
    do throws(CastFile.Failure) { request.file = try CastFile(parsing: bytes) } catch {
      throw UserError("\(file), line \(error.line): \(error.clause).", .badInput)
    }
    return request
  }
}

extension Lexicon {
  /// Reads the file at `path`; empty if there is none.
  init(file path: String?) throws(UserError) {
    self.init()
    guard let path else { return }
    let text = try Texts.checked(try Texts.contents(ofFile: path), path)
    do throws(Failure) { self = try Lexicon(parsing: text) } catch {
      throw UserError("\(path): \(error.clause).", .badInput)
    }
  }
}
