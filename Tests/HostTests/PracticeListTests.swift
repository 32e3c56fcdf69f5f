import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `Practice that offers what there is` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    let speech = try stage.folder.write(
      "One is here. Two is here.\n\nThree is there.", as: "toast.txt")
    #expect(try stage.host(["speech", "add", speech, "--title", "toast"]).status == 0)
  }

  private func start(_ more: [String] = ["toast"]) throws -> TerminalRun {
    try stage.startAtTerminal(
      ["practice"] + more + ["-v", "mock", "-o", stage.folder.path("session.wav")])
  }

  @Test func `practice without a speech asks which one, by number or title`() throws {
    let run = try start([])
    #expect(run.waits(forWords: "1  toast"), "\(run.written)")
    run.type("none\n")
    #expect(run.waits(forWords: "“none” is none of them, and no file."), "\(run.written)")
    run.type("toast\n")
    #expect(run.waits { $0.text.joined().contains("The end") }, "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(try stage.host(["practice"]).status == 64 || stage.host(["practice"]).status == 2)
  }

  @Test func `says so if no speech is kept, and asks for a file`() throws {
    #expect(try stage.host(["speech", "remove", "toast"]).status == 0)
    let run = try start([])
    #expect(run.waits(forWords: "You have kept no speech yet."), "\(run.written)")
    run.type("\u{4}")
    #expect(run.waits(forWords: "Practice needs a speech"), "\(run.written)")
    #expect(run.end() != 0)
  }

  @Test func `the text is listed, and a choice or tap goes there`() throws {
    let run = try start()
    #expect(run.waits { $0.text.joined().contains("The end") }, "\(run.written)")
    run.type("tis there\r")
    #expect(run.waits { $0.text.joined().contains("3 / 3") }, "\(run.screen.text)")
    run.type("t")
    #expect(run.waits { $0.text.contains { $0.contains("2  Two is here.") } }, "\(run.screen.text)")
    let row = try #require(run.screen.text.firstIndex { $0.contains("2  Two is here.") })
    // A press and a release of the left button there.
    run.type("\u{1b}[<0;5;\(row + 1)M\u{1b}[<0;5;\(row + 1)m")
    #expect(run.waits { $0.text.joined().contains("2 / 3") }, "\(run.screen.text)")
    run.type("q")
    #expect(run.end() == 0)
    #expect(run.isAsItWas)
  }

  @Test func `lists the voices, plays a sample, and takes one`() throws {
    let run = try start()
    #expect(run.waits { $0.text.joined().contains("The end") }, "\(run.written)")
    run.type("v")
    #expect(run.waits { $0.text.contains { $0.contains("flite:slt") } }, "\(run.screen.text)")
    run.type("flite:slt")
    run.type("\u{1b}[B\t")
    #expect(
      run.waits { $0.text.joined().contains("A sample of flite:slt.") }, "\(run.screen.text)")
    run.type("\r")
    #expect(run.waits { !$0.text.joined().contains("Enter: take it") }, "\(run.screen.text)")
    run.type("vflite:nobody\r")
    #expect(
      run.waits { $0.text.joined().contains("flite has no voice “nobody”") }, "\(run.screen.text)")
    run.type("q")
    #expect(run.end() == 0)
  }
}
