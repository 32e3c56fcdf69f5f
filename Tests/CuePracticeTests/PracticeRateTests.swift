import CuePractice
import Testing

@Suite struct `A practice rate` {
  @Test(
    arguments: [
      (-1, 0.1), (0.1, 0.1), (0.37, 0.37), (1, 1), (2, 1), (.infinity, 1), (.nan, 0.5),
    ] as [(Double, Double)])
  func `A practice rate stays within its range`(given: Double, rate: Double) {
    #expect(PracticeRate(given).value == rate)
  }

  @Test func `is the voice's own pace in the middle, and a factor elsewhere`() {
    #expect(PracticeRate.own.speedFactor == 1)
    #expect(abs(PracticeRate(0.1).speedFactor - 99.0 / 175) < 1e-12)
    #expect(abs(PracticeRate(0.75).speedFactor - 312.0 / 175) < 1e-12)
    #expect(PracticeRate(1).speedFactor == 449.0 / 175)
  }

  @Test func `goes by steps that never drift, up to its ends`() {
    var rate = PracticeRate(0.52)
    for _ in 0..<30 { rate = rate.stepped(by: 1) }
    #expect(rate == PracticeRate(1))
    for _ in 0..<10 { rate = rate.stepped(by: -1) }
    #expect(rate == .own)
    for _ in 0..<30 { rate = rate.stepped(by: -1) }
    #expect(rate == PracticeRate(0.1))
  }
}

@Suite struct `A setting of practice` {
  @Test(arguments: [(0, 0.25), (1.1, 1.1), (7, 3), (.nan, 1)] as [(Double, Double)])
  func `keeps the pause's factor in its range`(given: Double, factor: Double) {
    var settings = PracticeSettings()
    settings.pauseFactor = given
    #expect(settings.pauseFactor == factor)
  }

  @Test func `A setting of practice always has a rate`() {
    var settings = PracticeSettings()
    settings.rates = []
    #expect(settings.rates == [.own])
  }
}
