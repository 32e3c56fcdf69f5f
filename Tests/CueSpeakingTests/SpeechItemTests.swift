import CueSpeaking
import Testing

@Suite struct `Text with marks for clips` {
  @Test func `becomes speech, clip and speech, with the blanks around them`() {
    #expect(
      SoundMarks.pieces(of: "Hello [sfx:ding] world.")
        == [.text("Hello "), .sound("ding"), .text(" world.")])
    #expect(
      SoundMarks.pieces(of: "<sfx:a b>[SFX: c]end") == [.sound("a b"), .sound("c"), .text("end")])
  }

  @Test(arguments: ["[sfx:]", "[sfx: ]", "[sfx:ding", "[x:ding]", "a [b] <c>", "[sfx]"])
  func `Text with marks for clips stays text where it is no mark`(text: String) {
    #expect(SoundMarks.pieces(of: text) == [.text(text)])
  }

  @Test func `marks without a clip are dropped and reported`() {
    let (items, unresolved) = SoundMarks.items(
      of: "One [sfx:bell] two[sfx:no] [sfx:no]", saidAs: SpokenText("", voice: "mock"),
      path: { $0 == "bell" ? "bell.wav" : nil })
    #expect(
      items == [
        .speak("One ", voice: "mock"), .sound(path: "bell.wav"), .speak(" two", voice: "mock"),
      ])
    #expect(unresolved == ["no", "no"])
  }
}

@Suite struct `A list of a queue` {
  private func entries(_ text: String) throws -> [QueueList.Entry.Content] {
    try QueueList(text).entries.map(\.content)
  }

  @Test func `A list of a queue is plain text with directions`() throws {
    let list = try QueueList(
      """
      # a comment
      @sfx ding=sounds/bell one.wav
      Hello [sfx:ding] world.

      @voice flite:slt
      [sfx:ding] Again.
      @pause 0.5
      @channel 1
      @play rain and wind.wav -20
      @play rain
      """)
    #expect(list.sounds == ["ding": "sounds/bell one.wav"])
    #expect(
      list.entries.map(\.content) == [
        .text(SpokenText("Hello [sfx:ding] world.")),
        .text(SpokenText("[sfx:ding] Again.", voice: "flite:slt")), .pause(seconds: 0.5),
        .sound("rain and wind.wav", gainDecibels: -20), .sound("rain", gainDecibels: 0),
      ])
    #expect(list.entries.map(\.channel) == [0, 0, 0, 1, 1])
    #expect(list.entries.first?.line == 3)
  }

  @Test func `is JSON, as a list or line by line`() throws {
    var spoken = SpokenText("Hello", voice: "flite:slt")
    spoken.speed = 1.2
    spoken.pitchSemitones = -2
    spoken.volume = 0.5
    let wanted: [QueueList.Entry.Content] = [
      .text(spoken), .sound("bell.wav", gainDecibels: -6), .pause(seconds: -1),
      .text(SpokenText("Bye")),
    ]
    let items = [
      #"{"speak": "Hello", "voice": "flite:slt", "rate": 1.2, "pitch": -2, "volume": 0.5}"#,
      #"{"sfx": "bell.wav", "gain": -6, "channel": 2}"#, #"{"pause": -1}"#,
    ]
    #expect(
      try entries("[" + items.joined(separator: ",\n") + ", \"Bye\"]") == wanted)
    #expect(
      try entries(items.joined(separator: "\n") + "\n\n{\"speak\": \"Bye\"}\n") == wanted)
    #expect(try entries("[]").isEmpty)
    #expect(
      try QueueList("\n\n[\n" + items[1] + "]").entries == [
        .init(content: .sound("bell.wav", gainDecibels: -6), channel: 2, line: 4)
      ])
  }

  @Test(arguments: [
    ("a\n@paus 1", 2), ("@pause", 1), ("@pause long", 1), ("@play", 1), ("@channel 99", 1),
    ("@sfx ding", 1), ("@play x 99", 1), ("[{\"speak\": 1}]", 1), ("[\"a\", 1]", 1),
    ("{\"speak\": \"a\"}\n{\"sing\": \"b\"}", 2), ("[{\"pause\": 0.1},\n{}]", 2),
    ("[{\"pause\": 0.1},\n{]", 2), ("{\"pause\": 1e9}", 1),
  ])
  func `A list of a queue says on which line it is wrong`(text: String, line: Int) {
    let failure = #expect(throws: QueueList.Failure.self) { try QueueList(text) }
    #expect(failure?.line == line)
  }
}

