import CueModel
import CueScreenplay
import Foundation
import Testing

@testable import CueGeneration

private func mark(_ frame: Int, _ word: String, in said: String, after: Int = 0) -> SpeechMark {
  let bytes = Array(said.utf8)
  let range = bytes[after...].firstRange(of: Array(word.utf8)) ?? 0..<0
  return SpeechMark(kind: .word, frame: frame, textRange: range)
}

/// Items with marks at every blank-separated word, each `step` frames long.
private func marked(_ item: SpeakableItem, step: Int = 4000, rateHertz: Int = 16_000) -> Clip {
  let bytes = Array(item.saidText.utf8)
  var marks: [SpeechMark] = []
  var at = 0
  while at < bytes.count {
    while at < bytes.count, bytes[at] == 32 { at += 1 }
    var end = at
    while end < bytes.count, bytes[end] != 32 { end += 1 }
    if end > at {
      marks.append(SpeechMark(kind: .word, frame: marks.count * step, textRange: at..<end))
    }
    at = end
  }
  return clip(
    tone(
      300, seconds: Double(max(1, marks.count) * step) / Double(rateHertz), rateHertz: rateHertz),
    rateHertz, marks: marks)
}

private struct Sheet {
  let items: [[String: Any]]
  init(_ stage: Stage, _ name: String = "out") throws {
    stage.settings.companions.insert(.cues)
    _ = try stage.write(name + ".wav")
    let whole = try JSONSerialization.jsonObject(with: Data(stage.bytes(name + ".json")))
    items = try #require((whole as? [String: Any])?["items"] as? [[String: Any]])
  }
  /// Words with their seconds and what the script has at their place.
  func words(_ item: Int, _ source: [UInt8]) -> [(text: String, start: Double, source: String)] {
    ((items[item]["words"] as? [[String: Any]]) ?? []).map { word in
      let place = word["source"] as? [Int]
      return (
        word["text"] as? String ?? "", word["start"] as? Double ?? -1,
        place.map { String(decoding: source[$0[0]..<$0[1]], as: UTF8.self) } ?? "-"
      )
    }
  }
}

