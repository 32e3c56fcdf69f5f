import CueModel
import CuePlugins
import Testing
import TestSupport

/// A line that begins with a character of two bytes.
let line = "Ärgern is a word."

/// What a broken voice does, and what the host makes of it.
struct Fault: Sendable, CustomTestStringConvertible {
  let id: String
  let kind: PluginFailure.Kind
  let activity: PluginFailure.Activity
  /// Why; of a plugin's own words, what they must hold.
  let reason: PluginFailure.Reason
  /// The deadline that is waited for, where the voice hangs.
  var deadline: (@Sendable (inout Deadlines) -> Void)?

  init(
    _ id: String, _ kind: PluginFailure.Kind, _ reason: PluginFailure.Reason,
    while activity: PluginFailure.Activity = .speaking,
    deadline: (@Sendable (inout Deadlines) -> Void)? = nil
  ) {
    self.id = id
    self.kind = kind
    self.reason = reason
    self.activity = activity
    self.deadline = deadline
  }

  var testDescription: String { id }

  var deadlines: Deadlines {
    var deadlines = Deadlines()
    deadline?(&deadlines)
    return deadlines
  }

  /// Those that end the worker, or have it ended.
  static let deadly = [
    Fault("crash", .crashed(signal: 11), .processEnded),
    Fault("crash-at-once", .crashed(signal: 11), .processEnded),
    Fault("abort", .crashed(signal: 6), .processEnded),
    Fault("litter", .crashed(signal: 11), .processEnded),
    Fault("exit", .exited(status: 3), .processEnded),
    Fault("exit-0", .exited(status: 0), .processEnded),
    Fault("hang", .hung(milliseconds: 100), .noAnswer) { $0.firstSound = 100 },
    Fault("hang-after", .hung(milliseconds: 100), .noAnswer) { $0.gap = 100 },
    Fault("flood", .misbehaved, .broke(.endlessSound)),
    Fault("event-flood", .misbehaved, .broke(.endlessEvents)),
    Fault("nan", .misbehaved, .broke(.notNumbers)),
    Fault("infinity", .misbehaved, .broke(.notNumbers)),
    Fault("no-format", .misbehaved, .broke(.soundBeforeFormat)),
    Fault("zero-channels", .misbehaved, .broke(.format(sample: 2, channels: 0, rateHertz: 8000))),
    Fault("wild-rate", .misbehaved, .broke(.format(sample: 2, channels: 1, rateHertz: .max))),
    Fault("two-begins", .misbehaved, .broke(.formatTwice)),
    Fault("unasked-cancel", .misbehaved, .broke(.notCancelled)),
    Fault("unknown-outcome", .misbehaved, .broke(.unknownStatus(3))),
    Fault(
      "wild-event", .misbehaved,
      .broke(.eventBytes(start: 4_294_967_295, end: 8_589_934_590, count: 18))),
    Fault("split-event", .misbehaved, .broke(.eventBytes(start: 1, end: 2, count: 18))),
    Fault("backward-event", .misbehaved, .broke(.eventsBackInTime)),
    Fault("far-event", .misbehaved, .broke(.eventTooLate)),
    Fault("not-utf8", .misbehaved, .broke(.notUTF8)),
    Fault("not-utf8-error", .misbehaved, .broke(.notUTF8)),
    Fault(
      "load-hang", .hung(milliseconds: 100), .noAnswer,
      while: .loading
    ) { $0.load = 100 },
    Fault(
      "load-crash", .crashed(signal: 6), .processEnded,
      while: .loading),
    Fault("forked-hang", .hung(milliseconds: 100), .noAnswer) { $0.gap = 100 },
    Fault("forked-flood", .misbehaved, .broke(.endlessSound)),
  ]

