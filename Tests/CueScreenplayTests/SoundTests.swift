import Testing

@testable import CueScreenplay

private func script(_ text: String, _ name: String = "a.fountain") throws -> Screenplay {
  try ScreenplayReader.read(Array(text.utf8), fileName: name)
}

private func items(
  _ text: String, _ rules: SpeakingRules = .tableRead, name: String = "a.fountain"
) throws -> [String] {
  SpeakableItems.items(of: try script(text, name), rules: rules).map { item in
    if let sound = item.sound {
      return "♪ \(sound.what)" + (sound.milliseconds.map { " \($0)" } ?? "")
    }
    return "\(item.rawCharacterName ?? "narrator"): \(item.saidText)"
  }
}

@Suite struct `A sound in a script` {
  private static let radio = """
    INT. HALL - NIGHT

    SFX
    Door creaks open.

    MUSIC
    Low strings, under.

    ANNA
    Who is there?

    SOUND: FOOTSTEPS ON STONE, 5 SECONDS.

    ANNOUNCER
    This is station nine.

    SFX: THUNDER

    ANNA
    Oh!
    """

  @Test func `a sound cue is not a character, and keeps its place among the items`() throws {
    let script = try script(Self.radio)
    #expect(script.characters.map(\.name) == ["ANNA", "ANNOUNCER"])
    #expect(Speakers(of: script).parts.map(\.name) == ["ANNA", "ANNOUNCER"])
    #expect(
      try items(Self.radio) == [
        "narrator: Interior. Hall. Night.", "♪ Door creaks open.", "♪ Low strings, under.",
        "ANNA: Who is there?", "♪ FOOTSTEPS ON STONE, 5 SECONDS. 5000",
        "ANNOUNCER: This is station nine.", "♪ THUNDER", "ANNA: Oh!",
      ])
    #expect(try items(Self.radio, .dialogueOnly).allSatisfy { !$0.hasPrefix("♪") })
  }

  @Test(arguments: [
    ("SFX", true), ("sfx:", true), ("7. MUSIC", true), ("MUSIC CUE #3", true),
    ("SOUND EFFECT 12", true), ("CHYRON", true), ("Title card", true), ("GERÄUSCH", true),
    ("МУЗЫКА", true), ("SOUND ENGINEER", false), ("MUSIC TEACHER", false), ("SUPER", false),
    ("FOLEY", false), ("SON", false), ("STING", false), ("ANNA", false), ("", false),
  ])
  func `a sound cue is recognized by its whole name, not by a part of it`(
    name: String, isLabel: Bool
  ) {
    #expect((CueLabels.common.kind(ofCue: name) != nil) == isLabel)
  }

  @Test func `a sound word that is a name in another language counts only in its own`() throws {
    let french =
      "INT. CUISINE - JOUR\n\nLa porte de la cuisine est ouverte et il fait nuit.\n\nSON\nUne porte grince.\n\n"
      + "PIERRE\nQui est là dans la nuit avec vous?\n"
    #expect(try script(french).characters.map(\.name) == ["PIERRE"])
    let english =
      "INT. KITCHEN - DAY\n\nThe door of the kitchen is open and it is night.\n\nSON\nWho is there with you?\n"
    #expect(try script(english).characters.map(\.name) == ["SON"])
  }

  @Test func `a sound word that the writer marks as a character is a character`() throws {
    #expect(
      try script("INT. A - DAY\n\n@MUSIC\nI am the muse.\n").characters.map(\.name) == ["MUSIC"])
  }

  @Test func `a sound cue within a speech divides it, and is not a direction`() throws {
    let text =
      "INT. A - DAY\n\nANNA\nHush.\n(SFX: thunder, 3s)\nDid you hear? [MUSIC UNDER] Come.\n"
    #expect(
      try items(text).dropFirst() == [
        "ANNA: Hush.", "♪ thunder, 3s 3000", "ANNA: Did you hear?", "♪ MUSIC UNDER", "ANNA: Come.",
      ])
    let line = try #require(try Script(script(text)).lines.last)
    #expect(line.text == "Hush. Did you hear? Come.")
    #expect(line.delivery == [] && line.displayLines.contains("(SFX: thunder, 3s)"))
  }

  @Test(arguments: [
    ("(sound: rain, ten seconds)", "rain, ten seconds", 10_000),
    ("[MUSIC UP AND UNDER]", "MUSIC UP AND UNDER", nil),
    ("(MUSIC: 0:30)", "0:30", 30_000), ("[THEME MUSIC, 1.5 MIN]", "THEME MUSIC, 1.5 MIN", 90_000),
    ("SFX - RAIN, 1945", "RAIN, 1945", nil), ("12. SFX: DOOR", "DOOR", nil),
  ])
  func `a sound cue is recognized in brackets and after numbers, with its length`(
    text: String, what: String, milliseconds: Int?
  ) throws {
    let element = try #require(
      try script("INT. A - DAY\n\n\(text)\n\nANNA\nOh.\n").elements.dropFirst().first)
    #expect(element.kind == .sound)
    #expect(element.sound?.what == what && element.sound?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "(Music swells as she enters.)", "[She turns the music off.]", "[ANNA HEARS MUSIC]",
    "She turns on the music: a waltz.", "Text: a letter lies there.",
  ])
  func `a sentence about a sound is not a sound cue`(text: String) throws {
    let script = try script("INT. A - DAY\n\n\(text)\n\nANNA\nOh.\n")
    #expect(script.elements[1].kind == .action)
  }

  @Test func `a sound cue is shown in a rehearsal, and is no character's line`() throws {
    let script = try Script(script(Self.radio))
    let sounds = script.lines.filter { $0.kind == .sound }
    #expect(sounds.map(\.text).first == "SFX Door creaks open.")
    #expect(sounds.count == 4 && sounds.allSatisfy { $0.character == nil && $0.sound != nil })
    #expect(script.characters.map(\.name) == ["ANNA", "ANNOUNCER"])
  }

  @Test func `means the same when its script is written as Fountain and read again`() throws {
    let first = try script(Self.radio + "\n(SFX: thunder)\nNo.\n\nTITLE CARD:\nTHE END\n")
    let again = try script(FountainWriter.text(of: first))
    #expect(again.elements.map(\.kind) == first.elements.map(\.kind))
    #expect(again.elements.map(\.sound) == first.elements.map(\.sound))
  }
}

