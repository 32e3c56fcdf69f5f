import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

@Suite struct `Hiding an actor's line` {
  private let line = Line(
    index: 0, kind: .dialogue, character: "NORA",
    text: "Don’t you see, Ilya? It's twenty-one miles.")

  private func shown(_ hiding: WordHiding, _ revealed: Range<Int>...) -> [String] {
    PromptRow.rows(of: line).map { $0.hidden(hiding, revealing: revealed).text }
  }

  @Test func `a line can be hidden in steps, from nothing to all of it`() {
    #expect(shown(.full) == ["Don’t you see, Ilya? It's twenty-one miles."])
    #expect(shown(.threeLetters) == ["Don’_ you see, Ily_? It's twe___-one mil__."])
    #expect(shown(.twoLetters) == ["Do_’_ yo_ se_, Il__? It'_ tw____-on_ mi___."])
    #expect(shown(.oneLetter) == ["D__’_ y__ s__, I___? I_'_ t_____-o__ m____."])
    #expect(shown(.blanks) == ["___’_ ___ ___, ____? __'_ ______-___ _____."])
    #expect(shown(.nothing) == [""])
  }

  @Test func `is shown where it was said or asked for`() {
    let you = 8..<11
    #expect(shown(.blanks, you) == ["___’_ you ___, ____? __'_ ______-___ _____."])
    #expect(shown(.nothing, you) == ["you "])
    #expect(shown(.nothing, you, 12..<15) == ["you see, "])
  }

  @Test func `a hidden line has the same width`() {
    let line = Line(index: 0, kind: .dialogue, character: "李", text: "你好吗，Nora？")
    let row = PromptRow.rows(of: line)[0].hidden(.oneLetter) { $0.isASCII ? 1 : 2 }
    #expect(row.text == "你____，N___？")
    #expect(row.origins.count == row.text.utf8.count)
  }

  @Test func `of a decomposed letter is the whole letter`() {
    let line = Line(index: 0, kind: .dialogue, character: "A", text: "O\u{303}htu")
    #expect(PromptRow.rows(of: line)[0].hidden(.oneLetter).text == "O\u{303}___")
    #expect(PromptRow.rows(of: line)[0].hidden(.blanks).text == "____")
  }

  @Test func `is more, the better the line is known`() {
    let degrees = [0, 0.2, 0.4, 0.6, 0.7, 0.9, 1, 7, -1].map { WordHiding(familiarity: $0) }
    #expect(
      degrees == [
        .full, .threeLetters, .twoLetters, .oneLetter, .blanks, .nothing, .nothing, .nothing, .full,
      ])
    #expect(WordHiding.full.hidden(more: -1) == .full)
    #expect(WordHiding.full.hidden(more: 2) == .twoLetters)
    #expect(WordHiding.blanks.hidden(more: 9) == .nothing)
    #expect(WordHiding.full < .blanks)
  }
}

@Suite struct `The rows of a prompted line` {
  private func line(_ text: String) throws -> Line {
    let script = try SceneReader.read(Array(text.utf8))
    return try #require(script.lines.first { $0.kind == .dialogue })
  }

  /// The words of the line that each row stands for.
  private func words(_ line: Line) -> [String] {
    let bytes = Array(line.text.utf8)
    return PromptRow.rows(of: line).map { row in
      String(decoding: row.origins.filter { $0 >= 0 }.map { bytes[$0] }, as: UTF8.self)
    }
  }

  @Test func `are those of the page, and know which words of the line they are`() throws {
    let line = try line("NORA\n(to Oskar)\nShe counts.\n(beat) She counts,\nshe never misses.\n")
    let rows = PromptRow.rows(of: line)
    #expect(rows.map(\.text) == line.displayLines)
    #expect(words(line) == ["", "She counts.", "She counts,", "she never misses."])
  }

  @Test func `are one where the page cannot be laid over the words`() {
    let line = Line(
      index: 0, kind: .dialogue, character: "A", text: "One two three.", displayLines: ["One."])
    #expect(PromptRow.rows(of: line).map(\.text) == ["One two three."])
  }

  @Test func `stay whole where letters stand apart`() throws {
    let row = try #require(PromptRow.rows(of: line("A\nGo on.\n")).first?.spaced)
    #expect(row.text == "G\u{a0}o\u{a0}  o\u{a0}n\u{a0}.\u{a0}")
    #expect(row.origins.count == row.text.utf8.count)
  }
}

@Suite struct `What a prompter shows` {
  private let script = Script.scene(
    ("OSKAR", "There is always a train."), ("NORA", "Does it stop here at night?"),
    ("OSKAR", "If I put the lamp out."), ("NORA", "Then put it out."))

  private func prompter(_ settings: PrompterSettings = PrompterSettings()) -> Prompter {
    Prompter(script: script, roles: ["nora"], settings)
  }

  /// The index of the spoken line `number`.
  private func index(_ number: Int) -> Int { DialogueNumbers(script).index(of: number) ?? 0 }

