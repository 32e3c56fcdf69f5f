/// Divides rows among the elements that were made of them, in order.
enum ElementPlaces {
  /// Separates ranges of `elements` that overlap by where their first words stand in `bytes`.
  static func separate(_ elements: inout [Element], in bytes: [UInt8]) {
    var start = 0
    while start < elements.count {
      var end = start + 1
      var upper = elements[start].range.upperBound
      while end < elements.count, elements[end].range.lowerBound < upper {
        upper = max(upper, elements[end].range.upperBound)
        end += 1
      }
      if end - start > 1 { separate(start..<end, of: &elements, upTo: upper, in: bytes) }
      start = end
    }
  }

  private static func separate(
    _ group: Range<Int>, of elements: inout [Element], upTo upper: Int, in bytes: [UInt8]
  ) {
    var starts: [Int] = []
    var place = elements[group.lowerBound].range.lowerBound
    for index in group {
      let element = elements[index]
      var floor = max(place, element.range.lowerBound)
      while floor < upper, bytes[floor] & 0xC0 == 0x80 { floor += 1 }
      let found = firstWord(of: element.text, in: floor..<max(floor, upper), of: bytes)
      starts.append(index == group.lowerBound ? floor : found ?? floor)
      // A reader adds at most a pair of brackets to the words.
      if let found { place = min(upper, found + max(1, element.text.utf8.count - 2)) }
    }
    for (offset, index) in group.enumerated() {
      let next = offset + 1 < starts.count ? starts[offset + 1] : upper
      var end = next
      if offset + 1 < starts.count {
        while end > starts[offset], bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
      }
      elements[index].range = starts[offset]..<max(starts[offset], end)
    }
  }

  /// A first word is looked for no further than this, so that a long paragraph is read once.
  private static let farthest = 1_000

  /// Where the first word of `text` stands, with the marks that open it.
  private static func firstWord(of text: String, in range: Range<Int>, of bytes: [UInt8]) -> Int? {
    let word = Array(text.utf8.drop { !isOfWord($0) }.prefix { isOfWord($0) })
    guard !word.isEmpty else { return nil }
    var index = range.lowerBound
    let last = min(range.upperBound - word.count, range.lowerBound + farthest)
    while index <= last {
      if bytes[index] == word[0], index == range.lowerBound || !isOfWord(bytes[index - 1]),
        bytes[index..<index + word.count].elementsEqual(word)
      {
        while index > range.lowerBound, "([_*".utf8.contains(bytes[index - 1]) { index -= 1 }
        return index
      }
      index += 1
    }
    return nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }
}
