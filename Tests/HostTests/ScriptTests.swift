import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host script` {
  private let stage: Stagehand
  private let scene: String

  init() throws {
    stage = try Stagehand()
    scene = try stage.folder.write(
      """
      Title: T
      Author: Ann

      INT. HALL - NIGHT #4#

      @McClane (V.O.)
      (softly)
      It's *raining*.

      BO ^
      No.

      # Two
      """, as: "scene.fountain")
  }

  private func json(_ run: Run) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
  }

  @Test func `show tells every element as JSON`() throws {
    let run = try stage.host(["script", "show", scene, "--json"])
    #expect(run.status == 0 && run.talk.isEmpty, "\(run.talk)")
    let script = try json(run)
    #expect((script["title_page"] as? [String: [String]]) == ["Title": ["T"], "Author": ["Ann"]])
    let elements = try #require(script["elements"] as? [[String: Any]])
    #expect(
      elements.map { $0["type"] as? String } == [
        "scene_heading", "character", "parenthetical", "dialogue", "character", "dialogue",
        "section",
      ])
    #expect(elements[0]["scene_number"] as? String == "4")
    #expect(elements[1]["name"] as? String == "McClane")
    #expect(elements[1]["extensions"] as? [String] == ["V.O."])
    #expect(elements[1]["forced"] as? Bool == true && elements[1]["dual"] as? Bool == true)
    #expect(elements[3]["text"] as? String == "It's raining.")
    #expect(elements[6]["level"] as? Int == 1)
    let range = try #require(elements[3]["range"] as? [Int])
    let bytes = Array(try Data(contentsOf: URL(filePath: scene)))
    #expect(String(decoding: bytes[range[0]..<range[1]], as: UTF8.self) == "It's *raining*.")
    let characters = try #require(script["characters"] as? [[String: Any]])
    #expect(characters.map { $0["name"] as? String } == ["MCCLANE", "BO"])
    #expect(characters[0]["aliases"] as? [String] == ["McClane"])
    #expect(characters[0]["dialogue_count"] as? Int == 1)
    #expect((script["scenes"] as? [[String: Any]])?.count == 1)
  }

  @Test func `host script show and info say it to people`() throws {
    let show = try stage.host(["script", "show", scene])
    #expect(show.text.contains("scene_heading   INT. HALL - NIGHT  [#4]\n"))
    let info = try stage.host(["script", "info", scene])
    #expect(info.text.contains("1 scene, 2 characters, 7 elements"))
    #expect(info.text.contains("1  MCCLANE (McClane)"))
  }

  @Test func `convert goes to Final Draft and back, and to a pipe`() throws {
    let draft = stage.folder.path("scene.fdx")
    #expect(try stage.host(["script", "convert", scene, draft]).status == 0)
    let back = try stage.host(["script", "convert", draft, "-", "--format", "fountain"])
    #expect(back.status == 0, "\(back.talk)")
    let fountain = try stage.host(["script", "convert", scene, "-", "--format", "fountain"])
    #expect(fountain.text.contains("@McClane (V.O.)\n(softly)\nIt's *raining*.\n\nBO ^\nNo.\n"))
    #expect(back.text.replacing("Notes:", with: "") == fountain.text)
    let piped = try stage.host(["script", "show", "-", "--json"], input: fountain.text)
    #expect(try json(piped)["format"] as? String == "plain text")
  }

  @Test func `host script names lists hard names, and --keep writes the lexicon`()
    throws
  {
    let names = ["CUE_NAMES": Places.source("Packaging/names.txt")]
    let pub = try stage.folder.write(
      "INT. PUB - DAY\n\nSIOBHAN\nGood evening, Mr. Nguyen.\n", as: "pub.fountain")
    let list = try stage.host(["script", "names", pub], names)
    #expect(list.status == 0 && list.text == "Siobhan = shi-VAWN\nNguyen = WIN\n", "\(list.talk)")
    #expect(list.talk.contains("Hear one: host \"shi-VAWN\"") && list.talk.contains("--keep"))
    let first = try stage.host(
      ["rehearse", pub, "--as", "SIOBHAN", "--scripted", "/dev/null", "-o", "/dev/null"], names)
    #expect(first.talk.contains("Siobhan (shi-VAWN), Nguyen (WIN)"), "\(first.talk)")
    #expect(try stage.host(["script", "names", pub, "--keep"], names).status == 0)
    #expect(try stage.host(["script", "items", pub]).text.contains("Good evening, Mr. WIN."))
    #expect(try stage.host(["script", "names", pub], names).text.isEmpty)
  }

  @Test func `host script items tells who says what`() throws {
    let run = try stage.host(["script", "items", scene, "--rules", "1.0", "--json"])
    let items = try stage.events(run)
    #expect(
      items.map { $0["text"] as? String } == [
        "Interior. HALL. NIGHT.", "McClane (V.O.) says: It's raining.", "BO says: No.",
      ])
    #expect(items.allSatisfy { $0["rule_version"] as? String == "1.0" })
    #expect(items[1]["character"] as? String == "mcclane")
    let lexicon = try stage.folder.write("raining = RAY-ning\n", as: "lexicon")
    let read = try stage.host([
      "script", "items", scene, "--dual", "together", "--lexicon", lexicon, "--say-title", "--json",
    ])
    let said = try stage.events(read)
    #expect(said.compactMap { $0["together"] as? Int } == [1, 1])
    #expect(said.first?["text"] as? String == "T. Ann.")
    #expect(read.text.contains("RAY-ning"))
  }

  @Test(arguments: [
    ("", "a.fountain", "is empty"), ("%PDF-1.4", "a.txt", "a PDF file"),
    ("A\nB\u{0}", "a.fountain", "line 2"), ("<a/>", "a.fdx", "line 1"),
    ("<FinalDraft>\n<Content>", "a.fdx", "line 2"),
    ("<!DOCTYPE a SYSTEM \"/etc/passwd\"><FinalDraft/>", "a.fdx", "document type"),
  ])
  func `host script reports errors of a file with their place`(
    text: String, name: String, word: String
  ) throws {
    let path = try stage.folder.write(text, as: name)
    let run = try stage.host(["script", "show", path])
    #expect(run.status == 65)
    #expect(run.talk.contains(path) && run.talk.contains(word), "\(run.talk)")
    #expect(run.text.isEmpty)
  }

  @Test func `a text that is not a screenplay is shown with a warning`() throws {
    let path = try stage.folder.write("Dear Bo,\n\nI am well.\n", as: "letter.txt")
    let run = try stage.host(["script", "show", path])
    #expect(run.status == 0)
    #expect(run.talk.contains("\(path): from line 1 on there is neither"), "\(run.talk)")
    #expect(run.text.contains("I am well."))
    let torn = try stage.folder.write("BO\nHi.\n\n/* cut", as: "torn.fountain")
    #expect(try stage.host(["script", "info", torn]).talk.contains("line 4: “/*” opens here"))
  }

  @Test(arguments: [
    ["show"], ["show", "a", "b"], ["convert", "a", "b.doc"], ["items", "a", "--rules", "2.0"],
    ["show", "a", "--say-title"], ["items", "a", "--dual", "both"], ["items", "a", "--alias", "x"],
  ])
  func `host script explains wrong arguments`(words: [String]) throws {
    let run = try stage.host(["script"] + words)
    #expect(run.status == 2)
    #expect(run.talk.contains("host script --help"), "\(run.talk)")
  }

  @Test func `host script has exit statuses for missing and unwritable files`() throws {
    #expect(try stage.host(["script", "show", stage.folder.path("none")]).status == 66)
    let nowhere = stage.folder.path("none/b.fdx")
    #expect(try stage.host(["script", "convert", scene, nowhere]).status == 73)
    #expect(try stage.host(["script", "--help"]).text.hasPrefix("Read a screenplay"))
  }
}
