import CSystem
import CueABI
import CueModel
import CueText

/// A voice plugin in its worker.
public final class VoiceClient: RecordingVoice {
  private let client: PluginClient
  private let voice: String
  private let serviceID: String
  /// What the caller says will follow the next request.
  private var expected: SpeechRequest?
  /// The same as it is sent.
  private var upcoming: SpeechRequest?
  /// What was sent of that, and has come.
  private var early: Early?

  /// The plugin of `setup`, speaking as `voice` where a request names none.
  public init(_ setup: PluginSetup, voice: String = "") {
    client = PluginClient(setup, kind: .voice)
    self.voice = voice
    serviceID =
      ([setup.file.path, setup.file.id]
      + (setup.configured + setup.parameters).map { "\($0.name)=\($0.value)" }).joined(
        separator: "\u{0}")
  }

  /// The plugin and its voice, as the user named them.
  public var name: String { voice.isEmpty ? client.name : "\(client.name):\(voice)" }

  /// The plugin with its settings, which is asked for its voices, in a worker of its own, to know whether it answers.
  ///
  /// Only a plugin that has started tells whether it needs a network; it is not started for that.
  public var service: VoiceService? {
    let setup = client.setup
    return VoiceService(
      id: serviceID, needsNetwork: client.description?.needsNetwork == true,
      answers: {
        let other = VoiceClient(setup)
        defer { other.quit() }
        return (try? other.currentVoices()) != nil
      })
  }

  /// Whether it asks a service on this machine, which may need no key.
  public var asksThisMachine: Bool { client.setup.asksThisMachine }

  /// The plugin, as the user named it.
  public var plugin: String { client.name }

  /// The voice that speaks where a request names none; empty for the plugin's choice.
  public var defaultVoice: String { voice }

  /// Starts the plugin now rather than at the first line.
  public func start() throws(PluginFailure) -> PluginDescription {
    _ = try client.ready()
    guard let description = client.description else { preconditionFailure("created undescribed") }
    return description
  }

  /// The processor time that its running worker and what that has started have used, in seconds; nil where none runs, or the
  /// system does not tell.
  public var processorSeconds: Double? {
    client.running.flatMap { ProcessTree.processorSeconds(of: $0.process) }
  }

  /// What may be set on the plugin.
  public func parameters() throws(PluginFailure) -> [ParameterDescription] {
    _ = try client.ready()
    return client.parameters
  }

  /// All voices of the plugin, as it listed them last; see ``VoiceLists``.
  ///
  /// May ask a network.
  public func voices() throws(PluginFailure) -> [VoiceDescription] {
    guard let lists = client.setup.voiceLists else { return try currentVoices() }
    if let kept = lists.voices(try listKey()) { return take(kept) }
    return try currentVoices()
  }

  /// All voices of the plugin, which is asked for them.
  ///
  /// May ask a network.
  public func currentVoices() throws(PluginFailure) -> [VoiceDescription] {
    let voices = try askedVoices()
    if let lists = client.setup.voiceLists { lists.keep(voices, try listKey()) }
    return take(voices)
  }

  private func listKey() throws(PluginFailure) -> VoiceListKey {
    let description = try start()
    let secrets = Set(client.parameters.filter(\.isSecret).map(\.name))
    let setup = client.setup
    return VoiceListKey(
      file: setup.file.path, plugin: description.id, version: description.version,
      engine: (try? soundFingerprint()) ?? "",
      settings: (setup.configured + setup.parameters + setup.preferences)
        .filter { !secrets.contains($0.name) },
      secret: client.secretMark, needsNetwork: description.needsNetwork)
  }

  /// Remembers what was listed, with the user's own names.
  private func take(_ voices: [VoiceDescription]) -> [VoiceDescription] {
    var voices = voices
    for index in voices.indices {
      voices[index].ownNames = client.setup.voiceNames.filter { $1 == voices[index].id }.keys
        .sorted()
    }
    listed = voices
    voiceIDs = [:]
    return voices
  }

