import struct CueAssembly.SpeechText
import enum CueAssembly.SpeechTextError
import Foundation
import Testing
import TestSupport

@testable import host

@Suite struct `The arguments of host speech` {
  private func action(_ words: String..., hasInput: Bool = false) throws -> SpeechAction? {
    let parsed = try Arguments.parse(["speech"] + words, hasInput: hasInput)
    guard case .speech(let action) = parsed.command else { return nil }
    return action
  }

  @Test func `The arguments of host speech say what is to be done`() throws {
    var change = SpeechChange()
    change.title = "A Toast"
    change.language = "et-EE"
    change.truncates = true
    #expect(
      try action(
        "add", "a.md", "--title", " A Toast ", "-l", "et-EE", "--truncate", "--no-markdown")
        == .add(SpeechSource(path: "a.md", isMarkdown: false), change))
    #expect(
      try action("add", hasInput: true)
        == .add(SpeechSource(path: "-", isMarkdown: nil), SpeechChange()))
    #expect(try action("list", "--search=a b") == .list(search: "a b"))
    #expect(try action("search", "a", "b") == .list(search: "a b"))
    #expect(try action("show", "3") == .show("3"))
    #expect(try action("history", "3") == .history("3", chart: false))
    #expect(try action("history", "3", "--chart") == .history("3", chart: true))
    #expect(try action("remove", "3", "A") == .remove(["3", "A"]))
    #expect(try action("export", "3", "-o", "x") == .export("3", output: "x"))
    #expect(try action("edit", "3") == .edit("3", nil, SpeechChange()))
    #expect(
      try action("edit", "3", "-")
        == .edit("3", SpeechSource(path: "-", isMarkdown: nil), SpeechChange()))
    #expect(try action() == nil)
  }

  @Test(arguments: [
    ["add"], ["add", "a", "b"], ["list", "x"], ["list", "--title", "x"], ["search"], ["show"],
    ["show", "a", "b"], ["fly"], ["add", "a", "--language", "english!"],
    ["add", "a", "--title", ""],
    ["add", "a", "--title", "two\nlines"], ["export", "a", "--truncate"], ["show", "a", "--wrong"],
    ["add", "a", "--language", ""], ["edit", "a", "--search", "x"], ["list", "--chart"],
  ])
  func `that make no sense are explained`(words: [String]) {
    let userError = #expect(throws: UserError.self) {
      try Arguments.parse(["speech"] + words, hasInput: false)
    }
    #expect(userError?.status == .usage)
    #expect(userError?.hint.contains("speech --help") == true)
  }
}

@Suite struct `The text of a speech` {
  private func userError(_ text: String) -> String? {
    do throws(SpeechTextError) {
      _ = try SpeechText(text, truncates: false)
      return nil
    } catch {
      let error = Messages(language: .english).error(error, name: "It")
      return error.status == .badInput ? error.sentence : "another status"
    }
  }

  @Test func `has ten thousand characters and no more, and emoji are not split`() throws {
    let family = "👩‍👩‍👧‍👦"
    let most = String(repeating: "a" + family, count: 5000)
    #expect(userError(most) == nil)
    #expect(userError("  \n" + most + " \n") == nil)
    #expect(userError(most + family)?.contains("10,001 characters") == true)
    let cut = try SpeechText(most + family, truncates: true)
    #expect(cut.content == most)
    #expect(cut.cutFrom == 10_001)
  }

  @Test func `The text of a speech has words`() {
    #expect(userError("") == "It is empty, and a speech needs words.")
    #expect(userError(" \r\n\t ") == "It is empty, and a speech needs words.")
    #expect(userError("* * * …!")?.contains("no letter and no digit") == true)
    #expect(userError("7") == nil)
  }
}

