import Foundation
import Testing

@testable import CueStory

/// Dials at a rate and pitch.
func dials(_ rate: Double, pitch: Double = 0, linked: Bool = false) -> StoryDials {
  var dials = StoryDials()
  dials.rate = PlaybackRate(dial: rate)
  dials.pitch = PitchOffset(semitones: pitch)
  dials.isLinked = linked
  return dials
}

@Suite struct `The dials of a story` {
  @Test(arguments: [
    (0.1, 250), (0.25, 250), (0.5, 500), (1, 1000), (1.2345, 1235), (2, 2000), (3, 2000),
    (-1, 250), (Double.infinity, 2000),
  ])
  func `offer rates of 0.25 to 2 in thousandths`(turned: Double, thousandths: Int) {
    #expect(PlaybackRate(dial: turned).thousandths == thousandths)
  }

  @Test(arguments: [
    (1.6, false, 2.0), (1.6, true, 1.6), (0.35, true, 0.35), (0.35, false, 0), (-2.5, false, -3),
    (0.123, true, 0.12), (40, false, 12), (-40, true, -12),
  ])
  func `snap to semitones, or finely to cents`(turned: Double, isFine: Bool, shown: Double) {
    #expect(PitchOffset(dial: turned, isFine: isFine).semitones == shown)
  }

  @Test(arguments: [
    (1.0, 0.5, 2.0), (0.25, 2, 0.125), (2, 0.25, 8), (1, 1, 1), (0.5, 0.25, 2),
  ])
  func `divided by what was recorded are the rate of a take`(
    master: Double, recorded: Double, rate: Double
  ) {
    #expect(NodeSetting(dials(master), dials(recorded).asHeard).rate == rate)
  }

  @Test func `less what was recorded, with the take's own, are its pitch`() {
    let recorded = dials(1, pitch: -3).asHeard
    #expect(NodeSetting(dials(1), recorded).pitch.semitones == 3)
    #expect(
      NodeSetting(dials(1, pitch: 2), recorded, local: PitchOffset(semitones: 0.5)).pitch.semitones
        == 5.5)
  }

  @Test func `that are linked are remembered as they were heard`() {
    #expect(dials(0.5, linked: true).asHeard.pitch.semitones == -12)
    #expect(dials(0.5, pitch: 3, linked: true).asHeard.pitch.semitones == -9)
    #expect(dials(0.5, linked: false).asHeard.pitch == .none)
  }

  @Test(arguments: [250, 333, 500, 999, 1000, 1001, 1777, 2000], [false, true])
  func `leave a take alone where they are as they were`(rate: Int, isLinked: Bool) throws {
    var dials = StoryDials()
    dials.rate = try #require(PlaybackRate(thousandths: rate))
    dials.pitch = PitchOffset(semitones: 1.37)
    dials.isLinked = isLinked
    let setting = NodeSetting(dials, dials.asHeard)
    #expect(setting.isUnchanged)
    #expect(setting.changes == [])
  }

  @Test func `make a tape of linked takes, and stretch the others`() {
    func changes(_ master: StoryDials, _ recorded: StoryDials, _ local: Double = 0)
      -> [SoundChange]?
    {
      NodeSetting(master, recorded.asHeard, local: PitchOffset(semitones: local)).changes
    }
    let (linked, stretched) = (dials(2, linked: true), dials(2))
    #expect(changes(linked, dials(1, linked: true)) == [.varispeed(2)])
    #expect(changes(linked, dials(0.25, linked: true)) == [.varispeed(8)])
    #expect(changes(dials(0.25, linked: true), dials(2, linked: true)) == [.varispeed(0.125)])
    #expect(changes(stretched, dials(1)) == [.stretch(tempo: 2, semitones: 0)])
    // A linked take in a stretched story: recorded an octave down, it is brought back up.
    #expect(changes(dials(1), dials(0.5, linked: true)) == [.varispeed(2)])
    // A stretched take in a linked story: speed and pitch together are not those of a tape.
    #expect(changes(dials(1, linked: true), dials(0.5)) == [.stretch(tempo: 2, semitones: 0)])
    #expect(changes(dials(1), dials(1), 3.5) == [.stretch(tempo: 1, semitones: 3.5)])
    // An octave above by hand is what a tape does.
    #expect(changes(dials(2, pitch: 12), dials(1)) == [.varispeed(2)])
  }

  @Test func `reach beyond one effect by two, and then no further`() throws {
    let (low, high) = (dials(0.25, pitch: -12, linked: true), dials(1, pitch: 12))
    let changes = try #require(NodeSetting(high, low.asHeard).changes)
    guard changes.count == 2, case .varispeed(let tape) = changes[0],
      case .stretch(let tempo, let semitones) = changes[1]
    else {
      Issue.record("\(changes)")
      return
    }
    #expect(semitones == 24)
    #expect(abs(12 * log2(tape) + semitones - 48) < 1e-9)
    #expect(abs(tape * tempo - 4) < 1e-9)
    #expect(
      NodeSetting(high, low.asHeard, local: PitchOffset(semitones: 24)).changes == nil)
  }

  @Test func `all can be realised, at any rates and an octave of own pitch`() {
    for master in stride(from: 0.25, through: 2, by: 0.125) {
      for recorded in stride(from: 0.25, through: 2, by: 0.125) {
        for (one, other) in [(false, false), (false, true), (true, false), (true, true)] {
          let setting = NodeSetting(
            dials(master, linked: one), dials(recorded, linked: other).asHeard,
            local: PitchOffset(semitones: master > 1 ? 12 : -12))
          guard let changes = setting.changes else {
            Issue.record("\(master) over \(recorded) cannot be realised")
            continue
          }
          var (speed, semitones) = (1.0, 0.0)
          for change in changes {
            switch change {
            case .varispeed(let factor):
              speed *= factor
              semitones += 12 * log2(factor)
              #expect((0.1...10).contains(factor))
            case .stretch(let tempo, let pitch):
              speed *= tempo
              semitones += pitch
              #expect((0.1...10).contains(tempo) && abs(pitch) <= 24)
            }
          }
          #expect(abs(speed - setting.rate) < 1e-9)
          #expect(abs(semitones - setting.pitch.semitones) < 1e-4)
        }
      }
    }
  }
}
