import CueCasting
import CueModel
import CuePlugins
import CueSystem
import CueText

// Failures of casting, in words for the user.

extension UserError {
  /// Why the script called `script` cannot be cast or played; `castFile` is the path after `--cast`.
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
          hint: "'\(Program.name) plugins' lists what can be used, and why others cannot.",
          .unavailable)
    case .nobodyLeft(let part, let error):
      let voices = part.chain.map(\.description).joined(separator: ", ")
      let why = error.map { UserError(ofVoice: $0) }
      self.init(
        "\(part.name) has nobody who could speak\(voices.isEmpty ? "" : ", as \(voices) cannot")"
          + "\(why.map { ": " + $0.sentence } ?? ".")",
        hint: why?.hint ?? "Give the part a voice with '\(Program.name) cast'.",
        why?.status ?? .unavailable)
    }
  }

  /// No character is called `name`, which was given after `option`.
  init(unknownPart name: String, option: String, script: String, parts: [CastRole]) {
    let there = parts.prefix(30).map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    self.init(
      "\(option): nobody in \(script) is called “\(name)”.",
      hint: "The parts and their speeches: \(there)\(parts.count > 30 ? ", …" : "")", .usage)
  }

  /// Why a requested voice is not available.
  init(_ absence: VoiceAbsence, _ words: Messages = .forPrograms) {
    switch absence {
    case .provider(let error): self.init(error, words)
    case .unknownVoice(let voice, let provider):
      let values = ["plugin": provider, "voice": voice]
      self.init(
        words.trouble(.noSuchVoice, values), hint: words.trouble(.listVoices, values),
        .unavailable)
    }
  }

  /// Why a voice after `--voice` cannot be cast.
  private init(ofPool absence: VoiceAbsence, _ words: Messages = .forPrograms) {
    switch absence {
    case .provider(let error): self.init(error, words)
    case .unknownVoice(let voice, let provider):
      self.init(
        words.trouble(.voiceUnknown, ["plugin": provider, "voice": voice]),
        hint: words.trouble(.listPlugins), .unavailable)
    }
  }

  /// Why a voice of a chain could not be opened.
  private init(ofVoice error: any Error, _ words: Messages = .forPrograms) {
    guard let known = UserError(explaining: error, words) else {
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
    case .tone: "--tone"
    case .gender: "--gender"
    }
  }

  /// A note of casting.
  fileprivate init(
    _ note: CastingNote, script: String, castFile: String?, _ words: Messages
  ) {
    switch note {
    case .leftOut(let failure):
      self.init(
        words.trouble(.getsNoPart, ["why": failure.sentence(words)]),
        hint: words.trouble(.triedAgain), .done)
    case .unusable(let absence): self.init(ofPool: absence, words)
    case .stranger(let name, let line):
      let values = [
        "file": castFile ?? "", "line": "\(line)", "script": script, "name": name,
      ]
      self.init(words.trouble(.stranger, values), .done)
    case .replaced(let error): self.init(ofVoice: error, words)
    case .languageUnclear(let choice):
      let values = [
        "script": script.isEmpty ? words.trouble(.theScript) : script, "language": choice.tag,
      ]
      self.init(
        words.trouble(choice.source == .locale ? .languageOfLocale : .languageAssumed, values),
        hint: words.trouble(.nameLanguage), .done)
    }
  }
}

extension Studio {
  /// Casting with the user's plugins; notes are reported.
  func casting(
    _ cancellation: Cancellation, script: String = "", castFile: String? = nil
  ) -> Casting {
    Casting(
      PluginVoices(plugins), cacheFolder: environment.cacheFolder,
      locale: environment.localeName, cancellation: cancellation
    ) {
      note($0, script: script, castFile: castFile)
    }
  }

  /// Notes which parts sound the same, of those in `keys`; nil for all.
  func noteAlike(_ outcome: CastOutcome, of keys: Set<String>? = nil) {
    for error in outcome.alikeNotes(words, of: keys, most: 3).notes { note(error) }
  }

  /// Notes what casting reports; a plugin that only refuses has its reasons, which are for verbose output.
  func note(_ note: CastingNote, script: String = "", castFile: String? = nil) {
    if case .leftOut(let failure) = note, case .refused = failure.kind, !manner.isVerbose { return }
    self.note(UserError(note, script: script, castFile: castFile, words))
  }
}

extension CastOutcome {
  /// A note on leads whose gender the script leaves open, with the option that sets it; nil if there are none.
  func genderNote(script: String, _ words: Messages) -> UserError? {
    guard let first = unknownLeads.first else { return nil }
    let names = unknownLeads.prefix(5).joined(separator: ", ")
    let command = "\(Program.name) cast \(script) --gender \"\(first)=woman\""
    return UserError(
      words.trouble(unknownLeads.count == 1 ? .genderOfOne : .genderOfMore, ["names": names]),
      hint: words.trouble(.sayGender, ["command": command]), .done)
  }
}

extension CastReason {
  /// A clause after a part's voice.
  func clause(_ words: Messages) -> String {
    func some(_ names: [String]) -> [String: String] {
      let shown = names.prefix(3).joined(separator: ", ")
      return ["names": names.count > 3 ? shown + ", …" : shown]
    }
    return switch self {
    case .naturalForLead: words(.naturalForLead)
    case .naturalForNarrator: words(.naturalForNarrator)
    case .plainBeside(let names): words(.plainBeside, some(names))
    case .movedByEffect(let names) where names.isEmpty: words(.movedByEffectAlone)
    case .movedByEffect(let names): words(.movedByEffect, some(names))
    }
  }
}