  private func atTurn(_ settings: PrompterSettings = PrompterSettings()) -> Prompter {
    var prompter = prompter(settings)
    prompter.take(.state(from: .playingPartner, to: .waitingForUser, line: index(2)))
    return prompter
  }

  @Test func `the prompter shows the state in words`() {
    var prompter = prompter()
    #expect(prompter.phase == .ready)
    prompter.take(.state(from: .idle, to: .playingPartner, line: index(1)))
    #expect(prompter.phase == .partnerIsNext)
    prompter.take(.speaking(line: index(1), character: "OSKAR", voice: "mock", frame: 0))
    #expect(prompter.phase == .partnerSpeaks(voice: "mock"))
    prompter.take(.state(from: .playingPartner, to: .waitingForUser, line: index(2)))
    #expect(prompter.phase == .yourTurn(.byHand) && prompter.isYourTurn)
    prompter.take(.listening(line: index(2)))
    #expect(prompter.phase == .yourTurn(.listening))
    prompter.take(.speechBegan(line: index(2)))
    #expect(prompter.phase == .yourTurn(.speech))
    prompter.take(.waits(line: index(2), .notUnderstood))
    #expect(prompter.phase == .yourTurn(.listening))
    prompter.take(.state(from: .waitingForUser, to: .paused, line: index(2)))
    #expect(prompter.phase == .paused)
    prompter.take(RehearsalReport.finished(RehearsalOutcome()))
    #expect(prompter.phase == .over)
  }

  @Test func `the prompter highlights the partner's words as they are spoken`() {
    var prompter = prompter()
    prompter.take(.state(from: .idle, to: .playingPartner, line: index(1)))
    prompter.take(.speaking(line: index(1), character: "OSKAR", voice: "mock", frame: 0))
    prompter.take(.word(line: index(1), textRange: 0..<5, frame: 0))
    prompter.take(.word(line: index(1), textRange: 6..<8, frame: 90))
    #expect(prompter.word == 6..<8 && prompter.said == [0..<8])
    prompter.take(.word(line: index(3), textRange: 0..<2, frame: 99))
    #expect(prompter.word == 6..<8, "the word of another line")
    prompter.take(.lineDone(line: index(1), .said))
    #expect(prompter.word == nil && prompter.said == [0..<24])
    // The same line again begins dark.
    prompter.take(.shown(script.lines[index(1)], number: 1, isOwn: false))
    #expect(prompter.said.isEmpty)
  }

  @Test func `the prompter highlights the actor's words as they are understood`() {
    var prompter = atTurn()
    prompter.take(.partial(line: index(2), text: "does it"))
    #expect(prompter.said == [0..<4, 5..<7])
    prompter.take(.partial(line: index(2), text: "it stop"))
    #expect(prompter.said == [0..<4, 5..<7, 8..<12] && prompter.word == 8..<12)
    prompter.take(.partial(line: index(4), text: "then"))
    #expect(prompter.said.count == 3)
  }

  @Test func `the prompter shows given words until the line begins again`() {
    var prompter = atTurn()
    prompter.take(.prompted(line: index(2), textRange: 0..<12, isCorrection: false))
    #expect(prompter.prompt == 0..<12)
    prompter.take(.prompted(line: index(4), textRange: 0..<3, isCorrection: false))
    #expect(prompter.prompt == 0..<12, "words of another line")
    prompter.take(.shown(script.lines[index(2)], number: 2, isOwn: true))
    #expect(prompter.prompt == nil)
  }

  @Test func `lines are hidden by setting, one by one, or by how well they are known`() {
    var prompter = atTurn()
    let (own, next, partner) = (
      script.lines[index(2)], script.lines[index(4)], script.lines[index(3)]
    )
    #expect(prompter.take(.hide(1)) == .hiding(.threeLetters))
    #expect(prompter.take(.hideLine(2)) == .lineHiding(line: index(2), .oneLetter))
    #expect(prompter.hiding(of: own) == .oneLetter && prompter.hiding(of: next) == .threeLetters)
    #expect(prompter.hiding(of: partner) == .full)
    #expect(prompter.rows(of: own) { _ in 1 }.map(\.text) == ["D___ i_ s___ h___ a_ n____?"])
    #expect(prompter.take(.hide(-1)) == .hiding(.full))
    #expect(prompter.hiding(of: own) == .full)

    var settings = PrompterSettings()
    settings.hiding = .byFamiliarity
    let known = Prompter(script: script, roles: ["NORA"], settings) { line in
      line.text.hasPrefix("Then") ? 1 : nil
    }
    #expect(known.hiding(of: own) == .full && known.hiding(of: next) == .nothing)
  }

