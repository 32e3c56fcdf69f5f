import CueListening
import CueModel
import CuePlugins
import CueSystem

/// A second recognizer at work.
package struct SecondRecognition {
  /// A run that is over waits so long for what is still to be judged.
  private static let patienceMilliseconds = 15_000

  /// Asks the recognizer.
  package let listener: SecondListener
  private let client: RecognizerClient

  /// `client`, which has been started, as a second recognizer.
  package init(_ client: RecognizerClient) {
    listener = SecondListener(client)
    self.client = client
  }

  /// The recognizer of `choice` on a thread of its own, to judge the wording of what was said.
  ///
  /// - Throws: ``RecognizerRefusal``
  package init(_ choice: PluginChoice, of host: PluginHost) throws {
    // A recognizer that can listen for anything also notices words that were changed or added.
    self.init(
      try host.startedRecognizer([choice], preferring: [("witness", "on")], note: { _ in }))
  }

  /// What is still to be said, when no more questions come; the recognizer ends with it.
  package func finish(_ cancellation: Cancellation = Cancellation()) -> [SecondOpinion] {
    let (answers, isFree) = listener.finish(
      withinMilliseconds: SecondRecognition.patienceMilliseconds, clock: MonotonicClock(),
      cancellation: cancellation)
    // One that hangs ends with the program.
    if isFree { client.quit() }
    return answers
  }
}

/// What hears the actor of a rehearsal, and where.
package struct RehearsalHearing {
  /// Where the actor is heard.
  package let microphone: any Microphone
  /// Understands the actor.
  package let recognizer: RecognizerClient
  /// Judges the wording of lines that are over; nil if no recognizer does.
  package let second: SecondRecognition?
  private let endMicrophone: () -> Void

  /// The hearing of a rehearsal.
  ///
  /// - Parameters:
  ///   - microphone: where the actor is heard
  ///   - recognizer: understands the actor
  ///   - second: judges the wording of lines that are over
  ///   - endMicrophone: ends what feeds the microphone
  package init(
    _ microphone: any Microphone, _ recognizer: RecognizerClient, second: SecondRecognition?,
    endMicrophone: @escaping () -> Void
  ) {
    self.microphone = microphone
    self.recognizer = recognizer
    self.second = second
    self.endMicrophone = endMicrophone
  }

  /// Ends all of it.
  package func close() {
    microphone.close()
    endMicrophone()
    recognizer.quit()
    // Nothing waits: a caller that needs the last opinions has asked for them.
    let wish = Cancellation()
    wish.cancel()
    _ = second?.finish(wish)
  }

  /// What is still to be judged, at the end of the rehearsal.
  package func lastOpinions(_ cancellation: Cancellation) -> [SecondOpinion] {
    second?.finish(cancellation) ?? []
  }
}