  /// Those that say no, or cost a line of a worker that goes on.
  static let harmless = [
    Fault(
      "refuses", .refused(status: .language),
      .said("This voice speaks no such")),
    Fault("long-error", .refused(status: .internalError), .said("xxx")),
    Fault(
      "load-fails", .refused(status: .model), .said("The model has a hole in it"),
      while: .loading),
    Fault(
      "null-kind", .refused(status: .interface), .said("no table of its own kind"),
      while: .loading),
    Fault(
      "short-kind", .refused(status: .interface), .said("shorter than that of version 1.0"),
      while: .loading),
    Fault("mute", .refused(status: .unstated), .noSound),
    Fault("mute-begun", .refused(status: .unstated), .noSound),
    Fault("zeros", .refused(status: .unstated), .noSound),
    Fault("forked-crash", .crashed(signal: 11), .processEnded),
    Fault(
      "forked-exit-0", .exited(status: 0), .processEnded),
  ]
}

@Suite(.startsProcesses) struct `A voice that breaks the rules` {
  @Test(arguments: Fault.deadly + Fault.harmless)
  func `a failure names the plugin, the activity, the kind and the reason`(fault: Fault) throws {
    let voice = try Faulty().voice(fault.id, fault.deadlines)
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == fault.kind)
    #expect(failure.plugin == "faulty-\(fault.id)")
    #expect(failure.activity == fault.activity)
    #expect(failure.isDue(to: fault.reason), "\(failure.reason)")
  }

  /// Marks, pauses and tags are said as silence of any length, and a text at volume 0 is silent.
  @Test func `may say nothing of a text without words, or at no volume`() throws {
    for id in ["mute", "mute-begun", "zeros"] {
      let voice = try Faulty().voice(id)
      for text in ["…", "—", " ", "?!", "* * *"] {
        #expect(try voice.say(text).outcome == .finished)
      }
      var request = SpeechRequest(text: "<speak><break time=\"1s\"/></speak>")
      request.form = .ssml
      #expect(try voice.speak(request, cancellation: Cancellation()) { _ in } == .finished)
      request.text = "<speak>word</speak>"
      #expect(throws: PluginFailure.self) {
        try voice.speak(request, cancellation: Cancellation()) { _ in }
      }
      request = SpeechRequest(text: "A word.")
      request.volume = 0
      #expect(try voice.speak(request, cancellation: Cancellation()) { _ in } == .finished)
      for text in ["1", "ä", "語", "№ 5", "½"] {
        #expect(throws: PluginFailure.self, "\(text)") { try voice.say(text) }
      }
    }
  }

  @Test(arguments: Fault.deadly)
  func `A voice that breaks the rules leaves no process behind`(fault: Fault) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(fault.id, fault.deadlines)
    #expect(throws: PluginFailure.self) { try voice.say(line) }
    #expect(Processes.survivors(of: faulty.processes) == [])
    withExtendedLifetime(voice) {}
  }

  @Test(arguments: Fault.deadly + Fault.harmless)
  func `a stand-in replaces a failed voice, and the half line can be dropped`(fault: Fault) throws {
    let faulty = try Faulty()
    let chain = FallbackVoice([faulty.voice(fault.id, fault.deadlines), faulty.voice("healthy")])
    let said = try chain.say(line)
    #expect(said.standIns.map(\.voice) == ["faulty-healthy"])
    #expect(said.standIns.first?.because.kind == fault.kind)
    #expect(said.outcome == .finished)
    #expect(said.bytes == (try faulty.voice("healthy").say(line).bytes))
    #expect(chain.speaking.name == "faulty-healthy")
  }

  @Test func `is not asked any more after three failures in a row`() throws {
    let faulty = try Faulty()
    for id in ["crash", "nan", "load-fails", "forked-crash"] {
      let voice = faulty.voice(id)
      for _ in 1...3 {
        let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
        #expect(failure.kind != .givenUp)
      }
      let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
      #expect(failure.kind == .givenUp)
      #expect(failure.plugin == "faulty-\(id)" && failure.reason == .failedInARow(times: 3))
      voice.quit()
      #expect(Processes.survivors(of: faulty.processes) == [])
    }
  }

  @Test func `is asked again when a line goes well in between`() throws {
    let voice = try Faulty().voice("forked-fickle")
    for _ in 1...3 {
      for _ in 1...2 {
        let failure = try #require(throws: PluginFailure.self) { try voice.say("Now!") }
        #expect(failure.kind == .crashed(signal: 11))
      }
      #expect(try voice.say(line).outcome == .finished)
    }
  }

  @Test func `output that a voice prints is discarded`() throws {
    let faulty = try Faulty()
    let healthy = try faulty.voice("healthy").say(line)
    #expect(try faulty.voice("loud").say(line) == healthy)
    #expect(try faulty.voice("forked-loud").say(line) == healthy)
  }

  @Test func `a list of voices that is not text, or endless, is refused`() throws {
    let faulty = try Faulty()
    for (id, rule) in [("list-not-utf8", BrokenRule.notUTF8), ("list-flood", .endlessList)] {
      let failure = try #require(throws: PluginFailure.self) { try faulty.voice(id).voices() }
      #expect(failure.kind == .misbehaved)
      #expect(failure.activity == .listingVoices)
      #expect(failure.reason == .broke(rule))
    }
    #expect(Processes.survivors(of: faulty.processes) == [])
  }
}

