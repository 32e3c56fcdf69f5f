import Testing

@testable import PocketSphinxPlugin

@Suite struct `Steady sound` {
  /// A second of it and more, in pieces of three frames, each piece this loud.
  private func steadiness(of levels: [Double]) -> Steadiness {
    var steadiness = Steadiness(pieceFrames: 3)
    for level in levels {
      steadiness.take((0..<480).map { $0 % 2 == 0 ? Int16(level) : -Int16(level) })
    }
    return steadiness
  }

  @Test func `is what stays as loud for a second`() {
    #expect(steadiness(of: Array(repeating: 1000, count: 32)).ranges == [])
    #expect(steadiness(of: Array(repeating: 1000, count: 33)).ranges == [0..<99])
    #expect(steadiness(of: Array(repeating: 1000, count: 100)).ranges == [0..<300])
  }

  @Test func `may waver by a decibel and a half, and no more`() {
    let pieces = 0..<60
    #expect(steadiness(of: pieces.map { $0 % 2 == 0 ? 1000 : 1150 }).ranges == [0..<180])
    #expect(steadiness(of: pieces.map { $0 % 2 == 0 ? 1000 : 1200 }).ranges == [])
  }

  @Test func `a pause in louder sound is not steady sound`() {
    let pause = Array(repeating: 100.0, count: 60)
    #expect(steadiness(of: [3000, 500] + pause).ranges == [])
    #expect(steadiness(of: pause).ranges == [0..<180])
  }

  @Test func `ends where the loudness changes, and may come again`() {
    let steady = Array(repeating: 1000.0, count: 40)
    let found = steadiness(of: steady + [3000, 500] + steady)
    #expect(found.ranges == [0..<120, 126..<246])
    #expect(found.isSteady)
    #expect(!steadiness(of: steady + [3000]).isSteady)
  }

  @Test func `covers what lies in it for the most part`() {
    let found = steadiness(of: Array(repeating: 1000, count: 40) + [3000, 500])
    #expect(found.covers(20..<60))
    #expect(found.covers(100..<130))
    #expect(!found.covers(110..<140))
    #expect(!found.covers(130..<150))
  }
}