@Suite struct `Words of a recording` {
  @Test func `the words of a recording are those of the script, even if the voice got others`()
    throws
  {
    let stage = try Stage(
      """
      Title: T
      Lexicon: Aoife = EE-fa

      INT. COFFEE SHOP - DAY

      AOIFE runs to the FBI.

      BEN
      Aoife! *STOP* it, (softly) or 19 will go.
      """)
    stage.settings.keptEdgeMilliseconds = nil
    stage.render { _, item in marked(item) }
    let sheet = try Sheet(stage)
    let heading = sheet.words(0, stage.source)
    #expect(heading.map(\.text) == ["Interior", "COFFEE", "SHOP", "DAY"])
    #expect(heading.map(\.source) == ["INT", "COFFEE", "SHOP", "DAY"])
    #expect(heading.map(\.start) == [0, 0.25, 0.5, 0.75])
    let action = sheet.words(1, stage.source)
    #expect(action.map(\.source) == ["AOIFE", "runs", "to", "the", "FBI"])
    #expect(action.map(\.text) == action.map(\.source))
    let speech = sheet.words(2, stage.source)
    #expect(
      speech.map(\.source).filter { $0 != "softly" }
        == ["Aoife", "STOP", "it", "or", "19", "will", "go"])
    let starts = speech.map(\.start)
    #expect(starts == starts.sorted())
    #expect(sheet.items[2]["estimated"] as? Bool == false)
    #expect(sheet.items[2]["file"] as? String == "out.wav")
  }

  @Test func `words keep their times when silence before them is cut`() throws {
    let stage = try Stage("ANNA\nHello there you.\n")
    let rate = 16_000
    stage.render { _, item in
      let said = item.saidText
      let lead = rate / 2
      return clip(
        silence(0.5, rateHertz: rate) + tone(300, seconds: 1.5, rateHertz: rate)
          + silence(1, rateHertz: rate), rate,
        marks: [
          mark(lead, "Hello", in: said), mark(lead + 8000, "there", in: said),
          mark(lead + 16_000, "you", in: said),
        ])
    }
    let words = try Sheet(stage).words(0, stage.source)
    // 50 ms are kept.
    for (word, start) in zip(words, [0.05, 0.55, 1.05]) { #expect(abs(word.start - start) < 0.006) }
  }

  @Test func `words without times are spread by length, around the pauses of the script`()
    throws
  {
    let stage = try Stage("ANNA\nAb cd.\n(beat)\nEf gh.\n")
    stage.settings.keptEdgeMilliseconds = nil
    let rate = 16_000
    stage.render { _, _ in
      clip(
        tone(300, seconds: 1, rateHertz: rate) + silence(0.7, rateHertz: rate)
          + tone(300, seconds: 1, rateHertz: rate), rate)
    }
    let sheet = try Sheet(stage)
    let words = sheet.words(0, stage.source)
    #expect(words.map(\.text) == ["Ab", "cd", "Ef", "gh"])
    for (word, start) in zip(words, [0, 0.5, 1.7, 2.2]) { #expect(abs(word.start - start) < 0.02) }
    #expect(sheet.items[0]["estimated"] as? Bool == true)
  }

  @Test func `have their places in a Final Draft script, too`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <FinalDraft DocumentType="Script" Version="5"><Content>
      <Paragraph Type="Scene Heading"><Text>INT. TEXT ROOM - DAY</Text></Paragraph>
      <Paragraph Type="Character"><Text>ANNA</Text></Paragraph>
      <Paragraph Type="Dialogue"><Text>A text </Text><Text Style="Bold">of</Text><Text> Öine &amp; mine.</Text></Paragraph>
      </Content></FinalDraft>
      """
    let stage = try Stage(text)
    #expect(stage.screenplay.format == .finalDraft)
    stage.render { _, item in marked(item) }
    let sheet = try Sheet(stage)
    let speech = sheet.words(sheet.items.count - 1, stage.source)
    #expect(speech.map(\.source).filter { $0 != "-" }.suffix(3) == ["Öine", "&", "mine"])
    #expect(speech.map(\.source).prefix(3) == ["A", "text", "of"])
  }

  @Test func `clips without speech have no words`() throws {
    let stage = try Stage("ANNA\n(beat)\n…\n\nBEN\nYes.\n")
    stage.render { index, _ in
      clip(
        index == 0 ? silence(0.5, rateHertz: 8000) : tone(300, seconds: 1, rateHertz: 8000), 8000)
    }
    let sheet = try Sheet(stage)
    #expect(sheet.items.count == stage.items.count)
  }
}

@Suite struct `Words of two texts` {
  private func found(_ one: String, _ other: String) -> [String] {
    let (ours, theirs) = (WordSpans(one), WordSpans(other))
    let bytes = Array(other.utf8)
    return ours.counterparts(in: theirs).map { run in
      guard let run else { return "-" }
      let from = theirs.stretches[run.lowerBound].lowerBound
      return String(
        decoding: bytes[from..<theirs.stretches[run.upperBound - 1].upperBound], as: UTF8.self)
    }
  }

  @Test func `are found where they are said in other words`() {
    #expect(found("INT. CAR", "Interior. Car.") == ["Interior", "Car"])
    #expect(found("Hello Aoife there", "Hello EE-fa there") == ["Hello", "EE-fa", "there"])
    #expect(found("a b c", "b") == ["-", "b", "-"])
    #expect(found("b", "a b c") == ["b"])
    #expect(found("x a y", "a") == ["-", "a", "-"])
    #expect(found("", "a") == [])
    #expect(found("a", "") == ["-"])
    #expect(found("no no no", "no no") == ["no", "no", "-"])
  }

  @Test func `are found in bounded time, however many there are`() {
    let words = (0..<5000).map { number in
      String(decoding: [1, 26, 676, 17_576].map { UInt8(97 + number / $0 % 26) }, as: UTF8.self)
    }
    let one = (["alpha"] + words + ["omega"]).joined(separator: " ")
    let other = (["beta"] + words.reversed() + ["psi"]).joined(separator: " ")
    let all = found(one, other)
    #expect(all.first == "beta")
    #expect(!all.contains("-"))
    let same = found("a " + words.joined(separator: " "), words.joined(separator: " "))
    #expect(same == ["-"] + words)
  }
}

@Suite struct `Subtitles of a recording` {
  private struct Entry { var start: Int, end: Int, lines: [String] }

  /// Reads SubRip back.
  private func read(_ text: String) throws -> [Entry] {
    var entries: [Entry] = []
    for (index, block) in text.split(separator: "\n\n").enumerated() {
      let lines = block.split(separator: "\n").map(String.init)
      #expect(lines[0] == String(index + 1))
      let times = try lines[1].split(separator: " --> ").map { time in
        let parts = time.split { ":,".contains($0) }.compactMap { Int($0) }
        try #require(parts.count == 4)
        return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
      }
      entries.append(Entry(start: times[0], end: times[1], lines: Array(lines[2...])))
    }
    return entries
  }

  private static let long = """
    ANNA
    When I was little, my grandmother kept a jar of buttons on the shelf above the stove. Every Sunday she would take it down, pour them out on the table, and tell me where each of them had come from! I believed her. Why wouldn't I?

    BEN
    No.

    ANNA
    Yes.

    BEN
    昔々あるところにおじいさんとおばあさんが住んでいました。おじいさんは山へ芝刈りに、おばあさんは川へ洗濯に行きました。

    ANNA
    Pneumonoultramicroscopicsilicovolcanoconiosisandsomemoreletters
    """

  @Test(arguments: [3000, 9000], [true, false])
  func `can be read: two lines of 42 columns, one to seven seconds, none over another`(
    step: Int, hasMarks: Bool
  ) throws {
    let stage = try Stage(Self.long)
    stage.settings.companions = [.srt]
    stage.render { _, item in
      let isSolid = !item.text.prefix(20).contains(" ") && item.text.count > 20
      var clip = marked(item, step: isSolid ? 2 * item.text.count * 1000 : step)
      if !hasMarks { clip.marks = [] }
      return clip
    }
    let report = try stage.write("out.wav")
    let entries = try read(try stage.text("out.srt"))
    var end = 0
    for entry in entries {
      #expect((1...2).contains(entry.lines.count))
      for line in entry.lines { #expect(Subtitles.columns(of: line) <= 42, "\(line)") }
      #expect(entry.start >= end)
      #expect(
        entry.end - entry.start >= 1000 || entry.end == Int(report.seconds * 1000), "\(entry)")
      #expect(entry.end - entry.start <= 7000)
      end = entry.end
    }
    #expect(end <= Int(report.seconds * 1000) + 1)
    let names = try Regex("^(ANNA|BEN): ?")
    let all = entries.flatMap(\.lines).map { $0.replacing(names, with: "") }
      .joined().filter { $0 != " " }
    #expect(all == stage.items.map(\.item.text).joined().filter { $0 != " " && $0 != "\n" })
  }

  @Test func `of speeches that are heard at once lie over each other`() throws {
    let stage = try Stage("ANNA\nStop that.\n\nBEN ^\nI will not do that.\n", isDualTogether: true)
    stage.settings.companions = [.srt]
    stage.render { _, item in marked(item, step: 8000) }
    _ = try stage.write("out.wav")
    let entries = try read(try stage.text("out.srt"))
    #expect(entries.map(\.start) == [0, 0])
    #expect(entries[1].end > entries[0].end)
  }

  @Test func `name the speaker where that changes`() throws {
    let stage = try Stage(
      """
      INT. HALL

      A bell rings.

      ANNA
      Who is there?

      ANNA (V.O.)
      Nobody answers, and so she goes on with what she has begun, slowly and with care.

      @THE MAN WITH A NAME THAT IS FAR TOO LONG FOR A SUBTITLE
      It is I.
      """)
    stage.settings.companions = [.srt, .vtt, .lrc]
    stage.settings.keptEdgeMilliseconds = nil
    stage.render { _, item in marked(item, step: 9000) }
    for index in stage.items.indices {
      stage.change(index) { item in
        let name = item.item.rawCharacterName ?? "Narrator"
        item.speaker = name.replacing(" (V.O.)", with: "")
      }
    }
    _ = try stage.write("out.wav")
    let lines = try read(try stage.text("out.srt")).flatMap(\.lines)
    #expect(lines.filter { $0.contains(":") }.count == 3, "\(lines)")
    #expect(lines.first?.hasPrefix("Narrator: Interior") == true)
    #expect(lines.contains("ANNA: Who is there?"))
    #expect(lines.contains { $0.hasPrefix("Nobody answers") })
    #expect(lines.contains("THE MAN WITH A NAME THAT IS F…: It is I."), "\(lines)")
    for line in lines { #expect(Subtitles.columns(of: line) <= 42, "\(line)") }
    #expect(try stage.text("out.vtt").contains("<v ANNA>ANNA: Who"))
    #expect(try stage.text("out.lrc").contains("]ANNA: <"))
  }

  @Test func `of a narrator alone need no name`() throws {
    let stage = try Stage("INT. HALL\n\nA bell rings.\n")
    stage.settings.companions = [.srt]
    stage.render { _, item in marked(item, step: 9000) }
    _ = try stage.write("out.wav")
    #expect(try !stage.text("out.srt").contains("Narrator"))
  }

  /// Lines of Anna's are said faster than they can be read; Ben takes his time.
  @Test func `stay below 20 characters a second where there is time`() throws {
    let line = "We must run before they come back and see what we did here."
    let stage = try Stage(
      """
      ANNA
      \(line)

      BEN
      Yes. I do think so, too.

      ANNA
      \(line) \(line)

      BEN
      Then go.
      """)
    stage.settings.companions = [.srt, .vtt]
    stage.settings.keptEdgeMilliseconds = nil
    stage.render { index, item in marked(item, step: index % 2 == 0 ? 3200 : 14_000) }
    _ = try stage.write("out.wav")
    let entries = try read(try stage.text("out.srt"))
    var end = 0
    for entry in entries {
      let count = entry.lines.joined(separator: " ").count
      #expect(count * 1000 <= 20 * (entry.end - entry.start), "\(entry)")
      #expect(entry.start >= end, "\(entry)")
      end = entry.end
    }
  }

  @Test func `subtitles contain no invisible characters`() throws {
    let stage = try Stage(
      "AN\u{2060}NA\nSoft\u{AD}ly, {so} -- > <now> --> \u{FEFF}to\u{200B}day [3:00] if 2 < 3.\n\nBEN\nYes.\n"
    )
    stage.settings.companions = [.srt, .vtt, .lrc, .labels, .chapters]
    stage.render { _, item in marked(item, step: 8000) }
    _ = try stage.write("out.wav")
    for ending in ["srt", "vtt", "lrc", "labels.txt"] {
      let text = try stage.text("out." + ending)
      let unseen = text.unicodeScalars.filter { $0.properties.generalCategory == .format }
      #expect(unseen.isEmpty, "\(ending): \(unseen.map(\.value))")
      #expect(text.contains("Softly"), "\(ending)")
    }
    let srt = try stage.text("out.srt").replacing("\n", with: " ")
    #expect(srt.contains("(so) -- > ‹now› → today"), "\(srt)")
    #expect(srt.contains("2 < 3"))
  }

  private static let evil = """
    ANNA
    <script>alert(1)</script> {\\an8} --> a & b [00:01.00] <00:00:01.000>

    @B<i>N\t--> "X"
    'Yes'.
    """

  @Test func `have no markup that the script brought`() throws {
    let stage = try Stage(Self.evil)
    stage.settings.companions = [.srt, .vtt, .lrc, .labels]
    stage.render { _, item in marked(item, step: 8000) }
    _ = try stage.write("out.wav")
    let srt = try stage.text("out.srt")
    #expect(!srt.contains("<s") && !srt.contains("</") && !srt.contains("{\\"))
    #expect(srt.components(separatedBy: "-->").count == srt.components(separatedBy: "\n\n").count)
    let vtt = try stage.text("out.vtt")
    #expect(vtt.hasPrefix("WEBVTT\n\n1\n00:00:00.000 --> "))
    #expect(vtt.contains("<v ANNA>ANNA: &lt;"))
    #expect(vtt.contains("<v B&lt;i&gt;N"))
    #expect(!vtt.contains("<script"))
    let lrc = try stage.text("out.lrc")
    #expect(!lrc.contains("[00:01.00]"))
    for line in lrc.split(separator: "\n") { #expect(line.hasPrefix("[")) }
    let labels = try stage.text("out.labels.txt")
    #expect(
      labels.split(separator: "\n").allSatisfy { $0.components(separatedBy: "\t").count == 3 })
  }

  @Test func `subtitles contain the times of words`() throws {
    let stage = try Stage("ANNA\nHello there, you two.\n")
    stage.settings.companions = [.vtt, .lrc, .labels]
    stage.settings.keptEdgeMilliseconds = nil
    stage.render { _, item in marked(item, step: 8000) }
    _ = try stage.write("out.wav")
    #expect(
      try stage.text("out.vtt") == """
        WEBVTT

        1
        00:00:00.000 --> 00:00:02.000
        <v ANNA>ANNA: Hello <00:00:00.500>there, <00:00:01.000>you <00:00:01.500>two.


        """)
    #expect(
      try stage.text("out.lrc")
        == "[00:00.00]ANNA: <00:00.00>Hello <00:00.50>there, <00:01.00>you <00:01.50>two.\n")
    #expect(
      try stage.text("out.labels.txt") == "0.000000\t2.000000\tANNA: Hello there, you two.\n")
  }

  @Test func `of a scene count from the beginning of its file`() throws {
    let stage = try Stage("INT. A\n\nANNA\nHello.\n\nINT. B\n\nBEN\nGood evening.\n")
    stage.settings.form = .scenes
    stage.settings.companions = [.srt]
    stage.render { _, item in marked(item, step: 16_000) }
    _ = try stage.write("out")
    let entries = try read(try stage.text("out/002 - INT. B.srt"))
    #expect(entries.first?.start == 0)
  }
}

/// Says that every word begins where its text does, a thousand frames for each byte.
private struct ByteTiming: ClipTiming {
  func words(
    of clip: Clip, _ entry: ClipEntry?, saying text: String, language: String,
    cancellation: Cancellation
  ) -> [SpeechMark] {
    WordSpans(text).stretches.map {
      SpeechMark(kind: .word, frame: $0.lowerBound * 1000, textRange: $0, isEstimated: true)
    }
  }
}

@Suite struct `Words of voices that tell no times` {
  @Test func `missing word times come from a recognizer, and are marked as estimated`() throws {
    let stage = try Stage("JO\nIt rains now.\n\nBO\nSo it does.", rules: .dialogueOnly)
    stage.settings.keptEdgeMilliseconds = nil
    stage.settings.loudness = nil
    // Bo's voice reports its words.
    stage.render { index, item in
      index == 0 ? clip(tone(300, seconds: 2, rateHertz: 16_000), 16_000) : marked(item)
    }
    stage.settings.companions = [.cues]
    stage.settings.kind = .sound(.wav)
    _ = try CastRecording(
      stage.items, of: stage.screenplay, source: stage.source, settings: stage.settings,
      timing: ByteTiming()
    ).write(to: stage.path("out.wav"), from: stage.cache)
    let whole = try JSONSerialization.jsonObject(with: Data(stage.bytes("out.json")))
    let items = try #require((whole as? [String: Any])?["items"] as? [[String: Any]])
    #expect(items.map { $0["estimated"] as? Bool } == [true, false])
    let starts = (items[0]["words"] as? [[String: Any]])?.compactMap { $0["start"] as? Double }
    #expect(starts == [0, 3000.0 / 16_000, 9000.0 / 16_000])
  }

  @Test func `missing word times are computed only if an output contains times`() throws {
    struct Never: ClipTiming {
      func words(
        of clip: Clip, _ entry: ClipEntry?, saying text: String, language: String,
        cancellation: Cancellation
      ) throws -> [SpeechMark] { throw CocoaError(.featureUnsupported) }
    }
    let stage = try Stage("JO\nIt rains now.", rules: .dialogueOnly)
    stage.render { _, _ in clip(tone(300, seconds: 2, rateHertz: 16_000), 16_000) }
    for companions in [[], [.chapters], [.srt]] as [Set<RecordingSettings.Companion>] {
      stage.settings.companions = companions
      let recording = CastRecording(
        stage.items, of: stage.screenplay, settings: stage.settings, timing: Never())
      if companions == [.srt] {
        #expect(throws: CocoaError.self) {
          try recording.write(to: stage.path("out.wav"), from: stage.cache)
        }
      } else {
        _ = try recording.write(to: stage.path("out.wav"), from: stage.cache)
      }
    }
  }
}