@Suite(.startsProcesses) struct `Keeping speeches` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand() }

  private func speech(
    _ words: String..., input: String = "", _ more: [String: String] = [:]
  ) throws -> Run {
    try stage.host(
      ["speech"] + words, input: input, ["VISUAL": "", "EDITOR": ""].merging(more) { $1 })
  }

  @Test func `Keeping speeches goes from adding to removing`() throws {
    let file = try stage.folder.write(
      "Ladies and gentlemen. Dr. Lind is here!\n\nThank you.\n", as: "wedding.txt")
    #expect(try speech("list").talk.contains("There are no speeches yet"))
    #expect(
      !FileManager.default.fileExists(atPath: stage.folder.path("home/data/cue/library.db")),
      "looking makes nothing")

    let added = try speech("add", file, "--language", "en-GB")
    #expect(added.status == 0, "\(added.talk)")
    #expect(added.talk.contains("“wedding” is kept as number 1: 4 sec to say."))
    #expect(
      try speech("add", "--json", input: "Tere, õhtu. Head isu!").text.contains("\"number\":2"))

    let estonian = "Kallid sõbrad, mul on hea meel teid siin näha."
    let guessed = try speech("add", "--title", "Kõne", input: estonian)
    #expect(guessed.talk.contains("Its words are in “et”; --language names another."))
    let told = try speech("add", "--title", "Speech", "-l", "de", input: estonian)
    #expect(!told.talk.contains("Its words"))
    #expect(try speech("show", "Kõne", "--json").text.contains("\"language\":\"et\""))
    #expect(try speech("show", "Speech", "--json").text.contains("\"language\":\"de\""))
    #expect(try speech("remove", "Kõne", "Speech").status == 0)

    let list = try stage.events(try speech("list", "--json"))
    #expect(list.map { $0["title"] as? String } == ["Tere, õhtu. Head isu!", "wedding"])
    #expect(list.last?["words"] as? Int == 9)
    #expect(try speech("search", "OHTU").text.contains("Tere"))
    #expect(try speech("list", "--search", "gentlemen").text.contains("wedding"))
    let nothing = try speech("search", "zebra")
    #expect(nothing.status == 1)
    #expect(nothing.talk.contains("No speech has “zebra”"))

    let shown = try speech("show", "WEDDING").text
    #expect(shown.contains("3 sentences, 2 paragraphs"))
    #expect(shown.contains("/ 10,000 characters"))
    #expect(shown.hasSuffix("Thank you.\n"))
    #expect(
      try speech("export", "1").text == "Ladies and gentlemen. Dr. Lind is here!\n\nThank you.\n")
    let copy = stage.folder.path("copy.txt")
    #expect(try speech("export", "1", "-o", copy).status == 0)
    #expect(try String(contentsOfFile: copy, encoding: .utf8).hasPrefix("Ladies"))

    #expect(try speech("edit", "1", "--title", "The Wedding").talk.contains("is changed"))
    #expect(try speech("edit", "1", "-", input: "New words.").status == 0)
    #expect(try speech("export", "the wedding").text == "New words.\n")
    #expect(try speech("edit", "1", "-", input: "New words.\n").talk.contains("as it was"))

    let missing = try speech("remove", "2", "nobody")
    #expect(missing.status == 66)
    #expect(
      try stage.events(try speech("list", "--json")).count == 2, "all are found, or none goes")
    #expect(try speech("remove", "2", "the wedding").status == 0)
    #expect(try speech("list").text.isEmpty)
  }

  @Test func `Keeping speeches is private to the user`() throws {
    _ = try speech("add", input: "Secret words.")
    for name in ["home/data/cue/library.db", "home/data/cue"] {
      let mode = try FileManager.default.attributesOfItem(atPath: stage.folder.path(name))[
        .posixPermissions]
      #expect((mode as? Int ?? 0) & 0o077 == 0, "\(name)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/cmark.h")))
  func `takes the words out of Markdown, and its heading for the title`() throws {
    let file = try stage.folder.write("# A *Toast*\n\nTo **us**!\n\n- one\n- two\n", as: "t.md")
    #expect(try speech("add", file).talk.contains("“A Toast” is kept"))
    #expect(try speech("export", "a toast").text == "To us!\n\none\n\ntwo\n")
    #expect(try speech("add", file, "--no-markdown", "--title", "Raw").status == 0)
    #expect(try speech("export", "raw").text.contains("**us**"))
  }

  /// Both came as "not UTF-8", though scripts in these letters were read.
  @Test func `keeps texts that Windows has saved`() throws {
    let words = "Öö — “jah” …"
    let windows: [UInt8] = [0xD6, 0xF6, 0x20, 0x97, 0x20, 0x93, 0x6A, 0x61, 0x68, 0x94, 0x20, 0x85]
    let units = Array(words.utf16)
    let utf16: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for (name, bytes) in [("windows.txt", windows), ("utf16.txt", utf16)] {
      let path = stage.folder.path(name)
      try Data(bytes).write(to: URL(filePath: path))
      let run = try speech("add", path)
      #expect(run.status == 0, "\(run.talk)")
      #expect(try speech("show", String(name.dropLast(4))).text.contains(words))
    }
  }

  @Test func `invalid speeches are refused with the reason`() throws {
    let long = String(repeating: "word ", count: 2000) + "x"
    let tooLong = try speech("add", input: long)
    #expect(tooLong.status == 65)
    #expect(tooLong.talk.contains("10,001 characters"))
    let cut = try speech("add", "--truncate", "--title", "Long", input: long)
    #expect(cut.status == 0)
    #expect(cut.talk.contains("cut to its first 10,000 of 10,001"))
    #expect(try speech("add", input: " \n").talk.contains("is empty"))
    #expect(try speech("add", input: "?!").talk.contains("no letter and no digit"))
    let file = try stage.folder.write("%PDF-1.4", as: "speech.txt")
    let paper = try speech("add", file)
    #expect(paper.status == 65)
    #expect(paper.talk.contains("cannot be read: it is a PDF file"))
    #expect(try speech("add", "/nowhere.txt").status == 66)
    let again = try speech("add", "--title", "long", input: "Words.")
    #expect(again.status == 65)
    #expect(again.talk.contains("There is a speech “Long” already: number 1"))
    #expect(try stage.events(try speech("list", "--json")).count == 1)
  }

  @Test func `leaves a library of a newer program alone`() throws {
    _ = try speech("add", "--title", "Old", input: "Words.")
    try stage.makeNewer(module: "speech")
    for words in [["list"], ["show", "Old"], ["remove", "Old"]] {
      let run = try stage.host(["speech"] + words)
      #expect(run.status == 78)
      #expect(run.talk.contains("written by a newer Cue: it has version 99 of “speech”"))
    }
  }
}

@Suite(.startsProcesses) struct `Editing a speech` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    _ = try stage.host(["speech", "add", "--title", "A"], input: "First words.")
  }

  /// Runs the editor that a script is.
  private func edit(_ script: String) throws -> Run {
    let editor = try stage.folder.write("#!/bin/sh\n\(script)\n", as: "my editor", isProgram: true)
    return try stage.host(
      ["speech", "edit", "A"],
      [:].merging(["VISUAL": "", "EDITOR": "'\(editor)'", "TMPDIR": stage.folder.path]) { $1 })
  }

  private func content() throws -> String { try stage.host(["speech", "export", "A"]).text }

  private func copies() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: stage.folder.path)
      .filter { $0.hasPrefix("cue-speech") }
  }

  @Test func `Editing a speech keeps what the editor wrote`() throws {
    let run = try edit("printf 'And more.\\n' >> \"$1\"")
    #expect(run.status == 0, "\(run.talk)")
    #expect(try content() == "First words.\nAnd more.\n")
    #expect(try copies().isEmpty)
  }

  @Test func `keeps what an editor wrote in Windows-1252`() throws {
    #expect(try edit("printf 'K\\366nig.\\n' > \"$1\"").status == 0)
    #expect(try content() == "König.\n")
  }

  @Test func `changes nothing where the editor changed nothing`() throws {
    #expect(try edit("true").talk.contains("as it was"))
    #expect(try copies().isEmpty)
  }

  @Test(arguments: [
    (": > \"$1\"", "is empty"), ("echo '!!!' > \"$1\"", "no letter"),
    ("printf 'a\\001b' > \"$1\"", "is no text"),
    ("head -c 20000 /dev/zero | tr '\\0' 'a' > \"$1\"", "20,000 characters"),
    ("echo half > \"$1\"; exit 3", "ended with status 3"),
    ("kill -9 $$", "status 137"),
  ])
  func `keeps the speech, and the copy, where the text cannot be kept`(
    script: String, reason: String
  ) throws {
    let run = try edit(script)
    #expect(run.status != 0)
    #expect(run.talk.contains(reason), "\(run.talk)")
    #expect(try content() == "First words.\n")
    let copy = try #require(try copies().first)
    #expect(run.talk.contains(copy))
  }

  @Test func `a speech that was changed meanwhile is not overwritten`() throws {
    let host = Places.product("host")
    let run = try edit("echo Ours. > \"$1\"; echo Theirs. | '\(host)' speech edit A -")
    #expect(run.status == 65)
    #expect(run.talk.contains("changed or removed elsewhere"))
    #expect(try content() == "Theirs.\n")
    #expect(try copies().count == 1)
  }
}
