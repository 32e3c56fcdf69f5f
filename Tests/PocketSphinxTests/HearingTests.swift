import CueABI
import CuePluginKit
import Testing

@testable import PocketSphinxPlugin

/// What is made of a path of `names`, each of ten frames that fit.
private func hearing(
  _ phrases: [(role: UInt32, text: String)], guessed: Set<String> = [],
  fillers: Set<String> = ["uh"]
) -> Hearing {
  var vocabulary = Vocabulary()
  let asked = phrases.enumerated().map { index, phrase in
    let words = LineWords.words(of: phrase.text)
    let group = AskedPhrase.hasNamesOfItsOwn(phrase.role) ? index + 1 : 0
    let names = words.map {
      vocabulary.name(of: .init(key: $0.key, phones: ["AH"], group: group)) { _, _, _ in true }
    }
    return AskedPhrase(
      index: index, role: phrase.role, words: words, names: names, phoneCount: words.count * 4)
  }
  _ = vocabulary.name(of: .init(key: "uh", phones: ["AH"])) { _, _, _ in true }
  return Hearing(
    phrases: asked, vocabulary: vocabulary, fillers: fillers, guessed: guessed, numberWords: [])
}

private func path(_ names: String, frames: Int = 10, cost: Int = 200) -> [Decoder.Segment] {
  names.split(separator: " ").enumerated().map { index, name in
    Decoder.Segment(
      name: String(name), first: index * frames, last: index * frames + frames - 1,
      acousticCost: cost)
  }
}

extension Hearing {
  fileprivate func final(_ path: [Decoder.Segment]) -> Transcript {
    transcript(parts(path), isFinal: true) { UInt64($0 * 160) }
  }
}

@Suite struct `What was heard` {
  private let scene = hearing([
    (CUE_PHRASE_EXPECTED, "Well, I saw Ana."), (CUE_PHRASE_COMPETING, "I saw Ben"),
    (CUE_PHRASE_COMMAND, "Line, please"),
  ])

  @Test func `another line is recognized after a hesitation, too`() {
    var scene = hearing(
      [(CUE_PHRASE_EXPECTED, "Well, I saw Ana."), (CUE_PHRASE_COMPETING, "I saw Ben")], fillers: [])
    scene.hesitations = ["uh"]
    #expect(scene.final(path("uh i saw ben")).words.map(\.phrase) == [1, 1, 1, 1])
  }

  @Test func `is written as in the line, fillers and sound outside left out`() {
    let heard = scene.final(path("<s> well uh +AH+ +F+ +AH+ i saw(2) +Z+ ana <sil> </s>"))
    #expect(heard.text == "Well I saw Ana")
    #expect(
      heard.words.map {
        "\($0.text)\($0.isFiller ? " filler" : "")\($0.isOutside ? " outside" : "")"
      }
        == ["Well", "uh filler", "ah f ah outside", "I", "saw", " filler", "Ana"])
    #expect(heard.words.map(\.phrase) == [0, nil, nil, 0, 0, nil, 0])
    #expect(heard.words[2].start == 30 * 160)
    #expect(heard.words[2].end == 60 * 160)
    #expect(heard.noSpeech == 0)
  }

  @Test(arguments: [
    ("i saw ben", [1, 1, 1]), ("i saw", [0, 0]), ("i saw ana", [0, 0, 0]),
    ("well line~3 please~3", [0, 2, 2]),
  ])
  func `What was heard belongs to a phrase`(names: String, phrases: [Int]) {
    #expect(scene.final(path(names)).words.map(\.phrase) == phrases)
  }

  @Test func `may be the beginning of another phrase while words still come`() {
    let scene = hearing([(CUE_PHRASE_EXPECTED, "Well, I saw."), (CUE_PHRASE_COMPETING, "I came")])
    let parts = scene.parts(path("i"))
    #expect(scene.transcript(parts, isFinal: false) { UInt64($0) }.words[0].phrase == 1)
    #expect(scene.transcript(parts, isFinal: true) { UInt64($0) }.words[0].phrase == 0)
  }

  @Test func `What was heard is nothing in silence`() {
    let silence = scene.final(path("<sil> [NOISE] <sil>"))
    #expect(silence.text == "")
    #expect(silence.noSpeech == 1)
    #expect(silence.confidence == -1)
    #expect(scene.final(path("<sil> +AH+")).noSpeech == 0.5)
    #expect(scene.final([]).words.isEmpty)
  }

  /// The rule that the host accepts lines by: 16 phones allow 0.5 × 16 = 8 short ones outside.
  @Test(arguments: [0, 4, 8, 9, 40])
  func `is less sure with each phone outside the line`(count: Int) {
    let confidence = max(0, 1 - 0.5 * Double(count) / 8)
    let outside = Array(repeating: "+AH+", count: count).joined(separator: " ")
    let heard = scene.final(path("well i saw ana " + outside))
    #expect(abs(heard.confidence - confidence) < 1e-9)
    #expect((heard.confidence >= 0.5) == (count <= 8))
  }

  @Test func `is no less sure with a long noise`() {
    #expect(scene.final(path("well i saw ana +S+ +S+", frames: 25)).confidence == 1)
  }

  @Test func `has no word that does not fit its sound`() {
    var said = path("well i saw ana")
    said[2].acousticCost = 1100
    let heard = scene.final(said)
    #expect(heard.text == "Well I Ana")
    #expect(heard.words[2].isOutside)
    #expect(heard.words[2].confidence < 0.5)
    // In noise all words fit less.
    #expect(scene.final(path("well i saw ana", cost: 900)).text == "Well I saw Ana")
  }

  @Test func `has a word that hardly fits, where free speech heard it in its place`() {
    var said = path("well i saw ana")
    said[2].acousticCost = 1100
    var beside = scene
    beside.heardFreely = path("well i saw(2) ben")
    #expect(beside.final(said).text == "Well I saw Ana")
    beside.heardFreely = path("well saw i ben")
    #expect(beside.final(said).text == "Well I Ana")
  }

  @Test func `says which pronunciations were guessed`() {
    let scene = hearing([(CUE_PHRASE_EXPECTED, "Zorblatt came")], guessed: ["zorblatt"])
    #expect(scene.final(path("zorblatt came")).words.map(\.isGuessed) == [true, false])
  }
}

