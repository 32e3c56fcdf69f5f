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
    if case .arriving = source { return try runAsItComes(cancellation) }
    let passages = try passages()
    guard !passages.isEmpty else { throw SpeakCommand.nothingToSay }
    let isFree = options.language.isEmpty && options.voices.isEmpty && !options.isSSML
    let language = isFree ? TextVoices.language(of: passages.map(\.said)) : options.language
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
            tell: report(index + 1, offset: passage.offset) { passage.text }) == .finished
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

  static let nothingToSay = UserError(
    "There is nothing to say: the text is empty.",
    hint: "Give words, as in: \(Program.name) \"Good evening\"", .badInput)

  /// Prints the events of a line as JSON, and notes what people should know; `text` is that of the line, as far as it has come.
  func report(
    _ number: Int, offset: Int, text: @escaping () -> String
  ) -> (LineEvent) throws(UserError) -> Void {
    { (event) throws(UserError) in
      if studio.manner.isJSON {
        let writer = LineEventWriter(line: number, offset: offset, text: text())
        try Console.result(writer.json(event, sentence: \.sentence).line)
      }
      switch event {
      case .shortfall(let shortfall) where studio.manner.isVerbose:
        studio.note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
      case .startedOver(let standIn, let failure):
        studio.note(UserError(failure.sentence, hint: failure.hint(of: standIn), .done))
      default: break
      }
    }
  }

  /// Complete parts stay, though the rest failed.
  func keep(_ output: SessionOutput, _ said: Int, of all: Int) throws {
    guard said > 0, let path = options.output, path != "-" else {
      output.discard()
      return
    }
    try finish(output, Cancellation())
    studio.note(UserError("\(path) holds the first \(said) of \(all) lines.", .done))
  }

  func finish(
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
    case .arriving: return []
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

  /// The voices that the user keeps for `language`; none if there are none.
  func kept(forLanguage language: String) throws(UserError) -> [PluginChoice] {
    do throws(PluginSetupError) {
      return try TextVoices(studio.plugins).kept(forLanguage: language)
    } catch { throw UserError(error) }
  }

  /// The voices of the usual chain that speak `language`; all of them, with a note, if none does.
  private func voices(_ all: [any ListedVoice], for language: String) -> [any ListedVoice] {
    let speaking = TextVoices.speaking(language, among: all) { studio.note(UserError($0)) }
    guard speaking.isEmpty else { return speaking }
    studio.note(
      UserError(
        "No voice here speaks the language of the text (\(language)); it is read as well as \(all[0].name) can.",
        hint:
          "Name a voice (--voice), or the language (--language); '\(Program.name) voices' lists all.",
        .done))
    return all
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
