import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CueSystem
import CueText
import Glibc

/// `host speak`: says a text.
struct SpeakCommand {
  let source: Command.Source
  let byLine: Bool
  let options: SoundOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let passages = try passages()
    guard !passages.isEmpty else {
      throw UserError(
        "There is nothing to say: the text is empty.",
        hint: "Give words, as in: \(Program.name) \"Good evening\"", .badInput)
    }
    let language = textLanguage(passages)
    let chosen = try options.voices.isEmpty ? kept(forLanguage: language) : options.voices
    let strictly = options.isStrict && !chosen.isEmpty
    let all = try studio.voices(strictly ? [chosen[0]] : chosen)
    defer { for client in all { client.quit() } }
    let usable = chosen.isEmpty ? voices(all, for: language) : all
    let clients = options.isStrict ? [usable[0]] : usable
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let clips = options.keepsClips ? PaidClips(studio.environment) : nil
    defer { clips?.collect() }
    let chain = VoiceChain(
      clips: clips.map { $0.keeping }, effect: effects.isEmpty ? nil : EffectChain(effects))
    let fallback = chain.fallback(of: clients)
    let voice = chain.make(around: fallback)
    let output = try studio.output(options)
    try studio.checkSettings(discarding: output)
    let speaker = LineSpeaker(voice: voice, output: output)
    var (said, standIns) = (0, 0)
    do {
      for (index, passage) in passages.enumerated() {
        if index + 1 < passages.count { voice.expect(request(passages, index + 1, language)) }
        guard
          try speaker.say(
            request(passages, index, language),
            afterSeconds: Double(passage.pauseMilliseconds) / 1000, cancellation: cancellation,
            tell: LineReport(
              line: index + 1, offset: passage.offset, text: passage.text, manner: studio.manner,
              note: studio.note
            ).tell) == .finished
        else { break }
        said += 1
        if fallback.standsIn { standIns += 1 }
      }
    } catch let failure as PluginFailure {
      try keep(output, said, of: passages.count)
      throw UserError(failure)
    } catch let failure as EffectFailure {
      try keep(output, said, of: passages.count)
      throw UserError(effect: failure.failure)
    } catch let failure as OutputFailure {
      output.discard()
      throw UserError(failure)
    }
    guard said == passages.count else {
      try keep(output, said, of: passages.count)
      return .interrupted
    }
    try finish(output, cancellation, standIns: standIns)
    if standIns > 0, passages.count > 1 {
      studio.note(
        UserError("\(standIns) of \(said) lines were said by a voice that stands in.", .done))
    }
    return cancellation.isCancelled ? .interrupted : .done
  }

  /// Complete parts stay, though the rest failed.
  private func keep(_ output: SessionOutput, _ said: Int, of all: Int) throws {
    guard said > 0, let path = options.output, path != "-" else {
      output.discard()
      return
    }
    try finish(output, Cancellation())
    studio.note(UserError("\(path) holds the first \(said) of \(all) lines.", .done))
  }

  private func finish(
    _ output: SessionOutput, _ cancellation: Cancellation, standIns: Int = 0
  ) throws {
    try studio.complete(output, cancellation)
    guard studio.manner.isJSON else { return }
    var json = JSONObject(event: "done")
    json["frames"] = .integer(output.frames)
    json["seconds"] = .number(Double(output.frames) / Double(output.format?.rateHertz ?? 1))
    json["output"] = options.output.map { .string($0) }
    json["stand_ins"] = standIns > 0 ? .integer(standIns) : nil
    try Console.result(json.line)
  }

  private func passages() throws(UserError) -> [Passage] {
    switch source {
    case .words(let words):
      let text = try Texts.checked(Array(words.utf8), "The text")
      return byLine
        ? Passage.passages(of: text, byLine: true)
        : text.allSatisfy(\.isWhitespace) ? [] : [Passage(text: text, offset: 0)]
    case .file(let path):
      let text = try Texts.document(path)
      return cut(options.isSSML || !SpeechText.isMarkdown(path) ? text : markdown(text, path))
    case .standardInput:
      return cut(try Texts.document("-"))
    }
  }

  /// The text of a Markdown file; without cmark, all characters in it.
  private func markdown(_ text: String, _ path: String) -> String {
    guard let refusal = MarkdownText.refusal else {
      let read = MarkdownText(text)
      return [read.heading, read.text].compactMap(\.self).joined(separator: "\n\n")
    }
    studio.note(
      UserError(
        "\(path) is said with the marks of Markdown: cmark cannot be loaded: \(refusal).", .done))
    return text
  }

  /// SSML is one document, even with empty lines, and has its own marks.
  private func cut(_ text: String) -> [Passage] {
    guard options.isSSML else { return Passage.spoken(of: text, byLine: byLine) }
    guard !byLine else { return Passage.passages(of: text, byLine: true) }
    return text.allSatisfy(\.isWhitespace) ? [] : [Passage(text: text, offset: 0)]
  }

  /// The language of the text: that of `--language`; else, if no voice is named, the detected one.
  private func textLanguage(_ passages: [Passage]) -> String {
    guard options.language.isEmpty, options.voices.isEmpty, !options.isSSML else {
      return options.language
    }
    let text = passages.prefix(20).map(\.said).joined(separator: "\n")
    let isForeign = LetterScript.most(of: text).map { $0 != .latin } ?? false
    // A few words in Latin letters are not enough to decide.
    guard isForeign || text.unicodeScalars.count >= SpeakCommand.fewestLetters else { return "" }
    return LanguageGuess.language(of: text) ?? ""
  }

  private static let fewestLetters = 50

  /// The voices that the user keeps for `language`: `voice.TAG` in cue.conf, or a profile; none if there are none.
  private func kept(forLanguage language: String) throws(UserError) -> [PluginChoice] {
    do throws(PluginSetupError) {
      let plugins = PluginVoices(studio.plugins)
      for tag in [language, String(language.prefix { $0 != "-" })] where !tag.isEmpty {
        let voices = try plugins.configuredVoices(forLanguage: tag)
        if !voices.isEmpty { return voices }
      }
    } catch { throw UserError(error) }
    return []
  }

  /// The voices of the usual chain that speak `language`; all of them, with a note, if none does.
  private func voices(_ all: [any ListedVoice], for language: String) -> [any ListedVoice] {
    guard !language.isEmpty, !language.hasPrefix("en") else { return all }
    let speaking = all.filter { client in
      do throws(PluginFailure) { return try client.voices().contains { $0.speaks(language) } } catch
      {
        studio.note(UserError(error))
        return false
      }
    }
    guard !speaking.isEmpty else {
      studio.note(
        UserError(
          "No voice here speaks the language of the text (\(language)); it is read as well as \(all[0].name) can.",
          hint:
            "Name a voice (--voice), or the language (--language); '\(Program.name) voices' lists all.",
          .done))
      return all
    }
    return speaking
  }

  private func request(_ passages: [Passage], _ index: Int, _ language: String) -> SpeechRequest {
    var request = options.request(passages, index, language: language)
    request.wantsMarks = studio.manner.isJSON
    return request
  }
}