@Suite struct `A title of the screen` {
  @Test(arguments: [
    "TITLE CARD:\nTHREE YEARS LATER", "TITLE CARD: THREE YEARS LATER",
    "TITLE CARD\nTHREE YEARS LATER",
  ])
  func `is read by the narrator, and is no character`(text: String) throws {
    let text = "FADE IN:\n\nINT. HALL - DAY\n\n\(text)\n\nANNA\nSo late.\n"
    #expect(try script(text).characters.map(\.name) == ["ANNA"])
    #expect(try items(text).contains("narrator: Title card: Three years later"))
  }

  @Test func `a character called SUPER is a character if they speak`() throws {
    let title =
      "INT. A - DAY\n\nSUPER\n\"BERLIN, 1944\"\n\nANNA\nSo the war is not over for you and me.\n"
    #expect(try script(title).characters.map(\.name) == ["ANNA"])
    let person =
      "INT. A - DAY\n\nSUPER\nWhat is the matter with your door?\n\nANNA\nIt is not open.\n"
    #expect(try script(person).characters.map(\.name).contains("SUPER"))
  }
}

@Suite struct `The language of a script` {
  @Test func `is one, however many of its words are those of another`() throws {
    let text = """
      INT. CAR - NIGHT

      Will points to a river. On a hill, a house.

      WILL
      Look! On to a bridge. On to Kent.

      SANDRA
      To me, that looks like a trap.
      """
    let first = try #require(SpeakableItems.items(of: try script(text), rules: .tableRead).first)
    #expect(first.saidText.hasPrefix("Interior. "))
  }

  @Test func `is the user's where one is given`() throws {
    var options = SpeakingOptions()
    options.language = "de"
    let text = "INT. CAR - NIGHT\n\nANNA\nYes.\n"
    let first = try #require(
      SpeakableItems.items(of: try script(text), rules: .tableRead, options: options).first)
    #expect(first.saidText.hasPrefix("Innen. "))
  }
}