@Suite(.startsProcesses) struct `A voice that is served from forks` {
  @Test(arguments: ["forked-fickle", "rewound-fickle"])
  func `loses a line by a crash, and its worker goes on`(id: String) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    let before = try voice.say(line)
    #expect(try (1...3).allSatisfy { _ in try voice.say(line) == before })
    let worker = faulty.workers
    try #require(worker.count == 1)
    let failure = try #require(throws: PluginFailure.self) { try voice.say("Now!") }
    #expect(failure.kind == .crashed(signal: 11))
    #expect(try voice.say(line) == before)
    #expect(faulty.workers == worker)
  }

  @Test(arguments: ["forked-hang", "rewound-hang"])
  func `loses a line by a cancel, and its worker goes on`(id: String) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    _ = try voice.start()
    let worker = faulty.workers
    for _ in 1...3 {
      let cancellation = Cancellation()
      let outcome = try voice.speak(SpeechRequest(text: line), cancellation: cancellation) {
        if case .sound = $0 { cancellation.cancel() }
      }
      #expect(outcome == .cancelled)
    }
    // The next request is answered after the cancelled one has ended.
    #expect(try voice.soundFingerprint() == "faulty")
    #expect(faulty.workers == worker)
  }

  @Test func `says every line from the same state`() throws {
    let faulty = try Faulty()
    let forked = faulty.voice("forked-counter")
    let threaded = faulty.voice("counter")
    #expect(try (1...4).map { _ in try forked.say(line).frames } == [400, 400, 400, 400])
    #expect(try (1...4).map { _ in try threaded.say(line).frames } == [400, 800, 1200, 1600])
  }

  /// The first line is said by a child that was forked for it, the others by the one that was forked in the meantime.
  @Test func `has one child for many lines where they change nothing but memory`() throws {
    let faulty = try Faulty()
    let rewound = faulty.voice("rewound-number")
    let forked = faulty.voice("forked-number")
    #expect(try Set((1...5).map { _ in try rewound.say(line).frames }).count == 2)
    #expect(try Set((1...5).map { _ in try forked.say(line).frames }).count == 5)
  }

  @Test(arguments: ["rewound-counter", "rewound-growing", "rewound-leaving", "rewound-threaded"])
  func `every line starts from the same state, whatever the line before changed`(id: String) throws
  {
    let voice = try Faulty().voice(id)
    #expect(try (1...8).map { _ in try voice.say(line).frames } == Array(repeating: 400, count: 8))
  }

  @Test func `a voice sounds the same with and without forks`() throws {
    let faulty = try Faulty()
    let text = String(repeating: "All of this is said. ", count: 200)
    #expect(try faulty.voice("forked-ok").say(text) == faulty.voice("healthy").say(text))
  }
}