  private func askedVoices() throws(PluginFailure) -> [VoiceDescription] {
    forgetEarly()
    hasAskedForVoices = true
    return try client.restarting { () throws(PluginFailure) in
      var voices: [VoiceDescription] = []
      try client.ask(
        CUE_MSG_VOICES, within: client.deadlines.list, while: .listingVoices,
        each: { message throws(Misbehaviour) in
          guard message.type == CUE_MSG_VOICE else { return }
          guard voices.count < 100_000 else { throw Misbehaviour(.endlessList) }
          voices.append(try VoiceDescription(message))
        })
      return voices
    }
  }

  /// Whether the pitch of `voice` can be moved, by what the plugin says of itself and of the voice; an empty one is
  /// ``defaultVoice``.
  ///
  /// The plugin is started for it; a network is not asked.
  public func movesPitch(of asked: String = "") throws(PluginFailure) -> Bool {
    let description = try start()
    let traits = client.traits
    let reach = [CUE_TAG_PITCH_MINIMUM, CUE_TAG_PITCH_MAXIMUM].map {
      ((try? traits?.f64($0)) ?? nil) ?? 0
    }
    guard reach[0] != 0 || reach[1] != 0 else { return false }
    guard !description.needsNetwork else { return true }
    if keeping == nil {
      keeping = Set(try voices().filter(\.keepsPitch).map(\.id))
    }
    let voice = voiceID(asked.isEmpty ? voice : asked)
    return !(keeping ?? []).contains(String(voice.prefix { $0 != "+" }))
  }

  /// Whether the same request gives the same bytes in `voice`, by what the plugin says of the voice and of itself; an empty one
  /// is ``defaultVoice``.
  ///
  /// Never ``VoiceDeterminism/asPlugin``. The plugin is started for it; a network is not asked.
  public func determinism(of asked: String = "") throws(PluginFailure) -> VoiceDeterminism {
    let description = try start()
    let ofPlugin: VoiceDeterminism = description.determinism == .none ? .none : .always
    if listed.isEmpty, !description.needsNetwork { _ = try voices() }
    let id = voiceID(asked.isEmpty ? voice : asked)
    let own =
      listed.first { id.isEmpty ? $0.isDefault : $0.id == id.prefix { $0 != "+" } }?.determinism
    return own.flatMap { $0 == .asPlugin ? nil : $0 } ?? ofPlugin
  }

  /// Whether the plugin whispers, or acts on tones and directions by itself.
  ///
  /// The plugin is started for it.
  public func playsWhispers() throws(PluginFailure) -> Bool {
    _ = try client.ready()
    return has(CUE_VOICE_WHISPER) || has(CUE_VOICE_TONES)
  }

  /// The seed of a line that is kept, where it has none: another one each time would be another sound.
  private static let usualSeed: UInt32 = 1

  /// The voices that have one pitch, once somebody needed to know.
  private var keeping: Set<String>?

  /// Whether the plugin was asked for its list, which else is the kept one.
  private var hasAskedForVoices = false
  /// The voices as they were listed last; empty before.
  private var listed: [VoiceDescription] = []
  /// The ids of names that were looked for in it.
  private var voiceIDs: [String: String] = [:]

  /// The id of the voice that the user calls `name`: by an own name, or as the plugin's list has it, once that was read.
  private func voiceID(_ name: String) -> String {
    guard !name.isEmpty else { return name }
    if let id = voiceIDs[name] { return id }
    let id =
      client.setup.voiceNames[name.lowercased()] ?? listed.voice(named: name)?.id ?? name
    voiceIDs[name] = id
    return id
  }

  /// Names engine, data and model of `voice`; an empty one is ``defaultVoice``.
  public func soundFingerprint(voice asked: String = "") throws(PluginFailure) -> String {
    forgetEarly()
    let done = try client.restarting { () throws(PluginFailure) in
      try client.ask(
        CUE_MSG_FINGERPRINT, within: client.deadlines.answer, while: .namingVersion,
        { $0.text(CUE_TAG_VOICE, voiceID(asked.isEmpty ? voice : asked)) })
    }
    return (try? done.text(CUE_TAG_TEXT)) ?? ""
  }

