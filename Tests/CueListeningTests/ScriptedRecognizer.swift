import CueModel

/// A recognizer that hears the given texts, each as soon as its number of frames was pushed.
final class ScriptedRecognizer: Recognizer {
  let name = "scripted"
  let partials: [(frame: Int, heard: Heard)]
  let final: Heard
  private(set) var request: ListenRequest?
  private(set) var pushedFrames = 0
  private(set) var pushed: [UInt8] = []
  private(set) var finishes = 0
  private var next = 0
  var failure: ListenFailure?

  convenience init(
    _ partials: [(frame: Int, text: String)] = [], final: Heard = Heard(text: "")
  ) {
    self.init(hearing: partials.map { ($0.frame, Heard(text: $0.text)) }, final: final)
  }

  /// Hears words with their times.
  init(hearing partials: [(frame: Int, heard: Heard)], final: Heard) {
    self.partials = partials
    self.final = final
  }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    self.request = request
    return [Shortfall(field: "language", outcome: "replaced by en-US")]
  }

  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    if let failure { throw failure }
    pushedFrames += sound.frameCount
    pushed += sound.bytes
    var heard: [Heard] = []
    while next < partials.count, partials[next].frame <= pushedFrames {
      heard.append(partials[next].heard)
      next += 1
    }
    return heard
  }

  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
    finishes += 1
    return final
  }

  func close() {}
}
