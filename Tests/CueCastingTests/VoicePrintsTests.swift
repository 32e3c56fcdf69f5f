import Testing

@testable import CueCasting

@Suite struct `The time that a voice takes for a sentence` {
  @Test(arguments: [(20.0, 2.0), (20.0, 5.0), (3.0, 2.9)])
  func `on a busy machine, what it computed counts`(passed: Double, computed: Double) {
    #expect(VoicePrints.seconds(passed: passed, computed: computed) == computed)
  }

  @Test(arguments: [(1.0, 3.9), (2.0, 2.0), (0.5, 0.51)])
  func `with several threads, the time that passed counts`(passed: Double, computed: Double) {
    #expect(VoicePrints.seconds(passed: passed, computed: computed) == passed)
  }

  /// A worker that asks another program waits for it without computing.
  @Test(arguments: [nil, 0.0, 0.01, -3.0] as [Double?])
  func `if another process does the work, the elapsed time counts`(computed: Double?) {
    #expect(VoicePrints.seconds(passed: 4, computed: computed) == 4)
  }
}