  /// What decides how `voice` sounds, beside the request; an empty one is ``defaultVoice``.
  ///
  /// The plugin is started for it. Settings that are secret are no part of it.
  public func soundIdentity(voice asked: String = "") throws(PluginFailure) -> SoundIdentity {
    let description = try start()
    let secrets = Set(client.parameters.filter(\.isSecret).map(\.name))
    // What the configuration sets for good counts only where it is heard: a region or a timeout makes no other clip.
    let heard = Set(client.parameters.filter(\.changesSound).map(\.name))
    let set = Dictionary(
      (client.setup.configured.filter { heard.contains($0.name) } + client.setup.parameters)
        .filter { !secrets.contains($0.name) }.map { ($0.name, $0.value) },
      uniquingKeysWith: { $1 })
    let determinism = try determinism(of: asked)
    var identity = SoundIdentity(
      plugin: description.id, fingerprint: try soundFingerprint(voice: asked),
      parameters: set.map { "\($0.key)=\($0.value)" }.sorted(),
      isReproducible: determinism != .none)
    identity.followsSeed = determinism == .bySeed
    return identity
  }

  /// `request` as it is sent to the plugin: as ``defaultVoice`` where it names none, and with the tones as speed, pitch and
  /// volume where the voice does not act on them.
  ///
  /// What the voice leaves aside is left out: the labels of tones, or direction
  /// and context. A voice that needs a seed to say a line again as it was gets one.
  ///
  /// The plugin is started for it.
  public func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    _ = try client.ready()
    var sent = resolved(request)
    let spoken = spoken(request)
    sent.spokenText = spoken.text == request.text ? "" : spoken.text
    if sent.seed == 0, try determinism(of: sent.voice) == .bySeed { sent.seed = Self.usualSeed }
    if !has(CUE_VOICE_TONES) { sent.tones = [] }
    if !has(CUE_VOICE_PITCH_RANGE) { sent.pitchRange = 1 }
    if !has(CUE_VOICE_WHISPER) { sent.isWhispered = false }
    noteLexicon(request)
    if !has(CUE_VOICE_LEXICON) { sent.lexicon = [:] }
    if !has(CUE_VOICE_CONTEXT) {
      sent.direction = ""
      sent.previousText = ""
      sent.nextText = ""
    }
    return sent
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  /// Says `request`, in pieces where the plugin needs short texts.
  ///
  /// A voice that the plugin does not know by its id is looked for by its name.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var hasBegun = false
    do {
      return try speakOnce(request, cancellation) { event in
        hasBegun = true
        try receive(event)
      }
    } catch let failure as PluginFailure {
      let name = resolved(request).voice
      guard case .refused(status: .voice) = failure.kind, !hasBegun, !hasAskedForVoices,
        !cancellation.isCancelled, (try? currentVoices()) != nil, resolved(request).voice != name
      else { throw failure }
      return try speakOnce(request, cancellation, receive)
    }
  }

  private func speakOnce(
    _ request: SpeechRequest, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    guard !request.text.isEmpty else { return .finished }
    try refuseForeignLetters(request)
    let spoken = spoken(request)
    // Marks and emoji without a word.
    guard spoken.text == request.text || spoken.text.contains(where: { !$0.isWhitespace }) else {
      return .finished
    }
    // Before anything is said: it may ask the plugin which languages its voices speak.
    upcoming = expected.map(asSaid)
    var line = Line()
    let isForOthers = isForOthers(request)
    var places = MarkPlaces(
      spoken: spoken, marks: isForOthers ? SSMLMark.all(in: request.text)[...] : [])
    if early?.request.voice != resolved(request).voice { forgetEarly() }
    client.meanwhile = { self.keepEarly($0) }
    defer { client.meanwhile = { _ in } }
    let worker = try client.prepare(voice: resolved(request).voice)
    noteLexicon(request)
    var piece = resolved(request)
    piece.text = spoken.text
    if isForOthers { piece.form = .plain }
    var frames = 0
    do {
      let pieces = pieces(of: piece)
      for range in pieces {
        if range.count < spoken.text.utf8.count {
          piece.text = String(decoding: Array(spoken.text.utf8)[range], as: UTF8.self)
        }
        line.textOffset = range.lowerBound
        line.isLastPiece = range == pieces.last
        guard
          try say(
            piece, &line, worker, cancellation,
            { event in
              if case .sound(let sound) = event { frames += sound.frameCount }
              guard let event = places.placed(event) else { return }
              for mark in places.marks(before: event) { try receive(mark) }
              try receive(event)
            }) == .finished
        else {
          return .cancelled
        }
      }
      for mark in places.marks(before: nil, atFrame: frames) { try receive(mark) }
      // A line without sound is no line: another voice says it, or the user learns of it.
      if !line.isHeard, request.volume > 0, spoken.isForTheEar(request.form) {
        throw PluginFailure(
          plugin: name, activity: .speaking, kind: .refused(status: .unstated), reason: .noSound)
      }
      client.succeeded()
      return .finished
    } catch let failure as PluginFailure {
      client.failed(failure)
      throw failure
    }
  }

  /// Lets the plugin begin `request` while the next one is still being said, where that costs nothing but its time.
  public func expect(_ request: SpeechRequest) { expected = request }

  /// Has the plugin say the beginning of `request` now: its first sound waits in the pipe.
  ///
  /// What goes over a network is not begun: it would be paid for, and may not be wanted. A failure shows when the line is asked
  /// for.
  public func prepare(_ request: SpeechRequest) {
    guard !request.text.isEmpty, (try? client.ready()) != nil,
      client.description?.needsNetwork == false
    else { return }
    let said = asSaid(request)
    guard said.text.contains(where: { !$0.isWhitespace }), pieces(of: said).count == 1,
      let worker = try? client.prepare(voice: said.voice)
    else { return }
    if let early, early.request == said, early.worker === worker { return }
    forgetEarly()
    early = Early(
      request: said, number: send(said, worker, credit: VoiceClient.earlyCredit), worker: worker)
    do { try worker.flush(while: .speaking) } catch { early = nil }
  }

  /// `request` as it is sent: with the voice, and the tones as speed, pitch and volume where the voice does not act.
  private func resolved(_ request: SpeechRequest) -> SpeechRequest {
    var resolved = request
    resolved.voice = voiceID(resolved.voice.isEmpty ? voice : resolved.voice)
    let acts =
      (request.toneDelivery != nil || request.mannerDelivery != nil) && has(CUE_VOICE_TONES)
    if let delivery = request.toneDelivery, request.tones.isEmpty || !acts {
      resolved.take(delivery)
    }
    if let delivery = request.mannerDelivery { resolved.take(delivery, onlyPaceAndLevel: acts) }
    resolved.toneDelivery = nil
    resolved.mannerDelivery = nil
    return resolved
  }

  /// `request` with the words that the engine gets.
  private func asSaid(_ request: SpeechRequest) -> SpeechRequest {
    var said = resolved(request)
    said.text = spoken(request).text
    if isForOthers(request) { said.form = .plain }
    return said
  }

  // What is said, and whether the voice can.

  /// The languages of the voices by id, once somebody needed to know.
  private var languages: [String: [String]]?

  /// Whether a request is SSML and the voice does not read that: it gets the words, and marks come from its words' times.
  private func isForOthers(_ request: SpeechRequest) -> Bool {
    request.form == .ssml && (try? client.ready()) != nil && !has(CUE_VOICE_SSML)
  }

  /// The text in the words of its language; SSML and phonemes stay as they are.
  private func spoken(_ request: SpeechRequest) -> SpokenText {
    guard request.form == .plain else {
      return isForOthers(request)
        ? SpokenText(ssml: request.text) : SpokenText(asWritten: request.text)
    }
    if let known = lastSpoken, known.source == request.text, known.language == request.language,
      known.voice == request.voice
    {
      return known.spoken
    }
    let spoken = SpokenText(request.text) { self.language(of: request) }
    lastSpoken = (request.text, request.language, request.voice, spoken)
    return spoken
  }

  private var lastSpoken: (source: String, language: String, voice: String, spoken: SpokenText)?

  /// The request's language; else that of its voice; else the one that the text looks like.
  private func language(of request: SpeechRequest) -> String {
    guard request.language.isEmpty else { return request.language }
    return languages(of: resolved(request).voice).first
      ?? LanguageGuess.language(of: request.text) ?? ""
  }

  /// Those of a voice, or of the one that speaks where none is named; none where a network would have to be asked.
  private func languages(of voice: String) -> [String] {
    if languages == nil {
      guard (try? client.ready()) != nil else { return [] }
      languages = [:]
      guard client.description?.needsNetwork == false, let all = try? voices() else { return [] }
      for one in all { languages?[one.id] = one.languages }
      if let usual = all.first(where: \.isDefault) { languages?[""] = usual.languages }
    }
    // A variant is no voice by itself: `gmw/en+f3`.
    let known = languages?[voice] ?? languages?[String(voice.prefix { $0 != "+" })]
    return known ?? []
  }

  /// A text in letters that the voice has no sounds for would be silence, or the names of letters.
  private func refuseForeignLetters(_ request: SpeechRequest) throws(PluginFailure) {
    guard request.form == .plain, !request.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let scripts = LetterScript.all(in: request.text).filter { $0 != .latin }
    guard !scripts.isEmpty else { return }
    _ = try client.ready()
    let voice = resolved(request).voice
    let known = languages(of: voice)
    // A single word counts: it would be lost. Where no voice is named, the plugin chooses one by the language.
    let foreign = scripts.first { script in
      let isChosen =
        voice.isEmpty && !request.language.isEmpty && script.isSaid(in: [request.language])
        && (languages ?? [:]).values.contains { script.isSaid(in: $0) }
      return !isChosen && !script.isSaid(in: known)
    }
    guard let script = foreign else { return }
    throw PluginFailure(
      plugin: name, activity: .speaking, kind: .refused(status: .unsupported),
      reason: .otherLetters(script: script.rawValue, languages: known))
  }

  // Requests that are sent before their turn.

  private struct Early {
    let request: SpeechRequest
    let number: UInt32
    let worker: Worker
    var messages: [Message] = []
  }

  /// Sound of a request before its turn: eight seconds at 24 kHz, as a voice that makes a sentence in one piece waits for
  /// room for all of it.
  private static let earlyCredit: UInt32 = 192_000
  /// More than any voice makes of that much sound.
  private static let mostEarlyMessages = 50_000

  /// Sends `request`, unless that was done early, and behind it the request that is expected next.
  ///
  /// Nothing is sent early while pieces of this line are still to come: it would stand in their way. Returns the
  /// request's number, the credit it has, and what has come of it.
  private func begin(
    _ request: SpeechRequest, _ line: Line, _ worker: Worker
  ) throws(PluginFailure) -> (number: UInt32, granted: Int, messages: [Message]) {
    let begun: (number: UInt32, granted: Int, messages: [Message])
    if let early, early.request == request, early.worker === worker {
      let more = VoiceClient.credit - VoiceClient.earlyCredit
      client.addToInstance(CUE_MSG_CREDIT, request: early.number, worker) {
        $0.u32(CUE_TAG_CREDIT, more)
      }
      begun = (early.number, Int(VoiceClient.credit), early.messages)
      self.early = nil
    } else {
      forgetEarly()
      begun = (send(request, worker, credit: VoiceClient.credit), Int(VoiceClient.credit), [])
    }
    if line.isLastPiece, let next = upcoming, next.voice == request.voice,
      !next.text.isEmpty,
      client.description?.needsNetwork == false, pieces(of: next).count == 1
    {
      early = Early(
        request: next, number: send(next, worker, credit: VoiceClient.earlyCredit), worker: worker)
    }
    if line.isLastPiece {
      expected = nil
      upcoming = nil
    }
    try worker.flush(while: .speaking)
    return begun
  }

  private func send(_ request: SpeechRequest, _ worker: Worker, credit: UInt32) -> UInt32 {
    client.addToInstance(CUE_MSG_SPEAK, worker) { message in
      message.write(
        request, hasPitchRange: has(CUE_VOICE_PITCH_RANGE), whispers: has(CUE_VOICE_WHISPER),
        readsLexicon: has(CUE_VOICE_LEXICON))
      message.u32(CUE_TAG_CREDIT, credit)
    }
  }

  private func keepEarly(_ message: Message) {
    if message.request == early?.number { early?.messages.append(message) }
  }

  /// Takes back what was sent early; what still comes of it is dropped.
  private func forgetEarly() {
    guard let early else { return }
    self.early = nil
    guard early.worker.isRunning else { return }
    early.worker.add(CUE_MSG_CANCEL, request: early.number)
    try? early.worker.flush(while: .stopping)
  }

  /// What a line of several pieces carries from one to the next.
  private struct Line {
    var format: AudioFormat?
    var frames = 0
    var textOffset = 0
    var isLastPiece = true
    /// Whether any sample of it is not zero.
    var isHeard = false
  }

  private func has(_ flag: UInt32) -> Bool {
    ((try? client.traits?.u32(CUE_TAG_FLAGS)) ?? 0) & flag != 0
  }

  private func pieces(of request: SpeechRequest) -> [Range<Int>] {
    let whole = [0..<request.text.utf8.count]
    guard request.form == .plain, let traits = client.traits else { return whole }
    let most = Int((try? traits.u32(CUE_TAG_MAX_TEXT)) ?? 0)
    let waits = has(CUE_VOICE_WHOLE_UTTERANCE)
    guard waits || (most > 0 && request.text.utf8.count > most) else { return whole }
    return TextPieces.pieces(
      of: request.text, language: request.language, mostBytes: most > 0 ? most : 1_000_000,
      everySentence: waits)
  }

  // How long it may take.

  /// What a character has taken at most so far, in milliseconds; nil before the first line.
  private var slowestCharacter: Double?
  /// Shorter texts say nothing of how fast a voice is.
  private static let leastMeasured = 8

  /// How much longer than the usual deadline `text` may take; 0 where people wait.
  private func allowance(for text: String) -> Int {
    let allowance = client.deadlines.allowance
    guard allowance != .none else { return 0 }
    return allowance.milliseconds(
      for: Double(text.unicodeScalars.count), first: allowance.perCharacter,
      slowest: slowestCharacter)
  }

  /// Learns how fast the voice is from a line that took from `start` until now.
  private func learnPace(_ text: String, since start: Int64) {
    let count = text.unicodeScalars.count
    guard client.deadlines.allowance != .none, count >= VoiceClient.leastMeasured else { return }
    let each = Double(cue_now_milliseconds() - start) / Double(count)
    slowestCharacter = max(slowestCharacter ?? 0, each)
  }

  /// Sound that may be on its way to us unasked: ten seconds at 48 kHz, given again in halves.
  private static let credit: UInt32 = 480_000

  /// The longest sound that is believed of a text: a plugin that never ends is stopped.
  private static func mostFrames(_ text: String, _ speed: Double, _ format: AudioFormat) -> Int {
    let seconds = (120 + 2 * Double(text.utf8.count)) / min(max(speed, 0.05), 1)
    return Int(seconds * Double(format.rateHertz))
  }

  private func say(
    _ request: SpeechRequest, _ line: inout Line, _ worker: Worker, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let activity = PluginFailure.Activity.speaking
    let begun = try begin(request, line, worker)
    let number = begun.number
    var waiting = begun.messages[...]
    var reader = UtteranceReader(request: request, granted: begun.granted)
    let allowance = allowance(for: request.text)
    let start = cue_now_milliseconds()
    defer { worker.lingers = false }
    // For the first sound, and then for each next one.
    var patience: Patience?
    return try cancellation.withHandler(worker.wake) {
      while true {
        let deadline =
          allowance + (reader.frames == 0 ? client.deadlines.firstSound : client.deadlines.gap)
        var wait = patience ?? worker.patience(deadline)
        defer { patience = wait }
        // A short line is over before waiting would save anything.
        worker.lingers = reader.frames > 10 * (reader.format?.rateHertz ?? 0)
        let arrival: Worker.Arrival =
          try waiting.popFirst().map { .message($0) }
          ?? worker.next(&wait, while: activity)
        // What is expected next stays expected: who cancels a line mostly wants to go on with it.
        if cancellation.isCancelled {
          client.cancel(number, worker)
          return .cancelled
        }
        guard case .message(let message) = arrival else { continue }
        keepEarly(message)
        guard (early?.messages.count ?? 0) < VoiceClient.mostEarlyMessages else {
          throw worker.misbehaved(activity, .broke(.tooMuch))
        }
        guard message.request == number else { continue }
        if message.type == CUE_MSG_DONE {
          if let failure = client.failure(of: message, worker, activity) { throw failure }
          guard (try? message.i32(CUE_TAG_STATUS)) != CUE_CANCELLED else {
            throw worker.misbehaved(activity, .broke(.notCancelled))
          }
          line.frames += reader.frames
          learnPace(request.text, since: start)
          return .finished
        }
        do {
          guard let event = try reader.read(message) else { continue }
          try deliver(event, &line, receive)
          // Whoever takes it may have taken their time.
          if case .sound = event { wait = worker.patience(client.deadlines.gap + allowance) }
          if let format = reader.format {
            guard reader.frames <= VoiceClient.mostFrames(request.text, request.speed, format)
            else { throw Misbehaviour(.endlessSound) }
          }
          if reader.granted - reader.frames < Int(VoiceClient.credit) / 2 {
            reader.granted += Int(VoiceClient.credit) / 2
            client.addToInstance(CUE_MSG_CREDIT, request: number, worker) {
              $0.u32(CUE_TAG_CREDIT, VoiceClient.credit / 2)
            }
            try worker.flush(while: activity)
          }
        } catch let misbehaviour as Misbehaviour {
          throw worker.misbehaved(activity, misbehaviour.reason)
        } catch {
          client.cancel(number, worker)
          throw error
        }
      }
    }
  }

  /// Tells that the sounds of words, which `request` has, are not read.
  private func noteLexicon(_ request: SpeechRequest) {
    guard !request.lexicon.isEmpty, !has(CUE_VOICE_LEXICON) else { return }
    client.setup.worker.leftOut(client.name, .pronunciations)
  }

  /// Hands an event on, its places moved to where the piece stands in the line.
  private func deliver(
    _ event: SpeechEvent, _ line: inout Line, _ receive: (SpeechEvent) throws -> Void
  ) throws {
    switch event {
    case .began(let format):
      if let begun = line.format {
        guard begun == format else {
          throw Misbehaviour(.formatChanged)
        }
        return
      }
      line.format = format
      try receive(event)
    case .sound(let sound):
      line.isHeard = line.isHeard || sound.bytes.contains { $0 != 0 }
      try receive(event)
    case .shortfall(let shortfall):
      if shortfall.field == "direction" { client.setup.worker.leftOut(client.name, .directions) }
      if shortfall.field == "pronunciation" {
        client.setup.worker.leftOut(client.name, .pronunciations)
      }
      try receive(event)
    case .mark(var mark):
      mark.frame += line.frames
      mark.textRange =
        mark.textRange.lowerBound + line.textOffset..<mark.textRange.upperBound + line.textOffset
      try receive(.mark(mark))
    default:
      try receive(event)
    }
  }
}

extension SpokenText {
  /// Whether there is anything in it that a voice says: a letter or a digit, and not only marks, pauses and tags.
  fileprivate func isForTheEar(_ form: SpeechRequest.TextForm) -> Bool {
    var isInTag = false
    return text.unicodeScalars.contains { scalar in
      if form == .ssml {
        if scalar == "<" { isInTag = true }
        if scalar == ">" { isInTag = false }
      }
      return !isInTag && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }
}
