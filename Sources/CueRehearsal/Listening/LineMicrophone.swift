import CueModel
import CueScreenplay

/// A microphone that is told which line the actor is to say, ahead of being opened for it.
public protocol LineMicrophone: Microphone {
  /// The microphone will be opened for `line` next.
  func prepare(_ line: Line)

  /// Whether it says lines by itself; one that stands before another microphone asks that.
  var saysLines: Bool { get }
}

extension LineMicrophone {
  /// It does.
  public var saysLines: Bool { true }
}
