import CueCasting
import CueModel
import CuePlugins
import CueScreenplay

/// The voices of a script's parts, as far as a program wants to choose them.
public struct CastChoice: Sendable {
  /// The voices of characters, as in `["HAMLET": "flite:rms,espeak"]`, named in any case; all others are cast from ``voices``.
  public var parts: [String: String]
  /// The voices to cast from, as in `flite,espeak`; empty for all that cost nothing.
  public var voices: String
  /// The script's language as a BCP 47 tag; empty for what the title page or the words say.
  public var language = ""

  /// Those parts, and everybody else from `voices`.
  public init(_ parts: [String: String] = [:], voices: String = "") {
    self.parts = parts
    self.voices = voices
  }

  /// The same as a request for a cast.
  var request: CastRequest {
    var request = CastRequest()
    request.pool = PluginReference.list(voices).map { PluginChoice(reference: $0) }
    request.language = language
    for (name, chain) in parts.sorted(by: { $0.key < $1.key }) {
      let voices = PluginReference.list(chain).map {
        VoiceReference(provider: $0.plugin, voice: $0.part)
      }
      request.assignments.append(.init(name: name, voices: voices))
    }
    return request
  }
}

extension ScreenplayFile {
  /// Reads the file at `path`; `layout` says how a plain text shows who speaks.
  init(reading path: String, _ layout: ScriptLayout?) throws(CueError) {
    do throws(Failure) { try self.init(path, layout: layout) } catch {
      throw CueError(error, path: path)
    }
  }
}

extension CueError {
  /// What a failure to cast means here.
  init(_ failure: CastingFailure) {
    switch failure {
    case .unknownPart(let name, _, let parts):
      self = .unknownCharacter(name, known: parts.map(\.name))
    case .missingVoice(_, let absence), .missingVoiceInFile(_, let absence, _, _):
      self.init(absence)
    case .noVoice(let absence): self = absence.map { CueError($0) } ?? .noVoice
    case .nothingToLock(let name): self = .uncast(part: name)
    case .nobodyLeft(let role, let cause):
      self = cause.map { CueError($0) } ?? .uncast(part: role.name)
    }
  }

  private init(_ absence: VoiceAbsence) {
    switch absence {
    case .provider(let error): self = .setup(error)
    case .unknownVoice(let voice, let provider): self = .unknownVoice(voice, plugin: provider)
    }
  }
}
