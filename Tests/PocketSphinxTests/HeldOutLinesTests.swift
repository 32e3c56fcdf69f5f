import Foundation
import Testing

@testable import PocketSphinxPlugin

/// The listening measures say something about hearing only where flite says the words that the dictionary has.
@Suite struct `The lines that listening is measured on` {
  private static let dictionary = try? ModelFolder(ModelFolder.standard).readDictionary()

  @Test(.enabled(if: dictionary != nil, "there is no model"))
  func `have words that flite says as the dictionary has them`() throws {
    let dictionary = try #require(Self.dictionary)
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Benchmarks/listening/lines.txt")
    // Two words in flite's lexicon: the sentence decides which is said.
    let homographs: Set = ["does"]
    var lineCount = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(String.init) where !line.hasPrefix("#")
    {
      lineCount += LineWords.words(of: line).isEmpty ? 0 : 1
      for word in LineWords.words(of: line) {
        if homographs.contains(word.key) { continue }
        let said = try #require(LetterToSound.phones(word.key), "\(word.text)")
        let known = dictionary.pronunciations(of: word.key)
        #expect(
          known.contains { isAlike(said, $0.split(separator: " ").map(String.init)) },
          "\(word.text): \(said.joined(separator: " "))")
      }
    }
    #expect(lineCount >= 60)
  }

  /// The same phones, or with one reduced vowel for another.
  private func isAlike(_ one: [String], _ other: [String]) -> Bool {
    guard one.count == other.count else { return false }
    let reduced: Set = ["AH", "IH", "AA", "AO"]
    let changed = zip(one, other).filter { $0 != $1 }
    return changed.count <= 1 && changed.allSatisfy { reduced.contains($0) && reduced.contains($1) }
  }
}