@Suite struct `A word that the grammar claims` {
  /// The odds of a word among five others that fit well.
  private func logOdds(_ word: WordDoubt.Evidence, others: [Double] = [60, 70, 80, 65, 75])
    -> Double
  {
    WordDoubt(misfits: others + [word.misfit]).logOdds(word)
  }

  private let poor = WordDoubt.Evidence(misfit: 125, frameCount: 22, phoneCount: 4)

  @Test func `is believed where it fits as the others do`() {
    let word = WordDoubt.Evidence(misfit: 80, frameCount: 22, phoneCount: 4)
    #expect(logOdds(word) < WordDoubt.limit - 4)
  }

  @Test func `is doubted beside a hesitation or a piece of sound, for that may be what was said`() {
    #expect(logOdds(poor) < WordDoubt.limit)
    var word = poor
    word.hesitations = 1
    word.noiseSeconds = 0.15
    #expect(logOdds(word) > WordDoubt.limit)
  }

  @Test func `is doubted where it has many phones and little time`() {
    var word = poor
    word.phoneCount = 7
    #expect(logOdds(word) > WordDoubt.limit)
    word.frameCount = 80
    #expect(logOdds(word) < WordDoubt.limit)
  }

  @Test func `is doubted a little sooner in noise, which hides what speaks against it`() {
    let word = WordDoubt.Evidence(misfit: 156, frameCount: 22, phoneCount: 4)
    func isSaid(_ decibels: Double) -> Bool {
      WordDoubt(misfits: [60, 70, 80, 65, 75, word.misfit], decibels: decibels).isSaid(word)
    }
    #expect([60, 30, 24, 10].map(isSaid) == [true, true, false, false])
  }

  @Test func `is believed where the whole line fits badly`() {
    let word = WordDoubt.Evidence(misfit: 160, frameCount: 22, phoneCount: 4)
    #expect(logOdds(word) > WordDoubt.limit)
    #expect(logOdds(word, others: [150, 155, 140]) < WordDoubt.limit)
  }

  @Test func `counts with little confidence where only the rest speaks against it`() {
    // Six words that fit, and in the middle one that fits badly between two hesitations.
    let line = hearing([(CUE_PHRASE_EXPECTED, "we have been here all day")])
    var heard = line
    heard.hesitations = ["uh"]
    var segments = path("we have been uh here uh all day")
    segments[4].acousticCost = 700
    let parts = heard.parts(segments, isWhole: true)
    let here = parts.first { $0.name == "here" }
    #expect(here?.kind == .word)
    #expect((here?.confidence ?? 1) < 0.5)
    #expect(
      parts.filter { $0.kind == .word && $0.name != "here" && $0.name != "uh" }.allSatisfy {
        $0.confidence >= 0.5
      })
  }
}
