import CueGeneration
import CueScreenplay
import Testing

private let script = """
  INT. KITCHEN - DAY

  Nora puts the kettle on.

  NORA
  (softly)
  Good morning, all 3 of you.

  OSKAR
  Good morning, Nora.

  EXT. GARDEN - DAY

  NORA
  Good morning, all 3 of you.
  """

/// What the clips say, with a tone for each.
private func stage() throws -> Stage {
  let stage = try Stage(script)
  stage.render { index, _ in
    clip(tone(300 + 20 * Double(index), seconds: 0.3, rateHertz: 8000), 8000)
  }
  return stage
}

@Suite struct `The words of a recording` {
  @Test(arguments: RecordingSettings.Form.allCases)
  func `are those of its script, each once, in whatever files`(form: RecordingSettings.Form)
    throws
  {
    let stage = try stage()
    stage.settings.form = form
    let report = try stage.write(form == .whole ? "a.wav" : "files")
    let figure = report.completeness
    #expect(figure.isComplete && figure.words == figure.heard)
    // Interior kitchen day, Nora puts the kettle on, 6, 3, exterior garden day, 6.
    #expect(figure.words == 3 + 5 + 6 + 3 + 3 + 6)
  }

  @Test func `are missing where an item has no clip`() throws {
    let stage = try stage()
    stage.change(3) { $0.clip = nil }
    let figure = try stage.write("a.wav").completeness
    #expect(figure.missing == [3] && figure.repeated.isEmpty && !figure.isComplete)
    #expect(figure.words - figure.heard == 3)
  }

  @Test(arguments: [
    ("Good morning, all 3.", [2], [Int](), 2),
    ("Good morning, all 3 of you. Good morning.", [Int](), [2], 0),
    ("Good morning, all three of you.", [Int](), [Int](), 0),
    ("", [2], [Int](), 6),
  ])
  func `are missing or repeated where a clip was asked for others`(
    said: String, missing: [Int], repeated: [Int], lost: Int
  ) throws {
    let stage = try stage()
    stage.change(2) { $0.said = said }
    let figure = try stage.write("a.wav").completeness
    #expect(figure.missing == missing && figure.repeated == repeated)
    #expect(figure.words - figure.heard == lost)
  }

  @Test(arguments: SpeakingRules.allCases)
  func `of a script are all in its items, by every rule`(rules: SpeakingRules) throws {
    let play = try ScreenplayReader.read(Array(script.utf8), fileName: "a.fountain")
    let items = SpeakableItems.items(of: play, rules: rules)
    let whole = Completeness.unspoken(of: play, in: items, rules: rules, saysCentered: false)
    #expect(whole.missing.isEmpty && whole.repeated.isEmpty)
    let part = Completeness.unspoken(
      of: play, in: Array(items.dropLast()), rules: rules, saysCentered: false)
    #expect(part.missing.count == 1 && part.repeated.isEmpty)
    let twice = Completeness.unspoken(
      of: play, in: items + [items[items.count - 1]], rules: rules, saysCentered: false)
    #expect(twice.repeated.count == 1 && twice.missing.isEmpty)
  }
}
