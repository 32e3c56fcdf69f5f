import CuePluginKit
import Testing

@Suite struct `Blocks of mono sound` {
  private func blocks(_ sound: [Float], channels: Int, cut: Int) -> [[Float]] {
    var gathered = MonoBlocks(blockFrames: 4, channels: channels)
    var blocks: [[Float]] = []
    for start in stride(from: 0, to: sound.count, by: cut * channels) {
      gathered.append(Array(sound[start..<min(start + cut * channels, sound.count)]))
      while let block = gathered.next() { blocks.append(block) }
    }
    return blocks + [gathered.rest()]
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 100])
  func `are the same however the sound was cut`(cut: Int) {
    #expect(
      blocks((0..<10).map(Float.init), channels: 1, cut: cut)
        == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]])
    #expect(blocks([1, 3, 5, 7, -1, 1], channels: 2, cut: cut) == [[2, 6, 0]])
  }

  @Test func `are empty where there is no sound`() {
    #expect(blocks([], channels: 3, cut: 1) == [[]])
    var gathered = MonoBlocks(blockFrames: 1, channels: 2)
    gathered.append([])
    #expect(gathered.next() == nil)
  }

  @Test func `have silence for what is no number`() {
    #expect(blocks([.nan, 1, .infinity, -.infinity], channels: 2, cut: 1) == [[0.5, 0]])
  }
}

/// Words of ten frames each, "+" before a filler.
private func words(_ text: String) -> [HeardWord] {
  text.split(separator: " ").enumerated().map { index, word in
    var heard = HeardWord(
      text: String(word.drop { $0 == "+" }), start: UInt64(index * 10),
      end: UInt64(index * 10 + 10),
      confidence: -1)
    heard.isFiller = word.hasPrefix("+")
    return heard
  }
}

@Suite struct `A transcript of words` {
  @Test func `leaves fillers and sound outside the phrases out of its text`() {
    var heard = words("to +uh be noise or")
    heard[3].isOutside = true
    let transcript = Transcript(words: heard, stableWords: 2, confidence: 0.5)
    #expect(transcript.text == "to be or")
    #expect(transcript.stableBytes == 5)
    #expect(transcript.words == heard)
    #expect(Transcript(words: heard, stableWords: 0).stableBytes == 0)
    #expect(Transcript(words: words("ä ö"), stableWords: 2).stableBytes == 5)
  }
}

@Suite struct `The stable prefix of what is heard` {
  @Test func `is what has stayed the same for long enough, and is followed`() {
    var prefix = StablePrefix(holdFrames: 30)
    func told(_ text: String, _ frame: UInt64) -> String {
      let transcript = prefix.take(words(text), at: frame)
      let stable = transcript.text.utf8.prefix(transcript.stableBytes)
      return String(decoding: stable, as: UTF8.self) + "|" + transcript.text
    }
    #expect(told("to be", 10) == "|to be")
    #expect(told("to be", 50) == "|to be")
    #expect(told("to be +uh", 60) == "|to be")
    #expect(told("to be +uh or", 70) == "to|to be or")
    #expect(told("to bee or not", 80) == "to|to bee or not")
    #expect(told("to bee or not", 109) == "to|to bee or not")
    #expect(told("to bee or not", 110) == "to bee|to bee or not")
    #expect(told("two bee or not", 120) == "to bee|to bee or not")
    #expect(told("", 130) == "to bee|to bee")
    #expect(prefix.finish(words("two be or not")).text == "to bee or not")
  }

  @Test func `the stable prefix grows if nothing changes`() {
    var prefix = StablePrefix(holdFrames: 30)
    #expect(prefix.nextFrame == nil)
    _ = prefix.take(words("to be"), at: 10)
    #expect(prefix.nextFrame == nil)
    _ = prefix.take(words("to bee or not"), at: 20)
    #expect(prefix.nextFrame == 40)
    #expect(prefix.take(words("to bee or not"), at: 39).stableBytes == 0)
    #expect(prefix.take(words("to bee or not"), at: 40).stableBytes == 2)
    #expect(prefix.nextFrame == 50)
    #expect(prefix.take(words("to bee or not"), at: 50).stableBytes == 6)
    #expect(prefix.nextFrame == nil)
  }

  @Test(arguments: 0..<50)
  func `never shrinks or changes, whatever the decoder says`(seed: Int) {
    var random = Numbers(state: UInt64(seed) + 1)
    var prefix = StablePrefix(holdFrames: 20, followers: Int(random.next() % 3))
    var stable: [UInt8] = []
    for frame in 0..<100 {
      let text = (0..<random.next() % 8).map { _ in
        ["a", "bb", "+uh"].randomElement(using: &random) ?? ""
      }
      let heard = words(text.joined(separator: " "))
      let transcript =
        frame == 99 ? prefix.finish(heard) : prefix.take(heard, at: UInt64(frame) * 5)
      let now = Array(transcript.text.utf8.prefix(transcript.stableBytes))
      #expect(now.starts(with: stable))
      #expect(now.count == transcript.stableBytes)
      #expect(
        zip(transcript.words, transcript.words.dropFirst()).allSatisfy { $0.end <= $1.start })
      stable = now
    }
  }
}

/// Random enough, and the same in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33 | state << 31
  }
}
