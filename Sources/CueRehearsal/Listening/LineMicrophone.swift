import CueModel
import CueScreenplay

/// A microphone that says the actor's lines by itself: it gets the next line before it is opened for it.
public protocol LineMicrophone: Microphone {
  /// The microphone will be opened for `line` next.
  func prepare(_ line: Line)
}