@Suite struct `Words in capitals` {
  private func said(_ text: String, before: String = "") throws -> String {
    let text = "INT. ROOM - DAY\n\n\(before)\n\nANNA\n\(text)\n"
    let all = SpeakableItems.items(of: try script(text), rules: .tableRead)
    return all.last?.saidText ?? ""
  }

  @Test(arguments: [
    ("The DNA came from the YMCA, and ADHD is known to the NAACP.", nil),
    ("She left AT&T for R&B.", nil), ("Ask UCLA or the ACLU.", nil), ("HTML and the OECD!", nil),
    ("I said STOP, not SKEDADDLE!", "I said stop, not skedaddle!"),
    ("THIS IS NOT A DRILL!", "This is not a drill!"), ("VITAMIN A", "Vitamin A"),
    ("GET ME THE FBI'S FILE", "Get me the FBI's file"), ("NOOOO! HMMM.", "Noooo! Hmmm."),
    ("WHAT IS IT, ANNA?", "What is it, Anna?"), ("He works in IT for the US.", nil),
    ("WORLD WAR II BEGAN.", "World war II began."), ("Super Bowl LVII", nil),
  ])
  func `capitals stay if they are not words`(text: String, said: String?) throws {
    #expect(try self.said(text) == said ?? text)
  }

  @Test func `are words where the script has them in small letters`() throws {
    #expect(try said("The RBMK!") == "The RBMK!")
    #expect(try said("MORE DHAL!", before: "A bowl of dhal.") == "More dhal!")
    #expect(try said("LEAVE OSLO NOW!", before: "They drive to Oslo.") == "Leave Oslo now!")
  }

  @Test func `of a name keep its Roman number`() throws {
    let text =
      "ACT III\n\nINT. PALACE - DAY\n\nKING RICHARD III\nI am RICHARD III, and this is ACT III.\n\nHENRY IV\nNo.\n"
    let said = SpeakableItems.items(of: try script(text), rules: .allOn).map(\.saidText)
    #expect(said.contains { $0.contains("King Richard III") })
    #expect(said.contains { $0.contains("Richard III, and this is act III.") })
    #expect(said.contains { $0.contains("Henry IV") })
  }
}

@Suite struct `Marks for the eye in a script` {
  @Test func `are neither said nor ways to say anything, and a pause is a pause`() throws {
    let text =
      "INT. A - DAY\n\nANNA\nThank you. [CLICK] Look here. [PAUSE 2s] Now (pause 1.5 seconds) go.\n"
    let item = try #require(SpeakableItems.items(of: try script(text), rules: .tableRead).last)
    #expect(
      item.pieces == [
        .words("Thank you. Look here.", direction: nil), .silence(milliseconds: 2000),
        .words("Now", direction: nil), .silence(milliseconds: 1500), .words("go.", direction: nil),
      ])
  }

  @Test func `Marks for the eye in a script leave insertions as they are`() throws {
    let text = "INT. A - DAY\n\nANNA\nShe said [the king] came, [sic] and [I] left.\n"
    let item = try #require(SpeakableItems.items(of: try script(text), rules: .tableRead).last)
    #expect(item.saidText == "She said [the king] came, [sic] and [I] left.")
  }
}

@Suite struct `A transition without a mark` {
  @Test(arguments: ["FADE OUT.", "CUT TO BLACK.", "FADE IN:", "SMASH CUT TO:", "ABBLENDE."])
  func `a transition is recognized without a mark, and is not spoken by the rules 1.0`(text: String)
    throws
  {
    let text = "INT. A - DAY\n\nANNA\nYes.\n\n\(text)\n\nINT. B - DAY\n\nRain.\n"
    #expect(try script(text).elements.contains { $0.kind == .transition })
    #expect(try items(text, .version1).count == 4)
  }

  @Test(arguments: ["CUT THE ROPE.", "Fade out.", "THE END", "FADE OUT, MY FRIEND."])
  func `is no other paragraph in capitals`(text: String) throws {
    let script = try script("INT. A - DAY\n\n\(text)\n\nINT. B - DAY\n")
    #expect(script.elements[1].kind == .action)
  }
}