extension CastOutcome {
  /// Which parts sound the same, of those in `keys` (nil for all): first those of one voice, then pairs that have a dialogue.
  ///
  /// Returns at most `most` of each, and how many pairs are left out.
  func alikeNotes(
    _ words: Messages, of keys: Set<String>? = nil, most: Int
  ) -> (notes: [UserError], leftOut: Int) {
    let roles = cast.roles
    func isHeard(_ place: Int) -> Bool { keys?.contains(roles[place].key) ?? true }
    func error(
      _ message: Message, _ places: [Int], _ voices: [VoiceReference], _ times: String = ""
    ) -> UserError {
      let shown = places.prefix(4).map { roles[$0].name }
      let rest = places.count > 4 ? ", … (+\(places.count - 4))" : ""
      return UserError(
        words(
          message,
          [
            "names": shown.joined(separator: ", ") + rest, "times": times,
            "voice": voices.map(\.spoken).joined(separator: ", "),
          ]),
        hint: words(
          .giveAnotherVoice, ["name": shown.last ?? "", "program": Program.name]), .done)
    }
    let same = sameVoices.map { ($0.voice, $0.roles.filter(isHeard)) }.filter { $0.1.count > 1 }
    let told = Set(same.flatMap { group in group.1.flatMap { one in group.1.map { [one, $0] } } })
    let pairs = alike.filter {
      isHeard($0.one) && isHeard($0.other) && !told.contains([$0.one, $0.other])
    }
    let notes =
      same.prefix(most).map { error(.haveOneVoice, $0.1, [$0.0]) }
      + pairs.prefix(most).map { pair in
        error(
          .soundAlike, [pair.one, pair.other],
          [pair.one, pair.other].compactMap { roles[$0].voice },
          words(.times, count: pair.exchanges))
      }
    return (notes, max(0, pairs.count - most))
  }
}

// Why a text does not name a voice, and a file is not a cast, in words for the user.

extension VoiceReferenceError {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch reason {
    case .noScheme:
      "“\(text)” is no voice: it should be as in flite://slt or espeak://gmw/en+f3?pitch=-2"
    case .noProvider: "“\(text)” is no voice: it does not say which plugin speaks"
    case .fragment: "“\(text)” is no voice: it has a “#”, which is written %23"
    case .notAnOption(let option): "“\(text)”: “\(option)” should be NAME=VALUE"
    case .twice(let name): "“\(text)” gives \(name) twice"
    case .notALanguage(let tag): "“\(text)”: lang is as in en or en-GB, not “\(tag)”"
    case .pitch(let value):
      "“\(text)”: pitch is a number from \(Self.range(VoiceReference.pitchRange)) semitones, "
        + "not “\(value)”"
    case .formants(let value):
      "“\(text)”: formants is a number from \(Self.range(VoiceReference.formantRange)) semitones, "
        + "not “\(value)”"
    case .speed(let value):
      "“\(text)”: speed is a number from \(Self.range(VoiceReference.speedRange)) times, "
        + "not “\(value)”"
    case .unknownOption(let name):
      "“\(text)”: there is no “\(name)”; there are lang, pitch, formants, speed and set.NAME"
    case .badPercent:
      "“\(text)” is no voice: a “%” needs two digits after it, as in %20 for a blank"
    case .notUTF8: "“\(text)” is no voice: what is percent-encoded is no UTF-8"
    }
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    func short(_ number: Double) -> String {
      number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
    return "\(short(range.lowerBound)) to \(short(range.upperBound))"
  }
}

extension CastFile.Failure {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch reason {
    case .notJSON(let reason): reason.clause
    case .noCast: "it is no cast: there is no “cue_cast”"
    case .otherVersion: "this program reads casts of version \(CastFile.version)"
    case .otherKind(let place, let kind, let found):
      switch place {
      case .cast: "a cast is \(kind.name), not \(found.name)"
      case .role: "a role is \(kind.name), not \(found.name)"
      case .member(let name):
        "\(name) \(kind == .list || kind == .object ? "are" : "is") \(kind.name), not \(found.name)"
      }
    case .unknownMember(let name, let known):
      "there is no “\(name)” here; there are \(known.joined(separator: ", "))"
    case .noName: "a character has a name"
    case .twice(let name): "“\(name)” stands twice"
    case .notOneOf(let name, let known, let text):
      "\(name) is \(known.joined(separator: ", ")) or nothing, not “\(text)”"
    case .voice(let error): error.clause
    }
  }
}

extension JSONKind {
  fileprivate var name: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONError.Reason {
  /// Why a file is not JSON, without a period at its end.
  fileprivate var clause: String {
    switch self {
    case .trailingText: "there is something after the end"
    case .missingValueAtEnd: "the file ends where a value should be"
    case .missingValue: "a value should stand here"
    case .tooDeep: "it is nested too deep"
    case .expectedName: "a name in quotes should stand here"
    case .duplicateName(let name): "“\(name)” stands twice"
    case .expectedColon(let name): "there should be a colon after “\(name)”"
    case .expectedObjectEnd: "a comma or } should stand here"
    case .expectedListEnd: "a comma or ] should stand here"
    case .unknownWord(let word): "“\(word)” is no JSON"
    case .unfinishedString: "the file ends within a text"
    case .controlCharacter: "a text goes over the end of its line"
    case .invalidUTF8: "a text is no UTF-8"
    case .unknownEscape: "a backslash stands ahead of what needs none"
    case .invalidHexadecimal: "there should be four hexadecimal digits after \\u"
    case .loneSurrogate: "there is half a character after \\u"
    }
  }
}
