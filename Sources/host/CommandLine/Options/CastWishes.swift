import CueCasting
import CueModel
import CueOptions
import CuePlugins
import CueScreenplay
import Glibc

/// The options that cast a script: the same in every command.
struct CastWishes: Equatable {
  /// `--voice`: the voices to cast from; empty for all that cost nothing.
  var voices: [PluginChoice] = []
  /// `--cast FILE`.
  var file: String?
  /// `--cast NAME=VOICE`, and `--role`, its former name.
  var roles: [CastRequest.Assignment] = []
  /// `--narrator`.
  var narrator: VoiceReference?
  /// `--alias`.
  var aliases: [CastRequest.Alias] = []
  /// `--language`; empty for that of the script.
  var language = ""
  /// `--lexicon`: a file.
  var lexicon: String?
  /// `--layout`: how a plain text shows who speaks; nil to detect it.
  var layout: ScriptLayout?
}

extension CueOptions.CommandOption where Grammar == CueGrammar {
  /// `--cast` and `--narrator`, the same in every command that casts a script.
  static func cast(_ place: WritableKeyPath<Values, CastWishes>) -> [Self] {
    [
      .voice(
        "--cast NAME=VOICE|FILE", completion: .file, isRepeatable: true,
        plugin: OptionValues.pluginOfPart
      ) { (values: inout Values, text: String) throws(UserError) in
        // A file has an ending or a folder; a character's name alone is a mistake.
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
      .voice("--narrator VOICE", plugin: OptionValues.plugin) {
        (values: inout Values, text: String) throws(UserError) in
        values[keyPath: place].narrator = try OptionValues.voice("--narrator", text)
      },
    ]
  }

  /// `--alias`: a cue that is another name of a character.
  static func alias(_ place: WritableKeyPath<Values, CastWishes>) -> Self {
    .pair("--alias CUE=NAME", aliasForm) {
      $0[keyPath: place].aliases.append(.init(cue: $1, name: $2.isEmpty ? nil : $2))
    }
  }
}

extension OptionValues {
  /// The plugin of the voice that `text` names; nil if it names none.
  static func plugin(_ text: String) -> String? {
    (try? VoiceReference(typed: text))?.provider
  }

  /// The plugin of the last voice in `NAME=VOICE[,…]`; nil if there is none.
  static func pluginOfPart(_ text: String) -> String? {
    guard let equals = text.firstIndex(of: "="),
      let last = text[text.index(after: equals)...].split(separator: ",").last
    else { return nil }
    return plugin(String(last))
  }

  /// The voice that `text` names.
  static func voice(_ option: String, _ text: String) throws(UserError) -> VoiceReference {
    do throws(VoiceReferenceError) { return try VoiceReference(typed: text) } catch {
      throw .usage("\(option): \(error.clause).")
    }
  }
}

extension CastWishes {
  /// The request for casting; reads the cast file.
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