extension SoundOptions {
  /// The request for one of several passages, in `language`.
  func request(_ passages: [Passage], _ index: Int, language: String) -> SpeechRequest {
    var request = SpeechRequest(text: passages[index].said)
    request.form = isSSML ? .ssml : .plain
    request.language = language
    request.speed = speed
    request.pitchSemitones = pitchSemitones
    request.formantSemitones = formantSemitones
    request.volume = volume
    request.play(tones.all)
    if index > 0 { request.previousText = passages[index - 1].said }
    if index + 1 < passages.count { request.nextText = passages[index + 1].said }
    return request
  }
}

/// The output of `--json` for one line, and notes about it.
struct LineReport {
  let line: Int
  let offset: Int
  let text: String
  let manner: OutputManner
  let note: (UserError) -> Void

  func tell(_ event: LineEvent) throws(UserError) {
    switch event {
    case .began(let voice, let format, let seconds):
      try tell("line") {
        $0["voice"] = .string(voice)
        $0["time"] = .number(seconds)
        $0["offset"] = .integer(offset)
        $0["length"] = .integer(text.utf8.count)
        $0["rate"] = .integer(format.rateHertz)
        $0["channels"] = .integer(format.channels)
        $0["text"] = .string(text)
      }
    case .mark(let mark, let seconds): try tell(mark, at: seconds)
    case .shortfall(let shortfall):
      try tell("shortfall") {
        $0["field"] = .string(shortfall.field)
        $0["outcome"] = .string(shortfall.outcome)
      }
      if manner.isVerbose {
        note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
      }
    case .startedOver(let standIn, let failure):
      try tell("stand-in") {
        $0["voice"] = .string(standIn)
        $0["because"] = .string(failure.sentence)
      }
      note(UserError(failure.sentence, hint: failure.hint(of: standIn), .done))
    case .ended(let outcome, let seconds, let lineSeconds):
      try tell(outcome == .finished ? "end" : "cancelled") {
        $0["time"] = .number(seconds)
        $0["seconds"] = .number(lineSeconds)
      }
    case .failed(let failure):
      try tell("failed") { $0["because"] = .string(failure.sentence) }
    }
  }

  private func tell(_ mark: SpeechMark, at seconds: Double) throws(UserError) {
    guard manner.isJSON else { return }
    let names: [SpeechMark.Kind: String] = [
      .word: "word", .sentence: "sentence", .mark: "mark", .phoneme: "phoneme",
    ]
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: mark.textRange.lowerBound)
    let end = utf8.index(start, offsetBy: mark.textRange.count)
    try tell(names[mark.kind] ?? "event") {
      $0["time"] = .number(seconds)
      $0["frame"] = .integer(mark.frame)
      $0["offset"] = .integer(offset + mark.textRange.lowerBound)
      $0["length"] = .integer(mark.textRange.count)
      if !mark.textRange.isEmpty { $0["text"] = .string(String(text[start..<end])) }
      if !mark.name.isEmpty { $0["name"] = .string(mark.name) }
      if mark.isEstimated { $0["estimated"] = .bool(true) }
    }
  }

  private func tell(_ name: String, _ fill: (inout JSONObject) -> Void) throws(UserError) {
    guard manner.isJSON else { return }
    var json = JSONObject(event: name)
    json["line"] = .integer(line)
    fill(&json)
    try Console.result(json.line)
  }
}
