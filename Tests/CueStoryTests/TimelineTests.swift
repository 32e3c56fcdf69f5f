import Testing

@testable import CueModel
@testable import CueStory

@Suite struct `The timeline of a chain` {
  @Test func `begins a take where the tail of the one before it begins`() {
    let timeline = ChainTimeline(lengths: [10_001, 15_007, 10_003, 9_009, 4_321])
    #expect(timeline.places.map(\.start) == [0, 0, 10_001, 15_007, 20_004])
    #expect(timeline.places.map(\.end) == [10_001, 15_007, 20_004, 24_016, 24_325])
    #expect(timeline.length == 24_325)
  }

  @Test func `refuses a take that leaves no tail`() {
    var timeline = ChainTimeline(lengths: [100])
    #expect(timeline.leastNextLength == 101)
    #expect(!timeline.leavesTail(length: 99))
    #expect(!timeline.leavesTail(length: 100))
    #expect(timeline.leavesTail(length: 101))
    timeline.append(length: 150)
    // The third begins at 100, and the second ends at 150.
    #expect(!timeline.leavesTail(length: 50))
    #expect(timeline.leavesTail(length: 51))
    #expect(ChainTimeline().leavesTail(length: 1))
    #expect(!ChainTimeline().leavesTail(length: 0))
  }

  @Test func `The timeline of a chain is exact at any rate`() throws {
    // 10,001 frames that were recorded at 0.333 are 3330.333 frames of the story.
    let third = try #require(PlaybackRate(thousandths: 333))
    #expect(ChainTimeline.ticks(frames: 10_001, recordedAt: third) == 3_330_333)
    #expect(ChainTimeline.frame(ofTick: 3_330_333, at: .one) == 3330)
    #expect(ChainTimeline.frame(ofTick: 3_330_500, at: .one) == 3331)
    #expect(ChainTimeline.frame(ofTick: 3_330_333, at: third) == 10_001)
  }

  @Test func `keeps ends rising, and two takes sounding at most, whatever is recorded`() {
    for seed in 0..<200 as Range<UInt64> {
      var chance = SplitMix(seed: seed)
      var timeline = ChainTimeline()
      for _ in 0..<40 {
        let least = timeline.leastNextLength
        timeline.append(length: least + Int.random(in: 0..<1000, using: &chance))
      }
      let places = timeline.places
      for (one, next) in zip(places, places.dropFirst()) {
        #expect(one.end < next.end && one.start <= next.start)
      }
      for place in places {
        #expect(places.count { $0.start <= place.start && place.start < $0.end } <= 2)
      }
    }
  }
}

@Suite struct `A punch-in` {
  @Test func `A punch-in is exact within a buffer`() {
    func part(_ marker: Int) -> PunchIn.Part {
      PunchIn(marker: marker).part(ofBufferAt: 1000, count: 128)
    }
    #expect(part(1063) == .init(offset: 63, count: 65, firstFrame: 1063))
    #expect(part(900) == .init(offset: 0, count: 128, firstFrame: 1000))
    #expect(part(1000).count == 128)
    #expect(part(1127).count == 1)
    #expect(part(1128).count == 0)
    #expect(part(2000).count == 0)
  }

  @Test func `opens late by the latency, keeps its frames, and drains as much`() {
    var punch = PunchIn(marker: 1000, latencyFrames: 240)
    #expect(punch.gate == 1240)
    #expect(
      punch.part(ofBufferAt: 1200, count: 128) == .init(offset: 40, count: 88, firstFrame: 1000))
    punch.end(at: 2048)
    #expect(punch.part(ofBufferAt: 2048, count: 128).count == 128)
    #expect(!punch.isDrained(at: 2176))
    #expect(punch.part(ofBufferAt: 2176, count: 128).count == 112)
    #expect(punch.isDrained(at: 2288))
    #expect(punch.part(ofBufferAt: 2304, count: 128).count == 0)
  }

  @Test(arguments: [1, 7, 64, 128, 1000, 4096], [0, 1, 63, 240, 5000])
  func `takes each frame once, in order, in buffers of any size`(count: Int, latency: Int) {
    var punch = PunchIn(marker: 3001, latencyFrames: latency)
    var taken: [Int] = []
    for at in stride(from: 0, to: 20_000, by: count) {
      if at >= 9000 { punch.end(at: 9002) }
      let part = punch.part(ofBufferAt: at, count: count)
      #expect(part.count == 0 || at + part.offset - latency == part.firstFrame)
      taken += part.firstFrame..<(part.firstFrame + part.count)
    }
    // If the buffer is past the stop before the stop is known, nothing can be taken back.
    #expect(taken.prefix(6001).elementsEqual(3001..<9002))
    #expect(taken == Array(3001..<(3001 + taken.count)))
  }

  @Test func `is damaged beyond a burst or a part in four hundred`() {
    #expect(DamageLimit.frames(spanFrames: 48_000, burstFrames: 192) == 192)
    #expect(DamageLimit.frames(spanFrames: 14_400_000, burstFrames: 192) == 36_000)
    func found(_ overruns: Int, _ lost: Int, _ slip: Int, _ drift: Int) -> [TakeDamage] {
      TakeDamage.found(
        overruns: overruns, lostFrames: lost, slipFrames: slip, driftFrames: drift,
        spanFrames: 48_000, burstFrames: 192)
    }
    #expect(found(0, 0, -192, 192) == [])
    #expect(
      found(2, 5, 193, -200)
        == [.overruns(2), .lostFrames(5), .slipped(frames: 193), .drifted(frames: -200)])
  }
}

