import CueConformance
import CueModel
import Testing

@testable import host

@Suite struct `A failure of a plugin` {
  private func said(
    _ kind: PluginFailure.Kind, _ reason: PluginFailure.Reason,
    while activity: PluginFailure.Activity = .speaking
  ) -> String {
    Program.called("cue") {
      PluginFailure(plugin: "hum", activity: activity, kind: kind, reason: reason).sentence
    }
  }

  @Test func `a failure is reported as a sentence: plugin, activity and event`() {
    #expect(
      said(.crashed(signal: 11), .processEnded) == "hum crashed while saying a line (SIGSEGV).")
    #expect(
      said(.crashed(signal: 35), .processEnded, while: .processing)
        == "hum crashed while processing (signal 35).")
    #expect(
      said(.exited(status: 3), .processEnded, while: .loading)
        == "hum ended its process while loading its engine, with status 3.")
    #expect(
      said(.hung(milliseconds: 100), .noAnswer, while: .starting)
        == "hum hung while starting: it did not answer within 100 ms.")
    #expect(
      said(.hung(milliseconds: 20_000), .noRequestsTaken, while: .listingVoices)
        == "hum hung while listing its voices: it took no more requests within 20 s.")
    #expect(
      said(.misbehaved, .broke(.eventBytes(start: 1, end: 2, count: 18)))
        == "hum broke the rules while saying a line: "
        + "an event speaks of bytes 1 to 2 of a text of 18 bytes.")
    #expect(
      said(.givenUp, .failedInARow(times: 3), while: .starting)
        == "hum is not asked any more: it has failed 3 times in a row.")
  }

  @Test func `a failure quotes the plugin, with one full stop`() {
    for words in ["Only sound of the future.", "Only sound of the future"] {
      #expect(
        said(.refused(status: .format), .said(words), while: .listening)
          == "hum failed while listening: Only sound of the future.")
    }
    #expect(said(.unusable, .unexplained) == "hum cannot be used: it gave no reason.")
  }

  @Test func `to be found says what to try, by the program's name`() {
    #expect(
      said(.notFound, .unknownID(folders: ["/a", "/b"]), while: .starting)
        == "hum cannot be used: no plugin of that id is in /a, /b. 'cue plugins' lists what is "
        + "there; a file is named with a slash, as in ./hum.so.")
    #expect(
      said(.notFound, .noSuchFile, while: .starting)
        == "hum cannot be used: there is no such file, here or beside the host. "
        + "'cue plugins' lists what is there.")
    #expect(
      said(.unusable, .file(.unreadable(errno: 13)), while: .starting)
        == "hum cannot be used: it cannot be read (Permission denied).")
    #expect(
      said(.unusable, .workerNotStarted(path: "/w", errno: 2), while: .starting)
        == "hum cannot be used: the worker /w could not be started (No such file or directory).")
  }

  @Test func `the reason for a quarantine is reported each time`() {
    let crash = PluginFailure(
      plugin: "hum.so", activity: .playing, kind: .crashed(signal: 6), reason: .processEnded)
    #expect(
      said(.givenUp, .failedInUse(crash), while: .starting)
        == "hum is not asked any more: it failed in use three times in a row, at last like this: "
        + "hum.so crashed while playing (SIGABRT). It is left alone until its file changes, "
        + "or until 'cue plugins rescan'.")
  }

  @Test func `is what a check found, or why it was not asked`() {
    let hang = PluginFailure(
      plugin: "hum", activity: .answering, kind: .hung(milliseconds: 2000), reason: .noAnswer)
    #expect(
      Account.failure(hang).text == "hum hung while answering: it did not answer within 2 s.")
    #expect(Account.broke(.broke(.noStatus)).text == "Its answer has no status.")
    #expect(
      Account.speakerFailed(hang).text
        == "the voice that was to speak to it failed: hum hung while answering: "
        + "it did not answer within 2 s.")
    #expect(("it has \(1) voice" as Account).text == "it has 1 voice")
  }

  @Test func `a failure to listen names the recognizer, or its kind`() {
    let refusal = PluginFailure(
      plugin: "hum", activity: .listening, kind: .refused(status: .rate), reason: .said("Too slow"))
    #expect(
      ListenFailure(.audioFormatInvalid, plugin: refusal).sentence
        == "hum failed while listening: Too slow.")
    #expect(ListenFailure.cancelled.sentence == "Listening was cancelled.")
  }

  @Test func `has different words for each activity`() {
    let sentences = PluginFailure.Activity.allCases.map {
      said(.refused(status: .busy), .unexplained, while: $0)
    }
    #expect(Set(sentences).count == PluginFailure.Activity.allCases.count)
  }
}
