import Foundation
import TestSupport
import Testing

@testable import CueData

@Suite struct `Data files` {
  static let files = ["Packaging/words", "Packaging/words/names", "Packaging/words/spoken"].flatMap
  {
    folder in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Places.source(folder))) ?? []
    return names.filter { $0.hasSuffix(".txt") }.map { folder + "/" + $0 }
  }.sorted()

  private func lines(_ file: String) throws -> [Substring] {
    try String(contentsOfFile: Places.source(file), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: true).filter { !$0.hasPrefix("#") }
  }

  @Test func `are all here`() { #expect(Self.files.count >= 23) }

  /// A binary search in another order finds some words and misses others.
  @Test(arguments: files) func `are sorted words, or sections`(file: String) throws {
    let lines = try lines(file)
    #expect(!lines.isEmpty)
    if file.contains("/names/") || file.contains("short-english") {
      #expect(Array(Set(lines)).sorted() == lines)
    } else {
      for line in lines {
        #expect(line.hasPrefix("[") && line.hasSuffix("]") || line.contains(": "), "\(line)")
      }
    }
  }

  @Test func `have each word where a binary search looks for it`() throws {
    let words = SortedWords(file: "words/names/men-elsewhere.txt")
    let names = try lines("Packaging/words/names/men-elsewhere.txt")
    #expect(names.count > 4000)
    for name in names {
      #expect(words.contains(String(name)))
      #expect(!words.contains(name + "'"))
    }
    #expect(!words.contains("") && !words.contains("#") && !words.contains("One name per line"))
  }

  @Test(arguments: ["", "# a comment", "# a comment\n", "\n"])
  func `without words have none`(text: String) {
    #expect(!SortedWords(Array(text.utf8)).contains("a"))
    #expect(DataSections(Array(text.utf8)).sections.isEmpty)
  }

  @Test func `have letters with accents, however they are written`() {
    let words = SortedWords(Array("zoé\nélodie\n".utf8))
    #expect(words.contains("zoe\u{301}"))
    #expect(words.contains("e\u{301}lodie"))
  }

  @Test func `put the lines of a repeated key together`() {
    let text = "a: 1\n[x y]\n# no: comment\nb: one two\nb: three\nsigns: ::colon;/:slash\nnothing\n"
    let sections = DataSections(Array(text.utf8)).sections
    #expect(sections.map(\.heading) == ["", "x y"])
    #expect(sections[0].text("a") == "1")
    #expect(sections[1].list("b") == ["one", "two", "three"])
    #expect(sections[1].list("signs", separator: ";") == ["::colon", "/:slash"])
    #expect(sections[1].words("nothing").isEmpty)
  }

  @Test(arguments: files.filter { $0.contains("/spoken/") })
  func `of languages list units whose ICU name is known`(file: String) throws {
    let units = DataSections(file: "words/units.txt").sections.flatMap(\.lines)
    let signs = Set(units.flatMap(\.value).flatMap { $0.split(separator: " ").map(String.init) })
    let language = try #require(
      DataSections(file: String(file.dropFirst("Packaging/".count))).sections.first)
    for sign in language.list("units") { #expect(signs.contains(sign), "\(sign)") }
    let names = Set(units.map(\.key))
    for name in language.list("feminine units") + language.list("neuter units") {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func `that are missing are empty and reported`() {
    let name = "words/of-nobody.txt"
    #expect(!SortedWords(file: name).contains("a"))
    let missing = DataFile.missing.first { $0.name == name }
    #expect(missing?.paths.contains("/usr/share/cue/" + name) == true)
  }
}