  @Test func `hides more of a line that went well the last times`() {
    func history(_ qualities: Int...) -> LineHistory {
      LineHistory(
        attempts: qualities.enumerated().map { LineAttempt(said: Int64(100 - $0), quality: $1) })
    }
    #expect(history().familiarity == nil)
    #expect(history(5, 5, 5, 0).familiarity == 1)
    #expect(history(5, 3, 1, 5).familiarity == 0.6)
    var settings = PrompterSettings()
    settings.hiding = .byFamiliarity
    var prompter = atTurn(settings)
    prompter.take(familiarity: [index(4): 0.6])
    #expect(prompter.hiding(of: script.lines[index(2)]) == .full)
    #expect(prompter.hiding(of: script.lines[index(4)]) == .oneLetter)
  }

  @Test func `the prompter can show only the actor's lines, and the next one`() {
    var prompter = prompter()
    prompter.take(.state(from: .idle, to: .playingPartner, line: index(1)))
    #expect(prompter.focus == index(1))
    #expect(prompter.take(.onlyMine) == .onlyMine(true))
    #expect(prompter.focus == index(2))
    #expect(prompter.shown(from: index(2), forward: true) == index(4))
    #expect(prompter.shown(from: index(4), forward: true) == nil)
    #expect(prompter.shown(from: index(4), forward: false) == index(2))
  }

  @Test func `keeps sizes within their range, and turns the mirror`() {
    var prompter = prompter()
    #expect(prompter.take(.size(5)) == .size(3))
    #expect(prompter.take(.size(-9)) == .size(1))
    #expect(prompter.take(.mirror) == .mirrored(true))
    #expect(prompter.take(.mirror) == .mirrored(false))
  }

  @Test func `the prompter shows when the microphone is closed`() {
    var prompter = atTurn()
    prompter.take(.listening(line: index(2)))
    prompter.take(level: nil)
    #expect(prompter.phase == .yourTurn(.byHand))
  }

  @Test func `loses the level with the microphone`() {
    var prompter = atTurn()
    prompter.take(level: 0.5)
    prompter.take(.listening(line: index(2)))
    prompter.take(.microphoneLost(.failed("it is gone")))
    #expect(prompter.level == nil && prompter.phase == .yourTurn(.byHand))
  }
}

@Suite struct `A countdown` {
  @Test func `a countdown reports each second, and begins a tenth after the last one`() {
    let clock = VirtualClock()
    var told: [Int] = []
    #expect(Countdown(seconds: 3).run(clock, Cancellation()) { told.append($0) })
    #expect(told == [3, 2, 1, 0] && clock.milliseconds == 3100)
  }

  @Test func `a countdown ends when it is cancelled or skipped`() {
    let clock = VirtualClock()
    #expect(!Countdown(seconds: 3).run(clock, Cancellation(), while: { false }) { _ in })
    #expect(clock.milliseconds == 0)
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(!Countdown(seconds: 3).run(clock, cancelled) { _ in })
  }
}

@Suite struct `A microphone with a meter` {
  @Test func `a microphone reports its level only while it is open`() throws {
    var levels: [Double?] = []
    let memory = MemoryMicrophone((speech: 1, silence: 0.5))
    let listener = TurnListener(memory, watchedBy: [MicrophoneMeter { levels.append($0) }])
    try listener.open()
    while case .sound = try listener.listen(atMost: 0.03, cancellation: Cancellation()) {}
    #expect(levels.last != .some(nil))
    listener.close()
    #expect(levels.first == .some(0) && levels.last == .some(nil))
    let loud = levels.compactMap { $0 }.max() ?? 0
    #expect(loud > 0.1 && loud <= 1)
    #expect(!memory.isOpen)
  }
}

@Suite struct `Tones for actors who do not look at the screen` {
  @Test func `are short, soft and without clicks`() {
    let format = AudioFormat(sample: .float32, rateHertz: 16000)
    for earcon in Earcon.allCases {
      let samples = Array(earcon.sound(format).floats)
      #expect(samples.count == 1120 * earcon.hertz.count)
      #expect((samples.map(\.magnitude).max() ?? 0) <= Float(Earcon.peak))
      // Two samples of the highest tone, 880 Hz at full height, are this far apart at most.
      let step = zip(samples, samples.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 1
      #expect(step <= Float(Earcon.peak * 2 * 3.15 * 880 / 16000))
    }
  }

  @Test
  func
    `come when the word is the actor's and when they were heard, never while they are listened to`()
  {
    let output = MemoryOutput()
    let earcons = Earcons(output)
    func frames(_ body: () -> Void) -> Int {
      let before = output.frames
      body()
      return output.frames - before
    }
    #expect(
      frames {
        earcons.take(.state(from: .playingPartner, to: .waitingForUser, line: 1))
      } > 0)
    earcons.take(.listening(line: 1))
    let prompted = RehearsalReport.prompted(line: 1, textRange: 0..<3, isCorrection: false)
    #expect(frames { earcons.take(prompted) } == 0)
    #expect(frames { earcons.take(.lineDone(line: 1, .actor(.matched))) } > 0)
    #expect(frames { earcons.take(.lineDone(line: 1, .actor(.manual))) } == 0)
    #expect(frames { earcons.take(.lineDone(line: 2, .said)) } == 0)
    #expect(frames { earcons.take(prompted) } > 0)
  }
}
