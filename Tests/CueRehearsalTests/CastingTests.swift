import CueRehearsal
import CueScreenplay
import Testing

/// CY has three lines, ANN two, BEN and DEE one.
private let script: Script = .of("ANN", "BEN", "CY", "CY", "DEE", "ANN", "CY")

private func voices(_ ids: String...) -> [CastableVoice] {
  ids.map { CastableVoice(id: $0) }
}

@Suite struct `A cast` {
  @Test func `gives each partner a voice of their own, most lines first`() {
    let cast = Casting.cast(script: script, roles: ["ben"], voices: voices("a", "b", "c", "d"))
    #expect(cast.mapValues(\.voice) == ["CY": "a", "ANN": "b", "DEE": "c"])
    #expect(cast.values.allSatisfy { $0.pitchSemitones == 0 })
  }

  @Test func `takes voices again at another pitch where they run out`() {
    let cast = Casting.cast(script: script, roles: [], voices: voices("a"))
    #expect(
      cast == [
        "CY": .init(voice: "a"), "ANN": .init(voice: "a", pitchSemitones: 2),
        "BEN": .init(voice: "a", pitchSemitones: -2), "DEE": .init(voice: "a", pitchSemitones: 4),
      ])
  }

  @Test(arguments: 1...6)
  func `has no two parts alike, and is the same each time`(count: Int) {
    let names = (0..<count * 13).map { "P\($0)" }
    let lines = names.enumerated().map {
      Line(index: $0, kind: .dialogue, character: $1, text: "I.")
    }
    let crowd = Script(title: "Crowd", scenes: [], lines: lines)
    let voices = (0..<count).map { CastableVoice(id: "v\($0)", gender: ["", "male"][$0 % 2]) }
    let cast = Casting.cast(script: crowd, roles: [], voices: voices)
    #expect(Set(cast.values).count == names.count)
    #expect(cast == Casting.cast(script: crowd, roles: [], voices: voices))
  }

  @Test func `has a part for everyone, however many they are`() {
    let lines = (0..<40).map { Line(index: $0, kind: .dialogue, character: "P\($0)", text: "I.") }
    let crowd = Script(title: "Crowd", scenes: [], lines: lines)
    #expect(Casting.cast(script: crowd, roles: [], voices: voices("a", "b")).count == 40)
  }

  @Test func `lets voices of different genders follow each other`() {
    let voices = [
      CastableVoice(id: "m1", gender: "male"), CastableVoice(id: "m2", gender: "male"),
      CastableVoice(id: "f1", gender: "female"), CastableVoice(id: "f2", gender: "female"),
    ]
    let cast = Casting.cast(script: script, roles: [], voices: voices)
    #expect(cast.mapValues(\.voice) == ["CY": "m1", "ANN": "f1", "BEN": "m2", "DEE": "f2"])
  }

  @Test func `does what the user wished, and gives it to nobody else`() {
    let wishes = ["ann": Casting.Choice(voice: "a"), "Ben": .init(voice: "z", pitchSemitones: 7)]
    let cast = Casting.cast(script: script, roles: [], voices: voices("a", "b"), wishes: wishes)
    #expect(
      cast == [
        "ANN": .init(voice: "a"), "BEN": .init(voice: "z", pitchSemitones: 7),
        "CY": .init(voice: "b"), "DEE": .init(voice: "a", pitchSemitones: 2),
      ])
  }

  @Test func `keeps the narrator's voice out as long as there is another`() {
    let one = Casting.cast(script: script, roles: [], narrator: "a", voices: voices("a", "b"))
    #expect(Set(one.values.map(\.voice)) == ["b"])
    let none = Casting.cast(script: script, roles: [], narrator: "a", voices: voices("a"))
    #expect(Set(none.values.map(\.voice)) == ["a"])
  }

  @Test func `prefers voices that speak the language`() {
    let voices = [
      CastableVoice(id: "de", languages: ["de"]), CastableVoice(id: "gb", languages: ["en-GB"]),
      CastableVoice(id: "us", languages: ["EN_us"]),
    ]
    let cast = Casting.cast(script: script, roles: [], voices: voices, language: "en")
    #expect(Set(cast.values.map(\.voice)) == ["gb", "us"])
    let other = Casting.cast(script: script, roles: [], voices: voices, language: "fr")
    #expect(Set(other.values.map(\.voice)) == ["de", "gb", "us"])
  }

  @Test func `without voices holds only wishes, and never the actor's own roles`() {
    #expect(Casting.cast(script: script, roles: [], voices: []).isEmpty)
    let wishes = ["ANN": Casting.Choice(voice: "a"), "BEN": .init(voice: "b")]
    let cast = Casting.cast(script: script, roles: ["BEN"], voices: [], wishes: wishes)
    #expect(cast == ["ANN": .init(voice: "a")])
  }
}