extension TempoFit {
  /// The rate of the next pass; nil where none is worth it.
  fileprivate mutating func next(_ measuredSeconds: Double, to targetSeconds: Double) -> Double? {
    take(measuredSeconds: measuredSeconds, targetSeconds: targetSeconds) ? rate : nil
  }
}

@Suite struct `A fit of tempo` {
  /// Speech whose length is in proportion to 1 / rate.
  private func seconds(_ rate: Double, own: Double = 2) -> Double { own * 0.5 / rate }

  @Test func `converges in one pass where the length is in proportion to 1 ÷ rate`() {
    var fit = TempoFit(rate: 0.5)
    let first = fit.next(seconds(0.5), to: 1.25)
    #expect(abs((first ?? 0) - 0.8) < 1e-12)
    let second = fit.next(seconds(fit.rate), to: 1.25)
    #expect(second == nil && fit.passes == 1)
  }

  @Test func `begins at 0.55, stays within 0 to 1, and ends after three passes`() {
    var fit = TempoFit()
    #expect(fit.rate == 0.55)
    let first = fit.next(2, to: 1)
    // At the end of the range nothing changes any more.
    let second = fit.next(2, to: 1)
    #expect(first == 1 && second == nil)
    var stubborn = TempoFit(rate: 0.1)
    var passes = 0
    while stubborn.take(measuredSeconds: 1.2, targetSeconds: 1) { passes += 1 }
    #expect(passes == 3)
  }

  @Test func `ends within 0.05 s, at changes below 0.001, and where nothing was measured`() {
    var fit = TempoFit(rate: 0.5)
    let near = fit.next(1.049, to: 1)
    let nothing = fit.next(0, to: 1)
    let far = fit.next(1.051, to: 1)
    #expect(near == nil && nothing == nil && far != nil)
    var slow = TempoFit(rate: 0.5)
    let small = slow.next(60.1, to: 60)
    #expect(small == nil && slow.rate == 0.5)
  }
}

@Suite struct `Text with times` {
  @Test func `Text with times is read from SubRip and WebVTT`() throws {
    let srt = try TimedText(
      "1\r\n00:00:01,500 --> 00:00:04,000\r\n<i>Good</i>\r\nevening.\r\n\r\n2\r\n00:01:00,000 --> 00:01:01,250\r\nBye.\r\n"
    )
    #expect(srt.lines.map(\.text) == ["Good evening.", "Bye."])
    #expect(srt.lines.map(\.startSeconds) == [1.5, 60])
    #expect(srt.lines.map(\.seconds) == [2.5, 1.25])
    let vtt = try TimedText(
      "WEBVTT\n\nNOTE a note\n\n01:02.000 --> 01:03.500 align:start\nHello\n")
    #expect(
      vtt.lines == [
        .init(text: "Hello", startSeconds: 62, endSeconds: 63.5, line: 5)
      ])
  }

  @Test(arguments: [
    ("", 1), ("1\nsoon --> later\nHello", 2), ("00:02.0 --> 00:01.0\nHello", 1),
    ("00:02.0 --> 00:03.0\nA\n\n00:01.0 --> 00:02.0\nB", 4),
  ])
  func `Text with times says on which line it is wrong`(text: String, line: Int) {
    let failure = #expect(throws: TimedText.Failure.self) { try TimedText(text) }
    #expect(failure?.line == line)
  }
}