@Suite struct `A take` {
  @Test(arguments: [
    (0, 1, TakeFault.empty), (1, 0, .channels(0)), (1, 64, .channels(64)),
    (300 * 48_000 + 1, 2, .tooLong),
  ])
  func `a take that is not sound is refused`(frames: Int, channels: Int, fault: TakeFault) {
    #expect(StoryLimits.fault(frames: frames, channels: channels, rateHertz: 48_000) == fault)
  }

  @Test func `A take may be five minutes long`() {
    #expect(StoryLimits.fault(frames: 300 * 48_000, channels: 2, rateHertz: 48_000) == nil)
    #expect(StoryLimits.fault(frames: 1, channels: 1, rateHertz: 8000) == nil)
  }

  @Test(arguments: [
    "a.wav", "story.json", "A-b_c.9.wav", String(repeating: "x", count: 124) + ".wav",
  ])
  func `A take may have such a name`(name: String) { #expect(StoryLimits.isSafe(name)) }

  @Test(arguments: [
    "", ".wav", "a", "a.exe", "../a.wav", "a/b.wav", "a..wav", "a b.wav", "ä.wav", "a.wav\u{0}",
    "a\\b.wav", "/a.wav", String(repeating: "x", count: 125) + ".wav", "a.WAV",
  ])
  func `A take may not have such a name`(name: String) { #expect(!StoryLimits.isSafe(name)) }

  @Test func `a player may remove an own take that was not sent or answered`() {
    func refusal(_ author: String, _ isSent: Bool, _ answers: Int) -> RemovalRefusal? {
      .of(author: author, isSent: isSent, answers: answers, by: "ann")
    }
    #expect(refusal("ann", false, 0) == nil)
    #expect(refusal("bob", false, 0) == .anothers(author: "bob"))
    #expect(refusal("ann", true, 0) == .sent)
    #expect(refusal("ann", false, 2) == .answered(count: 2))
  }
}

private struct Member: TreeMember, Equatable {
  let id: String
  let parent: String
  init(_ id: String, _ parent: String) { (self.id, self.parent) = (id, parent) }
}

@Suite struct `The tree of takes` {
  private func faults(_ pairs: (String, String)...) -> [StoryTree<Member>.Fault] {
    StoryTree(pairs.map { Member($0.0, $0.1) }).faults
  }

  @Test func `has a chain to each take, and branches`() {
    let tree = StoryTree([
      Member("a", ""), Member("b", "a"), Member("c", "b"), Member("d", "b"), Member("e", "d"),
    ])
    #expect(tree.faults == [])
    #expect(tree.chain(to: "e")?.map(\.id) == ["a", "b", "d", "e"])
    #expect(tree.chain(to: "") == [])
    #expect(tree.chain(to: "x") == nil)
    #expect(tree.leaves.map(\.id) == ["c", "e"])
    #expect(tree.answers(to: "b").map(\.id) == ["c", "d"])
    #expect(tree.outline.map { "\($0.take.id)\($0.depth)" } == ["a0", "b1", "c2", "d2", "e3"])
    #expect(tree.leads("b", to: "e") && !tree.leads("c", to: "e") && tree.leads("", to: "a"))
  }

  @Test func `The tree of takes shows what is wrong with it`() {
    #expect(faults(("a", ""), ("b", "x"), ("c", "b")) == [.missingParent("b")])
    #expect(faults(("a", ""), ("b", "c"), ("c", "b"), ("d", "c")) == [.cycle("b"), .cycle("c")])
    #expect(faults(("a", "a")) == [.cycle("a")])
    #expect(faults(("a", ""), ("b", "a"), ("b", "a")) == [.twoOfOne("b")])
    #expect(faults(("a", ""), ("b", "")) == [.secondBeginning("b")])
  }

  @Test func `finds no fault with any tree that only grew, and each broken link`() {
    for seed in 0..<100 as Range<UInt64> {
      var chance = SplitMix(seed: seed)
      var members = [Member("t0", "")]
      for index in 1..<60 {
        members.append(Member("t\(index)", "t\(Int.random(in: 0..<index, using: &chance))"))
      }
      let tree = StoryTree(members)
      #expect(tree.faults == [])
      #expect(tree.outline.count == 60)
      #expect(members.allSatisfy { tree.chain(to: $0.id)?.last == $0 })
      // The first of a chain answers its end.
      let last = Int.random(in: 1..<60, using: &chance)
      let chain = tree.chain(to: "t\(last)") ?? []
      members[0] = Member("t0", "t\(last)")
      #expect(
        Set(StoryTree(members).faults.map { "\($0)" })
          == Set(chain.map { "\(StoryTree<Member>.Fault.cycle($0.id))" }))
    }
  }

  @Test func `of ten thousand takes in a row is walked without delay`() {
    let members = (0..<10_000).map { Member("t\($0)", $0 == 0 ? "" : "t\($0 - 1)") }
    let tree = StoryTree(members)
    #expect(tree.faults == [])
    #expect(tree.chain(to: "t9999")?.count == 10_000)
    #expect(tree.outline.last?.depth == 9999)
  }
}
