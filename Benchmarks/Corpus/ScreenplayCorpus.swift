/// A feature-length screenplay made for this benchmark, the same in every run.
public enum ScreenplayCorpus {
  private static let names = [
    "NORA", "OSKAR", "ÉLODIE", "DR. LIND", "GUARD 2", "@McCLANE", "THE OLD WOMAN", "BO",
  ]
  private static let places = ["KITCHEN", "STATION", "BRIDGE", "CAR - MOVING", "BRICK'S PATIO"]
  private static let sentences = [
    "Is there still a train tonight, or did the last one leave without us?",
    "I have *never* once been late. She has never missed a train.",
    "That depends on how many passengers there are; one is not worth the brakes.",
    "No.", "You said the FBI would come -- they didn’t.", "Then we wait. And wait. **And wait.**",
  ]
  private static let actions = [
    "Rain on a glass roof. One bench, one clock, one ticket window with its blind half down.",
    "The SCREEN DOOR slides open and OSKAR comes out with two cups, one of which he spills.",
    "A long silence. [[too long?]] Somewhere a dog barks, then thinks better of it.",
    "She drags the case to the bench and sits beside it\nas if it were a person.",
  ]
  private static let manners = ["(beat)", "(not looking up)", "(softly, to herself)"]

  /// Fountain of this many lines, one or two more where a speech ends late.
  public static func fountain(lines count: Int) -> String {
    var state: UInt64 = 42
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var text = "Title: The Last Train\nAuthor: The Cue authors\n\nFADE IN:\n\n"
    var lines = 5
    func add(_ more: String) {
      text += more
      lines += more.utf8.count { $0 == 10 }
    }
    var scene = 0
    while lines < count {
      scene += 1
      add("INT. \(places[draw(places.count)]) - NIGHT #\(scene)#\n\n")
      if scene.isMultiple(of: 10) { add("# Act \(scene / 10)\n\n= They meet.\n\n") }
      for _ in 0..<(6 + draw(8)) where lines < count {
        if draw(4) == 0 { add(actions[draw(actions.count)] + "\n\n") }
        add(names[draw(names.count)] + ["", "", " (V.O.)", " (CONT'D)", " ^"][draw(5)] + "\n")
        if draw(4) == 0 { add(manners[draw(manners.count)] + "\n") }
        for _ in 0...draw(2) { add(sentences[draw(sentences.count)] + "\n") }
        add("\n")
      }
      if draw(3) == 0 { add(draw(2) == 0 ? "CUT TO:\n\n" : "> FADE OUT.\n\n/* cut\n\n*/\n\n") }
    }
    return text
  }
}
