import Foundation
import Testing
import TestSupport

@testable import host

@Suite struct `host conform` {
  @Test(.startsProcesses) func `says that a plugin is compatible, and exits with 0`() throws {
    let run = try Stagehand().host(["conform", "mock:mock", "--level", "3"])
    #expect(run.status == 0, "\(run.text)\(run.talk)")
    #expect(run.text.hasPrefix("mock:mock: passes level 3: "))
  }

  @Test(.startsProcesses) func `a finding is printed in four sentences, and the exit status is 1`()
    throws
  {
    let run = try Stagehand(hasBrokenVoices: true).host(
      ["conform", "faulty:crash", "--only", "voice-speaks", "--seed", "7"])
    #expect(run.status == 1)
    #expect(
      run.text.hasPrefix(
        """
        crashed voice-speaks (level 3, crash)
          The voice was asked to say “Good evening, and thank you all for comi…” (43 bytes).
          Expected: It answers, and its process continues.
          Happened: faulty crashed while saying a line (SIGSEGV).
          Again:    host conform faulty:crash --only voice-speaks --seed 7
        faulty:crash: something failed: 1 crashed, in
        """), "\(run.text)")
  }

  @Test(.startsProcesses) func `ends a plugin that hangs, and all it has started`() throws {
    let stagehand = try Stagehand(hasBrokenVoices: true)
    let run = try stagehand.host(
      ["conform", "faulty:hang", "--only", "voice-speaks", "--timeout", "1"])
    #expect(run.status == 1)
    #expect(run.text.contains("hung while saying a line"))
    #expect(Processes.mentioning(stagehand.folder.path) == [])
  }

  @Test(.startsProcesses) func `writes lines of JSON and a file for JUnit`() throws {
    let stagehand = try Stagehand(hasBrokenVoices: true)
    let file = stagehand.folder.path("results.xml")
    let run = try stagehand.host(
      [
        "conform", "faulty:refuses", "--json", "--junit", file, "--only",
        "voice-speaks,plugin-creates,library-file",
      ])
    #expect(run.status == 1)
    let events = try stagehand.events(run)
    #expect(events.map { $0["event"] as? String } == ["result", "result", "result", "summary"])
    #expect(
      events.map { $0["check"] as? String } == [
        "library-file", "plugin-creates", "voice-speaks", nil,
      ])
    #expect(
      events[2]["happened"] as? String
        == "It was refused with CUE_E_LANGUAGE: This voice speaks no such language.")
    #expect(events[3]["failed"] as? Int == 1 && events[3]["passed"] as? Int == 2)
    let junit = try String(contentsOfFile: file, encoding: .utf8)
    #expect(junit.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(junit.contains("<failure message=\"It was refused with CUE_E_LANGUAGE:"))
  }

  @Test(.startsProcesses, arguments: ["mock:nosuch", "mock:mock-ear"])
  func `a run that tested nothing does not pass`(plugin: String) throws {
    let stagehand = try Stagehand()
    let file = stagehand.folder.path("results.xml")
    let chosen = plugin == "mock:mock-ear" ? ["--only", "voice-*"] : []
    let run = try stagehand.host(
      ["conform", plugin, "--level", "3", "--junit", file] + chosen)
    #expect(run.status == 1, "\(run.text)")
    #expect(
      run.text.contains("\(plugin): not tested: ") && run.text.contains("Nothing of the plugin"))
    let junit = try String(contentsOfFile: file, encoding: .utf8)
    #expect(junit.contains("something-is-tested"))
  }

  @Test(.startsProcesses) func `a recognizer to which the named voice cannot speak has not passed`()
    throws
  {
    let run = try Stagehand().host(
      [
        "conform", "mock:mock-ear", "--voice", "mock:nosuch", "--only",
        "recognizer-hears,recognizer-understands",
      ])
    #expect(run.status == 1 && run.text.contains("not tested with words"), "\(run.text)")
  }

  @Test(.startsProcesses) func `with --all, every plugin has a summary`() throws {
    let stagehand = try Stagehand(hasBrokenVoices: true)
    let run = try stagehand.host(
      ["conform", "--all", "--json", "--level", "1", "--only", "library-file"])
    let summaries = try stagehand.events(run).filter { $0["event"] as? String == "summary" }
    #expect(summaries.contains { $0["plugin"] as? String == "faulty" })
    #expect(summaries.contains { $0["plugin"] as? String == "mock" })
    #expect(run.status == 0)
  }

  @Test func `explains a check`() throws {
    let run = try Stagehand().host(["conform", "--explain", "voice-words-mean"])
    #expect(run.status == 0)
    #expect(run.text.contains("voice-words-mean\n\nLevel 5") && run.text.contains("How:  "))
    let unknown = try Stagehand().host(["conform", "--explain", "voice-word-mean"])
    #expect(unknown.status == 2)
  }

  @Test(.startsProcesses)
  func `with --voice, words are tested, and the command to repeat it names the voice`()
    throws
  {
    let checks = ["--only", "recognizer-understands,recognizer-goes-on"]
    let stagehand = try Stagehand()
    let without = try stagehand.host(["conform", "mock:mock-ear", "--verbose"] + checks)
    #expect(without.text.contains("skipped recognizer-understands"), "\(without.text)")
    #expect(without.text.contains("no voice was named that speaks to it: --voice PLUGIN[:VOICE]"))
    // It hears what its script says, and that is not what was spoken.
    let with = try stagehand.host(
      ["conform", "mock:mock-ear", "--set", "script=thanks", "--voice", "mock"] + checks)
    #expect(with.status == 1)
    #expect(
      with.text.contains(
        "host conform mock:mock-ear --set script=thanks --voice mock --only recognizer-understands"),
      "\(with.text)")
  }

  @Test(arguments: [
    (["conform"], "There is no plugin to judge."),
    (["conform", "a", "b"], "One plugin is judged at a time."),
    (["conform", "a", "--level", "11"], "--level takes a number from 1 to 10, not “11”."),
    (
      ["conform", "a", "--only", "voice-spaeks"],
      "There is no check “voice-spaeks”; --list lists them."
    ),
    (["conform", "a", "--seed", "x"], "--seed takes a whole number, not “x”."),
    (["conform", "a", "--set", "=1"], "--set takes NAME=VALUE."),
    (["conform", "a", "--rate", "1"], "There is no option --rate."),
  ])
  func `host conform explains what it cannot read`(words: [String], sentence: String) {
    #expect {
      try Arguments.parse(words, hasInput: false)
    } throws: { error in
      (error as? UserError)?.sentence == sentence && (error as? UserError)?.status == .usage
    }
  }

  @Test func `host conform reads its options`() throws {
    let invocation = try Arguments.parse(
      [
        "conform", "./x.so:y", "--level=7", "--only", "voice-*", "--skip", "voice-soon,voice-marks",
        "--seed", "9", "--jobs", "3", "--timeout", "8", "--set", "a=b=c", "--json",
      ], hasInput: false)
    guard case .conform(let options) = invocation.command else { throw Unexpected() }
    #expect(options.plugin.reference.plugin == "./x.so" && options.plugin.reference.part == "y")
    #expect(options.plugin.settings == [.init(name: "a", value: "b=c")])
    #expect(options.level == 7 && options.only == ["voice-*"])
    #expect(options.skip == ["voice-soon", "voice-marks"])
    #expect(options.seed == 9 && options.jobs == 3 && options.timeoutSeconds == 8)
    #expect(invocation.manner.isJSON)
  }

  private struct Unexpected: Error {}
}
