import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueText

// Making takes and using them.

/// `host story say`, `import`, `mix`, `play` and `record`.
struct StorySound {
  let command: StoryCommand
  let shelf: StoryShelf
  private var studio: Studio { command.studio }
  private var manner: OutputManner { command.manner }
  private var words: Messages { command.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    switch command.action {
    case .say(let name, let text, let lead):
      return try say(try shelf.view(name), text, lead, cancellation)
    case .importFile(let name, let path, let lead, let speed):
      let view = try shelf.view(name)
      var intake = TakeIntake(StorySound.label(path), of: view, on: shelf)
      intake.leadSeconds = lead
      if let speed {
        var dials = view.story.dials
        dials.rate = PlaybackRate(dial: speed)
        intake.recorded = dials.asHeard
      }
      try kept(try intake.keep(fileAt: path, cancellation), view)
    case .importTake(let name, let script, let take, let part, let lead):
      let view = try shelf.view(name)
      let take = try rehearsed(script, take)
      let label = [StorySound.label(script), take.name].joined(separator: " ")
      var intake = TakeIntake(label, of: view, on: shelf)
      intake.leadSeconds = lead
      try kept(try intake.keep(fileAt: take.path(of: part), cancellation), view)
    case .mix(let name, let wish): try mix(try shelf.view(name), wish, cancellation)
    case .play(let name, let wish):
      return try StoryLive(command: command, shelf: shelf, view: try shelf.view(name))
        .play(wish, cancellation)
    case .record(let name, let wish):
      return try StoryLive(command: command, shelf: shelf, view: try shelf.view(name))
        .record(wish, cancellation)
    default: preconditionFailure("\(command.action) makes no sound")
    }
    return .done
  }

  private func kept(_ take: StoredTake, _ view: StoryView) throws {
    try StoryShow(try shelf.view("\(view.story.number)"), studio).tellKept(take)
  }

  /// The name of a file, without folders.
  private static func label(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A take that `host rehearse --record` recorded.
  private func rehearsed(_ script: String, _ name: String) throws(UserError) -> Take {
    let shelf = UserLibrary(studio.environment).takeShelf(called: script)
    if let take = try? shelf.take(called: name) { return take }
    throw UserError(
      "\(script) has no take \(name).",
      hint: "'\(Program.name) takes list \(script)' shows those that were recorded.", .noInput)
  }

  // A voice.

  private func say(
    _ view: StoryView, _ text: StoryText, _ lead: Double, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    // Before a voice is asked, which may take long and cost money.
    if !view.story.isActive {
      throw StoryFailure.locked(title: view.story.title, holder: view.story.holder)
    }
    let passages = try passages(text)
    guard let first = passages.first else {
      throw UserError("There is nothing to say: the text is empty.", .badInput)
    }
    let chosen = command.sound.voices
    let isStrict = command.sound.isStrict && !chosen.isEmpty
    let clients = try studio.voices(isStrict ? [chosen[0]] : chosen)
    defer { for client in clients { client.quit() } }
    let effects = try studio.effects(command.sound.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = VoiceChain(effect: effects.isEmpty ? nil : EffectChain(effects))
    let voice = chain.make(of: command.sound.isStrict ? [clients[0]] : clients)
    var intake = TakeIntake(first.text, of: view, on: shelf)
    intake.leadSeconds = lead
    let take = try intake.keep(
      saying: passages.indices.map {
        command.sound.request(passages, $0, language: command.sound.language)
      }, after: passages.map(\.pauseMilliseconds), by: voice, cancellation
    ) { event in
      switch event {
      case .startedOver(let standIn, let failure):
        let hint = failure.hint(of: standIn, words)
        studio.note(UserError(failure.sentence(words), hint: hint, .done))
      case .shortfall(let shortfall) where manner.isVerbose:
        studio.note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
      default: break
      }
    }
    guard let take else { return .interrupted }
    try kept(take, view)
    return .done
  }

  private func passages(_ text: StoryText) throws(UserError) -> [Passage] {
    switch text {
    case .words(let words):
      let text = try Texts.checked(Array(words.utf8), "The text")
      return text.allSatisfy(\.isWhitespace) ? [] : [Passage(text: text, offset: 0)]
    case .file(let path): return Passage.spoken(of: try Texts.document(path), byLine: false)
    }
  }

  // A mix.

  private func mix(_ view: StoryView, _ wish: StoryMixWish, _ cancellation: Cancellation) throws {
    let end = try wish.end.map { try view.take(called: $0).id }
    var mixing = StoryMixing(view.story)
    mixing.end = end
    mixing.dials = wish.dials.turned(view.story.dials)
    mixing.settings.encoding = SampleEncoding(rawValue: wish.encoding) ?? .int16
    mixing.settings.integratedLUFS = wish.loudness
    mixing.settings.truePeakDBTP = wish.truePeak
    mixing.stretcher = wish.stretcher
    mixing.hasStems = wish.stems
    mixing.worksAhead = wish.lanes != 1
    try mixing.write(to: wish.output, view, on: shelf, studio.plugins, cancellation) {
      try StoryShow(view, studio).tell($0, $1, take: $2)
    }
  }
}
