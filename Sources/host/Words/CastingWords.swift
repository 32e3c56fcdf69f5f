import CueCasting
import CueModel
import CuePlugins

// What casting could not do, as the user reads it.

extension UserError {
  /// Why the script called `script` cannot be cast or played; `castFile` is the path behind `--cast`.
  init(_ failure: CastingFailure, script: String, castFile: String?) {
    switch failure {
    case .unknownPart(let name, let use, let parts):
      self.init(unknownPart: name, option: UserError.option(use), script: script, parts: parts)
    case .nothingToLock(let name):
      self.init(
        "--lock \(name): nobody plays that part yet, so there is nothing to lock.",
        hint: "Give it a voice with --cast \"\(name)=VOICE\", or cast the script first.", .usage)
    case .missingVoice(_, let absence): self.init(absence)
    case .missingVoiceInFile(let voice, let absence, let part, let line):
      let why = UserError(absence)
      self.init(
        "\(castFile ?? ""), line \(line): \(part) cannot be played by \(voice): \(why.sentence)",
        hint: why.hint, why.status)
    case .noVoice(let absence):
      self =
        absence.map { UserError(ofPool: $0) }
        ?? UserError(
          "There is no voice to cast with.",
          hint: "'\(Program.name) plugins' lists what can be used, and why others cannot.", .unavailable)
    case .nobodyLeft(let part, let error):
      let voices = part.chain.map(\.description).joined(separator: ", ")
      let why = error.map { UserError(ofVoice: $0) }
      self.init(
        "\(part.name) has nobody who could speak\(voices.isEmpty ? "" : ", as \(voices) cannot")"
          + "\(why.map { ": " + $0.sentence } ?? ".")",
        hint: why?.hint ?? "Give the part a voice with '\(Program.name) cast'.", why?.status ?? .unavailable)
    }
  }

  /// Nobody is called `name`, which stands behind `option`.
  init(unknownPart name: String, option: String, script: String, parts: [CastRole]) {
    let there = parts.prefix(30).map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    self.init(
      "\(option): nobody in \(script) is called “\(name)”.",
      hint: "The parts and their speeches: \(there)\(parts.count > 30 ? ", …" : "")", .usage)
  }

  /// Why a voice that was asked for cannot be had.
  init(_ absence: VoiceAbsence) {
    switch absence {
    case .provider(let error): self.init(error)
    case .unknownVoice(let voice, let provider):
      self.init(
        "\(provider) has no voice “\(voice)”.",
        hint: "'\(Program.name) voices \(provider)' lists its voices.", .unavailable)
    }
  }

  /// Why nobody can be cast from a voice behind `--voice`.
  private init(ofPool absence: VoiceAbsence) {
    switch absence {
    case .provider(let error): self.init(error)
    case .unknownVoice(let voice, let provider):
      self.init(
        "\(provider) cannot be used: it has no voice “\(voice)”; '\(Program.name) voices \(provider)' lists its "
          + "voices.",
        hint: "'\(Program.name) plugins' lists the plugins that can be used.", .unavailable)
    }
  }

  /// Why a voice of a chain could not be opened.
  private init(ofVoice error: any Error) {
    guard let known = UserError(explaining: error) else {
      preconditionFailure("opening a voice throws no \(error)")
    }
    self = known
  }

  private static func option(_ use: CastingFailure.Use) -> String {
    switch use {
    case .voice: "--cast"
    case .standIn: "--fallback"
    case .remark: "--note"
    case .lock: "--lock"
    case .unlock: "--unlock"
    }
  }

  /// What casting tells beside its work.
  fileprivate init(_ note: CastingNote, script: String, castFile: String?) {
    switch note {
    case .leftOut(let failure):
      self.init(
        "\(failure.sentence) It gets no part.",
        hint: "It is tried again when its file changes, or after '\(Program.name) plugins rescan'.", .done)
    case .unusable(let absence): self.init(ofPool: absence)
    case .stranger(let name, let line):
      self.init(
        "\(castFile ?? ""), line \(line): nobody in \(script) speaks as “\(name)”; that is left out.",
        .done)
    case .replaced(let error): self.init(ofVoice: error)
    }
  }
}

extension Studio {
  /// Casting with the user's plugins; what is worth telling is noted.
  func casting(
    _ cancellation: Cancellation, script: String = "", castFile: String? = nil
  ) -> Casting {
    Casting(plugins, cacheFolder: environment.cacheFolder, cancellation: cancellation) {
      note($0, script: script, castFile: castFile)
    }
  }

  /// Notes what casting tells; a plugin that only refuses has its reasons, which the verbose hear.
  func note(_ note: CastingNote, script: String = "", castFile: String? = nil) {
    if case .leftOut(let failure) = note, case .refused = failure.kind, !manner.isVerbose { return }
    self.note(UserError(note, script: script, castFile: castFile))
  }
}
