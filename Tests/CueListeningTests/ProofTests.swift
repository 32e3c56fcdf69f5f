import CueText
import Testing

@testable import CueListening

private func differences(
  _ text: String, _ heard: String, names: Set<String> = []
) -> [String] {
  ProofReading(
    text, language: "en", heard: heard.split(separator: " ").map { HeardWord(String($0)) },
    names: names
  ).differences.map { "\($0.written)>\($0.heard)" }
}

@Suite struct `A recording that is read back` {
  @Test(arguments: [
    ("It is 5 o'clock in 1984.", "it is five o'clock in nineteen eighty four"),
    ("They said their car was there.", "they said there car was their"),
    ("I know two of them, Dr. Brown.", "i no too of them doctor brown"),
    ("We saw Oberon and Aoife there.", "we saw over on and eefa there"),
    ("Tell Siobhan to wait here.", "tell shavon to weight hear"),
    ("Good-bye, all right.", "good bye all right"),
    ("Uh, come in.", "come in"),
    ("The quay, and the choir.", "The key, and the quire."),
    ("The ferry is late.", "the fairy is late"),
    ("Harry was merry.", "hairy was mary"),
    ("I have 2 of them, and 8 too.", "i have to of them and ate two"),
    ("Room 4 is free.", "room for is free"),
  ])
  func `A recording that is read back is right where it sounds right`(text: String, heard: String) {
    #expect(differences(text, heard).isEmpty)
  }

  @Test(arguments: [
    ("She took the hat.", "she took the cat", "hat>cat"),
    ("He has 15 dogs.", "he has fifty dogs", "15>fifty"),
    ("I do not know him.", "i do know him", "not>"),
    ("Come in.", "come in now", ">now"),
    ("We saw Oberon there.", "we saw margaret there", "Oberon>margaret"),
    ("He was dead.", "he was dad", "dead>dad"),
    ("DO NOT GO.", "do not come", "GO>come"),
    ("He was in a hurry.", "he was in a hairy", "hurry>hairy"),
    ("Room 4 is free.", "room five is free", "4>five"),
    ("It was 45 this morning.", "It was 45 this evening.", "morning>evening"),
  ])
  func `A recording that is read back names the words that differ`(
    text: String, heard: String, difference: String
  ) {
    #expect(differences(text, heard) == [difference])
  }

  @Test func `knows the names of the parts at a sentence's beginning, too`() {
    #expect(differences("Nora came late.", "norah came late") == [])
    #expect(differences("Aoife came late.", "eefa came late", names: ["aoife"]) == [])
    #expect(differences("Cats came late.", "cots came late", names: ["aoife"]).count == 1)
  }

  @Test func `names are known from other places in the script`() {
    let names = ProofReading.names(in: [
      "Ferris is late.", "Where is Ferris?", "Rain fell on the rain coat.", "Has Rain come?",
    ])
    #expect(names == ["ferris"])
    #expect(ProofReading.names(in: ["Das Haus, der Hund."], language: "de-AT") == [])
  }

  @Test func `A recording that is read back takes no noise for a word`() {
    let heard = [
      HeardWord("come"), HeardWord("k t", isOutside: true), HeardWord("uh", isFiller: true),
      HeardWord("in"),
    ]
    #expect(ProofReading("Come in.", language: "en", heard: heard).differences.isEmpty)
  }
}
