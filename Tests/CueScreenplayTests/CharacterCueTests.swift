import CueScreenplay
import Testing

@Suite struct `A character cue` {
  @Test(arguments: [
    ("ALEX", "ALEX"), ("MARY-JANE", "MARY-JANE"), ("O'NEIL", "O'NEIL"), ("O’NEIL", "O'NEIL"),
    ("GUARD 2", "GUARD 2"), ("DR. SMITH", "DR. SMITH"), ("JOHN (V.O.)", "JOHN"),
    ("R2D2", "R2D2"), ("1ST COP", "1ST COP"), ("C3PO", "C3PO"), ("COP #2", "COP #2"),
    ("WILL'S DATE", "WILL'S DATE"), ("TOM & DICK", "TOM & DICK"), ("TOM/DICK", "TOM/DICK"),
    ("\"BARTHOLOMEW\"", "\"BARTHOLOMEW\""), ("A", "A"), ("PO", "PO"), ("ÉLODIE", "ÉLODIE"),
    ("ΑΛΕΞΗΣ", "ΑΛΕΞΗΣ"), ("ИВАН", "ИВАН"), ("   ALEX", "ALEX"), ("\t\tALEX ", "ALEX"),
    ("**ALEX**", "ALEX"), ("ALEX [[who?]]", "ALEX"), ("/* old */ALEX", "ALEX"),
    ("@McCLANE", "MCCLANE"), ("@黒澤", "黒澤"), ("@van der Berg, Jr.", "VAN DER BERG, JR."),
    ("JOHN JR.", "JOHN JR."), ("E.T.", "E.T."), ("ALEX ^", "ALEX"), ("ALEX^", "ALEX"),
    ("MOLODOY_VASYA", "MOLODOY_VASYA"), ("ONE TWO THREE FOUR FIVE", "ONE TWO THREE FOUR FIVE"),
  ])
  func `a character cue is in capitals or marked`(cue: String, name: String) throws {
    #expect(try outline("INT. A\n\n\(cue)\nHello.") == ["# INT. A", "\(name): Hello."])
  }

  @Test(arguments: [
    "Alex", "23.", "23", "STOP!", "WHAT?", "WELL, NO", "CUT TO:", "HE WAITS...", "STOP.",
    "ONE TWO THREE FOUR FIVE SIX", "AND ^ (Dual)", "ALEX (V.O.) SPEAKS", "ALEX (V.O.", "黒澤",
    "رامي", "ALEX  ", "(ALEX)", "!ALEX", "> ALEX <", ".ALEX", "INT. ALEX", "EXT ALEX", "SCENE 5",
  ])
  func `other lines are not character cues`(line: String) throws {
    let script = try read("BO\nHi.\n\n\(line)\nHello.")
    #expect(script.characters.map(\.name) == ["BO"])
  }

  @Test(arguments: [
    ("JOHN (V.O.)", ["V.O."]), ("EDWARD (V.O.)(CONT'D)", ["V.O.", "CONT'D"]),
    ("HANS (on the radio)", ["on the radio"]), ("ANN (O. S.) (cont’d)", ["O. S.", "cont’d"]),
    ("BO(O.S.)", ["O.S."]), ("LÉA (à la radio)", ["à la radio"]), ("@Mac (V.O.) ^", ["V.O."]),
  ])
  func `keeps its extensions apart from the name`(cue: String, extensions: [String]) throws {
    let line = try #require(try read("\(cue)\nHello.").lines.first)
    #expect(line.extensions == extensions)
    #expect(line.character?.contains("(") == false)
  }

  @Test func `is one person however it is written`() throws {
    let script = try read("@McClane\nA.\n\nMCCLANE (V.O.)\nB.\n\nMCCLANE (CONT'D) ^\nC.")
    #expect(script.characters.map(\.dialogueCount) == [3])
    #expect(script.characters.map(\.displayName) == ["McClane"])
    #expect(script.lines.map(\.characterAsWritten) == ["McClane", "MCCLANE", "MCCLANE"])
  }

  @Test func `stands after an empty line, a heading or a closed direction`() throws {
    #expect(try outline("INT. A\nALEX\nHi.") == ["# INT. A", "ALEX: Hi."])
    #expect(try outline("(He sits.)\nALEX\nHi.") == ["- He sits.", "ALEX: Hi."])
    #expect(try outline("[A door\nslams.]\nALEX\nHi.") == ["- A door slams.", "ALEX: Hi."])
    #expect(try outline("He sits.\n(beat)\nALEX\nHi.") == ["- He sits.", "- beat", "ALEX: Hi."])
    #expect(try outline("CUT TO:\nALEX\nHi.") == ["- CUT TO:", "ALEX: Hi."])
    #expect(try outline(" \nALEX\nHi.") == ["ALEX: Hi."])
    #expect(
      try outline("A sign reads\nDANGER\nin red.\n\nALEX\nHi.") == [
        "- A sign reads DANGER in red.", "ALEX: Hi.",
      ])
  }

  @Test func `a character cue is followed by words`() throws {
    #expect(
      try outline("ALEX\nHi.\n\nSILENCE\n\nBO\n\n\nBANG") == [
        "ALEX: Hi.", "- SILENCE", "- BO", "- BANG",
      ])
    #expect(try outline("ALEX\n[[why]]\n/* no */\nHi.") == ["ALEX: Hi."])
  }

  @Test func `is not looked for inside a speech`() throws {
    #expect(
      try outline("ALEX\nReally?\nI CAN'T BELIEVE YOU\nAct natural.\nINT. A JOKE\n.44 magnum") == [
        "ALEX: Really? I CAN'T BELIEVE YOU Act natural. INT. A JOKE .44 magnum"
      ])
  }
}
