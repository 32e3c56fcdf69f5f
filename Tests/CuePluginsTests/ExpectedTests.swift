import CueModel
import CuePlugins
import Glibc
import TestSupport
import Testing

/// `Voice.expect`: the next line is begun while this one is still being said.
@Suite(.startsProcesses) struct `A line that was expected` {
  private let lines = ["Good evening.", "One, two, three.", "And so to bed."]

  @Test(arguments: ["espeak", "flite", "mock"])
  func `a line that was expected sounds the same as one that was not`(plugin: String) throws {
    let surprised = builtVoice(plugin)
    let expecting = builtVoice(plugin)
    for (index, line) in lines.enumerated() {
      let plain = try surprised.say(line)
      if index + 1 < lines.count { expecting.expect(SpeechRequest(text: lines[index + 1])) }
      #expect(try expecting.say(line) == plain)
    }
  }

  /// What is reported before the first sound leaves with it, as far as it fits: 90 words do not.
  @Test(arguments: ["espeak", "flite"])
  func `an expected line reports the same words, however many come before its sound`(plugin: String)
    throws
  {
    let long = "So " + Array(repeating: "many words and more", count: 22).joined(separator: " ")
    var request = SpeechRequest(text: long)
    request.wantsMarks = true
    let plain = try builtVoice(plugin).say(request)
    let voice = builtVoice(plugin)
    for line in lines + [long] {
      voice.expect(request)
      _ = try voice.say(line)
      let said = try voice.say(request)
      #expect(said == plain)
      #expect(said.marks.count >= 89)
    }
  }

  @Test func `an expected line may be replaced by another one`() throws {
    let voice = builtVoice("espeak")
    let plain = try lines.map { try builtVoice("espeak").say($0) }
    voice.expect(SpeechRequest(text: lines[1]))
    #expect(try voice.say(lines[0]) == plain[0])
    #expect(try voice.say(lines[2]) == plain[2])
    #expect(try voice.say(lines[1]) == plain[1])
  }

  @Test func `does not stand in the way of the pieces of this one, however long it is`() throws {
    // Its voice takes forty bytes at a time; the line after it is more than is granted early.
    let faulty = try Faulty()
    let voice = faulty.voice("short").normalized
    let long = String(repeating: "So many words. ", count: 40)
    let plain = try faulty.voice("short").normalized.say(long)
    voice.expect(SpeechRequest(text: String(repeating: "~", count: 40)))
    #expect(try voice.say(long) == plain)
  }

  /// `Voice.prepare`: it is begun while nothing else is said.
  @Test(arguments: ["espeak", "flite", "mock"])
  func `an expected line may be begun early, and then used or replaced`(plugin: String) throws {
    let plain = try lines.map { try builtVoice(plugin).say($0) }
    let voice = builtVoice(plugin)
    for wanted in [0, 1, 2, 1] {
      voice.prepare(SpeechRequest(text: lines[1]))
      voice.prepare(SpeechRequest(text: lines[1]))
      #expect(try voice.say(lines[wanted]) == plain[wanted])
    }
    // Nobody asks for what was begun.
    voice.prepare(SpeechRequest(text: lines[0]))
    voice.quit()
    #expect(try voice.say(lines[2]) == plain[2])
  }

  /// A caller that goes to the next line in the middle of this one does not wait for it.
  @Test(arguments: ["espeak", "flite", "mock"])
  func `outlives the cancel of the line before, and may then be another after all`(plugin: String)
    throws
  {
    let plain = try lines.map { try builtVoice(plugin).say($0) }
    for next in [1, 2] {
      let voice = builtVoice(plugin)
      // A child that goes on after a line has the next one already.
      for line in lines { _ = try voice.say(line) }
      let cancellation = Cancellation()
      voice.expect(SpeechRequest(text: lines[1]))
      let outcome = try voice.speak(SpeechRequest(text: lines[0]), cancellation: cancellation) {
        if case .sound = $0 { cancellation.cancel() }
      }
      #expect(outcome == .cancelled)
      #expect(try voice.say(lines[next]) == plain[next])
      #expect(try voice.say(lines[0]) == plain[0])
    }
  }

  private struct Away: Error {}

  @Test(arguments: ["espeak", "flite", "mock"])
  func `outlives a receiver that goes away`(plugin: String) throws {
    let plain = try builtVoice(plugin).say(lines[1])
    let voice = builtVoice(plugin)
    voice.expect(SpeechRequest(text: lines[1]))
    #expect(throws: Away.self) {
      try voice.speak(SpeechRequest(text: lines[0]), cancellation: Cancellation()) {
        if case .sound = $0 { throw Away() }
      }
    }
    #expect(try voice.say(lines[1]) == plain)
  }

  /// A worker that had to hand out each line would cost two changes of process a line.
  @Test func `is begun by the process that says this one, without its worker`() throws {
    let faulty = try Faulty()
    let voice = faulty.voice("rewound-counter")
    let plain = try lines.map { try Faulty().voice("rewound-counter").say($0) }
    // The process of the first line says no other.
    for line in lines { _ = try voice.say(line) }
    let all = faulty.processes
    let child = try #require(
      all.first { each in !all.contains { Processes.parent(of: $0) == each } })
    let worker = try #require(Processes.parent(of: child))
    voice.expect(SpeechRequest(text: lines[1]))
    var isStopped = false
    defer { kill(worker, SIGCONT) }
    _ = try voice.speak(SpeechRequest(text: lines[0]), cancellation: Cancellation()) { event in
      guard case .sound = event, !isStopped else { return }
      isStopped = true
      // It rests, and not only for a moment: both lines have come to it.
      var rests = 0
      while rests < 500 {
        rests = Processes.isWaiting(worker) ? rests + 1 : 0
        sched_yield()
      }
      kill(worker, SIGSTOP)
    }
    #expect(isStopped)
    #expect(try voice.say(lines[1]) == plain[1])
    kill(worker, SIGCONT)
    #expect(try voice.say(lines[2]) == plain[2])
  }

  @Test(arguments: ["espeak", "flite"])
  func `is dropped where another takes its place in the middle of this one`(plugin: String) throws {
    let plain = try lines.map { try builtVoice(plugin).say($0) }
    let voice = builtVoice(plugin)
    for _ in 1...3 {
      for line in lines.indices {
        voice.expect(SpeechRequest(text: lines[(line + 2) % 3]))
        #expect(try voice.say(lines[line]) == plain[line])
      }
    }
  }

  @Test(arguments: ["forked-fickle", "rewound-fickle"])
  func `outlives a crash of the line before, where that cost one child`(id: String) throws {
    let faulty = try Faulty()
    let plain = try faulty.voice(id).say("Second.")
    let voice = faulty.voice(id)
    // From the third line on, a child that goes on has the next line already.
    for line in lines { _ = try voice.say(line) }
    let workers = faulty.workers
    voice.expect(SpeechRequest(text: "Second."))
    #expect(throws: PluginFailure.self) { try voice.say("First!") }
    #expect(try voice.say("Second.") == plain)
    #expect(faulty.workers == workers)
  }
}
